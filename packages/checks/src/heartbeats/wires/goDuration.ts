/** A duration in Go's format, or the error message of Go's `time.ParseDuration`. */
export type GoDuration =
  | { readonly _tag: "Duration"; readonly milliseconds: number }
  | { readonly _tag: "Fault"; readonly message: string }

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ns", 1],
  ["us", 1e3],
  ["\u00B5s", 1e3],
  ["\u03BCs", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
  ["m", 60e9],
  ["h", 3_600e9]
])

/**
 * The limit of a duration in nanoseconds. Go stores them in 64 bits: the smallest value is -2^63, the largest 2^63-1.
 */
const RANGE = 2n ** 63n
const NANOSECONDS = 1e6

/** Go ignores the digits of a fraction that do not fit in 64 bits. */
const FRACTION_DIGITS = 18

const hexadecimal = (byte: number): string => `\\x${byte.toString(16).padStart(2, "0")}`

const encoder = new TextEncoder()

const quoteCharacter = (character: string): string => {
  if (character === '"' || character === "\\") return `\\${character}`
  return /[ -\u007F]/u.test(character) ? character : Array.from(encoder.encode(character), hexadecimal).join("")
}

const quote = (text: string): string => `"${Array.from(text, quoteCharacter).join("")}"`

/** Reads the number and the unit at the start of a duration's text. */
const PART = /^(?<whole>\d*)(?:\.(?<fraction>\d*))?(?<unit>[^\d.]*)/u

const nanosecondsOf = (fraction: string, size: number): bigint => {
  const digits = fraction.slice(0, FRACTION_DIGITS)
  return BigInt(Math.trunc(Number(digits) * (size / 10 ** digits.length)))
}

/**
 * Reads a duration in Go's format, such as `1h2m3.5s` or `250ms`. The error messages are those of `time.ParseDuration`.
 *
 * @example
 * ```ts
 * parseGoDuration("1m0.5s") // => { _tag: "Duration", milliseconds: 60_500 }
 * parseGoDuration("10") // => { _tag: "Fault", message: 'time: missing unit in duration "10"' }
 * ```
 */
export const parseGoDuration = (text: string): GoDuration => {
  const fault = (cause: string): GoDuration => ({ _tag: "Fault", message: `time: ${cause} duration ${quote(text)}` })
  const unsigned = /^[+-]/u.test(text) ? text.slice(1) : text
  if (unsigned === "0") return { _tag: "Duration", milliseconds: 0 }
  let total = 0n
  let rest = unsigned
  do {
    const part = PART.exec(rest)
    const { fraction = "", unit = "", whole = "" } = part?.groups ?? {}
    if (part === null || (whole === "" && fraction === "") || BigInt(whole) > RANGE) return fault("invalid")
    if (unit === "") return fault("missing unit in")
    const size = UNITS.get(unit)
    if (size === undefined) return fault(`unknown unit ${quote(unit)} in`)
    total += BigInt(whole) * BigInt(size) + nanosecondsOf(fraction, size)
    if (total > RANGE) return fault("invalid")
    rest = rest.slice(part[0].length)
  } while (rest !== "")
  if (text.startsWith("-")) return { _tag: "Duration", milliseconds: -Number(total) / NANOSECONDS }
  return total < RANGE ? { _tag: "Duration", milliseconds: Number(total) / NANOSECONDS } : fault("invalid")
}
