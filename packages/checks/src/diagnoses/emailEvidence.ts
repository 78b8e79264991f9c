import type { RememberedSignature } from "@mon/core-store"
import {
  type DiagnosisFacts,
  type DkimKeyFacts,
  type MailFacts,
  readDiagnosisFacts,
  type SigningFacts
} from "@mon/diagnosis"
import { COMMON_SELECTORS, type EmailHealthReport } from "@mon/email-health"
import { mailFacts } from "./mailFacts.ts"

/** The stored email setup, and the selectors that the check queried in addition to the common ones. */
interface StoredMail extends MailFacts {
  readonly queried: ReadonlyArray<string>
}

/**
 * Reads the stored email setup. The result is empty if no setup is stored, or if another release stored it in another
 * form.
 */
const readMail = (stored: unknown): StoredMail => {
  if (typeof stored !== "object" || stored === null) return { queried: [] }
  const { queried, ...mail } = stored as Readonly<Record<string, unknown>>
  const selectors = (Array.isArray(queried) ? queried : []).filter((one) => typeof one === "string")
  return { ...readDiagnosisFacts({ mail })?.mail, queried: selectors }
}

const COMMON: ReadonlySet<string> = new Set(COMMON_SELECTORS.map(({ selector }) => selector))

/** Returns the previous setup without the keys of selectors that this check did not query. */
const withoutUnqueried = ({ queried, ...before }: StoredMail, now: ReadonlyArray<string>): MailFacts => {
  const unqueried = new Set(queried.filter((selector) => !now.includes(selector) && !COMMON.has(selector)))
  if (before.dkim === undefined || unqueried.size === 0) return before
  return { ...before, dkim: before.dkim.filter(({ selector }) => !unqueried.has(selector)) }
}

const isValid = ({ status }: DkimKeyFacts): boolean => status === "valid"

/** Returns the previous setup with the keys that have verified messages since then. */
const withSeenKeys = (before: MailFacts, signatures: ReadonlyArray<RememberedSignature>): MailFacts => {
  const seen = signatures.flatMap(({ isNew, result, selector }) => (isNew && result === "pass" ? [selector] : []))
  if (seen.length === 0) return before
  const others = (before.dkim ?? []).filter(({ selector }) => !seen.includes(selector))
  return { ...before, dkim: [...others, ...seen.map((selector): DkimKeyFacts => ({ selector, status: "valid" }))] }
}

/** Adds the valid keys of the previous setup that are no longer found, with the given status. */
const withLostKeys = (now: MailFacts, before: MailFacts, status: DkimKeyFacts["status"]): MailFacts => {
  if (now.dkim === undefined) return now
  const found = new Set(now.dkim.map(({ selector }) => selector))
  const lost = (before.dkim ?? []).filter((key) => isValid(key) && !found.has(key.selector))
  return lost.length === 0
    ? now
    : { ...now, dkim: [...now.dkim, ...lost.map(({ selector }): DkimKeyFacts => ({ selector, status }))] }
}

/**
 * Returns the results that a verification of the remembered signatures would have now. A `mismatch` between the key of
 * a message and the published key counts only until the next check, because the record may have been corrected since.
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

/**
 * Whether it is certain that a selector without a key in the report has no key. It is not certain if a query may have
 * failed, or if a wildcard may have answered.
 */
const isEverySelectorAnswered = ({ dkim, findings }: EmailHealthReport): boolean =>
  dkim.status !== "unknown" &&
  dkim.wildcard !== "key" &&
  !findings.some(({ code }) => code === "dkim_unanswered" || code === "dkim_budget")

export interface EmailEvidence {
  readonly facts: DiagnosisFacts
  /** The last known facts of each part of the email setup. They are stored and compared with the next report. */
  readonly mail: Partial<StoredMail>
}

/**
 * Compares a report with the email setup that was stored before the report. `selectors` are the selectors that the
 * check queried in addition to the common ones.
 */
export const emailEvidence =
  (report: EmailHealthReport, selectors: ReadonlyArray<string> = []) =>
  (stored: unknown, remembered: ReadonlyArray<RememberedSignature> = []): EmailEvidence => {
    const queried = selectors.map((selector) => selector.toLowerCase())
    // Leaves out signatures whose selector the check did not query, for example because their message arrived during
    // the check.
    const signatures = remembered.filter(({ selector }) => queried.includes(selector) || COMMON.has(selector))
    const before = withSeenKeys(withoutUnqueried(readMail(stored), queried), signatures)
    const { signing: _, ...lasting } = before
    const found = mailFacts(report)
    const isSure = isEverySelectorAnswered(report)
    const signing = isSure ? signingOf(found, before, signatures) : []
    const now = signing.length === 0 ? found : { ...found, signing }
    return {
      facts: {
        subject: "email",
        at: report.checkedAt,
        target: { host: report.domain, domain: report.domain },
        mail: isSure ? withLostKeys(now, before, "missing") : now,
        mailBefore: before
      },
      mail: {
        ...lasting,
        ...(isSure ? now : withLostKeys(now, before, "valid")),
        ...(queried.length === 0 ? {} : { queried })
      }
    }
  }
