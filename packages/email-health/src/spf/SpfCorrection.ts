import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parseIpAddress } from "@mon/public-net/policy"
import { closestWord } from "../closestWord.ts"
import { isSpf, parseSpf, type SpfTerm } from "./SpfRecord.ts"

const acceptCorrectSpf = /* @__PURE__ */ argumentsOf("correctSpf", () => ({ text: aString }))

/**
 * The confusable and invisible characters, with their replacements. All of these characters occur in published records.
 */
const CHARACTERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u200b-\u200f\u2060\ufeff\u00ad]/g, ""],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\u2018\u2019\u201c\u201d"']/g, ""],
  [/[\s\u00a0\u3000]+/g, " "]
]

const MECHANISMS = "all|include|a|mx|ptr|ip4|ip6|exists"

/** The common misspellings of terms, and their corrections. */
const TERMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[,;]+$/, ""],
  [/^([+\-~?]?)ipv([46])[:=]/i, "$1ip$2:"],
  [/^([+\-~?]?)ip[:=](?=[\d.]+(?:\/\d+)?$)/i, "$1ip4:"],
  [/^([+\-~?]?)ip[:=](?=[\da-f:.]+(?:\/\d+)?$)/i, "$1ip6:"],
  [/^([+\-~?]?)includes?[:=]/i, "$1include:"],
  [/^([+\-~?]?)(ip4|ip6|a|mx|exists|ptr)=/i, "$1$2:"],
  [/^(redirect|exp):/i, "$1="],
  [/^([+\-~?]?)([a-z0-9]+):(?:https?:)?\/\//i, "$1$2:"]
]

const GLUED = new RegExp(`^(?<before>(?:ip4|ip6|include|a|mx|exists|redirect)[:=].*?[a-z0-9])(?<all>[~\\-?+]all)$`, "i")
const WITH_VALUE = /^([+\-~?]?)(ip4|ip6|a|mx|include):([^/]+)(\/.*)?$/i
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/i
const KNOWN = new RegExp(`^[+\\-~?]?(?:${MECHANISMS})(?:[:/]|$)`, "i")

/**
 * A host and an "all" that are not separated by a blank. The joined text is a valid name, but no top-level domain ends
 * in "-all".
 */
const SWALLOWED_ALL = /^[+\-~?]?(?:include|a|mx|exists|redirect)[:=].*\.[a-z]{2,}-all$/i
/** An "all" that other text follows without a blank, such as a record for another purpose. */
const TRAILED_ALL = /^([+\-~?]all)(?=[a-z0-9])(?:[a-z0-9-]+[=:]|v=).*$/i
/** A mechanism that follows the value of another mechanism without a blank. */
const NEXT_MECHANISM = /(?<=[0-9a-z])(?=(?:include|ip4|ip6|exists):|redirect=)/i
/** A mechanism that needs no value and that another term follows without a blank. */
const SHORT_BEFORE = /^[+\-~?]?(?:a|mx|ptr)(?=(?:include|ip4|ip6|exists|a|mx|redirect)[:=])/i
/** A term that follows "all" without a blank. The correction drops this term with the rest of the text after "all". */
const TERM_BEHIND_ALL = /^[+\-~?]?all[+\-~?]?(?:(?:a|mx|ptr)$|(?:include|a|mx|ip4|ip6|exists|redirect)[:=/])/i
const COMMA_BEFORE = /,(?=(?:include|a|mx|ip4|ip6|exists|redirect)[:=])/i
const VALUE_ONLY = /^[^:=]+$/
const SPELLINGS = ["all", "include", "mx", "ptr", "ip4", "ip6", "exists", "redirect"] as const
const MAX_MISSPELT = 2

const respell = (term: string): string => {
  const match = /^([+\-~?]?)([a-z0-9]+)(.*)$/i.exec(term)
  if (match === null || KNOWN.test(term)) return term
  const [, sign = "", name = "", rest = ""] = match
  if (rest === "" && sign === "") return term
  const word = closestWord(name.toLowerCase(), SPELLINGS, MAX_MISSPELT)
  return word === null || (word === "all") !== (rest === "") ? term : `${sign}${word}${rest}`
}

/** Adds the missing mechanism to an address or a host. A provider's SPF host becomes an include. */
const withMechanism = (term: string): string => {
  const [, sign = "", value = "", prefix = ""] = /^([+\-~?]?)([^/]+)(\/\d+)?$/.exec(term) ?? []
  const address = parseIpAddress(value)
  if (address !== null) return `${sign}ip${address.family}:${value}${prefix}`
  if (prefix !== "" || !HOST_NAME.test(value)) return term
  return `${sign}${/^_?spf[.\d-]|\._?spf\./i.test(value) ? "include" : "a"}:${value}`
}

