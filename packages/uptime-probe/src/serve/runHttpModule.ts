import { type ProbePorts, startDeadline } from "../probe/ProbePorts.ts"
import { followRedirects, type RedirectChain } from "../probe/followRedirects.ts"
import type { OutcomeCode } from "../Outcome.ts"
import { matchesPattern } from "../pattern/TextPattern.ts"
import type { HopResult } from "../probe/performHop.ts"
import { textOf } from "../expect/ReadAnswer.ts"
import { field } from "../http/HttpHead.ts"
import type { TimedRequest } from "../CheckResult.ts"
import { firstPlan, type RequestPlan } from "../probe/RequestPlan.ts"
import { shownText } from "../service/Received.ts"
import { overFamilies, refusedCertificate } from "./sharedMetrics.ts"
import { httpMetrics, type ModuleResult } from "./httpMetrics.ts"
import type { HeaderRule, HttpModule, PatternRule } from "./ProbeModule.ts"
import type { ProbeFailure, RunProbe } from "./ProbeReport.ts"

const unexpected = (message: string, byPattern = false): ProbeFailure => ({
  outcome: "expectation_failed",
  message,
  byPattern
})

const tooLong = (name: string): ProbeFailure => ({
  outcome: "prober_fault",
  message: `The search for the pattern in ${name} would take too long.`
})

const judgePattern = async (rule: PatternRule, texts: ReadonlyArray<string>, name: string) => {
  for (const text of texts) {
    const matches = await matchesPattern(rule.pattern, text, rule.ignoreCase)
    if (matches === null) return tooLong(name)
    if (!matches) continue
    return rule.failsOnMatch ? unexpected(`${name} matches ${rule.source}.`, true) : null
  }
  return rule.failsOnMatch ? null : unexpected(`${name} does not match ${rule.source}.`, true)
}

const judgeHeader = async (rule: HeaderRule, { headers }: HopResult) => {
  const values = headers.get(rule.header)
  const name = `The header ${rule.header}`
  if (values === undefined) return rule.allowMissing ? null : unexpected(`${name} is missing.`, true)
  return judgePattern(rule, values, name)
}

const firstOf = async (judges: ReadonlyArray<() => Promise<ProbeFailure | null>>): Promise<ProbeFailure | null> => {
  for (const judge of judges) {
    const failure = await judge()
    if (failure !== null) return failure
  }
  return null
}

const isStatusAllowed = ({ statusCodes }: HttpModule, status: number): boolean =>
  statusCodes.length === 0 ? status >= 200 && status < 300 : statusCodes.includes(status)

/** Returns the name that modules use for the HTTP version "2" or "1.1". */
const versionName = (version: string | null): string => (version === "2" ? "HTTP/2.0" : `HTTP/${version ?? ""}`)

const judgeAnswer = (module: HttpModule, answer: HopResult): Promise<ProbeFailure | null> => {
  const { hop } = answer
  const status = hop.statusCode ?? 0
  const isSecure = hop.url.startsWith("https:")
  const version = versionName(hop.httpVersion)
  if (!isStatusAllowed(module, status))
    return Promise.resolve({ outcome: "http_status", message: `The server responded with ${status}.` })
  if (module.httpVersions.length > 0 && !module.httpVersions.includes(version))
    return Promise.resolve(unexpected(`The server responded with ${version}.`))
  if (module.failsIfSecure && isSecure) return Promise.resolve(unexpected("The final URL uses TLS."))
  if (module.failsIfNotSecure && !isSecure) return Promise.resolve(unexpected("The final URL does not use TLS."))
  const coding = field(answer.headers, "content-encoding")?.toLowerCase() ?? "identity"
  if (module.contentCoding !== null && coding !== module.contentCoding)
    return Promise.resolve(unexpected(`The body has the content encoding ${shownText(coding)}.`))
  if (module.mostBytes !== null && answer.body.length > module.mostBytes)
    return Promise.resolve({ outcome: "too_large", message: `The body has more than ${module.mostBytes} bytes.` })
  if (answer.brokeOff && module.body.length > 0) return Promise.resolve(unexpected("The encoded body ended early."))
  return firstOf([
    ...module.headers.map((rule) => () => judgeHeader(rule, answer)),
    ...module.body.map((rule) => () => judgePattern(rule, [textOf(answer)], "The body"))
  ])
}

