import {
  type HeartbeatChange,
  HeartbeatPings,
  type NewPing,
  type StoredHeartbeat,
  type StoreError
} from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Request from "effect/Request"
import * as RequestResolver from "effect/RequestResolver"
import * as Schedule from "effect/Schedule"
import { type FilteredPing, filterPing } from "./filterPing.ts"
import { afterPing, standingOf } from "./Standing.ts"
import { rulesOf } from "./rulesOf.ts"

/**
 * The most attempts to store a ping. An attempt fails if another ping of the same heartbeat arrives in the meantime.
 */
const ATTEMPTS = 100
/** While the database is unavailable, storing the ping is retried for about as long as a failover takes. */
const failover = { schedule: Schedule.spaced("500 millis"), times: 8 } as const

/** The time for which a ping waits for other pings, so that two statements store all of them. */
const GATHER_MS = 8
/** The most pings that are stored with the same two statements. */
const MOST_GATHERED = 50

/** A ping as it was received. It has no time, because the time comes from the database. */
export type ReceivedPing = Omit<NewPing, "at" | "runtimeMs"> & {
  /**
   * The duration of the run that the ping states, in milliseconds. The stated duration is used if the start of the run
   * is unknown. Null if the ping states none.
   */
  readonly statedMs: number | null
  /** What the filters of the heartbeat read. Null: they do not apply. */
  readonly filtered: FilteredPing | null
}

/** Finds the heartbeat of a ping. Null if there is none. */
type Find = Effect.Effect<StoredHeartbeat | null, StoreError, HeartbeatPings>

/**
 * Returns the change that a ping makes to its heartbeat. If keywords decide, the exit code has no effect on the state.
 */
const changeOf = (heartbeat: StoredHeartbeat, { filtered, statedMs, ...ping }: ReceivedPing): HeartbeatChange => {
  const at = heartbeat.now
  const { run } = ping
  const kind = filterPing(heartbeat.settings.filters, filtered, ping)
  const exitCode = kind === ping.kind ? ping.exitCode : null
  const standing = standingOf(heartbeat)
  const next = heartbeat.isPaused
    ? { ...standing, runtimeMs: null, expectedAt: null, dueAt: null }
    : afterPing(rulesOf(heartbeat.settings), standing, { at, kind, run, exitCode })
  const { runtimeMs, ...write } = next
  return { heartbeat, write, ping: { ...ping, kind, at, runtimeMs: runtimeMs ?? statedMs } }
}

const storeOnce = Effect.fnUntraced(function* (find: Find, received: ReceivedPing) {
  const found = yield* find
  if (found === null) return "unknown"
  return (yield* (yield* HeartbeatPings).record(changeOf(found, received))) ? "recorded" : "again"
})

/**
 * Stores a ping and the new state of its heartbeat. Returns "recorded" once the ping is durable, "unknown" if there is
 * no such heartbeat, and "tooMany" if too many pings arrived at once. Fails if the database was unavailable for some
 * seconds.
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

type Outcome = "recorded" | "unknown" | "again"

/** A ping whose URL contains a token. `token` is the SHA-256 of the token. */
class ArrivedPing extends Request.Class<
  { readonly token: Uint8Array; readonly received: ReceivedPing },
  Outcome,
  never,
  HeartbeatPings
> {}

/** Stores the pings of a batch, but at most one ping of each heartbeat. */
const storeAll = Effect.fnUntraced(function* (store: typeof HeartbeatPings.Service, pings: ReadonlyArray<ArrivedPing>) {
  const found = yield* store.findByTokens(pings.map(({ token }) => token))
  const changes = new Map<string, { readonly ping: ArrivedPing; readonly change: HeartbeatChange }>()
  for (const [index, ping] of pings.entries()) {
    const heartbeat = found[index] ?? null
    if (heartbeat !== null && !changes.has(heartbeat.monitorKey))
      changes.set(heartbeat.monitorKey, { ping, change: changeOf(heartbeat, ping.received) })
  }
  const saved = yield* store.recordAll([...changes.values()].map(({ change }) => change))
  return pings.map((ping, index): Outcome => {
    const heartbeat = found[index] ?? null
    if (heartbeat === null) return "unknown"
    return changes.get(heartbeat.monitorKey)?.ping === ping && saved.has(heartbeat.monitorKey) ? "recorded" : "again"
  })
})

/**
 * Gathers pings for some milliseconds and stores them with two statements. If that fails, each ping is stored on its
 * own, so that no ping is lost because of another ping.
 */
const arrivals = RequestResolver.makeGrouped<ArrivedPing, typeof HeartbeatPings.Service>({
  key: ({ context }) => Context.get(context, HeartbeatPings),
  resolver: (entries, store) =>
    Effect.gen(function* () {
      const stored = storeAll(
        store,
        entries.map(({ request }) => request)
      )
      const outcomes = yield* Effect.orElseSucceed(stored, () => [])
      for (const [index, entry] of entries.entries()) entry.completeUnsafe(Exit.succeed(outcomes[index] ?? "again"))
    })
}).pipe(RequestResolver.setDelay(GATHER_MS), RequestResolver.batchN(MOST_GATHERED))

/** Stores a ping whose URL contains a token, in the same way as `receivePing`. `token` is the SHA-256 of the token. */
export const receiveTokenPing = Effect.fnUntraced(function* (token: Uint8Array, received: ReceivedPing) {
  const outcome = yield* Effect.request(new ArrivedPing({ token, received }), arrivals)
  if (outcome !== "again") return outcome
  const find = Effect.flatMap(HeartbeatPings, (pings) => pings.findByTokens([token]))
  return yield* receivePing(
    Effect.map(find, ([found]) => found ?? null),
    received
  )
})
