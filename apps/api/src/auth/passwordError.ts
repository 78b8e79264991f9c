import type { Language } from "@mon/model"
import { isCommonPassword } from "./commonPasswords.ts"

/** NIST SP 800-63B section 3.1.1.2: a minimum of 8 characters, a maximum of at least 64, no composition rules. */
export const passwordLimits = { characters: 8, bytes: 256 } as const

/** Parts of an address that are at least this long may not be the password. */
const MIN_PART_LENGTH = 4

const partsOf = (email: string): ReadonlyArray<string> => {
  const [local = "", host = ""] = email.toLowerCase().split("@")
  return [email.toLowerCase(), local, host, ...host.split(".")].filter((part) => part.length >= MIN_PART_LENGTH)
}

const words = {
  en: {
    short: (characters: number) => `Use at least ${characters} characters.`,
    long: (bytes: number) => `Use at most ${bytes} bytes. This password is longer.`,
    address: "Use a password that differs from your email address.",
    common: "This password is too common. Use another one."
  },
  de: {
    short: (characters: number) => `Verwenden Sie mindestens ${characters} Zeichen.`,
    long: (bytes: number) => `Verwenden Sie höchstens ${bytes} Byte. Dieses Passwort ist länger.`,
    address: "Verwenden Sie ein Passwort, das anders lautet als Ihre E-Mail-Adresse.",
    common: "Dieses Passwort verwenden zu viele. Wählen Sie ein anderes."
  }
} as const satisfies Record<Language, object>

/** Returns the fault of a new password as a sentence. Null if the password may be used. */
export const passwordError = (password: string, email: string, language: Language = "en"): string | null => {
  const { address, common, long, short } = words[language]
  const text = password.normalize("NFKC")
  if ([...text].length < passwordLimits.characters) return short(passwordLimits.characters)
  if (Buffer.byteLength(text) > passwordLimits.bytes) return long(passwordLimits.bytes)
  const bare = text.toLowerCase().replace(/[0-9!@#$%^&*?.,_+=-]+$/u, "")
  if (partsOf(email).some((part) => bare === part || text.toLowerCase() === part)) return address
  if (isCommonPassword(text)) return common
  return null
}