/**
 * Returns whether there is an answer. A check without expectations fails if the status is 400 or above, but here the
 * module decides about the status.
 */
const isAnswered = ({ failure }: RedirectChain): boolean => failure === null || failure.outcome === "http_status"

/** The failures whose last answer is a redirect that was not followed. */
const REDIRECTED: ReadonlySet<OutcomeCode> = new Set(["redirect_loop", "too_many_redirects", "unsafe_redirect"])

const untrusted = (module: HttpModule, { ends }: RedirectChain): ProbeFailure | null => {
  for (const { hop } of ends) {
    const failure = hop.certificate === null ? null : refusedCertificate(module, hop.certificate)
    if (failure !== null) return failure
  }
  return null
}

/** Removes the port and the brackets from a host, because SNI and certificates contain names without ports. */
const nameOf = (host: string): string => host.replace(/:\d+$/u, "").replace(/^\[(.*)\]$/u, "$1")

const planOf = ({ acceptEncoding, host, serverName }: HttpModule, request: TimedRequest): RequestPlan => {
  const name = serverName ?? (host === null ? null : nameOf(host))
  return {
    ...firstPlan(request),
    ...(host === null ? {} : { host }),
    ...(name === null ? {} : { serverName: name }),
    ...(acceptEncoding === null ? {} : { acceptEncoding })
  }
}

const chainOf = async (ports: ProbePorts, module: HttpModule, url: string, timeoutMs: number, signal: AbortSignal) => {
  const { family } = module
  const deadline = startDeadline(timeoutMs, signal)
  const ask = (only: 4 | 6 | null) => {
    const request: TimedRequest = {
      ...module.request,
      url,
      timeoutMs,
      ...(only === null ? {} : { family: only })
    }
    return followRedirects(planOf(module, request), request, ports, deadline)
  }
  try {
    return await overFamilies(
      family,
      ask,
      ({ ends, failure }) => ends.length === 1 && failure?.outcome === "dns_nodata"
    )
  } finally {
    deadline.end()
  }
}

const runModule = async (
  ports: ProbePorts,
  module: HttpModule,
  url: string,
  timeoutMs: number,
  signal: AbortSignal
): Promise<ModuleResult> => {
  const began = performance.now()
  const chain = await chainOf(ports, module, url, timeoutMs, signal)
  signal.throwIfAborted()
  const { ends, failure } = chain
  const end = (found: ProbeFailure | null, answer: HopResult | null): ModuleResult => ({
    durationMs: performance.now() - began,
    timeoutMs,
    ends,
    answer,
    failure: found
  })
  const badCertificate = untrusted(module, chain)
  if (badCertificate !== null) return end(badCertificate, null)
  const answer = ends.at(-1) ?? null
  if (answer !== null && failure !== null && REDIRECTED.has(failure.outcome)) return end(failure, answer)
  if (!isAnswered(chain) || answer === null) return end(failure, null)
  return end(await judgeAnswer(module, answer), answer)
}

export const httpProbe =
  (module: HttpModule, url: string): RunProbe =>
  async (ports, timeoutMs, signal) => {
    const result = await runModule(ports, module, url, timeoutMs, signal)
    return {
      failure: result.failure,
      lines: result.ends.map(
        ({ hop }) => `  ${hop.statusCode ?? "---"}  ${hop.url}  ${hop.address ?? "not connected"}`
      ),
      metrics: httpMetrics(result)
    }
  }
