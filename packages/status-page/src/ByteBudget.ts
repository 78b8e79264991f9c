const encoder = new TextEncoder()

/** Bytes that texts of one file may have together. */
export class ByteBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** Counts a text that the file contains in any case. */
  spend(text: string): void {
    this.#left -= encoder.encode(text).length
  }

  /** Counts a text if it fits. The first one that does not spends what is left: nothing after it is worth writing. */
  take(text: string): boolean {
    const bytes = encoder.encode(text).length
    const fits = bytes <= this.#left
    this.#left = fits ? this.#left - bytes : 0
    return fits
  }
}

/** The first parts of a file, and how many did not get into it. */
export interface Fitting<Part> {
  readonly parts: ReadonlyArray<Part>
  readonly rest: number
}

/** The maximum number of parts of a file, and the budget of their bytes, which other parts of the file may share. */
export interface PartLimits {
  readonly most: number
  readonly budget: ByteBudget
}

/** Writes items until there are `most`, one is null, or the bytes are spent. Those after it are not written. */
export const fitting = <Item, Part>(
  items: ReadonlyArray<Item>,
  { budget, most }: PartLimits,
  write: (item: Item) => Part | null
): Fitting<Part> => {
  const parts: Array<Part> = []
  for (const item of items.slice(0, most)) {
    const part = budget.isSpent ? null : write(item)
    if (part === null) break
    parts.push(part)
  }
  return { parts, rest: items.length - parts.length }
}
