import type { DnsError } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { joinChunks } from "../DnsText.ts"
import { type DmarcRecord, isDmarc, parseDmarc, type PublicSuffixTag, publicSuffixTag } from "./DmarcRecord.ts"

/** The most queries of one tree walk (RFC 9989 section 4.10). */
const MAX_WALK_QUERIES = 8
/**
 * The number of labels of the second queried name if the first name has eight or more labels (RFC 9989 section 4.10,
 * step 4).
 */
const SHORTCUT_LABELS = 7

export interface WalkStep {
  readonly domain: string
  /** All TXT records at the name. */
  readonly texts: ReadonlyArray<string>
  /** The DMARC record; null if there is no record, several records, or an invalid record. */
  readonly record: DmarcRecord | null
  /** The "psd" tag of the only DMARC record, even if its policy is invalid; null if there is no such record. */
  readonly psd: PublicSuffixTag | null
  /**
   * Whether the only record has no valid policy and no report address. If so, DMARC does not apply (section 4.10.1).
   */
  readonly voids: boolean
}

/** Returns the names of a tree walk, in order (RFC 9989 section 4.10). */
export const walkNames = (domain: string): ReadonlyArray<string> => {
  const labels = domain.split(".")
  const from = labels.length >= MAX_WALK_QUERIES ? labels.length - SHORTCUT_LABELS : 1
  return [domain, ...labels.slice(from).map((_, index) => labels.slice(from + index).join("."))]
}

const nothingAt = (domain: string): WalkStep => ({ domain, texts: [], record: null, psd: null, voids: false })

export const readPolicyAt = (resolver: Resolver, domain: string): Effect.Effect<WalkStep, DnsError> =>
  resolver.query(`_dmarc.${domain}`, "TXT").pipe(
    Effect.map((answer): WalkStep => {
      const texts = answer.records.map(joinChunks)
      const [text, ...others] = texts.filter(isDmarc)
      if (text === undefined || others.length > 0) return { ...nothingAt(domain), texts }
      const parsed = parseDmarc(text)
      return {
        domain,
        texts,
        record: parsed.ok ? parsed.record : null,
        psd: publicSuffixTag(text),
        voids: !parsed.ok && parsed.fault?.code === "no_policy"
      }
    }),
    // If the name with the prefix is too long, it cannot have a record.
    Effect.catch((error) => (error.reason === "BadName" ? Effect.succeed(nothingAt(domain)) : Effect.fail(error)))
  )

/** Walks up the DNS tree from the domain, and stops at a record with a "psd" tag (RFC 9989 section 4.10). */
export const walkTree = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const steps: Array<WalkStep> = []
  for (const name of walkNames(domain)) {
    const step = yield* readPolicyAt(resolver, name)
    steps.push(step)
    if (step.psd === "y" || step.psd === "n") break
  }
  return steps
})

const oneLabelMore = (domain: string, above: string): string =>
  domain
    .split(".")
    .slice(-above.split(".").length - 1)
    .join(".")

/** Returns the organizational domain that a tree walk found (RFC 9989 section 4.10.2). */
export const organizationalDomain = (steps: ReadonlyArray<WalkStep>): string => {
  const start = steps[0]?.domain ?? ""
  const boundary = steps.find(({ psd }) => psd === "n")
  if (boundary !== undefined) return boundary.domain
  const suffix = steps.find(({ psd, domain }) => psd === "y" && domain !== start)
  if (suffix !== undefined) return oneLabelMore(start, suffix.domain)
  return steps.findLast(({ record }) => record !== null)?.domain ?? start
}

/**
 * Returns the step of the tree walk whose record applies: the step at the domain, at its organizational domain, or at
 * the public suffix, in this order (RFC 9989 section 4.10.1).
 */
export const applicableStep = (steps: ReadonlyArray<WalkStep>): WalkStep | null => {
  const own = steps[0]
  if (own?.record) return own
  if (own?.voids === true) return null
  const organization = organizationalDomain(steps)
  return (
    steps.find(({ domain, record }) => record !== null && domain === organization) ??
    steps.find(({ record, psd }) => record !== null && psd === "y") ??
    null
  )
}
