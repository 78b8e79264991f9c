import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Accounts whose monitors existed before pages were judged are asked once whether broken pages are outages. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table account add column content_faults_offer boolean not null default false`
  yield* sql`
    update account a set content_faults_offer = true
    where exists (
      select from monitor m where m.account_id = a.id and m.deleted_at is null and m.content_faults = 'remark')`
  yield* compatibleSince(12)
})
