/** A number of a JSON document, with its original notation. */
export class Written {
  readonly source: string
  #number: number | null = null

  constructor(source: string) {
    this.source = source
  }
  /**
   * The value of the number. The text is converted only once, because a page can contain a number with a million
   * digits.
   */
  get number(): number {
    this.#number ??= Number(this.source)
    return this.#number
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Written)

/** Parses JSON and keeps the original notation of numbers. Returns null for invalid JSON. */
export const parseJson = (text: string): { readonly root: unknown } | null => {
  try {
    const root: unknown = JSON.parse(text, (_key, value: unknown, ...rest: ReadonlyArray<unknown>) => {
      const [context] = rest
      const source = typeof context === "object" && context !== null && "source" in context ? context.source : undefined
      return typeof value === "number" && typeof source === "string" ? new Written(source) : value
    })
    return { root }
  } catch {
    return null
  }
}
