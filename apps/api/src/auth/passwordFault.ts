import { isCommonPassword } from "./commonPasswords.ts"

/** NIST SP 800-63B section 3.1.1.2: at least 8 characters, at least 64 allowed, no rules of composition. */
export const passwordLimits = { characters: 8, bytes: 256 } as const

/** Parts of an address that are long enough to guess with. */
const GUESSABLE = 4

const partsOf = (email: string): ReadonlyArray<string> => {
  const [local = "", host = ""] = email.toLowerCase().split("@")
  return [email.toLowerCase(), local, host, ...host.split(".")].filter((part) => part.length >= GUESSABLE)
}

/** What is wrong with a new password, in a sentence; null when it may be used. */
export const passwordFault = (password: string, email: string): string | null => {
  const text = password.normalize("NFKC")
  if ([...text].length < passwordLimits.characters) return `Use at least ${passwordLimits.characters} characters.`
  if (Buffer.byteLength(text) > passwordLimits.bytes)
    return `Use at most ${passwordLimits.bytes} bytes; this password is longer.`
  const bare = text.toLowerCase().replace(/[0-9!@#$%^&*?.,_+=-]+$/u, "")
  if (partsOf(email).some((part) => bare === part || text.toLowerCase() === part))
    return "Use a password that is not your address."
  if (isCommonPassword(text)) return "This password is among the first that anybody would try. Use another one."
  return null
}
