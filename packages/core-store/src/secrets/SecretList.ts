/** The shortest secret, in characters. `openssl rand -hex 16` prints as many for 128 bits. */
export const MIN_SECRET_LENGTH = 32

/** The most secrets. Their number is limited, because the verification of a wrong signature tries all of them. */
const MAX_SECRETS = 16

/**
 * Parses a comma-separated list of secrets, newest first. The first secret seals and signs. All of them open and
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
