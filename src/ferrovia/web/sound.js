/** A few short sounds, synthesised; off until the player switches them on. */

/** @type {AudioContext | null} */
let audio = null;

/** Notes as [frequency, start, length, loudness]. */
const SOUNDS = {
  turn: [
    [523, 0, 0.16, 0.12],
    [784, 0.12, 0.26, 0.12],
  ],
  card: [
    [1400, 0, 0.03, 0.05],
    [900, 0.02, 0.04, 0.05],
  ],
  route: [
    [196, 0, 0.12, 0.14],
    [247, 0.08, 0.12, 0.12],
    [294, 0.16, 0.22, 0.12],
  ],
  end: [
    [392, 0, 0.18, 0.12],
    [523, 0.16, 0.18, 0.12],
    [659, 0.32, 0.18, 0.12],
    [784, 0.48, 0.6, 0.14],
    [523, 0.48, 0.6, 0.08],
  ],
  last: [
    [440, 0, 0.2, 0.12],
    [415, 0.22, 0.2, 0.12],
    [392, 0.44, 0.4, 0.12],
  ],
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [frequency, start, length, loudness] of SOUNDS[name]) {
    const voice = new OscillatorNode(audio, { type: 'triangle', frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, now + start);
    volume.gain.linearRampToValueAtTime(loudness, now + start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    voice.connect(volume).connect(audio.destination);
    voice.start(now + start);
    voice.stop(now + start + length + 0.05);
  }
}
