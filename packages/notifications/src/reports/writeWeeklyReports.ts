import { randomBytes, type ReportRecipient, WeeklyReports } from "@mon/core-store"
import { type FactOf, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { reportWeek } from "./reportWeek.ts"

const BATCH_SIZE = 100
const BATCHES = 20

const sumOf = <A>(list: ReadonlyArray<A>, of: (item: A) => number): number =>
  list.reduce((sum, item) => sum + of(item), 0)

const writeOne = Effect.fnUntraced(function* (recipient: ReportRecipient) {
  const reports = yield* WeeklyReports
  const [domains, urls] = yield* Effect.all([reports.domains(recipient), reports.urls(recipient)])
  const report: FactOf<"weekly_report"> = {
    kind: "weekly_report",
    membershipId: recipient.membershipId,
    accountId: recipient.accountId,
    from: recipient.week.from.toISOString(),
    to: recipient.week.to.toISOString(),
    domains,
    urls,
    checks: sumOf(domains, ({ checks }) => checks),
    checksMissed: sumOf(domains, ({ checksMissed }) => checksMissed)
  }
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  return yield* reports.write(recipient, id, report)
})

/**
 * Writes the weekly reports that are due. Each report is written only once, even if several workers run at the same
 * time. After an outage, late reports are written until the end of Wednesday. Returns the number of reports that were
 * written.
 */
export const writeWeeklyReports = Effect.fn("writeWeeklyReports")(function* () {
  const reports = yield* WeeklyReports
  const { now, zones } = yield* reports.zones()
  const weeks = zones.flatMap((zone) => reportWeek(zone, now) ?? [])
  let written = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const due = yield* reports.due(weeks, BATCH_SIZE)
    written += (yield* Effect.forEach(due, writeOne)).filter(Boolean).length
    if (due.length < BATCH_SIZE) break
  }
  return written
})
