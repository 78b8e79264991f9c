import { type DiagnosisFacts, type DkimKeyFacts, type MailFacts, readDiagnosisFacts } from "@mon/diagnosis"
import type { EmailHealthReport } from "@mon/email-health"
import { mailFacts } from "./mailFacts.ts"

/** The setup of a stored result; empty without one, and if another release stored it. */
const readMail = (stored: unknown): MailFacts => readDiagnosisFacts({ mail: stored })?.mail ?? {}

/** Selectors whose key was there before, and is not found any more. */
const withGoneKeys = (now: MailFacts, before: MailFacts): MailFacts => {
  if (now.dkim === undefined) return now
  const found = new Set(now.dkim.map(({ selector }) => selector))
  const gone = (before.dkim ?? []).filter(({ selector, status }) => status === "valid" && !found.has(selector))
  return { ...now, dkim: [...now.dkim, ...gone.map(({ selector }): DkimKeyFacts => ({ selector, status: "missing" }))] }
}

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
  (stored: unknown): EmailEvidence => {
    const [before, found] = [readMail(stored), mailFacts(report)]
    return {
      facts: {
        subject: "email",
        at: report.checkedAt,
        target: { host: report.domain, domain: report.domain },
        mail: withGoneKeys(found, before),
        mailBefore: before
      },
      mail: { ...before, ...found }
    }
  }
