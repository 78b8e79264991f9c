import { type AccessScope, MonitorSchedule, PageChecks, type StoredPageChange, type StoreError } from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { URL_LEASE_MARGIN_MS, PageChecker } from "./PageChecker.ts"

/** The outcome of a manual check. */
export type UrlCheckNow =
  /** The check ended. `change` is the change that it found, or null. */
  | { readonly _tag: "Checked"; readonly change: StoredPageChange | null }
  /**
   * The last manual check ended less than 30 seconds ago. A running check for which somebody waited also counts as a
   * manual check.
   */
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  /**
   * The check is not allowed because of the plan, a missing proof of the host, or a pause. `message` gives the reason
   * in a sentence.
   */
  | { readonly _tag: "Stopped"; readonly message: string }
  /** The check is still running after the longest time that a caller waits. */
  | { readonly _tag: "StillUnderWay" }

const POLL_MS = 250
const JOIN_MS = 60_000

/**
 * The message for a paused monitor whose check may end its process. Only a worker runs such a check, and workers do not
 * check paused monitors.
 */
const PAUSED_SUSPECT =
  "The last check of this monitor did not end. Resume the monitor, so that a worker checks it again."

/**
 * Checks one page immediately. If a check is already running, waits for it. If the check may end its process, waits for
 * a worker to run it.
 */
export class CheckPageNow extends Context.Service<
  CheckPageNow,
  {
    /** Checks the page of a monitor. Returns null if the viewer's account has no such monitor. */
    readonly check: (viewer: AccessScope, id: string) => Effect.Effect<UrlCheckNow | null, StoreError>
    /** Returns the page content that a check would compare. Null if no thread or browser is free. */
    readonly preview: PageChecker["Service"]["preview"]
  }
>()("@mon/checks/CheckPageNow") {
  static readonly layerNoDeps: Layer.Layer<CheckPageNow, never, MonitorSchedule | PageChecks | PageChecker> =
    Layer.effect(
      CheckPageNow,
      Effect.gen(function* () {
        const checks = yield* PageChecks
        const schedule = yield* MonitorSchedule
        const checker = yield* PageChecker

        const until = (isOver: Effect.Effect<boolean, StoreError>) =>
          isOver.pipe(
            Effect.repeat({ schedule: Schedule.spaced(POLL_MS), until: (over) => over }),
            Effect.as(true),
            Effect.timeoutOrElse({ duration: JOIN_MS, orElse: () => Effect.succeed(false) })
          )

        return CheckPageNow.of({
          preview: checker.preview,
          check: Effect.fn("CheckPageNow.check")(function* (viewer, id) {
            const manual = yield* checks.claimManually(viewer, id, URL_LEASE_MARGIN_MS)
            if (manual === null || manual._tag === "TooSoon") return manual
            if (manual._tag === "Claimed" && manual.claim.stopped !== null) {
              yield* checks.release([manual.claim])
              return { _tag: "Stopped", message: manual.claim.stopped } as const
            }
            if (manual._tag === "Suspect" && manual.isPaused)
              return { _tag: "Stopped", message: PAUSED_SUSPECT } as const
            /** Waits for a check by a worker, which then counts as a manual check. */
            const joined = (isDone: Effect.Effect<boolean, StoreError>) =>
              Effect.tap(until(isDone), (done) => (done ? checks.joined(viewer, id) : Effect.void))
            const done =
              manual._tag === "UnderWay"
                ? yield* joined(Effect.map(checks.isUnderWay(id, manual.leaseToken), (underWay) => !underWay))
                : manual._tag === "Suspect"
                  ? yield* joined(schedule.isCheckedSince(id, manual.checkedAt))
                  : yield* checker
                      .check(manual.claim)
                      .pipe(Effect.onInterrupt(() => Effect.ignore(checks.release([manual.claim]))))
            return done
              ? ({ _tag: "Checked", change: yield* checks.lastFound(viewer, id) } as const)
              : ({ _tag: "StillUnderWay" } as const)
          })
        })
      })
    )
}
