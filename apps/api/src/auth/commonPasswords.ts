/**
 * Words and rows of keys that lists of leaked passwords are made of; those shorter than the minimum matter with digits
 * behind.
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

/** Matches the characters that people put behind a word to make it long enough. */
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
 * Whether a password is among those that are tried first: a common word with digits behind, a row of keys, a
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
