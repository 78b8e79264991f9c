import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Which parts and changes of a page count, and webhooks of URL monitors and whole accounts. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Null stands for the default. An earlier release compares the whole page.
  yield* sql`
    alter table monitor
      add column page_include jsonb,
      add column page_exclude jsonb,
      add column ignore_lines jsonb,
      add column change_trigger jsonb,
      add column only_lines jsonb,
      add column minimum_change jsonb,
      add column render_page boolean not null default false`

  // Null: of all monitors of the account. An earlier release neither lists such a webhook nor sends to it.
  yield* sql`alter table webhook alter column monitor_id drop not null`

  yield* compatibleSince(12)
})
