import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Redacted from "effect/Redacted"

const variable = "MON_DATABASE_URL"
const takes = "a URL such as postgres://user:password@host:5432/database"

/**
 * A database URL of several servers, such as `postgres://user:password@one:5432,two:5432/database`, as the URL of the
 * first. Any other text is as it was.
 *
 * @example
 * withOneHost("postgres://mon:secret@one:5432,two:5432/mon") // => "postgres://mon:secret@one:5432/mon"
 */
export const withOneHost = (text: string): string =>
  text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^,/?#@]+),[^/?#@]*/u, "$1")

/**
 * The URL in `MON_DATABASE_URL`, or null when it is not set.
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
 * The URL in `MON_DATABASE_URL`, for a process that cannot run without it.
 *
 * @throws SettingError
 */
export const readDatabaseUrl = (env: Environment): Redacted.Redacted => {
  const url = findDatabaseUrl(env)
  if (url === null) throw new SettingError({ variable, takes })
  return url
}