const byValue = (term: string): string => {
  const match = WITH_VALUE.exec(term)
  if (match === null) return term
  const [, sign = "", name = "", value = "", rest = ""] = match
  const address = parseIpAddress(value)
  if (address !== null && name.toLowerCase() !== `ip${address.family}`)
    return `${sign}ip${address.family}:${value}${rest}`
  return address === null && /^ip/i.test(name) && rest === "" && HOST_NAME.test(value) ? `${sign}a:${value}` : term
}

const isBare = (term: string): boolean =>
  VALUE_ONLY.test(term) || parseIpAddress(term.replace(/^[+\-~?]/, "").replace(/\/\d+$/, "")) !== null

const correctTerm = (term: string): ReadonlyArray<string> => {
  if (COMMA_BEFORE.test(term))
    return term.split(COMMA_BEFORE).flatMap((part) => (isBroken(part) ? correctTerm(part) : [part]))
  const short = SHORT_BEFORE.exec(term)?.[0]
  if (short !== undefined) {
    const rest = term.slice(short.length)
    return [short, ...(isBroken(rest) ? correctTerm(rest) : [rest])]
  }
  const respelt = respell(
    TERMS.reduce((text, [wrong, right]) => text.replace(wrong, right), term.replace(TRAILED_ALL, "$1"))
  )
  const next = NEXT_MECHANISM.exec(respelt)
  if (next !== null && next.index > 0)
    return [respelt.slice(0, next.index), respelt.slice(next.index)].flatMap(correctTerm)
  const glued = GLUED.exec(respelt)?.groups
  const parts = glued === undefined ? [respelt] : [glued["before"] ?? "", glued["all"] ?? ""]
  return parts.map(byValue).map((part) => (isBare(part) && isBroken(part) ? withMechanism(part) : part))
}

const isBroken = (term: string): boolean =>
  parseSpf(`v=spf1 ${term}`).errors.length > 0 || !KNOWN.test(term) || SWALLOWED_ALL.test(term)

