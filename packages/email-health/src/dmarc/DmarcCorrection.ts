import { argumentsOf, aString } from "@mon/arguments"
import { closestWord } from "../closestWord.ts"
import { type DmarcPolicy, parseDmarc, strength } from "./DmarcRecord.ts"

const acceptCorrectDmarc = /* @__PURE__ */ argumentsOf("correctDmarc", () => ({ text: aString }))

/** Confusable and invisible characters, all seen in published records. */
const CHARACTERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u200b-\u200f\u2060\ufeff\u00ad]/g, ""],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\u2018\u2019\u201c\u201d"'`]/g, ""],
  [/\\;/g, ";"],
  [/[\s\u00a0\u3000]+/g, " "]
]

const TAGS = ["v", "p", "sp", "np", "rua", "ruf", "adkim", "aspf", "fo", "psd", "t", "pct", "rf", "ri"]
/** A known tag name with its "=", also where the semicolon before it is missing or is another character. */
const TAG = new RegExp(`(?:^|[;,\\s])\\s*(${TAGS.join("|")})\\s*[=:]\\s*`, "gi")
const VERSION_VALUE = /^d[mn]a?rc\s*[.]?\s*1?$/i
const VERSION_FIRST = /^(?:v\s*[=:]?\s*d[mn]arc\s*1?|d[mn]arc1)(?=[;,:\s]|$)/i

const POLICIES: ReadonlyArray<DmarcPolicy> = ["none", "quarantine", "reject"]
/** Words that people write instead of a policy, with their meaning. */
const SYNONYMS: Readonly<Record<string, DmarcPolicy>> = {
  monitor: "none",
  monitoring: "none",
  report: "none",
  no: "none",
  spam: "quarantine",
  junk: "quarantine",
  deny: "reject",
  block: "reject",
  discard: "reject"
}
/** The most letters that a misspelt policy may differ by. */
const MAX_MISSPELT = 3

