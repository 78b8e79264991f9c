import { HeartbeatPings } from "@mon/core-store"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"

/** The time between two notes that this process can receive pings. */
const NOTED_EVERY = "2 seconds"

/**
 * Notes every few seconds that this process can receive pings. The gaps between these notes are times in which no
 * process could, and in which no heartbeat is late. A note that fails leaves a gap, because a ping could not be stored
 * either.
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
