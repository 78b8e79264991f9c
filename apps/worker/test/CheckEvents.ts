import { PostgresJs } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A check that any process recorded. */
export interface CheckEvent {
  /** The internal key of the monitor (bigint as text). */
  readonly monitor: string
  readonly verdict: "unknown" | "up" | "down"
  readonly statusCode: number | null
  readonly errorCode: string | null
  readonly at: number
}

export interface CheckEvents {
  readonly all: ReadonlyArray<CheckEvent>
  /** Returns the oldest check that no earlier call returned, or waits for the next check. */
  readonly next: (matches?: (check: CheckEvent) => boolean) => Effect.Effect<CheckEvent>
}

interface Waiter {
  readonly matches: (check: CheckEvent) => boolean
  readonly take: (check: CheckEvent) => void
}

const CHANNEL = "test_checks"

/** Makes the database announce each recorded check, so that tests need not poll. */
export const listenToChecks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { open } = yield* PostgresJs
  yield* sql`
    create function notify_check() returns trigger language plpgsql as $$ begin
      perform pg_notify(${sql.literal(`'${CHANNEL}'`)}, jsonb_build_object(
        'monitor', new.monitor_id::text,
        'verdict', (array['unknown', 'up', 'down'])[new.verdict + 1],
        'statusCode', new.status_code,
        'errorCode', new.error_code,
        'at', round(extract(epoch from new.checked_at) * 1000))::text);
      return new;
    end $$`
  yield* sql`create trigger notify_check after insert on check_history for each row execute function notify_check()`

  const all: Array<CheckEvent> = []
  const untaken: Array<CheckEvent> = []
  const waiters = new Set<Waiter>()
  const arrive = (check: CheckEvent) => {
    all.push(check)
    const waiter = [...waiters].find(({ matches }) => matches(check))
    if (waiter === undefined) untaken.push(check)
    else waiter.take(check)
  }
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => open(1)),
    (listening) => Effect.promise(() => listening.end({ timeout: 1 }))
  )
  // The cast is safe: the trigger above writes the payload.
  yield* Effect.promise(() => pool.listen(CHANNEL, (payload) => arrive(JSON.parse(payload) as CheckEvent)))

  const next = (matches: (check: CheckEvent) => boolean = () => true) =>
    Effect.callback<CheckEvent>((resume) => {
      const index = untaken.findIndex(matches)
      const [found] = index === -1 ? [] : untaken.splice(index, 1)
      if (found !== undefined) return resume(Effect.succeed(found))
      const waiter: Waiter = {
        matches,
        take: (check) => {
          waiters.delete(waiter)
          resume(Effect.succeed(check))
        }
      }
      waiters.add(waiter)
      return Effect.sync(() => waiters.delete(waiter))
    })

  return { all, next } satisfies CheckEvents
})
