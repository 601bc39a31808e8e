/** SHA-256 of bytes. Browsers have their own, but not over plain HTTP in a home network. */

const K = new Uint32Array(64);
const START = new Uint32Array(8);
// Fractions of the roots of the first primes, as in the standard.
for (let number = 2, found = 0; found < 64; number += 1) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= number; divisor += 1)
    if (number % divisor === 0) {
      prime = false;
      break;
    }
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(number));
  K[found] = fraction(Math.cbrt(number));
  found += 1;
}

/** @param {number} value */
function fraction(value) {
  return Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;
}

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  words.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = words.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) >>> 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [a, b, c, d, e, f, g, h] = [(t1 + t2) >>> 0, a, b, c, (d + t1) >>> 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      hash[i] += value;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => out.setUint32(4 * i, value));
  return new Uint8Array(out.buffer);
}

/** @param {string} hex */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
