import type { EmailHealthReport } from "@mon/email-health/effect"
import { inboxesWith, type SenderInboxes } from "../evaluate/inboxesWith.ts"
import { reduceReport } from "./reduceReport.ts"

/**
 * The inboxes that a finished campaign expected of a sending domain, and what it would expect with the email setup of a
 * new report. Nothing is looked up. Null if it cannot be said: another version of the model, another sender, or results
 * that cannot be read.
 */
export const inboxesAfterRepair = (results: unknown, report: EmailHealthReport): SenderInboxes | null =>
  inboxesWith(results, reduceReport(report, null, null))
