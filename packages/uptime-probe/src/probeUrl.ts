import { optional, anAbortSignal, argumentsOf } from "@mon/arguments"
import { checkRequest } from "./argumentKinds.ts"
import { startDeadline } from "./Deadline.ts"
import type { HopResult } from "./performHop.ts"
import {
  addTimings,
  type CheckResult,
  type CheckRequest,
  noTimings,
  type TimedRequest,
  type Timings,
  totalOf
} from "./CheckResult.ts"
import { type Failure, type OutcomeCode, outcomes, timeouts } from "./Outcome.ts"
import type { ProbePorts } from "./ProbePorts.ts"
import { classifyRedirects } from "./RedirectKind.ts"
import { firstPlan, returnedBytes } from "./RequestPlan.ts"
import { isLocalFault, isDelayed } from "./EventLoopMonitor.ts"
import { followRedirects } from "./followRedirects.ts"

const acceptRequest = /* @__PURE__ */ argumentsOf("check", () => ({
  request: checkRequest(),
  signal: optional(anAbortSignal)
}))

/** Outcomes with a final answer. */
const ANSWERED: ReadonlySet<OutcomeCode> = new Set(["ok", "http_status", "expectation_failed"])

/** Of the final page, for what its text gives away. */
const PAGE_BYTES = 64 * 1024

/** What kind of redirects these were, when they led to a final answer. */
const redirectOf = (ends: ReadonlyArray<HopResult>): Pick<CheckResult, "redirect"> => {
  const last = ends.at(-1)
  if (ends.length < 2 || last === undefined) return {}
  const redirect = classifyRedirects({
    urls: ends.map(({ hop }) => new URL(hop.url)),
    statusCodes: ends.slice(0, -1).map(({ hop }) => hop.statusCode ?? 0),
    page: last.body.toString("latin1", 0, PAGE_BYTES)
  })
  return redirect === null ? {} : { redirect }
}

const answerOf = (ends: ReadonlyArray<HopResult>, bytes: number): Pick<CheckResult, "answer"> => {
  const last = ends.at(-1)
  if (last === undefined) return {}
  return {
    answer: {
      contentType: last.headers.get("content-type")?.[0] ?? null,
      body: last.body.subarray(0, bytes),
      cut: last.body.length > bytes
    }
  }
}

/** Long enough for a slow page, and what other clients use. */
const DEFAULT_TIMEOUT_MS = 10_000

const timed = (request: CheckRequest | string): TimedRequest => {
  if (typeof request === "string") return { url: request, timeoutMs: DEFAULT_TIMEOUT_MS }
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = request
  return { ...request, timeoutMs }
}

/**
 * Makes one check; rejects only with the signal's reason, or with a TypeError for a wrong request. `onBegin` receives a
 * function that aborts it without a signal, which costs less.
 */
export const probeUrl = async (
  ports: ProbePorts,
  given: CheckRequest | string,
  outer?: AbortSignal,
  onBegin?: (abandon: () => void) => void
): Promise<CheckResult> => {
  acceptRequest(given, outer)
  const request = timed(given)
  const first = firstPlan(request)
  outer?.throwIfAborted()
  const startedAt = Date.now()
  const began = performance.now()
  const stopMonitor = ports.eventLoop.begin()
  const deadline = startDeadline(request.timeoutMs, outer)
  onBegin?.(deadline.abandon)
  let lateMs = 0
  const chain = await followRedirects(first, request, ports, deadline).finally(() => {
    deadline.end()
    lateMs = stopMonitor()
  })
  const checkMs = performance.now() - began
  outer?.throwIfAborted()

  const { ends } = chain
  const hops = ends.map((end) => end.hop)
  const failure =
    chain.failure !== null && timeouts.has(chain.failure.outcome) && isLocalFault(lateMs, checkMs)
      ? ({
          outcome: "prober_fault",
          message: `The prober was too busy to make the check: ${chain.failure.message}`
        } satisfies Failure)
      : chain.failure
  const outcome = failure?.outcome ?? "ok"
  const timings =
    hops.reduce<Timings | null>((sum, hop) => (sum === null ? hop.timings : addTimings(sum, hop.timings)), null) ??
    noTimings
  const last = hops.at(-1)
  const answered = ANSWERED.has(outcome)
  const result: CheckResult = {
    url: request.url,
    startedAt,
    outcome,
    verdict: outcomes[outcome].verdict,
    deterministic: outcomes[outcome].deterministic,
    message: failure?.message ?? null,
    statusCode: last?.statusCode ?? null,
    totalUs: answered ? totalOf(timings) : null,
    timings,
    bytesReceived: ends.reduce((sum, end) => sum + end.bytesReceived, 0),
    heardFromServer: ends.some((end) => end.heard),
    hops,
    finalUrl: last?.url ?? first.url.href,
    certificate: hops.findLast((hop) => hop.certificate !== null)?.certificate ?? null,
    delayed: isDelayed(lateMs, checkMs)
  }
  // Most checks have none of these, and spreading an empty object has a cost.
  if (chain.assertions.length === 0 && (!answered || (ends.length < 2 && request.keepAnswerBytes === undefined)))
    return result
  return {
    ...result,
    ...(chain.assertions.length === 0 ? {} : { assertions: chain.assertions }),
    ...(answered ? redirectOf(ends) : {}),
    ...(answered && request.keepAnswerBytes !== undefined ? answerOf(ends, returnedBytes(request)) : {})
  }
}
