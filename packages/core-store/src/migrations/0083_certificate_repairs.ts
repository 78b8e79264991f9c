import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The repairs of certificates that are not valid. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // kind: where the problem was found: in email health, or in a certificate. locations: as @mon/model declares them.
  // asked: the locations that were asked to check once. ended_at: when a repair that is not closed was given up.
  yield* sql`
    alter table repair
      add column kind text not null default 'email' check (kind in ('email', 'certificate')),
      add column locations jsonb not null default '[]',
      add column asked text[] not null default '{}',
      add column reported_at timestamptz,
      add column followed_at timestamptz,
      add column ended_at timestamptz`
  yield* sql`create index repair_end on repair (ended_at) where ended_at is not null`

  // While the certificate is not known to be repaired: since when and why it was not valid, what each location has seen
  // since, and `isNew` until its repair is open. Null: there is nothing to repair, or no check has written it yet.
  yield* sql`alter table monitor_facts add column ssl_repair jsonb`
  yield* sql`create index monitor_facts_repaired on monitor_facts (monitor_id) where ssl_repair is not null`
  // The location that is to check next; null: any.
  yield* sql`alter table certificate_schedule add column next_location text`

  // An open page of the domain shows it at once.
  yield* sql`
    create trigger signal_repair after insert or update of state, locations, reported_at, ended_at on repair for each row
    when (new.kind = 'certificate') execute function signal_monitor_of()`

  yield* compatibleSince(12)
})
