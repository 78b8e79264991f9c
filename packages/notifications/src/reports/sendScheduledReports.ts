import { type DueReport, Reports, ScheduledReports, Secrets, inTransaction } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { workspaceOf } from "../mail/workspaceOf.ts"
import { availabilityReport } from "./availabilityReport.ts"
import { ReportPrinter } from "./ReportPrinter.ts"
import { reportLetter } from "./reportLetters.ts"
import { instantsOf } from "./reportPeriod.ts"
import { isTooLate, nextReportAt, reportDays } from "./reportSchedule.ts"

const REPORTS_AT_ONCE = 100

/**
 * Sends one report. The transaction that queues the report's emails also stores the time of the next report, so that
 * each email is queued only once.
 */
const sendReport = Effect.fnUntraced(function* (due: DueReport, now: Date) {
  const schedule = yield* ScheduledReports
  const { every, isMuted, language, tag, targetPercent, timezone } = due
  const nextAt = nextReportAt(every, timezone, now.getTime())
  if (isMuted || isTooLate(every, due.dueAt, now)) {
    yield* schedule.advance(due, nextAt, false)
    return 0
  }
  const days = reportDays(every, timezone, due.dueAt)
  const period = instantsOf(days, timezone)
  const facts = yield* (yield* Reports).read(due.viewer, { ...period, tag })
  if (facts === null || facts.domains.length === 0) {
    yield* schedule.advance(due, nextAt, false)
    return 0
  }
  const report = availabilityReport(facts, { ...period, timezone, targetPercent, tag }, language)
  const identity = yield* DeliveryIdentity
  const workspace = yield* workspaceOf(due.viewer)
  const printed = yield* (yield* ReportPrinter).print(report, {
    name: due.name,
    language,
    service: identity.service,
    workspace
  })
  if (printed._tag === "Failed")
    yield* Effect.annotateLogs(Effect.logWarning("A scheduled report is sent without its PDF"), {
      reportId: due.id,
      reason: printed.message
    })
  const pdf = printed._tag === "Printed" ? printed.pdf : null
  const sender = { identity, secrets: yield* Secrets, workspace, pdf }
  const outgoing = yield* OutgoingMail
  return yield* inTransaction(
    "sendScheduledReport",
    Effect.gen(function* () {
      const recipients = (yield* schedule.advance(due, nextAt, true)) ?? []
      for (const recipient of recipients)
        yield* outgoing.postUnlessRefused(reportLetter(due, report, days, recipient, sender))
      return recipients.length
    })
  )
})

/**
 * Queues the emails of the scheduled reports that are due. Each email is queued only once, even if several workers run
 * at the same time. A report that fails does not delay the other reports. Returns the number of queued emails.
 */
export const sendScheduledReports = Effect.fn("sendScheduledReports")(function* () {
  const { now, reports } = yield* (yield* ScheduledReports).due(REPORTS_AT_ONCE)
  let queued = 0
  for (const due of reports)
    queued += yield* sendReport(due, now).pipe(
      Effect.catch((error) =>
        Effect.as(
          Effect.annotateLogs(Effect.logError("A scheduled report could not be created and will be retried"), {
            reportId: due.id,
            error: error.message
          }),
          0
        )
      )
    )
  return queued
})
