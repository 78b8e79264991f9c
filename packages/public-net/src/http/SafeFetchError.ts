import type { BlockedAddress, DialFault, DialResult } from "../Dial.ts"

/**
 * The error of an agent or dispatcher that opened no connection. Its message does not contain the addresses of the host
 * name.
 */
export class DialError extends Error {
  override readonly name = "DialError"
  readonly code: DialFault
  /**
   * The address that the policy forbids. Do not show it to people who must not learn about the network in which the
   * program runs.
   */
  declare readonly blocked: BlockedAddress | null

  constructor({ blocked, code, message }: Extract<DialResult, { ok: false }>) {
    super(message)
    this.code = code
    // The property is not enumerable, because programs often log or send whole errors, and such copies must not contain
    // the address.
    Object.defineProperty(this, "blocked", { value: blocked ?? null, enumerable: false })
  }
}

/**
 * The reason why a request failed: the code of the failed connection, or one of these codes:
 * - "url": the URL is not http or https, or contains credentials.
 * - "too_many_redirects": there were too many redirects. "redirect_body": a redirect requires a body to be sent again
 *   that can be read only once.
 * - "too_large": the body is larger than `maxBytes`.
 * - "timeout": the request was not complete after `timeoutMs`.
 * - "failed": any other error, which is in the property `cause`.
 */
export type SafeFetchCode =
  | DialFault
  | "url"
  | "too_many_redirects"
  | "redirect_body"
  | "too_large"
  | "timeout"
  | "failed"

/** The error of a failed request. Its message does not contain the addresses of the host name. */
export class SafeFetchError extends Error {
  override readonly name = "SafeFetchError"
  readonly code: SafeFetchCode

  constructor(code: SafeFetchCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
  }
}

const dialErrorIn = (error: unknown): DialError | null => {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (one instanceof DialError) return one
  return null
}

/**
 * Converts an error of an HTTP client to an error of this package. An error that is already a SafeFetchError stays
 * unchanged.
 */
export const safeFetchErrorOf = (error: unknown): SafeFetchError => {
  if (error instanceof SafeFetchError) return error
  const dialled = dialErrorIn(error)
  if (dialled !== null) return new SafeFetchError(dialled.code, dialled.message, dialled)
  return new SafeFetchError("failed", "The request failed.", error)
}
