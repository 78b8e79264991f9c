import type { BlockedAddress, DialFault, DialResult } from "../Dial.ts"

/** The error of an agent or dispatcher that opened no connection. The message contains no address of the name. */
export class DialError extends Error {
  override readonly name = "DialError"
  readonly code: DialFault
  /**
   * The address that the policy forbids. Do not show it to people who may not know the network in which the program
   * runs.
   */
  declare readonly blocked: BlockedAddress | null

  constructor({ blocked, code, message }: Extract<DialResult, { ok: false }>) {
    super(message)
    this.code = code
    // Programs often log or send whole errors. Such copies must not contain the address.
    Object.defineProperty(this, "blocked", { value: blocked ?? null, enumerable: false })
  }
}

/**
 * The reason why a request failed: the code of the connection, or
 * - "url": not http or https, or with credentials in the URL.
 * - "too_many_redirects", "redirect_body": a redirect that repeats a body which can be read only once.
 * - "too_large": the body is larger than `maxBytes`.
 * - "timeout": the request was not complete after `timeoutMs`.
 * - "failed": anything else. The property `cause` has the error.
 */
export type SafeFetchCode =
  | DialFault
  | "url"
  | "too_many_redirects"
  | "redirect_body"
  | "too_large"
  | "timeout"
  | "failed"

/** The error of a failed request. The message contains no address of the name. */
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

/** Converts an error of a client to an error of this package. */
export const safeFetchErrorOf = (error: unknown): SafeFetchError => {
  if (error instanceof SafeFetchError) return error
  const dialled = dialErrorIn(error)
  if (dialled !== null) return new SafeFetchError(dialled.code, dialled.message, dialled)
  return new SafeFetchError("failed", "The request failed.", error)
}
