import type { Language } from "@mon/model"

/**
 * The words and keyboard rows that are common in lists of leaked passwords. Words below the minimum length are
 * included, because people append digits to them.
 */
const stems =
  `password passw0rd pa55word p@ssword p@ssw0rd passwort passport motdepasse contrasena senha qwerty qwertyui qwertyuiop
qwerty123 azerty azertyuiop qwertz qwertzuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 qazwsx
qazwsxedc zaq12wsx abc abcd abcdef abcdefg abcdefgh abc123 a1b2c3 a1b2c3d4 iloveyou iloveu loveyou ilove letmein welcome wilkommen
monkey dragon master shadow sunshine princess football baseball basketball superman batman starwars pokemon trustno michael jordan
jennifer jessica charlie ashley daniel thomas robert andrew matthew joshua anthony william george hunter killer ranger buster soccer
hockey tigger cookie pepper ginger summer winter spring autumn internet computer samsung google facebook linkedin youtube minecraft
liverpool chelsea arsenal barcelona juventus secret admin administrator root user test testing guest login changeme default temp
access system server service support hello whatever freedom flower lovely angel babygirl butterfly chocolate cheese banana orange
mustang corvette ferrari mercedes porsche harley yamaha midnight diamond silver golden purple yellow victoria elizabeth alexander
christian jesus blessed heaven maggie bailey charlotte sophie oliver family money success nothing something company business
monitor monitoring`.split(/\s+/u)

/** Matches the characters that people append to a word to make it long enough. */
const TAIL = /[0-9!@#$%^&*?.,_+=-]*$/u

const known = new Set(stems)

const sequences = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm"
]

const period = (text: string): string => /^(.{1,4}?)\1+$/u.exec(text)?.[1] ?? text

/**
 * Returns whether a password is one of those that attackers try first: a common word with digits, a keyboard row, or a
 * repetition.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase()
  return (
    known.has(text) ||
    known.has(text.replace(TAIL, "")) ||
    period(text) !== text ||
    sequences.some((sequence) => sequence.includes(text)) ||
    new Set(text).size < 4
  )
}

/**
 * The limits of a password. NIST SP 800-63B section 3.1.1.2 requires a minimum of 8 characters, a maximum of at least
 * 64, and no composition rules.
 */
export const passwordLimits = { characters: 8, bytes: 256 } as const

/** The smallest length of a part of the email address that cannot be used as the password. */
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
