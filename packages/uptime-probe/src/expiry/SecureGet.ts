import { type ProbePorts, startDeadline } from "../probe/ProbePorts.ts"
import { field } from "../http/HttpHead.ts"
import { firstPlan } from "../probe/RequestPlan.ts"
import { followRedirects } from "../probe/followRedirects.ts"

/** The final response to a GET, or the reason why there is no trustworthy response. */
type Fetched =
  | { readonly ok: true; readonly statusCode: number; readonly body: string; readonly retryAfter: string | null }
  | { readonly ok: false; readonly message: string }

export type SecureGet = (url: string, accept: string, signal: AbortSignal) => Promise<Fetched>

const isSecure = (url: string) => url.startsWith("https:")

/**
 * Makes a function that follows redirects in the same way as a check, but accepts neither an invalid certificate nor a
 * redirect to http.
 */
export const makeSecureGet =
  (ports: ProbePorts, timeoutMs: number): SecureGet =>
  async (url, accept, signal) => {
    const request = { url, timeoutMs, accept }
    const plan = firstPlan(request)
    const deadline = startDeadline(timeoutMs, signal)
    const { ends, failure } = await followRedirects(plan, request, ports, deadline).finally(deadline.end)
    signal.throwIfAborted()
    const last = ends.at(-1)
    const unsafe = ends.find(
      ({ hop }) => hop.statusCode !== null && (isSecure(hop.url) ? hop.certificate?.valid !== true : isSecure(url))
    )
    if (unsafe !== undefined) {
      const problems = unsafe.hop.certificate?.problems.join(", ") ?? "unreadable"
      return {
        ok: false,
        message: isSecure(unsafe.hop.url)
          ? `The server's certificate is not valid (${problems}).`
          : "The server redirects from https to http."
      }
    }
    const { statusCode } = last?.hop ?? {}
    if (
      last === undefined ||
      statusCode === undefined ||
      statusCode === null ||
      (failure !== null && failure.outcome !== "http_status")
    ) {
      return { ok: false, message: failure?.message ?? "There was no response." }
    }
    return { ok: true, statusCode, body: last.body.toString("utf8"), retryAfter: field(last.headers, "retry-after") }
  }
