import { type CheckResultRow, type Claim, HeartbeatPings, type StoredHeartbeat } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { Location } from "../Location.ts"
import { Connectivity } from "../ownNetwork/Connectivity.ts"
import { faultText } from "./faultText.ts"
import type { HeartbeatFault } from "./Heartbeat.ts"
import { lastLines } from "./lastLines.ts"
import { outagesOf } from "./outagesOf.ts"
import { rulesOf } from "./rulesOf.ts"
import { afterJudgement, type Flip, type Standing, standingOf, type Step } from "./Standing.ts"

/** The most attempts to store a judgement. An attempt fails if a ping arrives in the meantime. */
const ATTEMPTS = 10
/** The time until a heartbeat is judged again if it could not be judged now. */
const RETRY_MS = 5_000

/** The fields of a claim that a judgement needs. */
export type HeartbeatClaim = Pick<Claim, "monitorKey" | "leaseToken" | "dueAt" | "claimedAt">

/** What a judgement found. */
interface Judged {
  readonly step: Step
  readonly now: number
}

/** Returns the time since which outages matter: the start of the oldest run on which the state depends. */
const relevantSince = ({ memory }: Standing, now: number): number =>
  Math.min(memory.lastBegin ?? now, ...memory.open.map(({ at }) => at))

/** The faults of pings that have not arrived. */
const missing: ReadonlySet<HeartbeatFault["kind"]> = new Set(["late", "tooLong"])

/** Whether a judgement finds a heartbeat down because a ping has not arrived. */
const findsMissing = (before: Standing, { flips, status }: Step): boolean => {
  const [flip] = flips
  return (
    before.status !== "down" && status === "down" && flips.length === 1 && missing.has(flip?.fault?.kind ?? "failed")
  )
}

const judgeOnce = Effect.fnUntraced(function* (found: StoredHeartbeat) {
  const store = yield* HeartbeatPings
  const standing = standingOf(found)
  const { now, recorded } = found
  const { outages, receivedUntil } = outagesOf(yield* store.receptions(relevantSince(standing, now)))
  const step = afterJudgement(rulesOf(found.settings), standing, recorded, { now, outages, receivedUntil })
  // If this worker's own network does not work, the ping may have been lost on its way.
  if (findsMissing(standing, step) && !(yield* (yield* Connectivity).works)) {
    // The only change in the step is the missing ping, so all earlier changes are already recorded.
    const later: Step = { ...standing, flips: [], expectedAt: step.expectedAt, dueAt: now + RETRY_MS }
    return { step: later, now } satisfies Judged
  }
  const { dueAt: _, ...write } = step
  const change = { heartbeat: found, write: { ...write, dueAt: null }, ping: null }
  return (yield* store.record(change)) ? ({ step, now } satisfies Judged) : null
})

const judge = Effect.fnUntraced(function* (monitorKey: string) {
  const store = yield* HeartbeatPings
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = yield* store.findByKey(monitorKey)
    if (found === null) return null
    const judged = yield* judgeOnce(found)
    if (judged !== null) return judged
  }
  return null
})

/** The faults for which the output of the run is available. */
const withOutput: ReadonlySet<HeartbeatFault["kind"]> = new Set(["failed", "tooShort", "tooOften"])

const jobOf = Effect.fnUntraced(function* (monitorKey: string, fault: HeartbeatFault | null) {
  if (fault === null || !withOutput.has(fault.kind)) return null
  const body = yield* (yield* HeartbeatPings).lastOutput(monitorKey, fault.at)
  return {
    exitCode: fault.kind === "failed" ? fault.exitCode : null,
    output: body === null ? null : lastLines(body)
  }
})

/** Confirms the current state, for a judgement without a change of state. */
const unchanged = ({ memory, status }: Step, at: number) => ({ at, status, fault: memory.fault })

/**
 * Judges a heartbeat that is due, and returns the row to record. If a deadline has passed or a ping has changed the
 * state, the row's time is that of the deadline or ping.
 */
export const judgeDueHeartbeat = Effect.fnUntraced(function* (
  claim: HeartbeatClaim
): Effect.fn.Return<CheckResultRow, never, HeartbeatPings | Connectivity> {
  const { claimedAt, dueAt: claimedDueAt, leaseToken, monitorKey } = claim
  const base = {
    monitorKey,
    leaseToken,
    deterministic: true,
    suppressed: false,
    statusCode: null,
    responseUs: null,
    dnsUs: null,
    connectUs: null,
    tlsUs: null,
    waitUs: null,
    downloadUs: null,
    location: yield* Location,
    stalled: false,
    ssl: null,
    redirect: null
  } as const
  const unmade = (message: string): CheckResultRow => ({
    ...base,
    at: claimedAt,
    verdict: "unknown",
    errorCode: "prober_fault",
    errorMessage: message,
    final: { dueAt: claimedAt + RETRY_MS, claimedDueAt, job: null }
  })
  return yield* Effect.gen(function* () {
    const judged = yield* judge(monitorKey)
    if (judged === null) return unmade("The heartbeat could not be judged.")
    const { now, step } = judged
    const flip: Flip | ReturnType<typeof unchanged> = step.flips[0] ?? unchanged(step, now)
    const error = flip.fault === null ? null : faultText(flip.fault)
    return {
      ...base,
      at: flip.at,
      verdict: flip.status,
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
      final: { dueAt: step.dueAt, claimedDueAt, job: yield* jobOf(monitorKey, flip.fault) }
    } satisfies CheckResultRow
  }).pipe(Effect.catch((error) => Effect.succeed(unmade(error.message))))
})
