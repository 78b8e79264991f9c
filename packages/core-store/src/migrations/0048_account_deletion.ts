import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Accounts that end: nothing is checked and sent, and everything is deleted when the time to reconsider is over. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // deletion_requested_at: also `paused_at` of the monitors that were paused with the account. deletes_at: from then on
  // the deletion cannot be withdrawn. *_notified_at, *_reminded_at: the emails are queued. exported_at: the last export
  // began.
  yield* sql`
    alter table account
      add column deletion_requested_at timestamptz,
      add column deletes_at timestamptz,
      add column deletion_notified_at timestamptz,
      add column deletion_reminded_at timestamptz,
      add column exported_at timestamptz`
  yield* sql`create index account_deletes on account (deletes_at) where deletes_at is not null`
  yield* compatibleSince(12)
})
