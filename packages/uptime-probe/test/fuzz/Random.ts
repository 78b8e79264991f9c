/** A pseudorandom generator that a seed determines (Mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Returns a number of at least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number from 0 to `below - 1`. */
  whole(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<A>(values: ReadonlyArray<A>): A {
    return values[this.whole(values.length)] as A
  }

  /** Returns between 0 and `most` values. */
  list<A>(most: number, make: () => A): ReadonlyArray<A> {
    return Array.from({ length: this.whole(most + 1) }, make)
  }

  bytes(most: number): Buffer {
    return Buffer.from(this.list(most, () => this.whole(256)))
  }

  text(most: number, alphabet = "aZ09 -_:;,=/\\\"'<>&%\t\u0000\u007fé中\r\n"): string {
    return this.list(most, () => alphabet[this.whole(alphabet.length)]).join("")
  }
}
