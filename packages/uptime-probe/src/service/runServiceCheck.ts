import type { Expectation } from "../expect/Expectation.ts"
import { noTimings, totalOf } from "../CheckResult.ts"
import { checkExpectations } from "../expect/checkExpectations.ts"
import { type Deadline, isDelayed, orLocalFault, type ProbePorts, startDeadline } from "../probe/ProbePorts.ts"
import { type Failure, outcomes } from "../Outcome.ts"
import { THROWN, toError } from "../probe/unmadeCheck.ts"
import type { ConnectionFacts } from "./Connection.ts"
import type { ServiceExpectation, ServiceExpectationResult, ServiceResult } from "./ServiceResult.ts"

export interface CheckEnd {
  readonly signal?: AbortSignal | undefined
  /** A callback that receives a function with which the caller can abort the check without a signal. */
  readonly onBegin?: ((abandon: () => void) => void) | undefined
}

export interface Dialogue<Extra, A = ServiceExpectation> {
  readonly facts: ConnectionFacts
  readonly failure: Failure | null
  /** The fields of the result that only this kind of service has. */
  readonly extra: Extra
  /** The reason why a complete answer fails the check, independent of the expectations. */
  readonly unmet?: Failure
  /** The error that this package's own code threw. */
  readonly thrown?: Error
  /** The results of expectations that only this kind of service has. */
  readonly expectations?: ReadonlyArray<ServiceExpectationResult<A>>
}

interface CheckPlan<A> {
  readonly url: string
  readonly timeoutMs: number
  readonly expect: ReadonlyArray<A>
}

const US_PER_MS = 1_000
const NO_BODY = Buffer.alloc(0)

/** The facts of a connection that was never opened. */
export const NO_FACTS: ConnectionFacts = {
  address: null,
  bytesReceived: 0,
  certificate: null,
  heardFromServer: false,
  timings: noTimings
}

const isShared = (expectation: object): expectation is ServiceExpectation =>
  "responseTimeMs" in expectation || "certificate" in expectation || "ipVersion" in expectation

/** Checks the expectations that all kinds of services have. `totalUs` is the response time. */
export const checkShared = async (
  expect: ReadonlyArray<ServiceExpectation>,
  { address, certificate }: Pick<ConnectionFacts, "address" | "certificate">,
  totalUs: number
): Promise<ReadonlyArray<ServiceExpectationResult>> => {
  if (expect.length === 0) return []
  const answer = {
    statusCode: 200,
    headers: new Map(),
    body: NO_BODY,
    brokeOff: false,
    totalMs: totalUs / US_PER_MS
  }
  const { results } = await checkExpectations(expect satisfies ReadonlyArray<Expectation>, {
    ...answer,
    address,
    certificate
  })
  return results.map((result, index) => ({ ...result, expectation: expect[index] as ServiceExpectation }))
}

const inOrder = <A>(
  expect: ReadonlyArray<A>,
  results: ReadonlyArray<ServiceExpectationResult<A>>
): ReadonlyArray<ServiceExpectationResult<A>> =>
  results.toSorted((one, other) => expect.indexOf(one.expectation) - expect.indexOf(other.expectation))

/**
 * Runs a dialogue within the time limit, and returns the result of the check. If the dialogue rejects, the outcome is
 * `prober_fault`. Rejects only with the signal's reason.
 */
export const runServiceCheck = async <A extends object, Extra extends object>(
  { eventLoop }: ProbePorts,
  { expect, timeoutMs, url }: CheckPlan<A>,
  { onBegin, signal }: CheckEnd,
  nothing: Extra,
  talk: (deadline: Deadline) => Promise<Dialogue<Extra, A>>
): Promise<ServiceResult<A> & Extra> => {
  signal?.throwIfAborted()
  const startedAt = Date.now()
  const began = performance.now()
  const stopMonitor = eventLoop.begin()
  const deadline = startDeadline(timeoutMs, signal)
  onBegin?.(deadline.abandon)
  let lateMs = 0
  const {
    expectations = [],
    extra,
    facts,
    failure: broken,
    thrown,
    unmet
  }: Dialogue<Extra, A> = await talk(deadline)
    .catch((error: unknown): Dialogue<Extra, A> => ({
      facts: NO_FACTS,
      extra: nothing,
      failure: THROWN,
      thrown: toError(error)
    }))
    .finally(() => {
      deadline.end()
      lateMs = stopMonitor()
    })
  const checkMs = performance.now() - began
  signal?.throwIfAborted()
  const shared =
    broken === null
      ? await checkShared((expect as ReadonlyArray<object>).filter(isShared), facts, totalOf(facts.timings))
      : []
  const judged = inOrder(expect, [
    ...expectations,
    ...(shared as ReadonlyArray<ServiceExpectationResult<object>>)
  ] as never)
  const failed = judged.find(({ holds }) => !holds)
  const failure: Failure | null =
    broken !== null
      ? orLocalFault(broken, lateMs, checkMs)
      : failed === undefined || unmet !== undefined
        ? (unmet ?? null)
        : { outcome: "expectation_failed", message: failed.message }
  const outcome = failure?.outcome ?? "ok"
  const { deterministic, verdict } = outcomes[outcome]
  return {
    url,
    startedAt,
    outcome,
    verdict,
    deterministic,
    message: failure?.message ?? null,
    totalUs: broken === null ? totalOf(facts.timings) : null,
    ...facts,
    ...(judged.length === 0 ? {} : { expectations: judged }),
    delayed: isDelayed(lateMs, checkMs),
    ...(thrown === undefined ? {} : { thrown }),
    ...extra
  }
}
