import { type Environment, givenSetting, SettingError } from "@mon/model"
import { MIN_SECRET_LENGTH, parseSecretList } from "./SecretList.ts"

const variable = "MON_SECRET"

/** Secrets, newest first. */
export type SecretList = readonly [string, ...Array<string>]

const listOf = (name: string, text: string): SecretList => {
  const list = parseSecretList(text)
  if (!list.ok) throw new SettingError({ variable: name, takes: list.message.replace(/^must be /u, "") })
  return list.secrets
}

/**
 * Reads the secrets in `MON_SECRET`. Null if it is not set.
 *
 * @throws SettingError
 */
export const findSecrets = (env: Environment): SecretList | null => {
  const text = givenSetting(env, variable)
  return text === null ? null : listOf(variable, text)
}

/**
 * Reads the secrets in `MON_SECRET`, for a process that shares its database. All processes need the same secrets, so
 * none is generated.
 *
 * @throws SettingError
 */
export const readSecrets = (env: Environment): SecretList => {
  const secrets = findSecrets(env)
  if (secrets !== null) return secrets
  throw new SettingError({
    variable,
    takes: `set if MON_DATABASE_URL is set. Use a secret of at least ${MIN_SECRET_LENGTH} characters, such as the output of \`openssl rand -base64 32\``
  })
}

/**
 * Reads the secrets in the content of a file.
 *
 * @throws SettingError with the name of the file
 */
export const secretsOfFile = listOf
