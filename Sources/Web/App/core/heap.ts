/** Room for the core in its linear memory: blocks in size classes, each with a header of 8 bytes before it. */
export class Heap {
  /** First addresses of what was given back, by class. */
  readonly #spare = new Uint32Array(192);
  readonly #memory: WebAssembly.Memory;
  #words: Uint32Array;
  #top: number;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#words = new Uint32Array(memory.buffer);
    // The first block begins 8 bytes before an address that 16 divides.
    this.#top = memory.buffer.byteLength + 8;
  }

  /** @returns an address that `alignment` (a power of two) divides. */
  take(size: number, alignment: number): number {
    const extra = alignment > 16 ? alignment : 0;
    const [index, units] = classOf(Math.ceil((size + extra + 8) / 16));
    let base = this.#spare[index] ?? 0;
    if (base !== 0) {
      this.#spare[index] = this.#words[base >>> 2] ?? 0;
    } else {
      base = this.#top + 8;
      this.#top += units * 16;
      this.#grow();
    }
    const address = extra === 0 ? base : base + ((alignment - (base % alignment)) % alignment);
    this.#words[(address >>> 2) - 2] = index;
    this.#words[(address >>> 2) - 1] = base;
    return address;
  }

  /** Takes back what `take` gave; 0 is nothing. */
  giveBack(address: number): void {
    if (address === 0) return;
    const index = this.#words[(address >>> 2) - 2] ?? 0;
    const base = this.#words[(address >>> 2) - 1] ?? 0;
    this.#words[base >>> 2] = this.#spare[index] ?? 0;
    this.#spare[index] = base;
  }

  #grow(): void {
    const missing = this.#top + 16 - this.#memory.buffer.byteLength;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / 65_536) + 16);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}

/** Number and size, in 16 bytes, of the class of blocks of at least so many: exact up to 64, then four to each power of two. */
function classOf(units: number): [index: number, units: number] {
  if (units <= 64) return [units, units];
  const shift = 29 - Math.clz32(units - 1);
  const steps = Math.ceil(units / 2 ** shift);
  return [64 + (shift - 4) * 4 + steps - 4, steps * 2 ** shift];
}
