import { PostgresJs } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A look that has been recorded, by whatever process. */
export interface LookEvent {
  /** Internal key of the monitor (bigint as text). */
  readonly monitor: string
  readonly verdict: "unknown" | "up" | "down"
  readonly statusCode: number | null
  readonly errorCode: string | null
  readonly at: number
}

export interface LookEvents {
  readonly all: ReadonlyArray<LookEvent>
  /** The oldest look that nobody took yet, or the next one to come. */
  readonly next: (matches?: (look: LookEvent) => boolean) => Effect.Effect<LookEvent>
}

interface Waiter {
  readonly matches: (look: LookEvent) => boolean
  readonly take: (look: LookEvent) => void
}

const CHANNEL = "test_looks"

/** Has the database announce each recorded look, so that tests wait for nothing else. */
export const listenToLooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { open } = yield* PostgresJs
  yield* sql`
    create function tell_look() returns trigger language plpgsql as $$ begin
      perform pg_notify(${sql.literal(`'${CHANNEL}'`)}, jsonb_build_object(
        'monitor', new.monitor_id::text,
        'verdict', (array['unknown', 'up', 'down'])[new.verdict + 1],
        'statusCode', new.status_code,
        'errorCode', new.error_code,
        'at', round(extract(epoch from new.checked_at) * 1000))::text);
      return new;
    end $$`
  yield* sql`create trigger tell_look after insert on check_history for each row execute function tell_look()`

  const all: Array<LookEvent> = []
  const untaken: Array<LookEvent> = []
  const waiters = new Set<Waiter>()
  const arrive = (look: LookEvent) => {
    all.push(look)
    const waiter = [...waiters].find(({ matches }) => matches(look))
    if (waiter === undefined) untaken.push(look)
    else waiter.take(look)
  }
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => open(1)),
    (listening) => Effect.promise(() => listening.end({ timeout: 1 }))
  )
  // The trigger above writes the payload.
  yield* Effect.promise(() => pool.listen(CHANNEL, (payload) => arrive(JSON.parse(payload) as LookEvent)))

  const next = (matches: (look: LookEvent) => boolean = () => true) =>
    Effect.callback<LookEvent>((resume) => {
      const index = untaken.findIndex(matches)
      const [found] = index === -1 ? [] : untaken.splice(index, 1)
      if (found !== undefined) return resume(Effect.succeed(found))
      const waiter: Waiter = {
        matches,
        take: (look) => {
          waiters.delete(waiter)
          resume(Effect.succeed(look))
        }
      }
      waiters.add(waiter)
      return Effect.sync(() => waiters.delete(waiter))
    })

  return { all, next } satisfies LookEvents
})
