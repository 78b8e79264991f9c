import { argumentsOf, aString } from "@mon/bundled/arguments"
import { domainToASCII } from "node:url"
import { normaliseStatuses } from "./DomainStatus.ts"
import type { RegistryAnswer } from "./RegistrationResult.ts"
import { type DateOrder, orderOf, parseWhoisDate } from "./WhoisDate.ts"
import { isFree, isNotFound, isNoRegistration, isOutrightRefusal, isRefusal, mentionsNotFound } from "./WhoisPhrases.ts"

const acceptParseWhois = /* @__PURE__ */ argumentsOf("parseWhois", () => ({ text: aString, domain: aString }))

/**
 * The labels under which an answer states the end of a registration, the most authoritative labels first. A less
 * authoritative label is used only if no more authoritative label is present.
 */
const EXPIRY_LABELS: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["registry expiry date"]),
  new Set([
    "domain expiration date",
    "domain expires",
    "exp date",
    "expiration",
    "expiration date",
    "expiration time",
    "expire",
    "expire date",
    "expire on",
    "expires",
    "expires at",
    "expires on",
    "expiry",
    "expiry date",
    "fecha de vencimiento",
    "paid till",
    "record expired",
    "record expires",
    "record expires on",
    "record will expire on",
    "renewal date",
    "valid until",
    "validity",
    "有効期限"
  ]),
  new Set(["registrar registration expiration date"])
]

const DOMAIN_LABELS: ReadonlySet<string> = new Set(["domain", "domain name", "ドメイン名"])
const STATUS_LABELS: ReadonlySet<string> = new Set([
  "domain status",
  "eppstatus",
  "query status",
  "registration status",
  "state",
  "status",
  "状態"
])
const REGISTRAR_LABELS: ReadonlySet<string> = new Set([
  "authorized agency",
  "current registar",
  "current registrar",
  "registrar",
  "registrar name",
  "registration service provider",
  "sponsoring registrar"
])

/** A label of name servers: "Nserver", "Name servers", "Domain nameservers" or "Primary server". */
const NAME_SERVER_LABEL =
  /^(?:(?:domain )?(?:(?:name ?|n)servers?(?: information)?|dns(?: servers?)?|(?:primary|secondary) (?:name ?)?server)|ネームサーバ)$/

/** A line such as "Name Server 1: ns1.example.net". */
const NUMBERED_SERVER = /^\s*(?:name ?server|nserver|ns|dns) ?\d{1,2}[ .\t]*:\s*\S/i

/** The labels of other fields that only registrations have. */
const REGISTRATION_LABEL =
  /\b(?:created|creation|registered|registrant|registration|updated|changed|modified|last update|contact|owner|holder|person|organi[sz]ation|hold|dnssec|expir(?:y|ation|es?|ed)|paid till|renewal|valid until)\b/

/** The registries whose all-numeric dates are known to begin with the day. */
const DAY_FIRST: ReadonlySet<string> = new Set(["hk", "im", "pt"])

const MAX_LINES = 3_000
const MAX_LINE = 500
const MAX_REGISTRAR = 200

interface Field {
  /** The label in lower case, with single spaces between its words. */
  readonly label: string
  readonly value: string
}

