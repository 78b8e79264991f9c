import { isIP, type Socket } from "node:net"
import { type ConnectionAttempt, type Connect, dial, hasPublicSuffix } from "@mon/public-net"
import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import type { CookieJar } from "../http/CookieJar.ts"
import { type Deadline, HEADER_BYTES, type ProbePorts, suspect } from "./ProbePorts.ts"
import { dialFailure, isHeard, timeTried } from "./dialFailure.ts"
import { exchangeHttp1, type ExchangeResult } from "../http/Http1Exchange.ts"
import { type Protocols, secure } from "../tls/Handshake.ts"
import { exchangeHttp2, HTTP_1_1_REQUIRED } from "../http/Http2Exchange.ts"
import type { HttpHead, HttpHeaders } from "../http/HttpHead.ts"
import { addTimings, type Hop, noTimings, type Timings } from "../CheckResult.ts"
import type { Failure } from "../Outcome.ts"
import { connectPooledRead } from "../http/HttpReader.ts"
import * as Redirects from "../http/Redirects.ts"
import { fieldsOf, type RequestPlan, withheld } from "./RequestPlan.ts"

export interface HopResult {
  readonly hop: Hop
  readonly failure: Failure | null
  readonly headers: HttpHeaders
  readonly body: Buffer
  /** Whether the body ended in the middle of its content coding. */
  readonly brokeOff: boolean
  readonly bytesReceived: number
  /** Whether the server responded in any way, even with a refusal. */
  readonly heard: boolean
}

export interface HopRequest {
  readonly plan: RequestPlan
  /** The host whose redirect led to this request. Null for the first request. */
  readonly redirectedFrom: string | null
  readonly userAgent: string
  readonly cookies: CookieJar
  readonly family: 4 | 6 | undefined
  readonly followRedirects: boolean
  readonly timeoutMs: number
  /** The number of decoded bytes after which reading stops. */
  readonly bodyBytes: number
}

const micros = (from: number, to: number) => Math.max(0, Math.round((to - from) * 1000))

/** Returns the host of a URL in the form that certificates and name servers use. */
const hostOf = ({ hostname }: URL) =>
  hostname.startsWith("[") ? hostname.slice(1, -1) : hostname.endsWith(".") ? hostname.slice(0, -1) : hostname

const portOf = (url: URL) => (url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port))

const isAddress = (url: URL): boolean => isIP(hostOf(url)) !== 0

/**
 * Returns whether a redirect leads to a name that only a private network can have. Such a name is not resolved, so that
 * the result reveals nothing about that network. IP addresses are left to the address policy.
 */
const leadsInside = ({ internalRedirects }: ProbePorts, { plan: { url }, redirectedFrom }: HopRequest): boolean =>
  redirectedFrom !== null &&
  redirectedFrom !== url.hostname &&
  !internalRedirects &&
  !isAddress(url) &&
  !hasPublicSuffix(url.hostname)

const isRedirect = ({ statusCode, headers }: HttpHead) =>
  Redirects.locationOf(statusCode, Redirects.locationIn(headers)) !== null

const NO_HEADERS: HttpHeaders = new Map()

const answerFailure = (answer: ExchangeResult): Failure | null => {
  if (answer.failure === "aborted") {
    return answer.head === null
      ? { outcome: "header_timeout", message: "The response did not start in time." }
      : { outcome: "body_timeout", message: "The response did not finish in time." }
  }
  return answer.failure
}

/** Uses the shared read buffer only for http, because TLS reads from the socket itself. */
const connectFor = ({ connect }: ProbePorts, url: URL): { readonly connect?: Connect } => {
  if (connect !== undefined) return { connect }
  return url.protocol === "http:" ? { connect: connectPooledRead } : {}
}

const BEST: Protocols = ["h2", "http/1.1"]
const OLD: Protocols = ["http/1.1"]

/**
 * Makes one request: resolves the name, connects, performs the TLS handshake, sends the request and reads the answer.
 * Each step runs under the deadline, which does not count the wait for a handshake permit. Rejects only with an error
 * of this package's own code.
 */
