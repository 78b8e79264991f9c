import { PostgresJs } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export interface FactEvent {
  readonly kind: "ssl_expiry" | "ssl_invalid" | "domain_expiry" | "status_change" | "ssl" | "registration" | "repair"
  /** The internal key of the monitor (bigint as text). */
  readonly monitor: string
}

const CHANNEL = "test_facts"

/** Makes the database announce facts once their statement is committed. */
export const listenToFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { open } = yield* PostgresJs
  yield* sql`
    create or replace function notify_fact() returns trigger language plpgsql as $$ begin
      perform pg_notify(${sql.literal(`'${CHANNEL}'`)}, jsonb_build_object(
        'kind', case when tg_nargs > 0 then tg_argv[0] else to_jsonb(new) ->> 'type' end, 'monitor', new.monitor_id::text)::text);
      return new;
    end $$`
  yield* sql`create or replace trigger notify_notification after insert on notification for each row execute function notify_fact()`
  for (const [kind, column] of [
    ["ssl", "ssl"],
    ["registration", "domain_expiry"]
  ] as const) {
    yield* sql.unsafe(
      `create or replace trigger notify_new_${kind} after insert on monitor_facts for each row when (new.${column} is not null) execute function notify_fact('${kind}')`
    )
    yield* sql.unsafe(
      `create or replace trigger notify_${kind} after update on monitor_facts for each row when (old.${column} is distinct from new.${column}) execute function notify_fact('${kind}')`
    )
  }
  yield* sql`create or replace trigger notify_repair after insert or update of state on repair for each row execute function notify_fact('repair')`
  const all: Array<FactEvent> = []
  const waiters = new Set<() => void>()
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => open(1)),
    (listening) => Effect.promise(() => listening.end({ timeout: 1 }))
  )
  // The cast is safe: the trigger above writes the payload.
  yield* Effect.promise(() =>
    pool.listen(CHANNEL, (payload) => {
      all.push(JSON.parse(payload) as FactEvent)
      for (const notify of waiters) notify()
    })
  )
  const count = (kind: FactEvent["kind"], monitor: string) =>
    all.filter((fact) => fact.kind === kind && fact.monitor === monitor).length

  /** Waits until a monitor has had a fact this many times in total. */
  const seen = (kind: FactEvent["kind"], monitor: string, times = 1) =>
    Effect.callback<void>((resume) => {
      const notify = () => {
        if (count(kind, monitor) < times) return
        waiters.delete(notify)
        resume(Effect.void)
      }
      waiters.add(notify)
      notify()
      return Effect.sync(() => waiters.delete(notify))
    })

  return { count, seen }
})
