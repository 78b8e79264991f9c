import { hash, randomBytes } from "node:crypto"

/** The number of recovery codes that a person gets in one set. */
const RECOVERY_CODES = 10

/** Crockford's base32: without letters that people confuse with digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
/** 80 bits: too many to find a code from its hash. */
const LENGTH = 16
const GROUP = /.{4}(?=.)/gu
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`, "u")

const makeCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join("")
    .replaceAll(GROUP, "$&-")

/** New codes: `9k3m-x2pq-7dtw-0hn5`. */
export const makeRecoveryCodes = (): ReadonlyArray<string> => Array.from({ length: RECOVERY_CODES }, makeCode)

/** The SHA-256 of a code as people type it, which is all that the database stores. Null for any other text. */
export const recoveryCodeHash = (text: string): Buffer | null => {
  const code = text.toLowerCase().replaceAll(/[\s-]/gu, "").replaceAll("o", "0").replaceAll(/[il]/gu, "1")
  return CODE.test(code) ? hash("sha256", code, "buffer") : null
}
