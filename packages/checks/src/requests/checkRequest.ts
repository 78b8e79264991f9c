import type { CheckOptions, SecretError, Secrets } from "@mon/core-store"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { openRequest } from "./sealedRequest.ts"

/** What a claim says about its check. */
interface CheckedTarget extends CheckOptions {
  readonly accountKey: string
  readonly url: string
  readonly timeoutMs: number
}

/** The request of a check, with the credentials of the monitor. */
export const checkRequest = Effect.fnUntraced(function* ({
  accountKey,
  expect,
  request,
  timeoutMs,
  url
}: CheckedTarget): Effect.fn.Return<CheckRequest & { readonly timeoutMs: number }, SecretError, Secrets> {
  const options = request === null ? {} : yield* openRequest(accountKey, url, request)
  return { url, timeoutMs, ...options, ...(expect.length === 0 ? {} : { expect }) }
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
