import { formatIpAddress, hexDigits, type IpAddress } from "@mon/public-net/policy"

/** A macro: `%{letter digits r delimiters}` (RFC 7208 section 7.1). */
interface Macro {
  readonly letter: string
  /** Whether the letter was upper case. If so, the value is URL-escaped (RFC 7208 section 7.3). */
  readonly escape: boolean
  readonly digits: number | null
  readonly reverse: boolean
  readonly delimiters: string
}

export interface MacroString {
  readonly text: string
  readonly parts: ReadonlyArray<string | Macro>
}

/** The syntax error of a macro-string. The offset is counted from the start of the string. */
interface MacroFault {
  readonly code: "bad_macro" | "bad_domain_spec"
  readonly offset: number
  readonly message: string
}

export type MacroParseResult =
  | { readonly ok: true; readonly value: MacroString }
  | { readonly ok: false; readonly fault: MacroFault }

/** The values of macros (RFC 7208 section 7.2). */
export interface MacroValues {
  readonly address: IpAddress
  readonly local: string
  readonly senderDomain: string
  readonly domain: string
  readonly helo: string
  readonly receiver: string
  /** The time in seconds since the epoch. */
  readonly now: number
  /** The validated name of the client. The name is looked up only if a string uses it. */
  readonly validated: string
}

/** The longest name in text form (RFC 7208 section 7.3). */
const MAX_NAME = 253
const MACRO = /\{([a-z])(\d*)(r?)([-.+,/_=]*)\}/iy
const LETTERS: ReadonlySet<string> = new Set("slodiphv")
const EXPLANATION_LETTERS: ReadonlySet<string> = new Set("slodiphvcrt")
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["%", "%"],
  ["_", " "],
  ["-", "%20"]
])
const VISIBLE = /^[\u0021-\u007e]$/
const EXPLAINABLE = /^[\u0020-\u007e]$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const ONLY_DIGITS = /^[0-9]+$/
const MACRO_AT_END = /(?:\}|%[%_-])$/

const failed = (code: MacroFault["code"], offset: number, message: string): MacroParseResult => ({
  ok: false,
  fault: { code, offset, message }
})

const readMacro = (
  text: string,
  at: number,
  letters: ReadonlySet<string>
): { readonly macro: Macro; readonly end: number } | string => {
  MACRO.lastIndex = at
  const match = MACRO.exec(text)
  if (match === null) return "A % must start a macro such as %{d}, or be followed by %, _ or -."
  const [, letter = "", digits = "", reverse, delimiters = ""] = match
  const lower = letter.toLowerCase()
  if (!letters.has(lower))
    return EXPLANATION_LETTERS.has(lower)
      ? `%{${letter}} is only allowed in explanations.`
      : `There is no macro %{${letter}}.`
  if (digits !== "" && Number(digits) === 0) return "A macro must select at least one part of its value."
  return {
    macro: {
      letter: lower,
      escape: letter !== lower,
      digits: digits === "" ? null : Number(digits),
      reverse: reverse !== "",
      delimiters
    },
    end: MACRO.lastIndex
  }
}

const parseWith = (text: string, letters: ReadonlySet<string>, literal: RegExp): MacroParseResult => {
  const parts: Array<string | Macro> = []
  let plain = ""
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at)
    if (character !== "%") {
      if (!literal.test(character)) return failed("bad_macro", at, "Only visible ASCII characters are allowed here.")
      plain += character
      at++
      continue
    }
    const escape = ESCAPES.get(text.charAt(at + 1))
    if (escape !== undefined) {
      plain += escape
      at += 2
      continue
    }
    const read = readMacro(text, at + 1, letters)
    if (typeof read === "string") return failed("bad_macro", at, read)
    if (plain !== "") parts.push(plain)
    plain = ""
    parts.push(read.macro)
    at = read.end
  }
  if (plain !== "") parts.push(plain)
  return { ok: true, value: { text, parts } }
}

