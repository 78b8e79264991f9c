import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The life of the problems that email health checks find. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // records, answers, steps: as @mon/model declares them.
  yield* sql`
    create table repair (
      id bigint generated always as identity primary key,
      public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      code text not null,
      severity text not null,
      message text not null,
      state text not null check (state in ('open', 'applied', 'verified', 'closed')),
      opened_at timestamptz not null,
      applied_at timestamptz,
      verified_at timestamptz,
      closed_at timestamptz,
      reopened int not null default 0,
      records jsonb not null default '[]',
      answers jsonb,
      steps jsonb not null default '[]',
      score_before smallint,
      score_after smallint,
      rubric_version text,
      unique (monitor_id, code)
    )`
  yield* sql`create index repair_account on repair (account_id, closed_at) where closed_at is not null`
  yield* sql`create index repair_age on repair (closed_at) where closed_at is not null`

  yield* compatibleSince(12)
})
