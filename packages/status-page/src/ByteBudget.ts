const encoder = new TextEncoder()

/** The bytes that texts in one file may use together. */
export class ByteBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** Counts a text that the file contains even if the budget is exceeded. */
  spend(text: string): void {
    this.#left -= encoder.encode(text).length
  }

  /**
   * Counts a text if it fits. Otherwise returns false and uses up the budget, so that no later text is written either.
   */
  take(text: string): boolean {
    const bytes = encoder.encode(text).length
    const fits = bytes <= this.#left
    this.#left = fits ? this.#left - bytes : 0
    return fits
  }
}

/** The first parts of a file, and the number of parts that did not fit. */
export interface Fitting<Part> {
  readonly parts: ReadonlyArray<Part>
  readonly rest: number
}

/** The most parts of a file, and the budget for their bytes. Other parts of the file may share the budget. */
export interface PartLimits {
  readonly most: number
  readonly budget: ByteBudget
}

/** Writes items until there are `most`, one is null, or the budget is used up. Does not write the items after that. */
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
