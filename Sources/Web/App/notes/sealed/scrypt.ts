/** The key derivation scrypt (RFC 7914), whose two outer steps are those of WebCrypto: a guess costs memory as well as time. */

/** How much a guess costs: `128 * n * r` bytes, and time in proportion to `n * r * p`. */
export interface ScryptCost {
  /** A power of two. */
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** Milliseconds after which the page may do something else. */
const turnMs = 24;

/**
 * Derives a key from a passphrase.
 *
 * Gives the page a turn now and then, so that it goes on answering.
 * @complexity O(`n * r * p`) time, `128 * n * r` bytes.
 */
export async function scrypt(
  passphrase: Uint8Array,
  salt: Uint8Array,
  { n, r, p }: ScryptCost,
  length: number,
): Promise<Uint8Array> {
  const blockBytes = 128 * r;
  const blocks = await pbkdf2(passphrase, salt, p * blockBytes);
  const words = wordsOf(blocks);
  const memory = new Uint32Array(n * 32 * r);
  for (let lane = 0; lane < p; lane += 1) await mix(words.subarray(lane * 32 * r, (lane + 1) * 32 * r), n, r, memory);
  memory.fill(0);
  return await pbkdf2(passphrase, bytesOf(words), length);
}

async function pbkdf2(passphrase: Uint8Array, salt: Uint8Array, length: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(passphrase), "PBKDF2", false, ["deriveBits"]);
  const wish = { name: "PBKDF2", hash: "SHA-256", salt: Uint8Array.from(salt), iterations: 1 };
  return new Uint8Array(await crypto.subtle.deriveBits(wish, key, length * 8));
}

/** Words in little endian, whatever the machine's order is. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, at) => view.getUint32(at * 4, true));
}

function bytesOf(words: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((word, at) => view.setUint32(at * 4, word, true));
  return bytes;
}

/** ROMix of RFC 7914, section 5: fills the memory, then visits it in an order that depends on what it holds. */
async function mix(block: Uint32Array, n: number, r: number, memory: Uint32Array): Promise<void> {
  const size = 32 * r;
  const spare = new Uint32Array(size);
  let began = performance.now();
  const turn = async () => {
    if (performance.now() - began < turnMs) return;
    await new Promise<void>((resolve) => setTimeout(resolve));
    began = performance.now();
  };
  for (let step = 0; step < n; step += 1) {
    memory.set(block, step * size);
    mixBlock(block, spare, r);
    if ((step & 255) === 0) await turn();
  }
  for (let step = 0; step < n; step += 1) {
    const from = ((block[size - 16] ?? 0) & (n - 1)) * size;
    for (let at = 0; at < size; at += 1) block[at] = (block[at] ?? 0) ^ (memory[from + at] ?? 0);
    mixBlock(block, spare, r);
    if ((step & 255) === 0) await turn();
  }
}

const state = new Uint32Array(16);

/** BlockMix of RFC 7914, section 4. */
function mixBlock(block: Uint32Array, spare: Uint32Array, r: number): void {
  const last = (2 * r - 1) * 16;
  for (let at = 0; at < 16; at += 1) state[at] = block[last + at] ?? 0;
  for (let part = 0; part < 2 * r; part += 1) {
    for (let at = 0; at < 16; at += 1) state[at] = (state[at] ?? 0) ^ (block[part * 16 + at] ?? 0);
    salsa8();
    // Even parts go to the first half, odd ones to the second.
    spare.set(state, ((part >> 1) + (part & 1 ? r : 0)) * 16);
  }
  block.set(spare);
}

/** Salsa20/8 of RFC 7914, section 3, on `state`. */
function salsa8(): void {
  let x0 = state[0] ?? 0, x1 = state[1] ?? 0, x2 = state[2] ?? 0, x3 = state[3] ?? 0;
  let x4 = state[4] ?? 0, x5 = state[5] ?? 0, x6 = state[6] ?? 0, x7 = state[7] ?? 0;
  let x8 = state[8] ?? 0, x9 = state[9] ?? 0, x10 = state[10] ?? 0, x11 = state[11] ?? 0;
  let x12 = state[12] ?? 0, x13 = state[13] ?? 0, x14 = state[14] ?? 0, x15 = state[15] ?? 0;
  for (let round = 0; round < 4; round += 1) {
    x4 ^= rotated(x0 + x12, 7), x8 ^= rotated(x4 + x0, 9), x12 ^= rotated(x8 + x4, 13), x0 ^= rotated(x12 + x8, 18);
    x9 ^= rotated(x5 + x1, 7), x13 ^= rotated(x9 + x5, 9), x1 ^= rotated(x13 + x9, 13), x5 ^= rotated(x1 + x13, 18);
    x14 ^= rotated(x10 + x6, 7), x2 ^= rotated(x14 + x10, 9), x6 ^= rotated(x2 + x14, 13), x10 ^= rotated(x6 + x2, 18);
    x3 ^= rotated(x15 + x11, 7), x7 ^= rotated(x3 + x15, 9), x11 ^= rotated(x7 + x3, 13), x15 ^= rotated(x11 + x7, 18);
    x1 ^= rotated(x0 + x3, 7), x2 ^= rotated(x1 + x0, 9), x3 ^= rotated(x2 + x1, 13), x0 ^= rotated(x3 + x2, 18);
    x6 ^= rotated(x5 + x4, 7), x7 ^= rotated(x6 + x5, 9), x4 ^= rotated(x7 + x6, 13), x5 ^= rotated(x4 + x7, 18);
    x11 ^= rotated(x10 + x9, 7), x8 ^= rotated(x11 + x10, 9), x9 ^= rotated(x8 + x11, 13), x10 ^= rotated(x9 + x8, 18);
    x12 ^= rotated(x15 + x14, 7),
      x13 ^= rotated(x12 + x15, 9),
      x14 ^= rotated(x13 + x12, 13),
      x15 ^= rotated(x14 + x13, 18);
  }
  add(0, x0), add(1, x1), add(2, x2), add(3, x3), add(4, x4), add(5, x5), add(6, x6), add(7, x7);
  add(8, x8), add(9, x9), add(10, x10), add(11, x11), add(12, x12), add(13, x13), add(14, x14), add(15, x15);
}

function add(at: number, word: number): void {
  state[at] = (state[at] ?? 0) + word;
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
