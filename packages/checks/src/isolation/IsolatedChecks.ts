import { initializeMetrics } from "@mon/process-runtime"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import type { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Pool from "effect/Pool"
import * as Semaphore from "effect/Semaphore"
import { OtherSites } from "../ownNetwork/SelfTest.ts"
import {
  type CheckProcess,
  type CheckProcessSettings,
  type CheckProcessUnavailable,
  checkProgram,
  controlLeft,
  endedItself,
  howItEnded,
  type ProcessAges,
  type ProcessEnd,
  startCheckProcess
} from "./CheckProcess.ts"

export type IsolatedOutcome<A> =
  | { readonly _tag: "Made"; readonly value: A }
  /** The process ended. `isProven` means that the check is proven to be the reason. */
  | { readonly _tag: "Ended"; readonly isProven: boolean }
  /**
   * No process could be started, or processes end even without the check, so that the end of a process proves nothing
   * about it.
   */
  | { readonly _tag: "Unavailable" }

/** A check that may end its process. */
export interface SuspectCheck {
  readonly monitorKey: string
  /**
   * Whether the check runs only once, in a fresh process: its request may change something, or it has ended a process
   * before.
   */
  readonly isAlone: boolean
}

interface IsolatedChecksService {
  /** Runs a check with the engines of another process instead of the engines of this process. */
  readonly run: <A, E, R>(
    suspect: SuspectCheck,
    use: Effect.Effect<A, E, R>
  ) => Effect.Effect<IsolatedOutcome<A>, E, Exclude<R, UptimeProbe | WorkerPool>>
}

/** Runs checks in other processes. By default, there are no other processes. */
export const IsolatedChecks = Context.Reference<IsolatedChecksService>("@mon/checks/IsolatedChecks", {
  defaultValue: () => ({ run: () => Effect.succeed({ _tag: "Unavailable" }) })
})

/**
 * The maximum number of suspect checks that share a process. When a worker has ended, all of its checks are suspects,
 * although nearly all of them are harmless.
 */
export const SUSPECTS_AT_ONCE = 32
/** The maximum number of processes that run at the same time with a single check each. */
const SINGLE_AT_ONCE = 4
const IDLE_MS = 10_000
/**
 * The time to wait after the result of a check. The check can also end its process shortly afterwards, for example when
 * the connection is closed.
 */
const LINGER_MS = 200
/** The time limit for the control, which is a check of another site in another process. */
const CONTROL_TIMEOUT_MS = 10_000
/**
 * The number of controls in a row that must end their process before the end of a process proves nothing about its
 * check.
 */
const CONTROLS_ENDED = 2

const checks = Metric.counter("mon_isolated_checks_total", {
  description: "Checks made in a process of their own after a worker ended during them, by how they ended",
  incremental: true
})
const results = ["made", "proven", "unproven", "unavailable"] as const
const resultOf = (outcome: IsolatedOutcome<unknown>): (typeof results)[number] =>
  outcome._tag === "Ended"
    ? outcome.isProven
      ? "proven"
      : "unproven"
    : outcome._tag === "Made"
      ? "made"
      : "unavailable"
const countOf = (result: string) => Metric.withAttributes(checks, { result })

type Attempt<A> =
  | Extract<IsolatedOutcome<A>, { readonly _tag: "Made" }>
  | { readonly _tag: "Died"; readonly end: ProcessEnd; readonly isAttributable: boolean; readonly ages: ProcessAges }

const attempt = <A, E, R>(process: CheckProcess, use: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(
    use.pipe(
      Effect.provideContext(process.engines),
      Effect.tap(() => Effect.andThen(Effect.sleep(LINGER_MS), process.ping)),
      Effect.map((value): Attempt<A> => ({ _tag: "Made", value }))
    ),
    Effect.gen(function* (): Effect.fn.Return<Attempt<A>> {
      const end = yield* process.ended
      return { _tag: "Died", end, isAttributable: process.hasBegun() && endedItself(end), ages: yield* process.ages }
    })
  )

const unavailable = ({ why }: CheckProcessUnavailable) =>
  Effect.as(Effect.annotateLogs(Effect.logError("A process for checks that may end a worker did not start"), { why }), {
    _tag: "Unavailable"
  } as const)

/**
 * Runs suspect checks in other processes. At first, all suspects share one process. If the shared process ends, each of
 * its checks is repeated alone in one of a few processes. If that process ends too, the check is repeated in a fresh
 * process, in which nothing else happens. The check is proven to be the cause only if this process ended by itself, and
 * if a process that checks another site then lives longer. A program that always ends therefore puts no monitor in
 * quarantine.
 */
export const layerIsolatedChecks = (
  settings: CheckProcessSettings,
  program: URL = checkProgram
): Layer.Layer<never, never, OtherSites> =>
  Layer.effect(
    IsolatedChecks,
    Effect.gen(function* () {
      const sites = yield* OtherSites
      const start = startCheckProcess(program, settings)
      const pool = (max: number, concurrency: number) =>
        Pool.makeWithTTL({ acquire: start, min: 0, max, concurrency, timeToLive: IDLE_MS })
      const shared = yield* pool(1, SUSPECTS_AT_ONCE)
      const single = yield* pool(SINGLE_AT_ONCE, 1)
      const fresh = yield* Semaphore.make(SINGLE_AT_ONCE)
      /** The monitors whose checks were running in a shared process when that process ended. */
      const suspects = new Set<string>()
      let controlsEnded = 0
      yield* initializeMetrics(results.map(countOf))

      const inPool = <A, E, R>(processes: typeof shared, use: Effect.Effect<A, E, R>) =>
        Effect.scoped(
          Effect.gen(function* () {
            const process = yield* Pool.get(processes)
            const tried = yield* attempt(process, use)
            if (tried._tag === "Died") yield* Pool.invalidate(processes, process)
            return tried
          })
        )

      const inFreshProcess = <A, E, R>(use: Effect.Effect<A, E, R>) =>
        Effect.scoped(Effect.flatMap(start, (process) => attempt(process, use))).pipe(Semaphore.withPermits(fresh, 1))

      /**
       * Returns whether a process that checks another site lives longer than the process that ended. Null if unknown.
       */
      const controlLives = Effect.fnUntraced(function* (ages: ProcessAges) {
        const [url] = yield* sites.sample(1)
        if (url === undefined) return null
        const process = yield* start
        const other = Effect.flatMap(UptimeProbe, ({ check }) => check({ url, timeoutMs: CONTROL_TIMEOUT_MS }))
        const lives = Effect.gen(function* () {
          yield* Effect.provideContext(other, process.engines)
          yield* Effect.sleep(controlLeft(yield* process.ages, ages))
          yield* process.ping
          return true
        })
        return yield* Effect.raceFirst(lives, Effect.as(process.ended, false))
      }, Effect.scoped)

      const judge = Effect.fnUntraced(function* ({
        ages,
        end,
        isAttributable
      }: Extract<Attempt<never>, { readonly _tag: "Died" }>) {
        const lives = isAttributable ? yield* controlLives(ages) : null
        if (lives !== null) controlsEnded = lives ? 0 : controlsEnded + 1
        yield* Effect.annotateLogs(
          lives === true
            ? Effect.logError("A check ended the process that made it, apart from all other checks")
            : Effect.logWarning("A process ended during a check. It is not known whether because of the check"),
          { exit: howItEnded(end), ...(lives === false ? { control: "ended, too" } : {}) }
        )
        return controlsEnded >= CONTROLS_ENDED
          ? ({ _tag: "Unavailable" } as const)
          : ({ _tag: "Ended", isProven: lives === true } as const)
      })

      const run = Effect.fnUntraced(function* <A, E, R>(
        { isAlone, monitorKey }: SuspectCheck,
        use: Effect.Effect<A, E, R>
      ) {
        const made = <Made>(value: Made) => {
          suspects.delete(monitorKey)
          return value
        }
        if (!isAlone) {
          if (!suspects.has(monitorKey)) {
            const first = yield* inPool(shared, use)
            if (first._tag === "Made") return first
            suspects.add(monitorKey)
          }
          const second = yield* inPool(single, use)
          if (second._tag === "Made") return made(second)
        }
        const last = yield* inFreshProcess(use)
        if (last._tag === "Died") return yield* judge(last)
        controlsEnded = 0
        return made(last)
      })

      return {
        run: (suspect, use) =>
          run(suspect, use).pipe(
            Effect.catchIf(
              (error): error is CheckProcessUnavailable =>
                error instanceof Object && "_tag" in error && error._tag === "CheckProcessUnavailable",
              unavailable
            ),
            Effect.tap((outcome) => Metric.update(countOf(resultOf(outcome)), 1)),
            Effect.annotateLogs({ monitor: suspect.monitorKey })
          )
      }
    })
  )
