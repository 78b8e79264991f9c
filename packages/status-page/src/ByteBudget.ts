const encoder = new TextEncoder()

/** The number of bytes that the texts in one file may take up together. */
export class ByteBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** Counts a text that the file contains in any case, even if it exceeds the budget. */
  spend(text: string): void {
    this.#left -= encoder.encode(text).length
  }

  /**
   * Counts a text if it fits, and returns whether it fits. A text that does not fit uses up the budget, so that no
   * later text is written either.
   */
  take(text: string): boolean {
    const bytes = encoder.encode(text).length
    const fits = bytes <= this.#left
    this.#left = fits ? this.#left - bytes : 0
    return fits
  }
}

export interface Fitting<Part> {
  readonly parts: ReadonlyArray<Part>
  readonly rest: number
}

/**
 * The limits for the parts of a file: the maximum number of parts, and the budget for their bytes. Other parts of the
 * file may share the budget.
 */
export interface PartLimits {
  readonly most: number
  readonly budget: ByteBudget
}

/**
 * Writes items in order until there are `most` parts, `write` returns null, or the budget is used up. Omits all
 * remaining items.
 */
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
