import { type StoredUrlChange, type StoreError, UrlChecks, type AccessScope } from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { URL_LEASE_MARGIN_MS, UrlChecker } from "./UrlChecker.ts"

/** The outcome of a manual check. */
export type UrlCheckNow =
  /** The check ended; the change that it found, or null. */
  | { readonly _tag: "Checked"; readonly change: StoredUrlChange | null }
  /** The last manual check, or one that was waited for, ended less than 30 seconds ago. */
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  /** The plan, the missing proof of the host, or a pause does not allow the check: a sentence. */
  | { readonly _tag: "Stopped"; readonly message: string }
  /** The running check did not end in time. */
  | { readonly _tag: "StillUnderWay" }

/** The interval of polls for the end of a check by another process. Milliseconds. */
const POLL_MS = 250
/** The longest time to wait for that check. Milliseconds. */
const JOIN_MS = 60_000

/** The message of a paused monitor that is not checked because its check may end the process that makes it. */
const PAUSED_SUSPECT =
  "The last check of this monitor did not end. Resume the monitor, so that a worker checks it again."

/**
 * Checks one URL monitor immediately, or waits for the check that is already running, or for a worker if the check may
 * end the process that makes it.
 */
export class CheckUrlNow extends Context.Service<
  CheckUrlNow,
  {
    /** Null when the viewer's account has no such monitor. */
    readonly check: (viewer: AccessScope, id: string) => Effect.Effect<UrlCheckNow | null, StoreError>
    /** Returns the content that a check would compare; null: no thread or browser is free. */
    readonly preview: UrlChecker["Service"]["preview"]
  }
>()("@mon/checks/CheckUrlNow") {
  static readonly layerNoDeps: Layer.Layer<CheckUrlNow, never, UrlChecks | UrlChecker> = Layer.effect(
    CheckUrlNow,
    Effect.gen(function* () {
      const checks = yield* UrlChecks
      const checker = yield* UrlChecker

      const until = (isOver: Effect.Effect<boolean, StoreError>) =>
        isOver.pipe(
          Effect.repeat({ schedule: Schedule.spaced(POLL_MS), until: (over) => over }),
          Effect.as(true),
          Effect.timeoutOrElse({ duration: JOIN_MS, orElse: () => Effect.succeed(false) })
        )

      return CheckUrlNow.of({
        preview: checker.preview,
        check: Effect.fn("CheckUrlNow.check")(function* (viewer, id) {
          const manual = yield* checks.claimManually(viewer, id, URL_LEASE_MARGIN_MS)
          if (manual === null || manual._tag === "TooSoon") return manual
          if (manual._tag === "Claimed" && manual.claim.stopped !== null) {
            yield* checks.release([manual.claim])
            return { _tag: "Stopped", message: manual.claim.stopped } as const
          }
          if (manual._tag === "Suspect" && manual.isPaused) return { _tag: "Stopped", message: PAUSED_SUSPECT } as const
          /** Waits for a check of a worker, which then counts as a manual one. */
          const joined = (isDone: Effect.Effect<boolean, StoreError>) =>
            Effect.tap(until(isDone), (done) => (done ? checks.joined(viewer, id) : Effect.void))
          const done =
            manual._tag === "UnderWay"
              ? yield* joined(Effect.map(checks.isUnderWay(id, manual.leaseToken), (underWay) => !underWay))
              : manual._tag === "Suspect"
                ? yield* joined(checks.isCheckedSince(id, manual.checkedAt))
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
