import { startDeadline } from "./Deadline.ts"
import type { HopEnd } from "./HopLook.ts"
import { addTimings, type Look, type LookRequest, noTimings, type Timings, totalOf } from "./Look.ts"
import { type Failure, type OutcomeCode, outcomes, timeouts } from "./Outcome.ts"
import type { ProbePorts } from "./ProbePorts.ts"
import { classifyRedirects } from "./RedirectKind.ts"
import { firstPlan, keptBytes } from "./RequestPlan.ts"
import { isOwnFault, isStalled } from "./StallWatch.ts"
import { walk } from "./Walk.ts"

/** Outcomes with a final answer. */
const ANSWERED: ReadonlySet<OutcomeCode> = new Set(["ok", "http_status", "assertion"])

/** Of the final page, for what its text gives away. */
const PAGE_BYTES = 64 * 1024

/** What the redirects come to, when they led to a final answer. */
const redirectOf = (ends: ReadonlyArray<HopEnd>): Pick<Look, "redirect"> => {
  const last = ends.at(-1)
  if (ends.length < 2 || last === undefined) return {}
  const redirect = classifyRedirects({
    urls: ends.map(({ hop }) => new URL(hop.url)),
    statusCodes: ends.slice(0, -1).map(({ hop }) => hop.statusCode ?? 0),
    page: last.body.toString("latin1", 0, PAGE_BYTES)
  })
  return redirect === null ? {} : { redirect }
}

const answerOf = (ends: ReadonlyArray<HopEnd>, kept: number): Pick<Look, "answer"> => {
  const last = ends.at(-1)
  if (last === undefined) return {}
  return {
    answer: {
      contentType: last.headers.get("content-type")?.[0] ?? null,
      body: last.body.subarray(0, kept),
      cut: last.body.length > kept
    }
  }
}

/**
 * Makes one look; rejects only with the signal's reason, or a TypeError when the URL is none. `onBegin` is told how to give it up without a
 * signal, which costs less.
 */
export const lookAround = async (
  ports: ProbePorts,
  request: LookRequest,
  outer?: AbortSignal,
  onBegin?: (giveUp: () => void) => void
): Promise<Look> => {
  const first = firstPlan(request)
  outer?.throwIfAborted()
  const startedAt = Date.now()
  const began = performance.now()
  const stallEnd = ports.stalls.begin()
  const deadline = startDeadline(request.timeoutMs, outer)
  onBegin?.(deadline.giveUp)
  let lateMs = 0
  const walked = await walk(first, request, ports, deadline).finally(() => {
    deadline.end()
    lateMs = stallEnd()
  })
  const lookMs = performance.now() - began
  outer?.throwIfAborted()

  const { ends } = walked
  const hops = ends.map((end) => end.hop)
  const failure =
    walked.failure !== null && timeouts.has(walked.failure.outcome) && isOwnFault(lateMs, lookMs)
      ? ({
          outcome: "prober_fault",
          message: `The prober was too busy to look: ${walked.failure.message}`
        } satisfies Failure)
      : walked.failure
  const outcome = failure?.outcome ?? "ok"
  const timings =
    hops.reduce<Timings | null>((sum, hop) => (sum === null ? hop.timings : addTimings(sum, hop.timings)), null) ??
    noTimings
  const last = hops.at(-1)
  const answered = ANSWERED.has(outcome)
  const look: Look = {
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
    stalled: isStalled(lateMs, lookMs)
  }
  // Most looks have none of these, and spreading nothing costs as well.
  if (walked.assertions.length === 0 && (!answered || (ends.length < 2 && request.keepAnswerBytes === undefined)))
    return look
  return {
    ...look,
    ...(walked.assertions.length === 0 ? {} : { assertions: walked.assertions }),
    ...(answered ? redirectOf(ends) : {}),
    ...(answered && request.keepAnswerBytes !== undefined ? answerOf(ends, keptBytes(request)) : {})
  }
}
