import type { SeenSignature } from "@mon/core-store"
import type { MessageReport } from "@mon/email-health/effect"

type Signature = MessageReport["dkim"]["signatures"][number]

/** Returns what a signature proves about the key at its selector, or null if it proves nothing about the key. */
const resultOf = ({ reason, status }: Signature): SeenSignature["result"] | null => {
  if (status === "pass") return "pass"
  if (reason === "key_missing") return "no_key"
  return reason === "key_mismatch" || reason === "key_type" ? "mismatch" : null
}

const isUnder = (domain: string | null, parent: string | null): boolean =>
  domain !== null && parent !== null && (domain === parent || domain.endsWith(`.${parent}`))

/**
 * The largest age of a message that counts, in milliseconds. The key of an older message may have been replaced in the
 * meantime.
 */
const MAX_AGE_MS = 7 * 86_400_000

const isRecent = ({ checkedAt, sentAt }: Pick<MessageReport, "checkedAt" | "sentAt">): boolean =>
  sentAt !== null && Math.abs(Date.parse(checkedAt) - Date.parse(sentAt)) < MAX_AGE_MS

/**
 * Returns the signatures of a message that may be stored, by signing domain. The message must be from the last 7 days.
 * Anybody can write a failing signature, so a failing signature only counts if the message provably comes from the
 * organization of its signing domain.
 */
export const seenSignatures = (
  report: Pick<MessageReport, "checkedAt" | "dkim" | "dmarc" | "from" | "sentAt" | "spf">
): ReadonlyMap<string, ReadonlyArray<SeenSignature>> => {
  if (!isRecent(report)) return new Map()
  const { dkim, dmarc, from, spf } = report
  // Without a DMARC record, the organization is unknown: different organizations can use names below one shared suffix.
  const author = dmarc.organizationalDomain === null ? (from?.domain ?? null) : null
  const organization = dmarc.organizationalDomain ?? author
  const isProven = [spf, ...dkim.signatures].some(
    ({ aligned, domain, status }) => status === "pass" && (author === null ? aligned : isUnder(domain, author))
  )
  const seen = new Map<string, Map<string, SeenSignature>>()
  for (const signature of dkim.signatures) {
    const { domain } = signature
    const [selector, result] = [signature.selector?.toLowerCase() ?? null, resultOf(signature)]
    if (domain === null || selector === null || result === null) continue
    if (result !== "pass" && !(isProven && isUnder(domain, organization))) continue
    const ofDomain = seen.get(domain) ?? new Map<string, SeenSignature>()
    // A message can have several signatures by one key. A signature that passes proves that the key works, even if
    // another signature was damaged in transit.
    if (ofDomain.get(selector)?.result !== "pass") ofDomain.set(selector, { selector, result })
    seen.set(domain, ofDomain)
  }
  return new Map([...seen].map(([domain, signatures]) => [domain, [...signatures.values()]]))
}
