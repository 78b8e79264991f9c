import { optional, anAbortSignal, argumentsOf } from "@mon/bundled/arguments"
import { checkRequest } from "./argumentKinds.ts"
import { contentOfAnswer } from "./content/judgeContent.ts"
import { DEFAULT_TIMEOUT_MS, isDelayed, orLocalFault, type ProbePorts, startDeadline } from "./probe/ProbePorts.ts"
import type { HopResult } from "./probe/performHop.ts"
import {
  addTimings,
  type CheckResult,
  type CheckRequest,
  noTimings,
  type TimedRequest,
  type Timings,
  totalOf
} from "./CheckResult.ts"
import { answered, outcomes } from "./Outcome.ts"
import { textOf } from "./expect/ReadAnswer.ts"
import { classifyRedirects } from "./http/RedirectKind.ts"
import { firstPlan, type RequestPlan, returnedBytes } from "./probe/RequestPlan.ts"
import { followRedirects, type JudgeContent, type Session } from "./probe/followRedirects.ts"
import { THROWN, toError, unmadeCheck } from "./probe/unmadeCheck.ts"

const acceptRequest = /* @__PURE__ */ argumentsOf("check", () => ({
  request: checkRequest(),
  signal: optional(anAbortSignal)
}))

/** The maximum number of bytes of the final page that are read as text to classify redirects. */
const PAGE_BYTES = 64 * 1024

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

const failedAnswerOf = (ends: ReadonlyArray<HopResult>): Pick<CheckResult, "failedAnswer"> => {
  const last = ends.at(-1)
  if (last === undefined) return {}
  const headers = Object.fromEntries([...last.headers].map(([name, values]) => [name, values.join(", ")]))
  return { failedAnswer: { headers, text: textOf({ headers: last.headers, body: last.body.subarray(0, PAGE_BYTES) }) } }
}

const timed = (request: CheckRequest | string): TimedRequest => {
  if (typeof request === "string") return { url: request, timeoutMs: DEFAULT_TIMEOUT_MS }
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = request
  return { ...request, timeoutMs }
}

/**
 * Runs one check. Rejects only with the signal's reason, or with a TypeError if the request is invalid. If the engine's
 * own code throws, the outcome is `prober_fault`. `onBegin` receives a function that aborts the check, which costs less
 * than a signal.
 */
export const probeUrl = async (
  ports: ProbePorts,
  given: CheckRequest | string,
  outer?: AbortSignal,
  onBegin?: (abandon: () => void) => void,
  session?: Session
): Promise<CheckResult> => {
  acceptRequest(given, outer)
  const request = timed(given)
  const first = firstPlan(request)
  outer?.throwIfAborted()
  const startedAt = Date.now()
  try {
    return await runCheck(ports, request, first, startedAt, outer, onBegin, session)
  } catch (error) {
    outer?.throwIfAborted()
    return unmadeCheck(request.url, startedAt, THROWN.message, toError(error))
  }
}

const runCheck = async (
  ports: ProbePorts,
  request: TimedRequest,
  first: RequestPlan,
  startedAt: number,
  outer: AbortSignal | undefined,
  onBegin: ((abandon: () => void) => void) | undefined,
  session: Session | undefined
): Promise<CheckResult> => {
  const began = performance.now()
  const stopMonitor = ports.eventLoop.begin()
  const deadline = startDeadline(request.timeoutMs, outer)
  onBegin?.(deadline.abandon)
  let lateMs = 0
  const judge: JudgeContent = (answer, results) => contentOfAnswer(request, answer, results, ports.knownPages)
  const chain = await followRedirects(first, request, ports, deadline, judge, session).finally(() => {
    deadline.end()
    lateMs = stopMonitor()
  })
  const checkMs = performance.now() - began
  outer?.throwIfAborted()

  const { ends } = chain
  const hops = ends.map((end) => end.hop)
  const failure = chain.failure === null ? null : orLocalFault(chain.failure, lateMs, checkMs)
  const outcome = failure?.outcome ?? "ok"
  const timings =
    hops.reduce<Timings | null>((sum, hop) => (sum === null ? hop.timings : addTimings(sum, hop.timings)), null) ??
    noTimings
  const last = hops.at(-1)
  const isAnswered = answered.has(outcome)
  const made: CheckResult = {
    url: request.url,
    startedAt,
    outcome,
    verdict: outcomes[outcome].verdict,
    deterministic: outcomes[outcome].deterministic,
    message: failure?.message ?? null,
    statusCode: last?.statusCode ?? null,
    totalUs: isAnswered ? totalOf(timings) : null,
    timings,
    bytesReceived: ends.reduce((sum, end) => sum + end.bytesReceived, 0),
    heardFromServer: ends.some((end) => end.heard),
    hops,
    finalUrl: last?.url ?? first.url.href,
    certificate: hops.findLast((hop) => hop.certificate !== null)?.certificate ?? null,
    delayed: isDelayed(lateMs, checkMs)
  }
  // Most checks have no additional fields, and spreading an empty object takes time.
  const result = chain.content === undefined ? made : { ...made, content: chain.content }
  const keepsFailed = request.keepFailedAnswer === true && isAnswered && outcome !== "ok"
  if (
    chain.expectations.length === 0 &&
    !keepsFailed &&
    (!isAnswered || (ends.length < 2 && request.keepAnswerBytes === undefined))
  )
    return result
  return {
    ...result,
    ...(chain.expectations.length === 0 ? {} : { expectations: chain.expectations }),
    ...(isAnswered ? redirectOf(ends) : {}),
    ...(keepsFailed ? failedAnswerOf(ends) : {}),
    ...(isAnswered && request.keepAnswerBytes !== undefined ? answerOf(ends, returnedBytes(request)) : {})
  }
}
