/** A QR code of a short text: bytes, error correction M, versions 1 to 10. Returns rows of true (dark) and false. */

const WORDS = [0, 26, 44, 70, 100, 134, 172, 196, 242, 292, 346]; // all codewords, by version
const CHECKS = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // of each block
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const ALIGNED = [
  [],
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const room = (/** @type {number} */ version) => WORDS[version] - CHECKS[version] * BLOCKS[version];

/** @param {string} text @returns {boolean[][] | null} null if it is too long */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = WORDS.findIndex((_, v) => v > 0 && room(v) * 8 >= bytes.length * 8 + 4 + (v < 10 ? 8 : 16));
  if (version < 0) return null;
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array(size).fill(false));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ value) => {
    if (x >= 0 && y >= 0 && x < size && y < size) {
      dark[y][x] = value;
      fixed[y][x] = true;
    }
  };
  patterns(version, size, put);
  formatBits(size, 0, put);
  fill(dark, fixed, size, codewords(bytes, version));
  let best = { mask: 0, penalty: Infinity };
  for (let mask = 0; mask < 8; mask += 1) {
    flip(dark, fixed, mask);
    formatBits(size, mask, put);
    const found = penalty(dark);
    if (found < best.penalty) best = { mask, penalty: found };
    flip(dark, fixed, mask);
  }
  flip(dark, fixed, best.mask);
  formatBits(size, best.mask, put);
  return dark;
}

/**
 * Corners, timing, alignment, version.
 * @param {number} version
 * @param {number} size
 * @param {(x: number, y: number, value: boolean) => void} put
 */
function patterns(version, size, put) {
  for (let i = 0; i < size; i += 1) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        put(cx + dx, cy + dy, far !== 2 && far !== 4);
      }
  }
  const at = ALIGNED[version];
  at.forEach((cx, i) =>
    at.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === at.length - 1) || (i === at.length - 1 && j === 0)) return;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) put(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version < 7) return;
  let rest = version;
  for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i += 1) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    put(a, b, ((bits >>> i) & 1) === 1);
    put(b, a, ((bits >>> i) & 1) === 1);
  }
}

/**
 * Error correction M (0) and the mask, twice.
 * @param {number} size
 * @param {number} mask
 * @param {(x: number, y: number, value: boolean) => void} put
 */
function formatBits(size, mask, put) {
  let rest = mask;
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (/** @type {number} */ i) => ((bits >>> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) put(8, i, bit(i));
  put(8, 7, bit(6));
  put(8, 8, bit(7));
  put(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) put(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) put(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) put(8, size - 15 + i, bit(i));
  put(8, size - 8, true);
}

/** The text as codewords with their checks, blocks woven together. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  const all = room(version) * 8;
  push(0, Math.min(4, all - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < all; pad ^= 0xec ^ 0x11) push(pad, 8);
  const data = Array.from({ length: all / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );

  const count = BLOCKS[version];
  const short = Math.floor(WORDS[version] / count) - CHECKS[version];
  const longer = WORDS[version] % count; // the last blocks have one word more
  const divisor = generator(CHECKS[version]);
  const blocks = [];
  for (let i = 0, from = 0; i < count; i += 1) {
    const length = short + (i < count - longer ? 0 : 1);
    const words = data.slice(from, from + length);
    blocks.push({ words, checks: remainder(words, divisor) });
    from += length;
  }
  const woven = [];
  for (let i = 0; i <= short; i += 1) for (const { words } of blocks) if (i < words.length) woven.push(words[i]);
  for (let i = 0; i < CHECKS[version]; i += 1) for (const { checks } of blocks) woven.push(checks[i]);
  return woven;
}

/** In the field of 256 elements. @param {number} x @param {number} y */
function multiply(x, y) {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((y >>> i) & 1) * x);
  return product;
}

/** @param {number} degree */
function generator(degree) {
  const result = Array(degree - 1)
    .fill(0)
    .concat(1);
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) result[j] = multiply(result[j], root) ^ (j + 1 < degree ? result[j + 1] : 0);
    root = multiply(root, 2);
  }
  return result;
}

/** @param {number[]} words @param {number[]} divisor */
function remainder(words, divisor) {
  const result = Array(divisor.length).fill(0);
  for (const word of words) {
    const factor = word ^ result[0];
    result.shift();
    result.push(0);
    divisor.forEach((value, i) => {
      result[i] ^= multiply(value, factor);
    });
  }
  return result;
}

/**
 * In columns of two, upwards and downwards.
 * @param {boolean[][]} dark
 * @param {boolean[][]} fixed
 * @param {number} size
 * @param {number[]} words
 */
function fill(dark, fixed, size, words) {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (let j = 0; j < 2; j += 1) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (!fixed[y][x] && at < words.length * 8) {
          dark[y][x] = ((words[at >>> 3] >>> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
  }
}

/** @param {boolean[][]} dark @param {boolean[][]} fixed @param {number} mask */
function flip(dark, fixed, mask) {
  /** @type {((x: number, y: number) => number)[]} */
  const masks = [
    (x, y) => (x + y) % 2,
    (_, y) => y % 2,
    (x) => x % 3,
    (x, y) => (x + y) % 3,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3),
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];
  const hits = masks[mask];
  dark.forEach((row, y) =>
    row.forEach((value, x) => {
      if (!fixed[y][x] && hits(x, y) === 0) row[x] = !value;
    }),
  );
}

/**
 * How hard it is to read: long runs, blocks of four, things that look like corners, too dark or too light.
 * @param {boolean[][]} dark
 */
function penalty(dark) {
  const size = dark.length;
  let sum = 0;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map((value) => (value ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i += 1)
      if (['10111010000', '00001011101'].includes(text.slice(i, i + 11))) sum += 40;
  }
  let count = 0;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (dark[y][x]) count += 1;
      if (
        x + 1 < size &&
        y + 1 < size &&
        dark[y][x] === dark[y][x + 1] &&
        dark[y][x] === dark[y + 1][x] &&
        dark[y][x] === dark[y + 1][x + 1]
      )
        sum += 3;
    }
  return sum + Math.floor(Math.abs(20 * count - 10 * size * size) / (size * size)) * 10;
}
