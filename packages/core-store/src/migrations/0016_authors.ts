import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Who added a webhook or a cc address, so that it ends when that member is removed. Existing ones have no author. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table webhook add column added_by bigint references membership (id) on delete set null`
  yield* sql`create index webhook_author on webhook (added_by) where added_by is not null`

  yield* sql`
    create table cc_email_author (
      monitor_id bigint not null references monitor (id) on delete cascade,
      address text not null check (address = lower(address)),
      membership_id bigint not null references membership (id) on delete cascade,
      primary key (monitor_id, address)
    )`
  yield* sql`create index cc_email_author_membership on cc_email_author (membership_id)`

  // A trigger, because a program of the previous release removes addresses too. Whoever adds one again is its author.
  yield* sql`
    create function drop_cc_email_authors() returns trigger language plpgsql as $$
    begin
      delete from cc_email_author
      where monitor_id = new.id and address not in (select lower(cc) from unnest(new.cc_emails) as cc);
      return null;
    end $$`
  yield* sql`
    create trigger drop_cc_email_authors after update of cc_emails on monitor
    for each row when (old.cc_emails is distinct from new.cc_emails) execute function drop_cc_email_authors()`

  yield* compatibleSince(12)
})
