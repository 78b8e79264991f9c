import * as Data from "effect/Data"

/** Environment variables by name. The caller reads them from its process. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * An error about a variable that cannot be used. The message names the variable and the allowed values, but never
 * quotes the value.
 */
export class SettingError extends Data.TaggedError("SettingError")<{
  readonly variable: string
  readonly takes: string
}> {
  override get message() {
    return `${this.variable} must be ${this.takes}.`
  }
}

/**
 * Returns the trimmed text of a variable, or null if it is absent or empty.
 *
 * @example
 * ```ts
 * givenSetting({ MON_PORT: " 3000 " }, "MON_PORT") // => "3000"
 * givenSetting({ MON_PORT: "" }, "MON_PORT") // => null
 * ```
 */
export const givenSetting = (env: Environment, variable: string): string | null => {
  const value = Object.hasOwn(env, variable) ? env[variable]?.trim() : undefined
  return value === undefined || value === "" ? null : value
}

/**
 * Returns the parsed value of a variable, or the fallback if the variable is absent. `parse` returns undefined for a
 * text that cannot be used.
 *
 * @throws SettingError
 * @example
 * ```ts
 * readSetting({}, "MON_PORT", 3000, "a port number", Number) // => 3000
 * ```
 */
export const readSetting = <A>(
  env: Environment,
  variable: string,
  fallback: A,
  takes: string,
  parse: (text: string) => A | undefined
): A => {
  const text = givenSetting(env, variable)
  if (text === null) return fallback
  const value = parse(text)
  if (value === undefined) throw new SettingError({ variable, takes })
  return value
}

/**
 * Makes a parser for whole numbers within a range.
 *
 * @example
 * ```ts
 * wholeNumber(0, 65_535)("443") // => 443
 * wholeNumber(0, 65_535)("-1") // => undefined
 * ```
 */
export const wholeNumber =
  (minimum: number, maximum: number) =>
  (text: string): number | undefined => {
    const value = /^[0-9]{1,15}$/u.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum ? value : undefined
  }

/** Returns an error if it is a {@link SettingError}. Throws any other error again, because that error is a bug. */
export const asSettingError = (error: unknown): SettingError => {
  if (error instanceof SettingError) return error
  throw error
}