export const performHop = async (
  ports: ProbePorts,
  request: HopRequest,
  deadline: Deadline,
  protocols: Protocols = ports.protocols ?? BEST
): Promise<HopResult> => {
  const { plan, userAgent, cookies, family, followRedirects, timeoutMs, bodyBytes } = request
  const { url } = plan
  const { signal } = deadline
  const hostname = hostOf(url)
  let timings: Timings = noTimings
  let certificate: CertificateFacts | null = null
  let address: string | null = null
  let heard = false
  let attempts: ReadonlyArray<ConnectionAttempt> = []
  let blocked: Hop["blocked"]
  let tlsError: string | undefined

  const end = (failure: Failure | null, answer: ExchangeResult | null, bytesReceived: number): HopResult => ({
    hop: {
      url: url.href,
      statusCode: answer?.head?.statusCode ?? null,
      location: Redirects.locationIn(answer?.head?.headers ?? NO_HEADERS),
      address,
      ...(attempts.length === 0 ? {} : { attempts }),
      ...(blocked === undefined ? {} : { blocked }),
      httpVersion: answer?.head?.version ?? null,
      ...(tlsError === undefined ? {} : { tlsError }),
      timings,
      certificate
    },
    failure,
    headers: answer?.head?.headers ?? NO_HEADERS,
    body: answer?.body ?? Buffer.alloc(0),
    brokeOff: answer?.brokeOff ?? false,
    bytesReceived,
    heard
  })

  if (leadsInside(ports, request)) {
    const message = `The address of ${hostname} is not public.`
    return end({ outcome: "blocked_address", message }, null, 0)
  }
  const suspicion = suspect(ports.resolver, timeoutMs)
  const dialled = await dial({
    hostname,
    port: portOf(url),
    policy: ports.policy,
    resolve: ports.resolve,
    signal,
    ...(family === undefined ? {} : { family }),
    ...connectFor(ports, url)
  })
  suspicion.clear()
  attempts = dialled.attempts
  timings = { ...timings, dnsUs: isAddress(url) ? null : dialled.dnsUs }
  if (!dialled.ok) {
    timings = { ...timings, connectUs: timeTried(dialled) }
    heard = isHeard(dialled)
    ;({ blocked } = dialled)
    return end(await dialFailure(dialled, () => suspicion.answers(signal)), null, 0)
  }
  timings = { ...timings, connectUs: dialled.connectUs }
  address = dialled.address
  heard = true

  const { socket } = dialled
  socket.on("error", () => {})
  const converse = async (): Promise<HopResult> => {
    let stream: Socket = socket
    let isHttp2 = false
    if (url.protocol === "https:") {
      socket.setNoDelay(true)
      const release = await deadline.uncounted(ports.handshakes.acquire(signal))
      const startedAt = performance.now()
      const secured = await secure(socket, plan.serverName ?? hostname, ports.trust, protocols, signal).finally(release)
      timings = { ...timings, tlsUs: micros(startedAt, secured.endedAt) }
      if (secured.end !== "secured") {
        if (secured.end === "failed") tlsError = secured.code
        const failure: Failure =
          secured.end === "failed"
            ? { outcome: "tls_handshake", message: secured.message }
            : { outcome: "tls_timeout", message: "The TLS handshake did not finish in time." }
        return end(failure, null, socket.bytesRead)
      }
      stream = secured.socket
      isHttp2 = secured.socket.alpnProtocol === "h2"
      certificate = secured.certificate
      const reason = withheld(plan, certificate)
      if (reason !== null) {
        stream.destroy()
        return end({ outcome: "tls_handshake", message: reason }, null, socket.bytesRead)
      }
    }

    const asked = {
      path: `${url.pathname}${url.search}`,
      method: plan.method,
      headers: fieldsOf(plan, userAgent, cookies.headerFor(url)),
      body: plan.body
    }
    const limits = { headerBytes: HEADER_BYTES, bodyBytes }
    const wantsBody = (head: HttpHead) => !followRedirects || !isRedirect(head)
    const answered = await (isHttp2
      ? exchangeHttp2(stream, asked.headers["host"] ?? url.host, asked, limits, signal, wantsBody)
      : exchangeHttp1(stream, asked, limits, signal, wantsBody))
    const bytesReceived = socket.bytesRead
    stream.destroy()
    socket.destroy()
    timings = {
      ...timings,
      waitUs: micros(answered.startedAt, answered.firstByteAt ?? answered.endedAt),
      downloadUs: answered.firstByteAt === null ? null : micros(answered.firstByteAt, answered.endedAt)
    }
    const { failure } = answered
    if (failure === HTTP_1_1_REQUIRED) {
      const again = await performHop(ports, request, deadline, OLD)
      return {
        ...again,
        hop: { ...again.hop, timings: addTimings(timings, again.hop.timings) },
        bytesReceived: bytesReceived + again.bytesReceived,
        heard
      }
    }
    const answer: ExchangeResult = { ...answered, failure }
    return end(answerFailure(answer), answer, bytesReceived)
  }
  try {
    return await converse()
  } catch (error) {
    socket.destroy()
    throw error
  }
}
