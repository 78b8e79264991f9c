import { type StoredUrlChange, type StoreError, UrlChecks, type AccessScope } from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { URL_LEASE_MARGIN_MS, UrlChecker } from "./UrlChecker.ts"

/** What came of a person's wish for a check. */
export type UrlCheckNow =
  /** The check is done; the change that it found, or null. */
  | { readonly _tag: "Checked"; readonly change: StoredUrlChange | null }
  /** The last manual check ended less than 30 seconds ago. */
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  /** The check under way did not end in time. */
  | { readonly _tag: "StillUnderWay" }

/** How often a check that another process makes is asked after. */
const POLL_MS = 250
/** How long it is waited for. */
const JOIN_MS = 60_000

/** Checks one URL monitor at once, or waits for the check that is under way. */
export class CheckUrlNow extends Context.Service<
  CheckUrlNow,
  {
    /** Null: there is no such monitor in the viewer's account. */
    readonly check: (viewer: AccessScope, id: string) => Effect.Effect<UrlCheckNow | null, StoreError>
  }
>()("@mon/checks/CheckUrlNow") {
  static readonly layerNoDeps: Layer.Layer<CheckUrlNow, never, UrlChecks | UrlChecker> = Layer.effect(
    CheckUrlNow,
    Effect.gen(function* () {
      const checks = yield* UrlChecks
      const checker = yield* UrlChecker

      const ended = (id: string, leaseToken: string) =>
        checks
          .isUnderWay(id, leaseToken)
          .pipe(
            Effect.repeat({ schedule: Schedule.spaced(POLL_MS), while: (underWay) => underWay }),
            Effect.as(true),
            Effect.timeoutOrElse({ duration: JOIN_MS, orElse: () => Effect.succeed(false) })
          )

      return CheckUrlNow.of({
        check: Effect.fn("CheckUrlNow.check")(function* (viewer, id) {
          const manual = yield* checks.claimManually(viewer, id, URL_LEASE_MARGIN_MS)
          if (manual === null || manual._tag === "TooSoon") return manual
          const done =
            manual._tag === "UnderWay"
              ? yield* ended(id, manual.leaseToken)
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
