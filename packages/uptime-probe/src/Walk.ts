import { answerFailure, type AssertionResult, checkAssertions } from "./Assertion.ts"
import { makeCookieJar } from "./CookieJar.ts"
import type { Deadline } from "./Deadline.ts"
import { type HopEnd, lookAtHop } from "./HopLook.ts"
import type { LookRequest } from "./Look.ts"
import type { Failure } from "./Outcome.ts"
import type { ProbePorts } from "./ProbePorts.ts"
import * as Redirects from "./Redirects.ts"
import { bodyBytesOf, redirectedPlan, type RequestPlan } from "./RequestPlan.ts"

/** All hops of a look, and what is wrong with it. */
export interface Walk {
  readonly ends: ReadonlyArray<HopEnd>
  readonly failure: Failure | null
  readonly assertions: ReadonlyArray<AssertionResult>
}

const judge = (
  ends: ReadonlyArray<HopEnd>,
  { headers, body }: HopEnd,
  statusCode: number,
  request: LookRequest
): Walk => {
  const assertions = checkAssertions(request.expect ?? [], { statusCode, headers, body })
  return { ends, failure: answerFailure(statusCode, assertions), assertions }
}

/** Follows redirects by hand: each hop is vetted, timed and judged like the first. */
export const walk = async (
  first: RequestPlan,
  request: LookRequest,
  ports: ProbePorts,
  deadline: Deadline
): Promise<Walk> => {
  const { timeoutMs, family, followRedirects = true, userAgent = ports.userAgent } = request
  const cookies = makeCookieJar()
  const seen = new Set<string>()
  const ends: Array<HopEnd> = []
  const fail = (failure: Failure): Walk => ({ ends, failure, assertions: [] })
  let plan = first
  for (;;) {
    seen.add(`${plan.method} ${plan.url.href} ${cookies.headerFor(plan.url)}`)
    const end = await lookAtHop(
      ports,
      { plan, userAgent, cookies, family, followRedirects, timeoutMs, bodyBytes: bodyBytesOf(request) },
      deadline
    )
    ends.push(end)
    if (end.failure !== null) return fail(end.failure)
    const statusCode = end.hop.statusCode ?? 0
    const location = followRedirects ? Redirects.locationOf(statusCode, end.hop.location) : null
    if (location === null) return judge(ends, end, statusCode, request)
    cookies.take(plan.url, end.headers.get("set-cookie") ?? [])
    const next = Redirects.target(plan.url, location)
    if (!(next instanceof URL)) return fail(next)
    plan = redirectedPlan(plan, statusCode, next)
    if (seen.has(`${plan.method} ${next.href} ${cookies.headerFor(next)}`)) {
      return fail({ outcome: "redirect_loop", message: `The redirects come back to ${next.href.slice(0, 200)}.` })
    }
    if (ends.length > Redirects.MAX_REDIRECTS)
      return fail({
        outcome: "too_many_redirects",
        message: `There are more than ${Redirects.MAX_REDIRECTS} redirects.`
      })
  }
}
