import { RUBRIC_VERSION } from "@mon/email-health"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { DemoSite, MailRecords } from "../internet/demoSites.ts"

/** The approximate score and grade that the engine gives for each kind of mail records. */
const scores: Readonly<Record<MailRecords, readonly [score: number, grade: string]>> = {
  complete: [96, "A"],
  "no enforcement": [84, "B"],
  "no DKIM": [72, "C"],
  "no DMARC": [70, "C"],
  listed: [58, "D"],
  "open SPF": [34, "F"],
  none: [22, "F"]
}

/** The number of days since some domains lost their complete records. */
const FELL_DAYS_AGO = 6

/** Writes one email health result for each past day. The worker adds the result of today. */
export const writeMailScores = Effect.fn("demo.writeMailScores")(function* (
  sites: ReadonlyArray<DemoSite>,
  days: number
) {
  const sql = yield* SqlClient.SqlClient
  const rows = sites.flatMap(({ hostname, mail }, index) =>
    Array.from({ length: days }, (_, day) => {
      const hasFallen = index % 9 !== 1 || day < FELL_DAYS_AGO
      const [score, grade] = scores[hasFallen ? mail : "complete"]
      return { hostname, day: day + 1, score, grade }
    })
  )
  yield* sql`
    insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings, rubric_version)
    select m.id, mon_now() - r.day * interval '1 day' + m.id % 600 * interval '1 second', r.score, r.grade, false, '{}', '{}', ${RUBRIC_VERSION}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(hostname text, day int, score smallint, grade text)
    join monitor m on m.hostname = r.hostname and m.kind = 1
    on conflict do nothing`
})
