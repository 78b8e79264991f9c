import { recordInternalError } from "@mon/process-runtime/internal-errors"
import {
  checkClaimedMonitor,
  type Connectivity,
  type ClaimedMonitor,
  type HostSlot,
  makeHostConcurrency,
  ResultBatcher,
  SUSPECTS_AT_ONCE
} from "@mon/checks"
import {
  type AccountShares,
  type HeartbeatPings,
  isUnavailable,
  logUnavailable,
  makeAccountShares,
  MonitorSchedule,
  type Secrets
} from "@mon/core-store"
import { explainStoreError, traced } from "@mon/process-runtime"
import type { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { countHeldCheck, countCheck, countPostponed, setInFlight } from "../metrics/Metrics.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"

/** The time after which a check of an overloaded host is due again. */
export const POSTPONED_MS = 1_000
/**
 * The share of the lease margin that a check may spend waiting for its host. The remainder is for recording the result.
 */
const WAITING_SHARE = 0.5

/** The checks that this worker has claimed, and whose results it has not recorded yet. */
export interface ChecksInFlight {
  /**
   * Starts a check. Returns false if the host has no free slot and a full queue, or if enough other suspect monitors
   * are being checked. The caller must then postpone the check.
   */
  readonly start: (claim: ClaimedMonitor) => Effect.Effect<boolean>
  /**
   * Returns how many more checks may start, so that at most `limit` are in flight. Checks that wait for their host do
   * not count.
   */
  readonly room: (limit: number) => number
  /** The slots of each account. Checks that wait for their host use no slot. */
  readonly shares: Pick<AccountShares, "full" | "left">
  /** Waits until a condition is true. Evaluates the condition immediately and after each check. */
  readonly when: (holds: () => boolean) => Effect.Effect<void>
  readonly empty: Effect.Effect<void>
  /** Interrupts the remaining checks, and returns their claimed monitors. */
  readonly abandon: Effect.Effect<ReadonlyArray<ClaimedMonitor>>
}

export const makeChecksInFlight: Effect.Effect<
  ChecksInFlight,
  never,
  | ResultBatcher
  | ServiceProbe
  | UptimeProbe
  | Connectivity
  | Secrets
  | HeartbeatPings
  | MonitorSchedule
  | WorkerConfig
  | Scope.Scope
> = Effect.gen(function* () {
  const batcher = yield* ResultBatcher
  const schedule = yield* MonitorSchedule
  const { concurrency, leaseMarginMs } = yield* WorkerConfig
  const hosts = makeHostConcurrency()
  const shares = makeAccountShares(concurrency)
  const services = yield* Effect.context<ServiceProbe | UptimeProbe | Connectivity | Secrets | HeartbeatPings>()
  const fibers = yield* FiberSet.make<void>()
  const claims = new Set<ClaimedMonitor>()
  const occupying = new Set<ClaimedMonitor>()
  const changed = yield* Latch.make()
  let suspects = 0

  const occupy = (claim: ClaimedMonitor) => {
    occupying.add(claim)
    shares.acquire(claim.accountKey)
  }
  const vacate = (claim: ClaimedMonitor) => {
    if (occupying.delete(claim)) shares.release(claim.accountKey)
  }

  const check = Effect.fnUntraced(function* (claim: ClaimedMonitor, slot: HostSlot) {
    const acquired = slot.isImmediate
      ? Option.some(undefined)
      : yield* Effect.timeoutOption(slot.acquired, leaseMarginMs * WAITING_SHARE)
    if (Option.isNone(acquired)) {
      yield* countPostponed(1)
      return yield* schedule.postpone([claim], POSTPONED_MS)
    }
    if (!slot.isImmediate) occupy(claim)
    const row = yield* traced("check", { kind: "client" })(checkClaimedMonitor(claim))
    slot.release()
    changed.openUnsafe()
    yield* countCheck(row.errorCode ?? "ok")
    if (row.suppressed) yield* countHeldCheck
    const taken = yield* batcher.record(row)
    if (!taken) yield* Effect.logDebug("The lease expired before the check was recorded")
  })

  const ended = (claim: ClaimedMonitor) => {
    claims.delete(claim)
    if (claim.isSuspect) suspects -= 1
    changed.openUnsafe()
    return setInFlight(claims.size)
  }

  // An interrupted check stays in the set of claims, so that `abandon` returns its claim.
  const run = (claim: ClaimedMonitor, slot: HostSlot) =>
    check(claim, slot).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          slot.release()
          vacate(claim)
        })
      ),
      Effect.provideContext(services),
      Effect.catch((error) =>
        isUnavailable(error)
          ? logUnavailable(error, "checks, which will be repeated when their leases expire")
          : Effect.annotateLogs(
              Effect.logError("Could not record a check. The check will be repeated when its lease expires"),
              { error: explainStoreError(error) }
            )
      ),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : recordInternalError("check", "A check ended with an internal error", cause)
      ),
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? ended(claim) : Effect.void)),
      Effect.annotateLogs({ monitor: claim.monitorKey })
    )

  const when = (holds: () => boolean): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (holds()) return Effect.void
      changed.closeUnsafe()
      return Effect.flatMap(changed.await, () => when(holds))
    })

  return {
    start: Effect.fnUntraced(function* (claim) {
      if (claim.isSuspect && suspects >= SUSPECTS_AT_ONCE) return false
      const slot = hosts.acquire(claim.hostname)
      if (slot === null) return false
      claims.add(claim)
      if (claim.isSuspect) suspects += 1
      if (slot.isImmediate) occupy(claim)
      yield* setInFlight(claims.size)
      yield* FiberSet.run(fibers, run(claim, slot))
      return true
    }),
    shares,
    room: (limit) => limit - (claims.size - hosts.queued()),
    when,
    empty: FiberSet.awaitEmpty(fibers),
    abandon: Effect.gen(function* () {
      yield* FiberSet.clear(fibers)
      const claimed = [...claims]
      claims.clear()
      return claimed
    })
  }
})