const ADDRESS = /^(?:mail\s*to\s*:?\s*\/*\s*)?:?\s*([^\s@,;!]+@[^\s@,;!]+)(![0-9]+[kmgt]?)?$/i
const FLAGS: Readonly<Record<string, RegExp>> = {
  adkim: /^[rs]$/,
  aspf: /^[rs]$/,
  psd: /^[ynu]$/,
  t: /^[yn]$/,
  fo: /^[01ds](?::[01ds])*$/,
  pct: /^(?:\d{1,2}|100)$/,
  rf: /^afrf$/,
  ri: /^\d{1,10}$/
}
const WORDS: Readonly<Record<string, string>> = { relaxed: "r", strict: "s", yes: "y", no: "n" }

/** The longest record that is corrected. */
const MAX_LENGTH = 4096

interface Tag {
  readonly name: string
  readonly value: string
}

const tagsIn = (text: string): ReadonlyArray<Tag> => {
  const starts = [...text.matchAll(TAG)]
  return starts.map((match, index) => ({
    name: (match[1] ?? "").toLowerCase(),
    value: text
      .slice(match.index + match[0].length, starts[index + 1]?.index ?? text.length)
      .replace(/[;,:\s]+$/, "")
      .trim()
  }))
}

const policyIn = (value: string): DmarcPolicy | null => {
  const word = value.toLowerCase().replace(/[^a-z]/g, "")
  return SYNONYMS[word] ?? closestWord(word, POLICIES, MAX_MISSPELT)
}

const addressIn = (piece: string): string | null => {
  if (/^https?:/i.test(piece)) return null
  const match = ADDRESS.exec(piece.trim())
  if (match === null) return null
  return `mailto:${(match[1] ?? "")
    .replace(/^mailto:/i, "")
    .replace(/[.>)\]]+$/, "")
    .replace(/^[<(]+/, "")}`
}

const addressesIn = (value: string): string =>
  [
    ...new Set(
      value
        .replace(/mail\s*to\s*:\s*/gi, "mailto:")
        .split(/[,;\s]+/)
        .map(addressIn)
        .filter((address) => address !== null)
    )
  ].join(",")

const correctValue = ({ name, value }: Tag): string | null => {
  if (name === "p" || name === "sp" || name === "np") return policyIn(value)
  if (name === "rua" || name === "ruf") return addressesIn(value) || null
  const plain = value.toLowerCase().replace(/\s/g, "")
  const flag = WORDS[plain] ?? plain
  return FLAGS[name]?.test(flag) === true ? flag : null
}

const strictest = (values: ReadonlyArray<string>): string =>
  POLICIES.toSorted((a, b) => strength(b) - strength(a)).find((policy) => values.includes(policy)) ?? "none"

/** One value for a tag that occurs several times: all addresses, the strictest policy, or the only value. */
const joined = (name: string, values: ReadonlyArray<string>): string | null => {
  if (name === "rua" || name === "ruf") return [...new Set(values.flatMap((value) => value.split(",")))].join(",")
  if (name === "p" || name === "sp" || name === "np") return strictest(values)
  return new Set(values).size === 1 ? (values[0] ?? null) : null
}

/** The tags of several records as one record; null without a policy and without a report address. */
const compose = (tags: ReadonlyArray<Tag>): string | null => {
  const values = new Map<string, ReadonlyArray<string>>()
  for (const tag of tags) {
    const value = tag.name === "v" ? null : correctValue(tag)
    if (value !== null) values.set(tag.name, [...(values.get(tag.name) ?? []), value])
  }
  // A policy for subdomains that nobody can read is left out, so subdomains get the policy of the domain.
  const written = tags.some(({ name }) => name === "p")
  if (!values.has("p") && (written || !values.has("rua"))) return null
  const rest = TAGS.slice(2).flatMap((name) => {
    const value = values.has(name) ? joined(name, values.get(name) ?? []) : null
    return value === null ? [] : [`${name}=${value}`]
  })
  const text = ["v=DMARC1", `p=${strictest(values.get("p") ?? [])}`, ...rest].join("; ")
  const parsed = parseDmarc(text)
  return parsed.ok && !parsed.record.policyIsImplied ? text : null
}

const plainText = (text: string): string =>
  CHARACTERS.reduce((record, [wrong, right]) => record.replace(wrong, right), text).trim()

const readTags = (text: string): ReadonlyArray<Tag> | null => {
  if (text.length > MAX_LENGTH) return null
  const plain = plainText(text).replace(VERSION_FIRST, "v=DMARC1")
  const tags = tagsIn(plain)
  return tags.some(({ name, value }) => name === "v" && VERSION_VALUE.test(value)) ? tags : null
}

/**
 * Corrects common mistakes in a DMARC record where the intent is clear: the version, separators, misspelt policies,
 * report addresses without "mailto:", and tags that occur twice. The owner's policy and addresses stay. If the record
 * contains several policies, the strictest one stays. Null if there is nothing to correct, or the intent is unclear.
 *
 * @example
 * correctDmarc("v=DMARC1, p=reject, rua=a@example.com") // => "v=DMARC1; p=reject; rua=mailto:a@example.com"
 * correctDmarc("v=DMARC1; p=whatever") // => null
 */
export const correctDmarc = (text: string): string | null => {
  acceptCorrectDmarc(text)
  const parsed = parseDmarc(text)
  const sound =
    parsed.ok &&
    !parsed.record.policyIsImplied &&
    parsed.record.warnings.every(({ code }) => code === "historic_tag" || code === "unknown_tag")
  if (sound) return null
  const tags = readTags(text)
  const corrected = tags === null ? null : compose(tags)
  return corrected === text ? null : corrected
}

/**
 * Merges several DMARC records of one name into one record with the strictest policy and all report addresses. Null if
 * a record cannot be read.
 */
export const mergeDmarc = (texts: ReadonlyArray<string>): string | null => {
  const read = texts.map(readTags)
  return read.length === 0 || read.some((tags) => tags === null) ? null : compose(read.flatMap((tags) => tags ?? []))
}

const RESEMBLES = [
  /^\W*(?:v\s*[=:]?\s*d[mn]arc\s*1?|d[mn]arc1)(?:[;,:\s"'\u201d]|$)/i,
  /(?:^|[;,\s])\s*v\s*=\s*dmarc1?(?:[;,\s"'\u201d]|$)/i
]

/** Whether a TXT record resembles a DMARC record: receivers do not use it, but somebody meant it as one. */
export const resemblesDmarc = (text: string): boolean =>
  text.length <= MAX_LENGTH && RESEMBLES.some((shape) => shape.test(text))
