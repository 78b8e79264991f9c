import * as Data from "effect/Data"

/** Variables by name, as a process has them; reading them is the caller's. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * A variable that cannot be used. The message names the variable and says what the value must be, but never quotes it.
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
 * The trimmed text of a variable; one that is empty counts as absent.
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
 * The parsed value of a variable, or the fallback when it is absent. `parse` answers undefined for what cannot be used.
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
 * A whole number of a range.
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

/** Returns an error of reading settings if it is a {@link SettingError}. Throws any other error again: it is a bug. */
export const asSettingError = (error: unknown): SettingError => {
  if (error instanceof SettingError) return error
  throw error
}
