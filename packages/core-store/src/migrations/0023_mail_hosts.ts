import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** DKIM selectors of domains, and when mail hosts were last contacted over all accounts. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table monitor add column dkim_selectors text[] not null default '{}'`

  // contact is JSON as text, like the reports. Null: the first contact is in progress.
  yield* sql`
    create table mail_host_contact (
      host text primary key,
      contacted_at timestamptz not null,
      contact text
    )`
  yield* sql`create index mail_host_contact_age on mail_host_contact (contacted_at)`

  yield* compatibleSince(12)
})
