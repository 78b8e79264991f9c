import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Redacted from "effect/Redacted"

const variable = "MON_DATABASE_URL"
const takes = "a URL such as postgres://user:password@host:5432/database"

/**
 * Converts a database URL of several servers, such as `postgres://user:password@one:5432,two:5432/database`, to the URL
 * of the first server. Any other text is returned unchanged.
 *
 * @example
 * withOneHost("postgres://mon:secret@one:5432,two:5432/mon") // => "postgres://mon:secret@one:5432/mon"
 */
export const withOneHost = (text: string): string =>
  text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^,/?#@]+),[^/?#@]*/u, "$1")

/**
 * Reads the URL in `MON_DATABASE_URL`. Returns null if the variable is not set.
 *
 * @throws SettingError
 */
export const findDatabaseUrl = (env: Environment): Redacted.Redacted | null => {
  const text = givenSetting(env, variable)
  if (text === null) return null
  if (!/^postgres(?:ql)?:$/u.test(URL.parse(withOneHost(text))?.protocol ?? ""))
    throw new SettingError({ variable, takes })
  return Redacted.make(text)
}

/**
 * Reads the URL in `MON_DATABASE_URL`, for a process that cannot run without a database.
 *
 * @throws SettingError
 */
export const readDatabaseUrl = (env: Environment): Redacted.Redacted => {
  const url = findDatabaseUrl(env)
  if (url === null) throw new SettingError({ variable, takes })
  return url
}
