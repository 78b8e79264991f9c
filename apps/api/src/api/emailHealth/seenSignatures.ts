import type { SeenSignature } from "@mon/core-store"
import type { MessageReport } from "@mon/email-health/effect"

type Signature = MessageReport["dkim"]["signatures"][number]

/** Returns the result of a signature for the key at its selector. Null: the signature says nothing about the key. */
const resultOf = ({ reason, status }: Signature): SeenSignature["result"] | null => {
  if (status === "pass") return "pass"
  if (reason === "key_missing") return "no_key"
  return reason === "key_mismatch" || reason === "key_type" ? "mismatch" : null
}

const isUnder = (domain: string | null, parent: string | null): boolean =>
  domain !== null && parent !== null && (domain === parent || domain.endsWith(`.${parent}`))

/** An older message may use a key that was replaced in the meantime. */
const MAX_AGE_MS = 7 * 86_400_000

const isRecent = ({ checkedAt, sentAt }: Pick<MessageReport, "checkedAt" | "sentAt">): boolean =>
  sentAt !== null && Math.abs(Date.parse(checkedAt) - Date.parse(sentAt)) < MAX_AGE_MS

/**
 * The signatures of a message of the last 7 days that may be remembered, by signing domain. Anybody can write a
 * signature that fails, so one counts only if the message is proven to come from the organization of its signing
 * domain.
 */
export const seenSignatures = (
  report: Pick<MessageReport, "checkedAt" | "dkim" | "dmarc" | "from" | "sentAt" | "spf">
): ReadonlyMap<string, ReadonlyArray<SeenSignature>> => {
  if (!isRecent(report)) return new Map()
  const { dkim, dmarc, from, spf } = report
  // Without a DMARC record, the organization is not known: names below a shared suffix belong to several.
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
    // One key may have made several signatures, of which one was damaged on the way.
    if (ofDomain.get(selector)?.result !== "pass") ofDomain.set(selector, { selector, result })
    seen.set(domain, ofDomain)
  }
  return new Map([...seen].map(([domain, signatures]) => [domain, [...signatures.values()]]))
}
