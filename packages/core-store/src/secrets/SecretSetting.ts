import { type Environment, givenSetting, SettingError } from "@mon/model"
import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

/** The minimum length of a secret, in characters. `openssl rand -hex 16` prints this many characters for 128 bits. */
export const MIN_SECRET_LENGTH = 32

/**
 * The maximum number of secrets. The number is limited, because the verification of a wrong signature tries all
 * secrets.
 */
const MAX_SECRETS = 16

/**
 * Parses a comma-separated list of secrets, newest first. The first secret seals and signs. All secrets open and
 * verify.
 *
 * @example
 * parseSecretList("short") // => { ok: false, message: "must be a comma-separated list of secrets with at least 32 characters each, newest first" }
 */
export const parseSecretList = (
  text: string
):
  | { readonly ok: true; readonly secrets: readonly [string, ...Array<string>] }
  | { readonly ok: false; readonly message: string } => {
  const [newest, ...older] = text.split(",").map((secret) => secret.trim())
  const all = [newest, ...older]
  if (newest === undefined || all.some((secret) => secret === undefined || secret.length < MIN_SECRET_LENGTH)) {
    return {
      ok: false,
      message: `must be a comma-separated list of secrets with at least ${MIN_SECRET_LENGTH} characters each, newest first`
    }
  }
  if (all.length > MAX_SECRETS) return { ok: false, message: `must be a list of at most ${MAX_SECRETS} secrets` }
  return { ok: true, secrets: [newest, ...older] }
}

const variable = "MON_SECRET"

/** A list of secrets, newest first. */
export type SecretList = readonly [string, ...Array<string>]

const listOf = (name: string, text: string): SecretList => {
  const list = parseSecretList(text)
  if (!list.ok) throw new SettingError({ variable: name, takes: list.message.replace(/^must be /u, "") })
  return list.secrets
}

/**
 * Reads the secrets in `MON_SECRET`. Returns null if the variable is not set.
 *
 * @throws SettingError
 */
export const findSecrets = (env: Environment): SecretList | null => {
  const text = givenSetting(env, variable)
  return text === null ? null : listOf(variable, text)
}

/**
 * Reads the secrets in `MON_SECRET`, for a process that shares its database. All processes need the same secrets, so a
 * missing secret is not generated.
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
 * Reads the secrets from the content of a file. `name` is the name of the file for error messages.
 *
 * @throws SettingError with the name of the file
 */
export const secretsOfFile = listOf

const SECRET_BYTES = 32

const codeOf = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined

const read = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").then(
    (text) => text.trim(),
    (cause: unknown) => {
      if (codeOf(cause) === "ENOENT") return undefined
      throw cause
    }
  )

/**
 * Reads the secrets in a file, as a comma-separated list. If the file does not exist, creates it (mode 600) with one
 * random secret. If several processes start at the same time, all of them get the same secret. Rejects with the error
 * of the file system.
 */
export const readOrMakeSecretFile = async (file: string): Promise<string> => {
  const present = await read(file)
  if (present !== undefined) return present
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(6).toString("hex")}`
  await writeFile(temporary, `${randomBytes(SECRET_BYTES).toString("base64url")}\n`, { mode: 0o600, flag: "wx" })
  try {
    await link(temporary, file)
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause
  } finally {
    await rm(temporary, { force: true })
  }
  return (await read(file)) ?? ""
}
