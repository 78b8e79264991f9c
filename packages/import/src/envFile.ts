const HEAD = "# Secrets found by an import. The configuration file refers to them. Do not commit this file.\n"

/** The text of a `.env` file, and the variables that it cannot hold. */
export interface EnvFile {
  readonly text: string
  /** Names of variables whose values have all kinds of quotes, or characters that get lost: give them with `--env`. */
  readonly missing: ReadonlyArray<string>
}

/** A value in quotes that it does not contain: the form has no escapes but those of double quotes. */
const quotedValue = (value: string): string | null => {
  const quote = ["'", '"', "`"].find((sign) => !value.includes(sign) && !(sign === '"' && value.includes("\\")))
  const isLost = value.includes("\r") || value.includes("\0") || !value.isWellFormed()
  return quote === undefined || isLost ? null : quote + value + quote
}

/** Writes secrets as a `.env` file in the form that Node reads. */
export const envFile = (secrets: ReadonlyMap<string, string>): EnvFile => {
  const written = [...secrets].map(([name, value]) => ({ name, value: quotedValue(value) }))
  return {
    text: HEAD + written.map(({ name, value }) => (value === null ? "" : `${name}=${value}\n`)).join(""),
    missing: written.flatMap(({ name, value }) => (value === null ? [name] : []))
  }
}
