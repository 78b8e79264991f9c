/** Is thrown if a message ends within a value. */
export class Truncated extends Error {
  override readonly name = "Truncated"
}

/** Reads the values of a message one after the other. Numbers are little-endian. */
export class Cursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Throws `Truncated` if there are fewer bytes. */
  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new Truncated()
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }

  byte(): number {
    return this.take(1).readUInt8()
  }

  uint16(): number {
    return this.take(2).readUInt16LE()
  }

  uint32(): number {
    return this.take(4).readUInt32LE()
  }

  /** Reads a text of so many characters. */
  text(length: number): string {
    return this.take(2 * length).toString("utf16le")
  }
}
