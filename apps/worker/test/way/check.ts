import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "../runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch } from "../TestWorld.ts"

const HOUR_MS = 3_600_000

const checks = Effect.fn("checks")(function* (record: (work: () => Promise<unknown>) => Promise<void>) {
  const sql = yield* SqlClient.SqlClient
  const events = (yield* TestWorld).checks
  const site = yield* openSite()
  yield* runWorker()
  const watched = yield* watch(site, { intervalMs: HOUR_MS })
  yield* events.next(of(watched, "up"))
  const next = Effect.andThen(
    sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${watched.key}::bigint`,
    events.next(of(watched, "up"))
  )
  const context = yield* Effect.context()
  for (let taken = 0; taken < 3; taken += 1)
    yield* Effect.promise(() => record(() => Effect.runPromise(Effect.provide(next, context))))
})

/**
 * Runs one check that passes, and then three more checks for `record`. Each check goes from its claim to the recorded
 * row.
 */
export const take = (record: (work: () => Promise<unknown>) => Promise<void>): Promise<void> =>
  Effect.runPromise(Effect.provide(Effect.scoped(checks(record)), layerWorld))
