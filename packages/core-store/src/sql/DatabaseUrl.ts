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

const findUrl = (env: Environment, name: string): Redacted.Redacted | null => {
  const text = givenSetting(env, name)
  if (text === null) return null
  if (!/^postgres(?:ql)?:$/u.test(URL.parse(withOneHost(text))?.protocol ?? ""))
    throw new SettingError({ variable: name, takes })
  return Redacted.make(text)
}

/**
 * Reads the URL in `MON_DATABASE_URL`. Returns null if the variable is not set.
 *
 * @throws SettingError
 */
export const findDatabaseUrl = (env: Environment): Redacted.Redacted | null => findUrl(env, variable)

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

/** The URLs of connections for which `MON_DATABASE_URL` may be unsuitable. Absent if they use `MON_DATABASE_URL`. */
export interface SpecialUrls {
  /** The URL for the connection that listens for signals: `MON_DATABASE_LISTEN_URL`. */
  readonly listenUrl?: Redacted.Redacted
  /** The URL of a read replica: `MON_DATABASE_READ_URL`. */
  readonly readUrl?: Redacted.Redacted
}

/**
 * Reads the URLs in `MON_DATABASE_LISTEN_URL` and `MON_DATABASE_READ_URL`, which are optional.
 *
 * @throws SettingError
 */
export const findSpecialUrls = (env: Environment): SpecialUrls => {
  const listenUrl = findUrl(env, "MON_DATABASE_LISTEN_URL")
  const readUrl = findUrl(env, "MON_DATABASE_READ_URL")
  return { ...(listenUrl === null ? {} : { listenUrl }), ...(readUrl === null ? {} : { readUrl }) }
}
