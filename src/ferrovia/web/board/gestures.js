/** Fingers, mouse and wheel: camera movement, and clicks on the board. */

const FAR = 7; // pixels: beyond this it is a drag, not a click
const DOUBLE = 320; // milliseconds between two taps

/**
 * @param {HTMLElement} window_
 * @param {import('./camera.js').Camera} camera
 * @param {{ tap: (x: number, y: number, touch: boolean) => boolean, hover: (x: number, y: number) => void, leave: () =>
 *   void, ignores: (target: EventTarget|null) => boolean }} on
 * tap returns whether it hit anything; a double tap on nothing zooms in
 * @returns {() => void} what takes it all away again
 */
export function listenToHands(window_, camera, on) {
  /** Fingers that are down. @type {Map<number, { x: number, y: number }>} */
  const down = new Map();
  let dragged = false;
  let start = { x: 0, y: 0 };
  let speed = { x: 0, y: 0, time: 0 };
  let lastTap = { time: -Infinity, x: 0, y: 0 };
  const stop = new AbortController();
  /**
   * @template {keyof HTMLElementEventMap} Name
   * @param {Name} name
   * @param {(event: HTMLElementEventMap[Name]) => void} act
   */
  const listen = (name, act, passive = true) => window_.addEventListener(name, act, { signal: stop.signal, passive });

  const inWindow = (/** @type {{ clientX: number, clientY: number }} */ event) => {
    const box = window_.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  listen('pointerdown', (/** @type {PointerEvent} */ event) => {
    if ((event.pointerType === 'mouse' && event.button !== 0) || on.ignores(event.target)) return;
    camera.stop();
    const point = inWindow(event);
    down.set(event.pointerId, point);
    if (down.size === 1) {
      dragged = false;
      start = point;
      speed = { x: 0, y: 0, time: event.timeStamp };
    } else dragged = true; // two fingers are never a click
  });

  listen('pointermove', (/** @type {PointerEvent} */ event) => {
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') on.hover(event.clientX, event.clientY);
      return;
    }
    const now = inWindow(event);
    if (down.size === 1) {
      if (!dragged && Math.hypot(now.x - start.x, now.y - start.y) < FAR) return;
      if (!dragged) {
        dragged = true;
        window_.setPointerCapture(event.pointerId);
        window_.classList.add('is-held');
        on.leave();
      }
      const passed = Math.max(event.timeStamp - speed.time, 1);
      const share = Math.min(passed / 60, 1);
      speed = {
        x: speed.x * (1 - share) + ((now.x - before.x) / passed) * share,
        y: speed.y * (1 - share) + ((now.y - before.y) / passed) * share,
        time: event.timeStamp,
      };
      camera.pan(now.x - before.x, now.y - before.y);
    } else {
      const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      if (was > 8) camera.zoomAt(is / was, middle);
    }
    down.set(event.pointerId, now);
  });

  const lift = (/** @type {PointerEvent} */ event, /** @type {boolean} */ counts) => {
    if (!down.delete(event.pointerId) || down.size > 0) return;
    window_.classList.remove('is-held');
    if (dragged) {
      const still = event.timeStamp - speed.time > 60;
      if (counts && event.pointerType === 'touch' && !still) camera.glide(speed.x, speed.y);
    } else if (counts) tapped(event);
  };
  listen('pointerup', (event) => lift(event, true));
  listen('pointercancel', (event) => lift(event, false));
  listen('pointerleave', (/** @type {PointerEvent} */ event) => {
    if (!down.size && event.pointerType === 'mouse') on.leave();
  });

  /** @param {PointerEvent} event */
  function tapped(event) {
    const hit = on.tap(event.clientX, event.clientY, event.pointerType === 'touch');
    const point = inWindow(event);
    const again = event.timeStamp - lastTap.time < DOUBLE && Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < 30;
    if (!hit && again) camera.fly(camera.closer(event.shiftKey ? 1 / 1.8 : 1.8, point));
    lastTap = { time: hit || again ? -Infinity : event.timeStamp, ...point };
  }

  listen(
    'wheel',
    (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      camera.stop();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
      if (!event.ctrlKey && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
        camera.pan(-(event.deltaX || event.deltaY) * lines, event.shiftKey ? 0 : -event.deltaY * lines);
        return;
      }
      const much = Math.min(Math.max(event.deltaY * lines, -240), 240);
      camera.zoomAt(Math.exp(-much * (event.ctrlKey ? 0.011 : 0.0018)), inWindow(event));
    },
    false,
  );

  return () => stop.abort();
}
