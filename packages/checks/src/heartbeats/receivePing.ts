import { HeartbeatPings, type NewPing, type StoredHeartbeat, type StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { afterPing, standingOf } from "./Standing.ts"
import { rulesOf } from "./rulesOf.ts"

/** Attempts to store a ping while others of the same heartbeat arrive. */
const ATTEMPTS = 100
/** While the database is not available, the ping is tried again for about as long as a failover takes. */
const failover = { schedule: Schedule.spaced("500 millis"), times: 8 } as const

/** A ping as it was received, without the time, which is that of the database. */
export type ReceivedPing = Omit<NewPing, "at" | "runtimeMs"> & {
  /** The run time that the ping states. It counts if the start of the run is not known. Null: none. Milliseconds. */
  readonly statedMs: number | null
}

/** Finds the heartbeat of a ping. Null: there is none. */
type Find = Effect.Effect<StoredHeartbeat | null, StoreError, HeartbeatPings>

const storeOnce = Effect.fnUntraced(function* (find: Find, received: ReceivedPing) {
  const found = yield* find
  if (found === null) return "unknown"
  const at = found.now
  const { statedMs, ...ping } = received
  const { exitCode, kind, run } = ping
  const store = yield* HeartbeatPings
  const standing = standingOf(found)
  const next = found.isPaused
    ? { ...standing, runtimeMs: null, expectedAt: null, dueAt: null }
    : afterPing(rulesOf(found.settings), standing, { at, kind, run, exitCode })
  const { runtimeMs, ...write } = next
  return (yield* store.record(found, write, { ...ping, at, runtimeMs: runtimeMs ?? statedMs })) ? "recorded" : "again"
})

/**
 * Stores a ping and the new state of its heartbeat. The ping is durable when this returns "recorded". "unknown": there
 * is no such heartbeat. Fails if the database was not available for some seconds, or if too many pings arrived at once.
 */
export const receivePing = Effect.fnUntraced(function* (
  find: Find,
  received: ReceivedPing
): Effect.fn.Return<"recorded" | "unknown" | "tooMany", StoreError, HeartbeatPings> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outcome = yield* Effect.retry(storeOnce(find, received), {
      ...failover,
      while: ({ reason }) => reason === "Unavailable"
    })
    if (outcome !== "again") return outcome
  }
  return "tooMany"
})
