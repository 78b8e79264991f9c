import { PostgresJs } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Makes the database announce each lease that ends. The returned function waits until the next lease of a monitor ends.
 */
export const listenToEmailHealth = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { open } = yield* PostgresJs
  yield* sql`create or replace function notify_email_health() returns trigger language plpgsql as $$ begin
    if new.lease_token is null and old.lease_token is not null then perform pg_notify('test_checks', new.monitor_id::text); end if;
    return new;
  end $$`
  yield* sql`create or replace trigger notify_email_health after update on email_health_schedule for each row execute function notify_email_health()`
  const waiting = new Map<string, Array<() => void>>()
  const counts = new Map<string, number>()
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => open(1)),
    (listening) => Effect.promise(() => listening.end({ timeout: 1 }))
  )
  yield* Effect.promise(() =>
    pool.listen("test_checks", (key) => {
      const next = waiting.get(key)?.shift()
      if (next === undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
      else next()
    })
  )
  return (key: string) =>
    Effect.callback<void>((resume) => {
      const seen = counts.get(key) ?? 0
      if (seen > 0) {
        counts.set(key, seen - 1)
        return resume(Effect.void)
      }
      waiting.set(key, [...(waiting.get(key) ?? []), () => resume(Effect.void)])
    })
})

export const makeDue = (key: string) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql`update email_health_schedule set next_at = mon_now() where monitor_id = ${key}::bigint`
  )