const COLON = /^\[?([\p{L}][\p{L} _/'-]{0,60}?)\]?[ .\t]*:(?!\/\/)(.*)$/u
const BRACKETS = /^\[([\p{L}\p{M} ]{2,40})\]\s+(.*)$/u
const SENTENCE = /^(record (?:will )?expires? on)\s+((?=.*\d).*)$/i
/**
 * The end of a registration within a status: .ua writes "OK-UNTIL 20140622000000", and JPRS writes "Connected
 * (2027/03/31)" for names below co.jp and similar zones. A date after "Deleted" does not match, because it says when
 * the name becomes free.
 */
const UNTIL =
  /^(?:ok-until\s+(?<compact>\d.*)|(?!deleted\b)[\p{L}][\p{L} -]{1,40}?\s*[(（](?<slashes>\d{4}\/\d\d\/\d\d)[)）])$/iu

/** The letters with which JPRS numbers its lines, such as "a. [Domain Name]". */
const NUMBERING = /^[a-z]\.\s+(?=\[)/

const COMMENT = /^\s*[%#]/

/**
 * Returns the value of a field. If the line contains only the label, the value is the next line, unless that line is a
 * field itself.
 */
const followed = (value: string, next: string | undefined): string => {
  if (value !== "" || next === undefined) return value
  const line = next.trim()
  return COLON.test(line) ? "" : line
}

const fieldsOf = (lines: ReadonlyArray<string>): ReadonlyArray<Field> =>
  lines.flatMap((line, index) => {
    const text = line.trim().replace(NUMBERING, "")
    const found = COLON.exec(text) ?? BRACKETS.exec(text) ?? SENTENCE.exec(text)
    if (found === null) return []
    const [, label = "", value = ""] = found
    return [
      {
        label: label
          .toLowerCase()
          .replaceAll(/[-_ ]+/g, " ")
          .trim(),
        value: followed(value.trim(), lines[index + 1])
      }
    ]
  })

const valuesOf = (fields: ReadonlyArray<Field>, labels: ReadonlySet<string>): ReadonlyArray<string> =>
  fields.filter(({ label, value }) => labels.has(label) && value !== "").map(({ value }) => value)

/**
 * Returns the order of day and month that the dates in one answer prove. Null if they prove no order, or contradict
 * each other.
 */
const provenOrder = (fields: ReadonlyArray<Field>, domain: string): DateOrder | null => {
  const [order, ...others] = new Set(fields.map(({ value }) => orderOf(value)).filter((proof) => proof !== null))
  if (order !== undefined) return others.length === 0 ? order : null
  return DAY_FIRST.has(domain.slice(domain.lastIndexOf(".") + 1)) ? "day-first" : null
}

/**
 * Returns the date with the most authoritative label. Null if there is no date, if it is ambiguous, or if the dates
 * with this label differ.
 */
const expiryOf = (fields: ReadonlyArray<Field>, domain: string): number | null => {
  const order = provenOrder(fields, domain)
  const dated = fields.map((field) => {
    const { compact, slashes } = (STATUS_LABELS.has(field.label) && UNTIL.exec(field.value)?.groups) || {}
    const value = compact ?? slashes
    return value === undefined ? field : { label: "valid until", value }
  })
  for (const labels of EXPIRY_LABELS) {
    const values = valuesOf(dated, labels).filter((value) => /\d/.test(value))
    if (values.length === 0) continue
    const [date = null, ...others] = new Set(values.map((value) => parseWhoisDate(value, order)))
    return others.length === 0 ? date : null
  }
  return null
}

const asName = (text: string) => domainToASCII(text.split(/\s/)[0]?.replace(/\.$/, "") ?? "")

/**
 * Splits statuses such as "ok https://icann.org/epp#ok", "REGISTERED, DELEGATED", "pendingDelete / redemptionPeriod",
 * "200 Active" and "Connected (2027/03/31)".
 */
const splitStatus = (value: string): ReadonlyArray<string> =>
  value
    .replace(/\s*\(?https?:\/\/.*$/, "")
    .replace(/\s*[(（]\d{4}\/\d\d\/\d\d[)）]$/, "")
    .replace(/^\d{3}\s+/, "")
    .replace(/\s+-(?:\s.*)?$/, "")
    .split(/\s*(?:,|\s\/\s)\s*/)

const NAME_LABELS: ReadonlySet<string> = new Set(["name", "organization"])
const SECTION_LINES = 3

/** Returns the name in a section with the heading "Registrar". */
const registrarSection = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = lines.findIndex((line) => /^registrar:?$/i.test(line.trim()))
  return at === -1 ? [] : valuesOf(fieldsOf(lines.slice(at + 1, at + 1 + SECTION_LINES)), NAME_LABELS)
}

const registrarOf = (lines: ReadonlyArray<string>, fields: ReadonlyArray<Field>): string | null => {
  const [name] = [...valuesOf(fields, REGISTRAR_LABELS), ...registrarSection(lines)]
  return name?.replace(/\s*\(\s*https?:.*$/, "").slice(0, MAX_REGISTRAR) ?? null
}

const hasNameServers = (lines: ReadonlyArray<string>, fields: ReadonlyArray<Field>): boolean =>
  lines.some((line) => NUMBERED_SERVER.test(line)) ||
  fields.some(({ label, value }) => NAME_SERVER_LABEL.test(label) && value !== "")

const isTrace = (fields: ReadonlyArray<Field>): boolean =>
  fields.some(({ label, value }) => REGISTRATION_LABEL.test(label) && value !== "")

/**
 * Translates "suspended" to an EPP status. In JPRS's answers, the word means that a domain can still be restored
 * (https://jprs.jp/about/dom-rule/lifecycle). Other registries use this word for a hold.
 */
const ofJprs = (status: string): string => (/^suspended$/iu.test(status) ? "redemptionPeriod" : status)

/** Returns the status "serverHold" if AFNIC reports a hold, which it does in a separate field. */
const holdOf = (fields: ReadonlyArray<Field>): ReadonlyArray<string> =>
  fields.some(({ label, value }) => label === "hold" && value.toLowerCase() === "yes") ? ["serverHold"] : []

/**
 * Reads a WHOIS server's answer (RFC 3912) about a domain, which is given in ASCII form. Omits an ambiguous date.
 *
 * @example
 * ```ts
 * const answer = parseWhois("Domain Name: EXAMPLE.CO\nRegistry Expiry Date: 2030-07-20T23:59:59Z", "example.co")
 * answer.kind === "registered" && answer.expiresAt // => Date.UTC(2030, 6, 20, 23, 59, 59)
 * ```
 */
export const parseWhois = (text: string, domain: string): RegistryAnswer => {
  acceptParseWhois(text, domain)
  const lines = text
    .split(/\r\n|\n|\r/, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE))
    .filter((line) => line.trim() !== "")
  const fields = fieldsOf(lines.filter((line) => !COMMENT.test(line)))
  const written = valuesOf(fields, STATUS_LABELS).flatMap(splitStatus)
  const statuses = domain.endsWith(".jp") ? written.map(ofJprs) : written
  const names = valuesOf(fields, DOMAIN_LABELS)
    .map(asName)
    .filter((name) => name.includes("."))
  const about = names.includes(domain)
  const expiresAt = names.length > 0 && !about ? null : expiryOf(fields, domain)
  const registrar = registrarOf(lines, fields)
  const registered = {
    kind: "registered",
    expiresAt,
    registrar,
    statuses: normaliseStatuses([...statuses, ...holdOf(fields)])
  } as const
  // A record of the requested domain outweighs other sentences in the answer, such as terms of use or the answer of a
  // second registry.
  if (
    about &&
    (expiresAt !== null || ((registrar !== null || hasNameServers(lines, fields)) && !statuses.some(isFree)))
  )
    return registered
  if (isOutrightRefusal([...lines, ...statuses])) return { kind: "limited" }
  if (isNotFound(lines, statuses, domain)) return { kind: "not_registered" }
  if (expiresAt !== null) return registered
  if (about && (isTrace(fields) || statuses.some((status) => !isNoRegistration(status)))) return registered
  if (about && mentionsNotFound(lines)) return { kind: "not_registered" }
  // The answer may have been cut off within the domain's record.
  if (about && statuses.length === 0 && !isRefusal(lines) && !lines.some(isNoRegistration)) return registered
  return isRefusal(lines)
    ? { kind: "limited" }
    : { kind: "unreadable", message: "The WHOIS server's response could not be understood." }
}
