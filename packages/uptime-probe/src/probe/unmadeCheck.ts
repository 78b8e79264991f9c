import { aNumber, argumentsOf, aString, optional, shape } from "@mon/bundled/arguments"
import { type CheckResult, noTimings } from "../CheckResult.ts"
import type { Failure } from "../Outcome.ts"

const accept = /* @__PURE__ */ argumentsOf("unmadeCheck", () => ({
  url: aString,
  startedAt: aNumber("milliseconds since 1970"),
  message: aString,
  thrown: optional(shape<Error>("an error", {}))
}))

export const THROWN: Failure = { outcome: "prober_fault", message: "The check ended with an internal error." }

export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/**
 * Returns the result of a check that could not be performed. It has the outcome `prober_fault` and the verdict
 * "unknown". `startedAt` is in milliseconds since 1970.
 *
 * @example
 * ```ts
 * const result = unmadeCheck("https://example.com/", Date.now(), "The credentials cannot be decrypted.")
 * ```
 */
export const unmadeCheck = (url: string, startedAt: number, message: string, thrown?: Error): CheckResult => {
  accept(url, startedAt, message, thrown)
  return {
    url,
    startedAt,
    outcome: "prober_fault",
    verdict: "unknown",
    deterministic: false,
    message,
    statusCode: null,
    totalUs: null,
    timings: noTimings,
    bytesReceived: 0,
    heardFromServer: false,
    hops: [],
    finalUrl: url,
    certificate: null,
    delayed: false,
    ...(thrown === undefined ? {} : { thrown })
  }
}
