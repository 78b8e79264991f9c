import { STATUS_CODES } from "node:http"
import { makeCookieJar } from "./CookieJar.ts"
import { type Deadline, startDeadline } from "./Deadline.ts"
import { type HopEnd, lookAtHop } from "./HopLook.ts"
import { addTimings, type Look, type LookRequest, noTimings, totalOf } from "./Look.ts"
import { type Failure, outcomes, timeouts } from "./Outcome.ts"
import type { ProbePorts } from "./ProbePorts.ts"
import { classifyRedirects } from "./RedirectKind.ts"
import * as Redirects from "./Redirects.ts"
import { isStalled } from "./StallWatch.ts"

const startUrl = (text: string): URL => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) throw new TypeError(`not an http or https URL: ${text.slice(0, 200)}`)
  return Redirects.clean(url)
}

const statusFailure = (statusCode: number | null): Failure | null =>
  statusCode === null || statusCode < 400
    ? null
    : { outcome: "http_status", message: `The server answered ${`${statusCode} ${STATUS_CODES[statusCode] ?? ""}`.trim()}.` }

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

interface Walk {
  readonly ends: ReadonlyArray<HopEnd>
  readonly failure: Failure | null
}

/** Follows redirects by hand: each hop is vetted, timed and judged like the first. */
const walk = async (first: URL, request: LookRequest, ports: ProbePorts, deadline: Deadline): Promise<Walk> => {
  const { timeoutMs, userAgent = ports.userAgent } = request
  const cookies = makeCookieJar()
  const seen = new Set<string>()
  const ends: Array<HopEnd> = []
  let url = first
  for (;;) {
    seen.add(`${url.href} ${cookies.headerFor(url)}`)
    const end = await lookAtHop(ports, { url, userAgent, cookies, timeoutMs }, deadline)
    ends.push(end)
    const { statusCode, location } = end.hop
    if (end.failure !== null) return { ends, failure: end.failure }
    const leads = Redirects.locationOf(statusCode ?? 0, location)
    if (leads === null) return { ends, failure: statusFailure(statusCode) }
    cookies.take(url, end.headers.get("set-cookie") ?? [])
    const next = Redirects.target(url, leads)
    if (!(next instanceof URL)) return { ends, failure: next }
    if (seen.has(`${next.href} ${cookies.headerFor(next)}`)) {
      return { ends, failure: { outcome: "redirect_loop", message: `The redirects come back to ${next.href.slice(0, 200)}.` } }
    }
    if (ends.length > Redirects.MAX_REDIRECTS) {
      return { ends, failure: { outcome: "too_many_redirects", message: `There are more than ${Redirects.MAX_REDIRECTS} redirects.` } }
    }
    url = next
  }
}

/** Makes one look; rejects only with the signal's reason, or a TypeError when the URL is none. */
export const lookAround = async (ports: ProbePorts, request: LookRequest, outer?: AbortSignal): Promise<Look> => {
  const first = startUrl(request.url)
  outer?.throwIfAborted()
  const startedAt = Date.now()
  const began = performance.now()
  const stallEnd = ports.stalls.begin()
  const deadline = startDeadline(request.timeoutMs, outer)
  const walked = await walk(first, request, ports, deadline).finally(deadline.end)
  const stalled = isStalled(stallEnd(), (performance.now() - began) * 1000)
  outer?.throwIfAborted()

  const { ends } = walked
  const hops = ends.map((end) => end.hop)
  const failure =
    stalled && walked.failure !== null && timeouts.has(walked.failure.outcome)
      ? ({ outcome: "prober_fault", message: `The prober was too busy to look: ${walked.failure.message}` } satisfies Failure)
      : walked.failure
  const outcome = failure?.outcome ?? "ok"
  const timings = hops.reduce((sum, hop) => addTimings(sum, hop.timings), noTimings)
  const last = hops.at(-1)
  const answered = outcome === "ok" || outcome === "http_status"
  return {
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
    finalUrl: last?.url ?? first.href,
    certificate: hops.findLast((hop) => hop.certificate !== null)?.certificate ?? null,
    ...(answered ? redirectOf(ends) : {}),
    stalled
  }
}
