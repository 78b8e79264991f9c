import type { EmailHealthReport } from "@mon/email-health/effect"
import { inboxesWith, type SenderInboxes } from "../evaluate/inboxesWith.ts"
import { reduceReport } from "./reduceReport.ts"

/**
 * Compares the number of inboxes that a finished campaign expected for a sending domain with the number that it would
 * expect with the email setup of a new report. Makes no DNS lookups. Returns null if the results are from another
 * version of the model, do not contain the sender, or cannot be read.
 */
export const inboxesAfterRepair = (results: unknown, report: EmailHealthReport): SenderInboxes | null =>
  inboxesWith(results, reduceReport(report, null, null))
