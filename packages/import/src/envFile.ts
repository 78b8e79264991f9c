const HEAD = "# Secrets found by an import. The configuration file refers to them. Do not commit this file.\n"

/** The text of a `.env` file, and the variables that this format cannot represent. */
export interface EnvFile {
  readonly text: string
  /**
   * The names of variables that the file cannot represent, because their values contain all kinds of quotes, or
   * characters that would be lost. Set these variables with `--env`.
   */
  readonly missing: ReadonlyArray<string>
}

/**
 * Encloses a value in a kind of quotes that it does not contain, because not all kinds of quotes support escapes.
 * Returns null if no kind is possible.
 */
const quotedValue = (value: string): string | null => {
  const quote = ["'", '"', "`"].find((sign) => !value.includes(sign) && !(sign === '"' && value.includes("\\")))
  const isLost = value.includes("\r") || value.includes("\0") || !value.isWellFormed()
  return quote === undefined || isLost ? null : quote + value + quote
}

/** Writes secrets as a `.env` file in Node's format. */
export const envFile = (secrets: ReadonlyMap<string, string>): EnvFile => {
  const written = [...secrets].map(([name, value]) => ({ name, value: quotedValue(value) }))
  return {
    text: HEAD + written.map(({ name, value }) => (value === null ? "" : `${name}=${value}\n`)).join(""),
    missing: written.flatMap(({ name, value }) => (value === null ? [name] : []))
  }
}
