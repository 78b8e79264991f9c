import { summarize, type WeeklyReportFact } from "@mon/alerts"
import { randomBytes, type ReportRecipient, WeeklyReports } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { reportWeek } from "./reportWeek.ts"

/** Reports that are written in one go, and how often before other work has its turn. */
const AT_ONCE = 100
const GOES = 20

const sumOf = <A>(list: ReadonlyArray<A>, of: (item: A) => number): number =>
  list.reduce((sum, item) => sum + of(item), 0)

const writeOne = Effect.fnUntraced(function* (recipient: ReportRecipient) {
  const reports = yield* WeeklyReports
  const { baseUrl } = yield* DeliveryIdentity
  const [domains, urls] = yield* Effect.all([reports.domains(recipient), reports.urls(recipient)])
  const fact: WeeklyReportFact = {
    type: "weekly_report",
    accountId: recipient.accountId,
    from: recipient.week.from.toISOString(),
    to: recipient.week.to.toISOString(),
    domains,
    urls,
    looks: sumOf(domains, ({ looks }) => looks),
    looksMissed: sumOf(domains, ({ looksMissed }) => looksMissed),
    link: `${baseUrl}/`
  }
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const { type: _, ...data } = fact
  return yield* reports.write(recipient, { id, ...summarize(fact), data })
})

/**
 * Writes the weekly reports that are due, each once however many workers do so at the same time; answers how many. After
 * a pause of the service what is late is still written on the same Monday, and not later.
 */
export const writeWeeklyReports = Effect.fn("writeWeeklyReports")(function* () {
  const reports = yield* WeeklyReports
  const { now, zones } = yield* reports.zones()
  const weeks = zones.flatMap((zone) => reportWeek(zone, now) ?? [])
  let written = 0
  for (let go = 0; go < GOES; go += 1) {
    const due = yield* reports.due(weeks, AT_ONCE)
    written += (yield* Effect.forEach(due, writeOne)).filter(Boolean).length
    if (due.length < AT_ONCE) break
  }
  return written
})
