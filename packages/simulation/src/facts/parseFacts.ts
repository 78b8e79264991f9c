import { type DomainFacts, FACTS_VERSION } from "./DomainFacts.ts"
import type { SenderFacts } from "./SenderFacts.ts"

type Guard = (value: unknown) => boolean

const text: Guard = (value) => typeof value === "string"
const number: Guard = (value) => typeof value === "number" && Number.isFinite(value)
const boolean: Guard = (value) => typeof value === "boolean"
const orNull =
  (guard: Guard): Guard =>
  (value) =>
    value === null || guard(value)
const oneOf =
  (...values: ReadonlyArray<unknown>): Guard =>
  (value) =>
    values.includes(value)
const listOf =
  (guard: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.every(guard)
const shape = (fields: Readonly<Record<string, Guard>>): Guard => {
  const guards = Object.entries(fields)
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    guards.every(([field, guard]) => guard(Object.hasOwn(value, field) ? Reflect.get(value, field) : undefined))
}

const version = oneOf(FACTS_VERSION)
const mail = oneOf("hosts", "null", "none", "nxdomain", "unknown")
const policy = orNull(oneOf("none", "quarantine", "reject"))

const isDomainFacts = shape({
  version,
  domain: text,
  mail,
  mx: listOf(shape({ exchange: text, preference: number })),
  reachable: orNull(boolean),
  spf: orNull(text),
  spfTargets: listOf(text),
  dmarc: policy,
  hints: listOf(shape({ by: oneOf("dkim", "autodiscover", "txt"), provider: text })),
  unanswered: listOf(text)
})

const isSenderFacts = shape({
  version,
  domain: text,
  incomplete: boolean,
  score: orNull(number),
  grade: orNull(text),
  mail,
  mxHosts: listOf(text),
  spf: shape({
    status: oneOf("ok", "unknown", "pass_all", "broken", "missing"),
    record: orNull(text),
    lookups: orNull(number),
    targets: listOf(text)
  }),
  dkim: shape({ status: oneOf("found", "weak", "unknown", "missing"), selectors: listOf(text) }),
  dmarc: shape({ status: oneOf("enforced", "none", "unknown", "broken", "missing"), policy, record: orNull(text) }),
  listings: orNull(listOf(shape({ list: text, target: text, tier: oneOf(1, 2, 3), shared: boolean }))),
  website: orNull(boolean),
  ageDays: orNull(number),
  registeredUntil: orNull(text),
  fixes: listOf(shape({ code: text, type: oneOf("TXT", "MX", "A", "AAAA", "CNAME"), host: text, value: text }))
})

/**
 * Returns the value if it passes its guard, which checks every field of the type; otherwise null. Also returns null if
 * the guard throws an error.
 */
const settled = <A>(value: unknown, holds: Guard): A | null => {
  try {
    return holds(value) ? (value as A) : null
  } catch {
    return null
  }
}

/**
 * Reads a prospect's facts from stored JSON; null for any other value, including facts of another version.
 *
 * @example
 * parseDomainFacts(JSON.parse(JSON.stringify(unknownFacts("example.com")))).mail // => "unknown"
 * parseDomainFacts({ version: 0 }) // => null
 */
export const parseDomainFacts = (value: unknown): DomainFacts | null => settled(value, isDomainFacts)

/**
 * Reads a sender's facts from stored JSON; null for any other value, including facts of another version.
 *
 * @example
 * parseSenderFacts(unknownSender("example.com")).incomplete // => true
 */
export const parseSenderFacts = (value: unknown): SenderFacts | null => settled(value, isSenderFacts)
