import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * The pause of a restored service, encrypted emails in the outbox, partitions for users without the right to create
 * tables, and indexes of rows whose retention ends.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // At most one row: while it exists, workers do not start their work.
  yield* sql`
    create table service_pause (
      one boolean primary key default true check (one),
      paused_at timestamptz not null default mon_now(),
      reason text not null
    )`

  // sealed: recipient apart, the whole email as encrypted JSON. The columns of its parts are empty then.
  yield* sql`alter table email_outbox add column sealed text`
  yield* sql`create index email_outbox_unsealed on email_outbox (id) where sealed is null`

  // Drops at most `at_most` days that ended more than `retention_days` days ago.
  yield* sql`
    create function drop_history_partitions(retention_days integer, at_most integer) returns integer language plpgsql as $$
    declare
      name text;
      dropped integer := 0;
    begin
      for name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'check_history'::regclass and c.relname ~ '^check_history_[0-9]{8}$'
          and (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC'
            <= mon_now() - retention_days * interval '1 day'
        order by c.relname limit at_most
      loop
        execute format('drop table %I', name);
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $$`

  // Partitions belong to the owner of the schema, so that the service itself needs no right to create tables. The fixed
  // search path keeps others from putting tables of their own in front.
  for (const name of [
    "ensure_history_partitions(integer)",
    "ensure_hour_partitions(integer)",
    "drop_history_partitions(integer, integer)",
    "drop_hour_partitions(integer)"
  ]) {
    yield* sql.unsafe(`alter function ${name} security definer`)
    yield* sql.unsafe(`alter function ${name} set search_path from current`)
    yield* sql.unsafe(`revoke execute on function ${name} from public`)
  }

  // Deleting an incident deletes its notifications.
  yield* sql`create index notification_incident on notification (incident_id) where incident_id is not null`
  yield* sql`create index monitor_deleted on monitor (deleted_at) where deleted_at is not null`
  yield* sql`create index incident_resolved on incident (resolved_at)`

  yield* compatibleSince(12)
})
