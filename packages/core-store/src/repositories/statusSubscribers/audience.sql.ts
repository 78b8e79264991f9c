import { type PlanName, Plans } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { planInForce } from "../monitors/planLimits.sql.ts"
import { olderPages, stoppedBy } from "../plans/statusPagePlan.ts"
import { isReader } from "./pageReaders.ts"

/** SQL for the place of a confirmed subscriber `s` of a page. Beyond the limit of a plan, the newest stop. */
export const placeOf = `(select count(*) from status_subscriber o
  where o.page_id = s.page_id and o.state = 'confirmed' and (o.confirmed_at, o.id) < (s.confirmed_at, s.id))`

/** How many subscribers of a page are notified: none if the plan has stopped the page. */
export const subscriberLimit = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string) {
  const [row] = yield* sql<{ readonly plan: PlanName; readonly olderPages: number }>`
    select ${sql.literal(planInForce)} as plan, ${sql.literal(olderPages)} as "olderPages"
    from status_page p join account a on a.id = p.account_id where p.id = ${pageKey}::bigint`
  const plans = yield* Plans
  return row === undefined || stoppedBy(row, plans) !== null ? 0 : plans[row.plan].statusPageSubscribers
})

const concerned = (sql: SqlClient.SqlClient) => sql`(s.covers_all or cardinality(about.keys) = 0 or exists (
  select from status_subscriber_component c where c.subscriber_id = s.id and c.component_id = any(about.keys)))`

/**
 * The subscribers `s` of a page whom a publication about components concerns: id, page_id and kind. `components`: a
 * list of internal keys as SQL. Empty: it concerns everybody.
 */
export const recipients = (sql: SqlClient.SqlClient, pageKey: string, limit: number, components: Fragment) => sql`
  select s.id, s.page_id, s.kind, s.covers_all
  from (
    select o.*, row_number() over (order by o.confirmed_at, o.id) as place from status_subscriber o
    where o.page_id = ${pageKey}::bigint and o.state = 'confirmed'
  ) s join status_page p on p.id = s.page_id cross join (select ${components} as keys) about
  where s.place <= ${limit}::int and ${sql.literal(isReader)} and ${concerned(sql)}`

/** The subscribers whom a publication would concern after a change of who may read the page. */
export const recipientsAfter = (
  sql: SqlClient.SqlClient,
  pageKey: string,
  limit: number,
  components: Fragment,
  { resumes, stays }: { readonly stays: Fragment; readonly resumes: Fragment }
) => sql`
  select s.kind
  from (
    select s.*, row_number() over (order by s.confirmed_at, s.id) as place from status_subscriber s
    where s.page_id = ${pageKey}::bigint and (s.state = 'confirmed' and ${stays} or ${resumes})
  ) s cross join (select ${components} as keys) about
  where s.place <= ${limit}::int and ${concerned(sql)}`
