import type { RememberedSignature } from "@mon/core-store"
import {
  type DiagnosisFacts,
  type DkimKeyFacts,
  type MailFacts,
  readDiagnosisFacts,
  type SigningFacts
} from "@mon/diagnosis"
import type { EmailHealthReport } from "@mon/email-health"
import { mailFacts } from "./mailFacts.ts"

/** The setup of a stored result; empty without one, and if another release stored it. */
const readMail = (stored: unknown): MailFacts => readDiagnosisFacts({ mail: stored })?.mail ?? {}

const isValid = ({ status }: DkimKeyFacts): boolean => status === "valid"

/** The setup before, with the keys that verified messages since then. */
const withSeenKeys = (before: MailFacts, signatures: ReadonlyArray<RememberedSignature>): MailFacts => {
  const seen = signatures.flatMap(({ isNew, result, selector }) => (isNew && result === "pass" ? [selector] : []))
  if (seen.length === 0) return before
  const others = (before.dkim ?? []).filter(({ selector }) => !seen.includes(selector))
  return { ...before, dkim: [...others, ...seen.map((selector): DkimKeyFacts => ({ selector, status: "valid" }))] }
}

/** Selectors whose key was there before, and is not found any more. */
const withGoneKeys = (now: MailFacts, before: MailFacts): MailFacts => {
  if (now.dkim === undefined) return now
  const found = new Set(now.dkim.map(({ selector }) => selector))
  const gone = (before.dkim ?? []).filter((key) => isValid(key) && !found.has(key.selector))
  return { ...now, dkim: [...now.dkim, ...gone.map(({ selector }): DkimKeyFacts => ({ selector, status: "missing" }))] }
}

/**
 * What the remembered signatures would result in now. A message shows that its key is another one than the published
 * one only until the next check, because the record may have been corrected since.
 */
const signingOf = (
  now: MailFacts,
  before: MailFacts,
  signatures: ReadonlyArray<RememberedSignature>
): ReadonlyArray<SigningFacts> => {
  const found = new Map((now.dkim ?? []).map((key) => [key.selector, key]))
  const hadKey = new Set((before.dkim ?? []).filter(isValid).map(({ selector }) => selector))
  return signatures.flatMap(({ isNew, result, selector }): ReadonlyArray<SigningFacts> => {
    if (result === "mismatch" && isNew) return [{ selector, result }]
    const key = found.get(selector)
    if (key === undefined || key.status === "missing")
      return result === "no_key" || hadKey.has(selector) ? [{ selector, result: "no_key" }] : []
    return result === "pass" && isValid(key) ? [{ selector, result }] : []
  })
}

/** Whether a selector without a key has none: otherwise the key is unknown, or a wildcard answers for it. */
const isEverySelectorAnswered = ({ dkim, findings }: EmailHealthReport): boolean =>
  dkim.status !== "unknown" &&
  dkim.wildcard !== "key" &&
  !findings.some(({ code }) => code === "dkim_unanswered" || code === "dkim_budget")

/** What a result of email health says about the cause of its alert. */
export interface EmailEvidence {
  /** The facts of an alert. */
  readonly facts: DiagnosisFacts
  /** What is stored for the next result: the last that is known of each part. */
  readonly mail: MailFacts
}

/** Compares a report with the setup that was stored before it. */
export const emailEvidence =
  (report: EmailHealthReport) =>
  (stored: unknown, signatures: ReadonlyArray<RememberedSignature> = []): EmailEvidence => {
    const before = withSeenKeys(readMail(stored), signatures)
    const { signing: _, ...lasting } = before
    const found = mailFacts(report)
    const signing = isEverySelectorAnswered(report) ? signingOf(found, before, signatures) : []
    const now = signing.length === 0 ? found : { ...found, signing }
    return {
      facts: {
        subject: "email",
        at: report.checkedAt,
        target: { host: report.domain, domain: report.domain },
        mail: isEverySelectorAnswered(report) ? withGoneKeys(now, before) : now,
        mailBefore: before
      },
      mail: { ...lasting, ...now }
    }
  }
