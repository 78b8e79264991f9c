import { HeartbeatPings } from "@mon/core-store"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"

/** The interval at which this process records that it can receive pings. */
const NOTED_EVERY = "2 seconds"

/**
 * Records every few seconds that this process can receive pings. In a gap between these records, no process could
 * receive pings, so no heartbeat counts as late. If a record cannot be stored, there is a gap, because a ping could not
 * be stored either.
 */
export const keepReceiving = Effect.gen(function* () {
  const pings = yield* HeartbeatPings
  let period: string = randomUUID()
  const note = Effect.suspend(() =>
    Effect.map(pings.receiving(period, randomUUID()), (id) => {
      period = id
    })
  )
  return yield* Effect.ignore(note).pipe(Effect.andThen(Effect.sleep(NOTED_EVERY)), Effect.forever)
})
