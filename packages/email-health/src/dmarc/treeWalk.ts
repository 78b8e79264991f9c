import type { DnsError } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { joinChunks } from "../DnsText.ts"
import { type DmarcRecord, isDmarc, parseDmarc } from "./DmarcRecord.ts"

/** The most queries of one tree walk (RFC 9989 section 4.10). */
const MAX_WALK_QUERIES = 8
/** Labels of the second name when the first has eight or more (RFC 9989 section 4.10, step 4). */
const SHORTCUT_LABELS = 7

/** The records at one name of the tree walk. */
export interface WalkStep {
  readonly domain: string
  /** All TXT records. */
  readonly texts: ReadonlyArray<string>
  /** The DMARC record; null when there is none, more than one or an invalid one. */
  readonly record: DmarcRecord | null
}

/** The names of a tree walk, in order (RFC 9989 section 4.10). */
export const walkNames = (domain: string): ReadonlyArray<string> => {
  const labels = domain.split(".")
  const from = labels.length >= MAX_WALK_QUERIES ? labels.length - SHORTCUT_LABELS : 1
  return [domain, ...labels.slice(from).map((_, index) => labels.slice(from + index).join("."))]
}

/** Reads the records at one name. */
export const readPolicyAt = (resolver: Resolver, domain: string): Effect.Effect<WalkStep, DnsError> =>
  resolver.query(`_dmarc.${domain}`, "TXT").pipe(
    Effect.map((answer): WalkStep => {
      const texts = answer.records.map(joinChunks)
      const parsed = texts.filter(isDmarc).map(parseDmarc)
      const [first] = parsed
      return { domain, texts, record: parsed.length === 1 && first?.ok === true ? first.record : null }
    }),
    // A name that is too long with the prefix cannot have a record.
    Effect.catch((error) =>
      error.reason === "BadName" ? Effect.succeed({ domain, texts: [], record: null }) : Effect.fail(error)
    )
  )

/** The DNS tree walk: goes up from the domain and stops at a record with a "psd" tag (RFC 9989 section 4.10). */
export const walkTree = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const steps: Array<WalkStep> = []
  for (const name of walkNames(domain)) {
    const step = yield* readPolicyAt(resolver, name)
    steps.push(step)
    if (step.record !== null && step.record.psd !== "u") break
  }
  return steps
})

const oneLabelMore = (domain: string, above: string): string =>
  domain
    .split(".")
    .slice(-above.split(".").length - 1)
    .join(".")

/** The organizational domain that a tree walk finds (RFC 9989 section 4.10.2). */
export const organizationalDomain = (steps: ReadonlyArray<WalkStep>): string => {
  const start = steps[0]?.domain ?? ""
  const found = steps.filter(({ record }) => record !== null)
  const boundary = found.find(({ record }) => record?.psd === "n")
  if (boundary !== undefined) return boundary.domain
  const suffix = found.find(({ record, domain }) => record?.psd === "y" && domain !== start)
  if (suffix !== undefined) return oneLabelMore(start, suffix.domain)
  return found.at(-1)?.domain ?? start
}

/**
 * The record that applies: that of the domain, of its organizational domain, or of the public suffix, in this order
 * (RFC 9989 section 4.10.1).
 */
export const applicableStep = (steps: ReadonlyArray<WalkStep>): WalkStep | null => {
  const own = steps[0]
  if (own?.record) return own
  const organization = organizationalDomain(steps)
  return (
    steps.find(({ domain, record }) => record !== null && domain === organization) ??
    steps.find(({ record }) => record?.psd === "y") ??
    null
  )
}
