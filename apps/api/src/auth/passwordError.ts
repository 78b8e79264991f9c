import { isCommonPassword } from "./commonPasswords.ts"

/** NIST SP 800-63B section 3.1.1.2: a minimum of 8 characters, a maximum of at least 64, no composition rules. */
export const passwordLimits = { characters: 8, bytes: 256 } as const

/** Parts of an address that are at least this long may not be the password. */
const MIN_PART_LENGTH = 4

const partsOf = (email: string): ReadonlyArray<string> => {
  const [local = "", host = ""] = email.toLowerCase().split("@")
  return [email.toLowerCase(), local, host, ...host.split(".")].filter((part) => part.length >= MIN_PART_LENGTH)
}

/** What is wrong with a new password, as a sentence. Null if it may be used. */
export const passwordError = (password: string, email: string): string | null => {
  const text = password.normalize("NFKC")
  if ([...text].length < passwordLimits.characters) return `Use at least ${passwordLimits.characters} characters.`
  if (Buffer.byteLength(text) > passwordLimits.bytes)
    return `Use at most ${passwordLimits.bytes} bytes. This password is longer.`
  const bare = text.toLowerCase().replace(/[0-9!@#$%^&*?.,_+=-]+$/u, "")
  if (partsOf(email).some((part) => bare === part || text.toLowerCase() === part))
    return "Use a password that differs from your email address."
  if (isCommonPassword(text)) return "This password is too common. Use another one."
  return null
}
