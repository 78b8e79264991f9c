import { argumentsOf, aString } from "@mon/bundled/arguments"
import { closestWord } from "../closestWord.ts"
import { type DmarcPolicy, parseDmarc, strength } from "./DmarcRecord.ts"

const acceptCorrectDmarc = /* @__PURE__ */ argumentsOf("correctDmarc", () => ({ text: aString }))

/**
 * The confusable and invisible characters, with their replacements. All of these characters occur in published records.
 */
const CHARACTERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u200b-\u200f\u2060\ufeff\u00ad]/g, ""],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\u2018\u2019\u201c\u201d"`]|'(?![a-z0-9])|(?<![a-z0-9])'/gi, ""],
  [/\\;/g, ";"],
  [/[\s\u00a0\u3000]+/g, " "]
]

const TAGS = ["v", "p", "sp", "np", "rua", "ruf", "adkim", "aspf", "fo", "psd", "t", "pct", "rf", "ri"]
/** A known tag name with its "=". The semicolon before it may be missing, or be replaced by another character. */
const TAG = new RegExp(`(?:^|[;,:|\\s])\\s*(${TAGS.join("|")})\\s*[=:]\\s*`, "gi")
/** The end of a version, a policy or an address that the name of the next tag follows without a separator. */
const GLUED = new RegExp(
  `(d[mn]arc1|=\\s*(?:none|quarantine|reject)|@[a-z0-9.-]*?[.][a-z-]{2,}?)(?=(?:${TAGS.slice(1).join("|")})\\s*=)`,
  "gi"
)
/** A policy after a misspelt tag, or after a tag without its "=". */
const POLICY_TAG = /(^|[;,|\s])\s*(?:policy|pol|pp?)(?:[\s:=_-]+)(?=(?:none|quarantine|reject)(?:[;,|\s]|$))/gi
/** The version at the start of a record. It may contain a stray semicolon, or lack its tag. */
const VERSION_FIRST = /^[\W_]*(?:v[\s;]*[=:]?[\s;]*d[mn]a?rc[\s;]*[12]?|d[mn]arc1)(?:[.]0)?(?=[;,:|\s"'\u201d]|$)/i

const POLICIES: ReadonlyArray<DmarcPolicy> = ["none", "quarantine", "reject"]
/** The words that people write instead of a policy, and the policy that each word means. */
const SYNONYMS: ReadonlyMap<string, DmarcPolicy> = new Map<string, DmarcPolicy>([
  ["monitor", "none"],
  ["monitoring", "none"],
  ["report", "none"],
  ["no", "none"],
  ["spam", "quarantine"],
  ["junk", "quarantine"],
  ["deny", "reject"],
  ["block", "reject"],
  ["discard", "reject"]
])
/** The most letters by which a misspelt policy may differ. */
const MAX_MISSPELT = 3
const MAX_MISSPELT_VERSION = 2

/** The text before an address: the scheme in any spelling, and before it a misspelt tag if there is one. */
const SCHEME = /^\W*(?:r[a-z]{1,3}[=:]+\W*)?(?:mailto[:=;/]*|e?-?mail[:=;/]+)?\W*/i
/** A misspelt name of a tag that contains addresses. */
const RUA_LIKE = /^r[a-z]{1,3}$/i
const MAILBOX = /^[^\s@,;!<>()]+@(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?[.])+[a-z0-9-]{2,63}/i
const FLAGS: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ["adkim", /^[rs]$/],
  ["aspf", /^[rs]$/],
  ["psd", /^[ynu]$/],
  ["t", /^[yn]$/],
  ["fo", /^[01ds](?::[01ds])*$/],
  ["pct", /^(?:\d{1,2}|100)$/],
  ["rf", /^afrf$/],
  ["ri", /^\d{1,10}$/]
])
const WORDS: ReadonlyMap<string, string> = new Map([
  ["relaxed", "r"],
  ["strict", "s"],
  ["yes", "y"],
  ["no", "n"]
])

const MAX_LENGTH = 4096

interface Tag {
  readonly name: string
  readonly value: string
}

const addressIn = (piece: string): string | null => {
  if (/^https?:/i.test(piece)) return null
  const [mailbox = null] = MAILBOX.exec(piece.replace(/%40/, "@").replace(SCHEME, "")) ?? []
  return mailbox === null ? null : `mailto:${mailbox}`
}

const addressesIn = (value: string): string =>
  [
    ...new Set(
      value
        .replace(/mail\s*to\s*:\s*/gi, "mailto:")
        .split(/[,;|\s]+/)
        .map(addressIn)
        .filter((address) => address !== null)
    )
  ].join(",")

const isForAddresses = (name: string): boolean => name === "rua" || name === "ruf"

/** Returns the addresses that have no tag or a misspelt tag. The owner evidently wants reports at these addresses. */
const strayAddresses = (text: string): ReadonlyArray<Tag> =>
  text
    .split(/[;,|\s]+/)
    .filter((piece) => !/^[a-z]\w*=/i.test(piece) || /^(?:r[a-z]{1,3}|mailto)=/i.test(piece))
    .filter((piece) => addressIn(piece) !== null)
    .map((value) => ({ name: "rua", value }))