/** Whether a name has several labels and ends in a top label (RFC 7208 sections 4.3 and 7.1). */
export const endsInTopLabel = (text: string): boolean => {
  const name = text.endsWith(".") ? text.slice(0, -1) : text
  const dot = name.lastIndexOf(".")
  const label = name.slice(dot + 1)
  return dot >= 0 && LABEL.test(label) && !ONLY_DIGITS.test(label)
}

/** Parses a domain-spec: a macro-string that ends in a top label or a macro (RFC 7208 section 7.1). */
export const parseDomainSpec = (text: string): MacroParseResult => {
  const parsed = parseWith(text, LETTERS, VISIBLE)
  if (!parsed.ok || MACRO_AT_END.test(text) || endsInTopLabel(text)) return parsed
  return failed(
    "bad_domain_spec",
    0,
    text === "" ? "The domain name is missing." : "The domain name must end in a top-level domain."
  )
}

/** Parses the value of an unknown modifier. */
export const parseMacroString = (text: string): MacroParseResult => parseWith(text, EXPLANATION_LETTERS, VISIBLE)

/** Parses an explain-string (RFC 7208 section 6.2). */
export const parseExplanation = (text: string): MacroParseResult => parseWith(text, EXPLANATION_LETTERS, EXPLAINABLE)

export const usesLetter = ({ parts }: MacroString, letter: string): boolean =>
  parts.some((part) => typeof part !== "string" && part.letter === letter)

/** Whether the value of a macro-string depends on the individual message. */
export const isDynamic = ({ parts }: MacroString): boolean =>
  parts.some((part) => typeof part !== "string" && part.letter !== "d")

const VALUE: ReadonlyMap<string, (values: MacroValues) => string> = new Map<string, (values: MacroValues) => string>([
  ["s", ({ local, senderDomain }) => `${local}@${senderDomain}`],
  ["l", ({ local }) => local],
  ["o", ({ senderDomain }) => senderDomain],
  ["d", ({ domain }) => domain],
  [
    "i",
    ({ address }) =>
      address.family === 4 ? formatIpAddress(address) : Array.from(hexDigits(address).toUpperCase()).join(".")
  ],
  ["p", ({ validated }) => validated],
  ["h", ({ helo }) => helo],
  ["v", ({ address }) => (address.family === 4 ? "in-addr" : "ip6")],
  ["c", ({ address }) => formatIpAddress(address)],
  ["r", ({ receiver }) => receiver],
  ["t", ({ now }) => String(now)]
])

const escapeForUrl = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

const splitAt = (text: string, delimiters: string): ReadonlyArray<string> => {
  if (delimiters === "" || delimiters === ".") return text.split(".")
  const parts: Array<string> = [""]
  for (const character of text) {
    if (delimiters.includes(character)) parts.push("")
    else parts[parts.length - 1] += character
  }
  return parts
}

const expandMacro = (macro: Macro, values: MacroValues): string => {
  const value = VALUE.get(macro.letter)?.(values) ?? ""
  if (macro.digits === null && !macro.reverse && macro.delimiters === "")
    return macro.escape ? escapeForUrl(value) : value
  const split = splitAt(value, macro.delimiters)
  const ordered = macro.reverse ? split.toReversed() : split
  const text = (macro.digits === null ? ordered : ordered.slice(-macro.digits)).join(".")
  return macro.escape ? escapeForUrl(text) : text
}

/** Returns the text with every macro replaced (RFC 7208 section 7.3). */
export const expand = ({ parts }: MacroString, values: MacroValues): string => {
  let text = ""
  for (const part of parts) text += typeof part === "string" ? part : expandMacro(part, values)
  return text
}

/**
 * Expands a domain-spec to a domain name without a trailing dot. If the name exceeds 253 octets, the leftmost labels
 * are removed (RFC 7208 section 7.3).
 */
export const expandDomain = (spec: MacroString, values: MacroValues): string => {
  let name = expand(spec, values)
  if (name.endsWith(".")) name = name.slice(0, -1)
  while (name.length > MAX_NAME && name.includes(".")) name = name.slice(name.indexOf(".") + 1)
  return name
}
