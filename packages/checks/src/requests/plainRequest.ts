import type { CheckOptions } from "@mon/core-store"
import { type CheckRequest, isContentMemory } from "@mon/uptime-probe"

/** The request and the expectations of a check, with decrypted credentials. */
export interface PlainTarget extends Pick<CheckOptions, "contentFaults" | "contentMemory" | "expect" | "request"> {
  readonly url: string
  readonly timeoutMs: number
}

/** A request with a time limit. */
export type TimedRequest = CheckRequest & { readonly timeoutMs: number }

/**
 * The headers that describe the wanted response (RFC 9110 sections 12.5, 13.1 and 14.2, RFC 9111). They are not secret.
 */
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

/** Whether a request must not be sent to a host whose certificate is not valid. */
const isConfidential = ({ auth, body, headers = {} }: NonNullable<CheckOptions["request"]>): boolean =>
  auth !== undefined ||
  body !== undefined ||
  Object.keys(headers).some((name) => !PLAIN_HEADERS.has(name.toLowerCase()))

/** Makes the request of a check. */
export const plainRequest = ({
  contentFaults,
  contentMemory,
  expect,
  request,
  timeoutMs,
  url
}: PlainTarget): TimedRequest => ({
  url,
  timeoutMs,
  ...request,
  ...(request !== null && isConfidential(request) ? { secret: true } : {}),
  contentFaults,
  ...(isContentMemory(contentMemory) ? { contentMemory } : {}),
  ...(expect.length === 0 ? {} : { expect })
})
