import { hash, randomBytes } from "node:crypto"

const RECOVERY_CODES = 10

/** Crockford's base32, which has no letters that resemble digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
/** The number of characters of a code. A code has 80 bits, too many for somebody to find it from its hash. */
const LENGTH = 16
const GROUP = /.{4}(?=.)/gu
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`, "u")

const makeCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join("")
    .replaceAll(GROUP, "$&-")

/** Creates a set of codes of the form `9k3m-x2pq-7dtw-0hn5`. */
export const makeRecoveryCodes = (): ReadonlyArray<string> => Array.from({ length: RECOVERY_CODES }, makeCode)

/** Returns the SHA-256 of a typed code, or null for any other text. The database stores only this hash. */
export const recoveryCodeHash = (text: string): Buffer | null => {
  const code = text.toLowerCase().replaceAll(/[\s-]/gu, "").replaceAll("o", "0").replaceAll(/[il]/gu, "1")
  return CODE.test(code) ? hash("sha256", code, "buffer") : null
}
