import type { Answer, ExpectationResult } from "../expect/Expectation.ts"
import { checkExpectations } from "../expect/checkExpectations.ts"
import type { AnswerContent, ContentJudgement } from "../content/ContentFault.ts"
import { type CookieJar, makeCookieJar } from "../http/CookieJar.ts"
import type { Deadline, ProbePorts } from "./ProbePorts.ts"
import { type HopResult, performHop } from "./performHop.ts"
import { type TimedRequest, totalOf } from "../CheckResult.ts"
import type { Failure } from "../Outcome.ts"
import * as Redirects from "../http/Redirects.ts"
import { bodyBytesOf, redirectedPlan, refusedHop, type RequestPlan } from "./RequestPlan.ts"

export interface RedirectChain {
  readonly ends: ReadonlyArray<HopResult>
  readonly failure: Failure | null
  readonly expectations: ReadonlyArray<ExpectationResult>
  /** Absent if the content was not judged. */
  readonly content?: ContentJudgement
}

const US_PER_MS = 1_000
const FIRST_ERROR_STATUS = 400

const BROKE_OFF: Failure = {
  outcome: "protocol_error",
  message: "The encoded body ended early."
}

/** Judges the content of a final response that meets its expectations. Returns null if the content is not judged. */
export type JudgeContent = (
  answer: Pick<Answer, "body" | "headers" | "statusCode">,
  results: ReadonlyArray<ExpectationResult>
) => AnswerContent | null

const finish = async (
  ends: ReadonlyArray<HopResult>,
  { headers, body, brokeOff, hop }: HopResult,
  statusCode: number,
  request: Omit<TimedRequest, "url">,
  judge?: JudgeContent
): Promise<RedirectChain> => {
  const { failure, results } = await checkExpectations(request.expect ?? [], {
    statusCode,
    headers,
    body,
    brokeOff,
    totalMs: ends.reduce((sum, end) => sum + totalOf(end.hop.timings), 0) / US_PER_MS,
    certificate: hop.certificate,
    address: hop.address,
    ...redirectBefore(ends)
  })
  const judged = failure === null ? (judge?.({ statusCode, headers, body }, results) ?? null) : null
  return judged === null
    ? { ends, failure, expectations: results }
    : { ends, failure: judged.failure, expectations: results, content: judged.content }
}

const redirectBefore = (ends: ReadonlyArray<HopResult>): Pick<Answer, "redirectStatus"> => {
  const redirectStatus = ends.at(-2)?.hop.statusCode
  return typeof redirectStatus === "number" ? { redirectStatus } : {}
}

/**
 * Returns the chain that ends with a failed hop. If the hop has an unexpected error status, that status is the reason
 * for the failure, even if the rest of the answer did not arrive.
 */
const failed = async (
  ends: ReadonlyArray<HopResult>,
  end: HopResult,
  failure: Failure,
  { expect = [], timeoutMs }: TimedRequest
): Promise<RedirectChain> => {
  const { statusCode } = end.hop
  if (statusCode === null || statusCode < FIRST_ERROR_STATUS) return { ends, failure, expectations: [] }
  const judged = await finish(ends, end, statusCode, {
    timeoutMs,
    expect: expect.filter((expectation) => "status" in expectation)
  })
  return judged.failure === null ? { ends, failure, expectations: [] } : judged
}

/** What the checks of a sequence share. */
export interface Session {
  readonly cookies: CookieJar
  /** Gets the final response, whether or not it meets the expectations. */
  readonly onAnswer: (answer: Pick<Answer, "body" | "brokeOff" | "headers" | "statusCode">) => void
}

/**
 * Performs the hops of a check one after the other. Every hop is checked against the policy, timed and assessed in the
 * same way. If `judge` is missing, the content of the final response is not judged.
 */
export const followRedirects = async (
  first: RequestPlan,
  request: TimedRequest,
  ports: ProbePorts,
  deadline: Deadline,
  judge?: JudgeContent,
  session?: Session
): Promise<RedirectChain> => {
  const { timeoutMs, family, followRedirects: follows = true, userAgent = ports.userAgent } = request
  const cookies = session?.cookies ?? makeCookieJar()
  const seen = new Set<string>()
  const ends: Array<HopResult> = []
  const fail = (failure: Failure): RedirectChain => ({ ends, failure, expectations: [] })
  let plan = first
  let redirectedFrom: string | null = null
  for (;;) {
    seen.add(`${plan.method} ${plan.url.href} ${cookies.headerFor(plan.url)}`)
    const end = await performHop(
      ports,
      {
        plan,
        redirectedFrom,
        userAgent,
        cookies,
        family,
        followRedirects: follows,
        timeoutMs,
        bodyBytes: bodyBytesOf(request)
      },
      deadline
    )
    ends.push(end)
    if (end.failure !== null) return failed(ends, end, end.failure, request)
    const statusCode = end.hop.statusCode ?? 0
    const location = follows ? Redirects.locationOf(statusCode, end.hop.location) : null
    if (location === null) {
      if (session !== undefined) {
        cookies.take(plan.url, end.headers.get("set-cookie") ?? [])
        session.onAnswer({ statusCode, headers: end.headers, body: end.body, brokeOff: end.brokeOff })
      }
      const finished = await finish(ends, end, statusCode, request, judge)
      // An incomplete page must not be compared with a complete page.
      return finished.failure === null && end.brokeOff && request.keepAnswerBytes !== undefined
        ? { ...finished, failure: BROKE_OFF }
        : finished
    }
    cookies.take(plan.url, end.headers.get("set-cookie") ?? [])
    const next = Redirects.target(plan.url, location)
    if (!(next instanceof URL)) return fail(next)
    const following = redirectedPlan(plan, statusCode, next)
    const refused = refusedHop(plan, following)
    if (refused !== null) return fail(refused)
    redirectedFrom = plan.url.hostname
    plan = following
    if (seen.has(`${plan.method} ${next.href} ${cookies.headerFor(next)}`)) {
      return fail({ outcome: "redirect_loop", message: `The redirects lead back to ${next.href.slice(0, 200)}.` })
    }
    if (ends.length > Redirects.MAX_REDIRECTS)
      return fail({
        outcome: "too_many_redirects",
        message: `There are more than ${Redirects.MAX_REDIRECTS} redirects.`
      })
  }
}