/** Joins a mechanism that ends in a colon with the value after it. */
const joinValues = (terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  terms.reduce<ReadonlyArray<string>>((joined, term) => {
    const last = joined.at(-1)
    return last !== undefined && /^[+\-~?]?[a-z0-9]+[:=]$/i.test(last) && VALUE_ONLY.test(term.replace(/:/g, ""))
      ? [...joined.slice(0, -1), last + term]
      : [...joined, term]
  }, [])

/**
 * Returns the terms of a valid record in which "-all" was read as part of a name, because there is no blank before it.
 */
export const swallowedEnds = (text: string): ReadonlyArray<string> =>
  text.split(" ").filter((term) => SWALLOWED_ALL.test(term))

/** Whether "-all" is read as part of a name in a valid record, because there is no blank before it. */
export const hasSwallowedAll = (text: string): boolean => swallowedEnds(text).length > 0

const once = (terms: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Map(terms.map((term) => [term.toLowerCase(), term])).values()
]

const ALL = /^[+\-~?]?all$/i

export interface CorrectedSpf {
  readonly text: string
  /** Whether terms were left out because receivers cannot read them or ignore them. */
  readonly incomplete: boolean
}

interface Ended {
  readonly terms: ReadonlyArray<string>
  readonly incomplete: boolean
}

/**
 * Returns the record with one "all" at its end: the first "all" that is a separate term today, or otherwise the first
 * "all". Mechanisms after this "all" have no effect today (RFC 7208 section 5.1), so they are left out.
 */
const withOneAll = (terms: ReadonlyArray<string>, before: ReadonlyArray<string>): Ended => {
  const alone = before.find((term) => ALL.test(term))
  const all = alone ?? terms.find((term) => ALL.test(term))
  if (all === undefined) return { terms, incomplete: false }
  const cut = alone === undefined ? terms.length : terms.findIndex((term) => term.toLowerCase() === all.toLowerCase())
  const used = terms.filter((term, index) => !ALL.test(term) && (index < cut || /^exp=/i.test(term)))
  return { terms: [...used, all], incomplete: terms.slice(cut).some((term) => !ALL.test(term) && !/^exp=/i.test(term)) }
}

const MAX_LENGTH = 4096

/** Corrects a record in the same way as {@link correctSpf}, and also returns whether terms were left out. */
export const readSpf = (text: string): CorrectedSpf | null => {
  if (text.length > MAX_LENGTH) return null
  const plain = CHARACTERS.reduce((record, [wrong, right]) => record.replace(wrong, right), text).trim()
  const rest = plain.replace(/^v\s*=\s*spf\s*\.?1\s*[;,.]*\s*/i, "")
  if (rest === plain) return null
  const before = joinValues(rest.split(" ").filter((term) => term !== "" && !/^v=spf1$/i.test(term)))
  const corrected = before.flatMap((term) => (isBroken(term) ? correctTerm(term) : [term]))
  const { terms, incomplete } = withOneAll(once(corrected), before)
  const record = ["v=spf1", ...terms].join(" ")
  // A host without a mechanism is ambiguous: its owner may have meant "a", "mx" or "include".
  const guessed = before.some((term) => HOST_NAME.test(term.replace(/^[+\-~?]/, "")) || TERM_BEHIND_ALL.test(term))
  return record !== text && parseSpf(record).errors.length === 0
    ? { text: record, incomplete: incomplete || guessed }
    : null
}

/**
 * Corrects common mistakes in an SPF record if the intent is clear: confusable characters, misspelt and misplaced
 * mechanisms, and missing blanks. Null if there is nothing to correct, or the intent is unclear.
 *
 * @example
 * correctSpf("v=spf1 ipv4:192.0.2.1 a:198.51.100.7~all") // => "v=spf1 ip4:192.0.2.1 ip4:198.51.100.7 ~all"
 * correctSpf("v=spf1 whatever -all") // => null
 */
export const correctSpf = (text: string): string | null => {
  acceptCorrectSpf(text)
  return readSpf(text)?.text ?? null
}

const STRENGTH = "-~?+"

/**
 * Returns the terms of a valid record that have an effect. A redirect becomes an include, which allows the same
 * servers.
 */
const effectiveTerms = (text: string): Ended => {
  const terms = text.split(" ").filter((term) => term !== "")
  const ended = terms.some((term) => ALL.test(term))
  const { terms: used, incomplete } = withOneAll(terms.slice(1), terms)
  return {
    incomplete,
    terms: used.flatMap((term) =>
      /^redirect=/i.test(term) ? (ended ? [] : [term.replace(/^redirect=/i, "include:")]) : [term]
    )
  }
}

/** Returns a record that receivers can read: the corrected record, or the record without its unreadable terms. */
const readable = (text: string): CorrectedSpf | null => {
  if (isSpf(text) && parseSpf(text).errors.length === 0) return { text, incomplete: false }
  const corrected = readSpf(text)
  if (corrected !== null) return corrected
  const rest = isSpf(text) ? withoutErrors(text) : null
  return rest === null ? null : { text: rest, incomplete: true }
}

/**
 * Merges several records, or texts that resemble records, into one record. The merged record contains each term once,
 * and the strictest "all".
 */
export const mergeRecords = (texts: ReadonlyArray<string>): CorrectedSpf | null => {
  const read = texts.map(readable)
  if (read.length === 1) return read[0] ?? null
  const ended = read.flatMap((found) => (found === null ? [] : [effectiveTerms(found.text)]))
  const terms = ended.flatMap((found) => found.terms)
  const alls = terms
    .filter((term) => ALL.test(term))
    .sort((a, b) => STRENGTH.indexOf(a.charAt(0)) - STRENGTH.indexOf(b.charAt(0)))
  const [exp] = terms.filter((term) => /^exp=/i.test(term))
  const others = once(terms.filter((term) => !ALL.test(term) && (!/^exp=/i.test(term) || term === exp)))
  const text = ["v=spf1", ...others, ...alls.slice(0, 1)].join(" ")
  return parseSpf(text).errors.length > 0
    ? null
    : { text, incomplete: [...read, ...ended].some((found) => found === null || found.incomplete) }
}

export const mergeSpf = (texts: ReadonlyArray<string>): string | null => mergeRecords(texts)?.text ?? null

/** Whether a TXT record resembles an SPF record but is not one. */
export const isNearMiss = (text: string): boolean =>
  !isSpf(text) && /^[\s"'\u201c\ufeff\u200b]*v\s*=\s*spf\s*\.?1?(?![0-9a-z])/i.test(text)

const MECHANISM_AS_MODIFIER = /^(?:ip4|ip6|a|mx|include|exists|ptr|ip|ipv4|ipv6)$/

/** Whether a term is a mechanism that was written as a modifier. Receivers ignore such a term. */
export const isSlip = ({ kind, name }: SpfTerm): boolean => kind === "modifier" && MECHANISM_AS_MODIFIER.test(name)

/** Corrects mechanisms that were written as modifiers in a valid record. */
export const correctSlips = (text: string): string => {
  const right = parseSpf(text)
    .terms.filter(isSlip)
    .reduce((record, term) => record.replace(term.text, term.text.replace("=", ":")), text)
  return correctSpf(right) ?? right
}

/** Returns a record without the terms that receivers cannot read; null if no other term remains. */
export const withoutErrors = (text: string): string | null => {
  const wrong = new Set(parseSpf(text).errors.map(({ term }) => term))
  const terms = text.split(" ").filter((term) => term !== "" && !wrong.has(term))
  const record = terms.join(" ")
  return terms.length > 1 && parseSpf(record).errors.length === 0 ? record : null
}
