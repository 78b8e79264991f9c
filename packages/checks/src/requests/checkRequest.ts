import type { CheckOptions, SecretError, Secrets } from "@mon/core-store"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { openRequest, type SealedRequest } from "./sealedRequest.ts"

/** What a claim says about its check. */
interface CheckedTarget extends CheckOptions {
  readonly accountKey: string
  readonly url: string
  readonly timeoutMs: number
}

/** Headers that say what answer is wanted (RFC 9110 sections 12.5, 13.1 and 14.2, RFC 9111). They are no secrets. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "cache-control",
  "content-language",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "pragma",
  "range"
])

/** Whether a request must not go to a host whose certificate is not valid. */
const isConfidential = ({ auth, body, headers = {} }: SealedRequest): boolean =>
  auth !== undefined ||
  body !== undefined ||
  Object.keys(headers).some((name) => !PLAIN_HEADERS.has(name.toLowerCase()))

/** The request of a check, with the credentials of the monitor. */
export const checkRequest = Effect.fnUntraced(function* ({
  accountKey,
  expect,
  request,
  timeoutMs,
  url
}: CheckedTarget): Effect.fn.Return<CheckRequest & { readonly timeoutMs: number }, SecretError, Secrets> {
  const options = request === null ? {} : yield* openRequest(accountKey, url, request)
  return {
    url,
    timeoutMs,
    ...options,
    ...(request !== null && isConfidential(request) ? { secret: true } : {}),
    ...(expect.length === 0 ? {} : { expect })
  }
})

/** A result without a verdict, for a check that could not be made. */
export const unmadeCheck = (url: string, startedAt: number, message: string): CheckResult => ({
  url,
  startedAt,
  outcome: "prober_fault",
  verdict: "unknown",
  deterministic: false,
  message,
  statusCode: null,
  totalUs: null,
  timings: { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null },
  bytesReceived: 0,
  heardFromServer: false,
  hops: [],
  finalUrl: url,
  certificate: null,
  delayed: false
})

/** Why a monitor with credentials cannot be checked. */
export const UNREADABLE = "The stored request cannot be read with MON_SECRET. Enter its headers and credentials again."
