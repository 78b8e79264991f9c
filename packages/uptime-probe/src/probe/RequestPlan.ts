import { argumentError } from "@mon/bundled/arguments"
import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import type { CheckRequest, Method } from "../CheckResult.ts"
import type { Failure } from "../Outcome.ts"
import { BODY_BYTES } from "./ProbePorts.ts"
import * as Redirects from "../http/Redirects.ts"
import { ACCEPTED_CODINGS } from "../http/Http1Exchange.ts"

export interface RequestPlan {
  readonly url: URL
  readonly method: Method
  readonly body: Buffer | null
  /** The media types in the Accept header, for every host. */
  readonly accept: string
  /** The caller's headers, with lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  /** The Host header, if it differs from the host of the URL. */
  readonly host?: string
  /** The name for SNI and for the certificate, if it differs from the host of the URL. */
  readonly serverName?: string
  /** The content codings that are accepted. Default: all codings that the probe can decode. */
  readonly acceptEncoding?: string
  /** Whether the headers or the body are secret. If so, they are not sent to a server with an invalid certificate. */
  readonly secret: boolean
}

const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The header fields that a caller cannot set, because the HTTP exchange itself depends on them. */
const RESERVED: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent"
])

const SECRET: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "x-api-key",
  "x-auth-token"
])

/** The methods that only read (RFC 9110 section 9.2.1). */
const SAFE: ReadonlySet<Method> = new Set(["GET", "HEAD", "OPTIONS"])

export const methods: ReadonlyArray<Method> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

const authorization = (auth: NonNullable<CheckRequest["auth"]>): string =>
  "token" in auth
    ? `Bearer ${auth.token}`
    : `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString("base64")}`

const startUrl = (text: string): URL => {
  const url = URL.parse(text)
  if (url === null) throw argumentError("check: the URL cannot be parsed.")
  return Redirects.clean(url)
}

/** Returns whether the caller may set this header field. The connection itself sets some fields. */
export const isSettableHeader = (name: string): boolean => TOKEN.test(name) && !RESERVED.has(name.toLowerCase())

/** Returns whether somebody else could act as a user with the value of this header field. */
export const isSecretHeader = (name: string): boolean => SECRET.has(name.toLowerCase())

const headersOf = (request: CheckRequest): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers.set(name.toLowerCase(), value)
  }
  if (request.auth !== undefined) headers.set("authorization", authorization(request.auth))
  return headers
}

/** The maximum number of body bytes that a check returns. */
const MOST_KEPT = 16 * 1024 * 1024

export const returnedBytes = ({ keepAnswerBytes = 0 }: CheckRequest): number =>
  Math.min(Math.max(0, keepAnswerBytes), MOST_KEPT)

/**
 * Returns the number of bytes after which reading stops. It is at least one more than the result contains, to find out
 * whether the body continues.
 */
export const bodyBytesOf = (request: CheckRequest): number => Math.max(BODY_BYTES, returnedBytes(request) + 1)

export const firstPlan = (request: CheckRequest): RequestPlan => {
  const method = request.method ?? "GET"
  const headers = headersOf(request)
  return {
    url: startUrl(request.url),
    method,
    body: request.body === undefined ? null : Buffer.from(request.body),
    accept: request.accept ?? ACCEPT,
    headers,
    secret: request.secret === true || [...headers.keys()].some(isSecretHeader)
  }
}

/**
 * Returns the plan for the next hop. Its method changes as in browsers (Fetch section 4.4). The caller's headers and
 * body are sent only to the original origin.
 */
export const redirectedPlan = (plan: RequestPlan, statusCode: number, url: URL): RequestPlan => {
  const turnsToGet =
    (statusCode === 303 && plan.method !== "GET" && plan.method !== "HEAD") ||
    ((statusCode === 301 || statusCode === 302) && plan.method === "POST")
  const stays = plan.url.origin === url.origin
  return {
    url,
    method: turnsToGet ? "GET" : plan.method,
    body: turnsToGet || !stays ? null : plan.body,
    accept: plan.accept,
    ...(plan.acceptEncoding === undefined ? {} : { acceptEncoding: plan.acceptEncoding }),
    ...(stays && plan.host !== undefined ? { host: plan.host } : {}),
    ...(stays && plan.serverName !== undefined ? { serverName: plan.serverName } : {}),
    headers: stays ? plan.headers : new Map(),
    secret: stays && plan.secret
  }
}

/**
 * Returns the reason why the next hop must not be requested, or null. A redirect must not send a request that may
 * change data to another host, because only the owner of the other host could consent to such a request.
 */
export const refusedHop = ({ url: from }: RequestPlan, { method, url }: RequestPlan): Failure | null =>
  SAFE.has(method) || from.hostname === url.hostname
    ? null
    : {
        outcome: "unsafe_redirect",
        message: `The redirect leads from ${from.hostname} to ${url.hostname}. A ${method} request is not repeated on another host.`
      }

/** Returns the reason why a plan must not be sent over a connection, or null. */
export const withheld = (plan: RequestPlan, certificate: CertificateFacts | null): string | null =>
  plan.secret && certificate !== null && !certificate.valid
    ? `The certificate is not valid (${certificate.problems.join(", ")}), so the request's secrets were not sent.`
    : null

export const fieldsOf = (plan: RequestPlan, userAgent: string, cookie: string): Readonly<Record<string, string>> => {
  const own = Object.fromEntries(plan.headers)
  const cookies = [own["cookie"] ?? "", cookie].filter((part) => part !== "").join("; ")
  return {
    host: plan.host ?? plan.url.host,
    "user-agent": userAgent,
    accept: plan.accept,
    "accept-encoding": plan.acceptEncoding ?? ACCEPTED_CODINGS,
    ...own,
    ...(cookies === "" ? {} : { cookie: cookies }),
    ...(plan.body === null ? {} : { "content-length": String(plan.body.length) })
  }
}
