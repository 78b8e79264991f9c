import { type Environment, givenSetting, SettingError } from "@mon/model"
import { MIN_SECRET_LENGTH, parseSecretList } from "./SecretList.ts"

const variable = "MON_SECRET"

/** Secrets, newest first. */
export type SecretList = readonly [string, ...Array<string>]

const listOf = (name: string, text: string): SecretList => {
  const list = parseSecretList(text)
  if (!list.ok) throw new SettingError({ variable: name, takes: list.message.replace(/^takes /u, "") })
  return list.secrets
}

/**
 * The secrets in `MON_SECRET`, or null when it is not set.
 *
 * @throws SettingError
 */
export const findSecrets = (env: Environment): SecretList | null => {
  const text = givenSetting(env, variable)
  return text === null ? null : listOf(variable, text)
}

/**
 * The secrets in `MON_SECRET`, for a process that shares its database: all processes need the same, so none is
 * generated.
 *
 * @throws SettingError
 */
export const readSecrets = (env: Environment): SecretList => {
  const secrets = findSecrets(env)
  if (secrets !== null) return secrets
  throw new SettingError({
    variable,
    takes: `with MON_DATABASE_URL at least one secret of ${MIN_SECRET_LENGTH} characters or more (openssl rand -base64 32 makes one)`
  })
}

/**
 * The secrets in the content of a file.
 *
 * @throws SettingError with the name of the file
 */
export const secretsOfFile = listOf
