import { argumentsOf, aString, nullable, shape, whole } from "@mon/bundled/arguments"
import type { CheckResult } from "./CheckResult.ts"
import type { ExpectationResult } from "./expect/Expectation.ts"
import { answerFailure, inRanges, statusText } from "./expect/checkExpectations.ts"
import { type Failure, outcomes } from "./Outcome.ts"

const acceptWithStatus = /* @__PURE__ */ argumentsOf("withStatus", () => ({
  result: shape<CheckResult>("the result of a check", {
    url: aString,
    outcome: aString,
    statusCode: nullable(whole(100, 999))
  }),
  statusCode: whole(100, 999)
}))

/**
 * Returns a result as if the final response had a different status, because a browser that opens the page again may
 * get a different status. Judges the expectations about the status again, and leaves all other expectations unchanged.
 *
 * @example
 * ```ts
 * import { check, withStatus } from "@mon/uptime-probe"
 *
 * const result = await check("https://example.com/")
 * withStatus(result, 429).outcome // => "http_status"
 * ```
 */
export const withStatus = (result: CheckResult, statusCode: number): CheckResult => {
  acceptWithStatus(result, statusCode)
  if (result.statusCode === statusCode) return result
  const expectations = result.expectations?.map((one) =>
    "status" in one.expectation ? judgedStatus(one.expectation.status, one, statusCode) : one
  )
  const failure = answerFailure(statusCode, expectations ?? []) ?? contentFailure(result)
  const outcome = failure?.outcome ?? "ok"
  return {
    ...result,
    statusCode,
    outcome,
    verdict: outcomes[outcome].verdict,
    deterministic: outcomes[outcome].deterministic,
    message: failure?.message ?? null,
    ...(expectations === undefined ? {} : { expectations })
  }
}

/** Returns the failure because of the content. It still applies if only the status changes. */
const contentFailure = ({ message, outcome }: CheckResult): Failure | null =>
  outcome === "content_fault" ? { outcome, message: message ?? outcomes[outcome].title } : null

const judgedStatus = (ranges: string, result: ExpectationResult, statusCode: number): ExpectationResult => {
  const holds = inRanges(ranges, statusCode)
  const { expected } = result
  return {
    ...result,
    holds,
    message: holds ? `As expected: ${expected}.` : `Expected ${expected}, got ${statusText(statusCode)}.`
  }
}