const tagsIn = (text: string): ReadonlyArray<Tag> => {
  const starts = [...text.matchAll(TAG)]
  return [
    ...starts.flatMap((match, index): ReadonlyArray<Tag> => {
      const name = (match[1] ?? "").toLowerCase()
      const value = text
        .slice(match.index + match[0].length, starts[index + 1]?.index ?? text.length)
        .replace(/^[;,:|\s]+|[;,:|\s]+$/g, "")
      if (isForAddresses(name)) return [{ name, value }]
      const [own = "", ...others] = value.split(/[;,|]/)
      return [{ name, value: own.trim() }, ...strayAddresses(others.join(" "))]
    }),
    ...strayAddresses(text.slice(0, starts[0]?.index ?? 0))
  ]
}

const policyIn = (value: string): DmarcPolicy | null => {
  const word = value.toLowerCase().replace(/[^a-z]/g, "")
  return SYNONYMS.get(word) ?? closestWord(word, POLICIES, MAX_MISSPELT)
}

const correctValue = ({ name, value }: Tag): string | null => {
  if (name === "p" || name === "sp" || name === "np") return policyIn(value)
  if (isForAddresses(name)) return addressesIn(value) || null
  const plain = value.toLowerCase().replace(/\s/g, "")
  const flag = WORDS.get(plain) ?? plain
  return FLAGS.get(name)?.test(flag) === true ? flag : null
}

const strictest = (values: ReadonlyArray<string>): string =>
  POLICIES.toSorted((a, b) => strength(b) - strength(a)).find((policy) => values.includes(policy)) ?? "none"

/** Returns one value for a tag that occurs several times: all addresses, the strictest policy, or the only value. */
const joined = (name: string, values: ReadonlyArray<string>): string | null => {
  if (isForAddresses(name)) return [...new Set(values.flatMap((value) => value.split(",")))].join(",")
  if (name === "p" || name === "sp" || name === "np") return strictest(values)
  return new Set(values).size === 1 ? (values[0] ?? null) : null
}

/** Combines the tags of several records into one record; null if they contain neither a policy nor a report address. */
const compose = (tags: ReadonlyArray<Tag>): string | null => {
  const values = new Map<string, ReadonlyArray<string>>()
  for (const tag of tags) {
    const value = tag.name === "v" ? null : correctValue(tag)
    if (value !== null) values.set(tag.name, [...(values.get(tag.name) ?? []), value])
  }
  // An unreadable policy for subdomains is left out, so that subdomains get the policy of the domain.
  if (!["p", "rua", "ruf"].some((name) => values.has(name))) return null
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

/** Whether the value of "v" is DMARC1 or a misspelling of it. */
const isVersion = (value: string): boolean =>
  closestWord(value.toLowerCase().replace(/[^a-z0-9]/g, ""), ["dmarc1"], MAX_MISSPELT_VERSION) !== null

/** Whether the tags belong to a DMARC record. If the version is missing, a policy or an address is enough. */
const areMeant = (tags: ReadonlyArray<Tag>): boolean => {
  const versions = tags.filter(({ name }) => name === "v")
  if (versions.length > 0) return versions.some(({ value }) => isVersion(value))
  return tags.some(({ name, value }) =>
    name === "p"
      ? POLICIES.some((policy) => policy === value.toLowerCase())
      : isForAddresses(name) && addressesIn(value) !== ""
  )
}

const readTags = (text: string): ReadonlyArray<Tag> | null => {
  if (text.length > MAX_LENGTH) return null
  const plain = plainText(text).replace(GLUED, "$1;").replace(VERSION_FIRST, "v=DMARC1").replace(POLICY_TAG, "$1p=")
  const tags = tagsIn(plain)
  return areMeant(tags) ? tags : null
}

/**
 * Corrects common mistakes in a DMARC record if the intent is clear: the version, separators, misspelt policies, report
 * addresses without "mailto:", and tags that occur twice. The owner's policy and addresses do not change. If the record
 * contains several policies, the strictest one remains. Null if there is nothing to correct, or the intent is unclear.
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
    parsed.record.warnings.every(
      ({ code, tag, value }) =>
        code === "historic_tag" || (code === "unknown_tag" && !(RUA_LIKE.test(tag) && addressesIn(value) !== ""))
    )
  if (sound) return null
  const tags = readTags(text)
  const corrected = tags === null ? null : compose(tags)
  return corrected === text ? null : corrected
}

/**
 * Merges several DMARC records of one name into one record with the strictest policy and all report addresses. Leaves
 * out unreadable records. Returns null if all records are unreadable.
 */
export const mergeDmarc = (texts: ReadonlyArray<string>): string | null =>
  compose(texts.flatMap((text) => readTags(text) ?? []))

/** Adds the report addresses of the other records at the same name, which receivers ignore. */
export const withAddressesOf = (record: string, others: ReadonlyArray<string>): string => {
  const added = others.flatMap((text) => readTags(text) ?? []).filter(({ name }) => isForAddresses(name))
  return added.length === 0 ? record : (compose([...(readTags(record) ?? []), ...added]) ?? record)
}

const RESEMBLES = [VERSION_FIRST, /(?:^|[;,\s])\s*v\s*=\s*dmarc1?(?:[;,\s"'\u201d]|$)/i]

/** Whether a TXT record resembles a DMARC record: receivers do not use it, but its owner meant it as one. */
export const resemblesDmarc = (text: string): boolean =>
  text.length <= MAX_LENGTH && [text, plainText(text)].some((form) => RESEMBLES.some((shape) => shape.test(form)))

/** Whether a TXT record at the name of a DMARC record was meant as a DMARC record. */
export const isMeantAsDmarc = (text: string): boolean => resemblesDmarc(text) || readTags(text) !== null
