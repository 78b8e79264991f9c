import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Broken pages with a fine status. Monitors that exist only get remarks, so that no update raises an alarm. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table monitor add column content_faults text not null default 'remark'
    check (content_faults in ('down', 'remark', 'off'))`
  yield* sql`alter table monitor alter column content_faults set default 'down'`
  yield* sql`alter table monitor_facts add column content_fault jsonb, add column content_memory jsonb`
  yield* compatibleSince(12)
})
