import {
  type CheckResultRow,
  ENDED_TO_QUARANTINE,
  type Secrets,
  type Suspicion,
  type SuspicionOfResult
} from "@mon/core-store"
import { isUnsafeMethod } from "@mon/model"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import { checkDomain, type ClaimedMonitor, databaseTime, unmadeRow } from "../domains/checkDomain.ts"
import type { Connectivity } from "../ownNetwork/Connectivity.ts"
import { IsolatedChecks, type IsolatedOutcome, type SuspectCheck } from "./IsolatedChecks.ts"

/** The share of the lease that a check in another process may use. The rest is for recording the result. */
const LEASE_SHARE = 0.8

type Suspect = Suspicion & {
  readonly monitorKey: string
  readonly request: { readonly method?: string | undefined } | null
}

const suspectOf = ({ endedProcesses, monitorKey, request }: Suspect): SuspectCheck => ({
  monitorKey,
  isAlone: endedProcesses > 0 || isUnsafeMethod(request?.method)
})

/**
 * A check that did not end normally: its effect on the suspicion against the monitor, and the reason why there is no
 * verdict.
 */
export interface EndedCheck {
  readonly suspicion: SuspicionOfResult
  readonly message: string
}

const LATE: EndedCheck = {
  suspicion: "kept",
  message: "Mon could not run this check in time. Mon will try again."
}

const endedCheck = ({ endedProcesses }: Suspicion, isProven: boolean): EndedCheck => {
  if (!isProven)
    return {
      suspicion: "kept",
      message: "Mon could not run this check: the process that ran it ended. Mon will try again."
    }
  const times = endedProcesses + 1
  return {
    suspicion: "proven",
    message:
      times < ENDED_TO_QUARANTINE
        ? "Mon could not run this check: it ended the process that ran it. Mon will try again."
        : `Mon could not run this check: it ended the process that ran it ${times} times in a row. Mon tries again every hour, and after you edit the monitor.`
  }
}

/**
 * Runs a suspect check in another process. If other processes are unavailable, `use` runs in this process, unless the
 * check is proven to have ended a process.
 */
export const runSuspect = <A, E, R>(
  claim: Suspect,
  leftMs: number,
  use: Effect.Effect<A, E, R>,
  onEnded: (ended: EndedCheck) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const outcome: IsolatedOutcome<A> | { readonly _tag: "Late" } = yield* (yield* IsolatedChecks)
      .run(suspectOf(claim), use)
      .pipe(
        Effect.timeoutOrElse({
          duration: Math.max(0, LEASE_SHARE * leftMs),
          orElse: () => Effect.succeed({ _tag: "Late" } as const)
        })
      )
    if (outcome._tag === "Made") return outcome.value
    if (outcome._tag === "Late") return yield* onEnded(LATE)
    if (outcome._tag === "Ended") return yield* onEnded(endedCheck(claim, outcome.isProven))
    return yield* claim.endedProcesses === 0 ? use : onEnded(endedCheck(claim, false))
  })

/**
 * Checks a claimed domain in the same way as {@link checkDomain}, but in another process if the domain's check is a
 * suspect.
 */
export const checkClaimedDomain = Effect.fnUntraced(function* (
  claim: ClaimedMonitor
): Effect.fn.Return<CheckResultRow, never, UptimeProbe | Connectivity | Secrets> {
  if (!claim.isSuspect || claim.stopped !== null) return yield* checkDomain(claim)
  const leftMs = claim.leaseUntil - (yield* databaseTime(claim))
  return yield* runSuspect(claim, leftMs, checkDomain(claim), (ended) => unmadeRow(claim, ended))
})
