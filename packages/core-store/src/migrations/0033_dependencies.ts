import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What monitors depend on, and which alerts were suppressed for that reason. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The strongest lock first, so that the migration cannot deadlock.
  yield* sql`lock table monitor in access exclusive mode`
  // Public ids of monitors of the same account.
  yield* sql`alter table monitor add column depends_on text[] not null default '{}'`
  yield* sql`
    create index monitor_depends_on on monitor (account_id) where cardinality(depends_on) > 0 and deleted_at is null`

  // Alerts that were suppressed because a parent was down. ended_at: they were sent after all, or will never be.
  yield* sql`
    create table parent_suppression (
      notification_id bigint primary key references notification (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      parent_id bigint not null,
      at timestamptz not null default mon_now(),
      ended_at timestamptz
    )`
  yield* sql`create index parent_suppression_open on parent_suppression (notification_id) where ended_at is null`
  yield* sql`create index parent_suppression_monitor on parent_suppression (monitor_id)`

  // A trigger, so that every way to delete a monitor unlinks it.
  yield* sql`
    create function unlink_deleted_parent() returns trigger language plpgsql as $$
    begin
      update monitor set depends_on = array_remove(depends_on, old.public_id::text)
      where account_id = old.account_id and deleted_at is null and cardinality(depends_on) > 0
        and old.public_id::text = any(depends_on);
      return null;
    end $$`
  yield* sql`
    create trigger unlink_deleted_parent after update of deleted_at on monitor
    for each row when (old.deleted_at is null and new.deleted_at is not null) execute function unlink_deleted_parent()`

  yield* compatibleSince(12)
})
