import { argumentsOf, aString, nullable, shape, whole } from "@mon/arguments"
import type { ExpectationResult } from "./Expectation.ts"
import type { CheckResult } from "./CheckResult.ts"
import { type Failure, outcomes } from "./Outcome.ts"

/** Whether a status is in one of some ranges, such as "200-299, 401". */
export const inRanges = (ranges: string, statusCode: number): boolean =>
  ranges.split(",").some((range) => {
    const [low = 0, high = low] = range.split("-").map(Number)
    return statusCode >= low && statusCode <= high
  })

/** A status with its name: "404 Not Found". */
export const statusText = (statusCode: number) => {
  // An import of node:http would also load its WebSocket, which takes longer than this whole package.
  const name = process.getBuiltinModule("node:http").STATUS_CODES[statusCode] ?? ""
  return `${statusCode} ${name}`.trim()
}

/** The failure of an answer: a status of 400 or more that none allows, or the first expectation that does not hold. */
export const answerFailure = (statusCode: number, results: ReadonlyArray<ExpectationResult>): Failure | null => {
  if (statusCode >= 400 && !results.some(({ expectation }) => "status" in expectation))
    return { outcome: "http_status", message: `The server responded with ${statusText(statusCode)}.` }
  const statusFirst = results.toSorted(
    (one, other) => Number("status" in other.expectation) - Number("status" in one.expectation)
  )
  const broken = statusFirst.find(({ holds }) => !holds)
  return broken === undefined ? null : { outcome: "expectation_failed", message: broken.message }
}

const acceptWithStatus = /* @__PURE__ */ argumentsOf("withStatus", () => ({
  result: shape<CheckResult>("the result of a check", {
    url: aString,
    outcome: aString,
    statusCode: nullable(whole(100, 999))
  }),
  statusCode: whole(100, 999)
}))

/**
 * A result as if the final answer had had another status: a browser that opens the page again may get one. The
 * expectations of the status are judged anew, and all others are as they were.
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

/** What the content says stays true if only the status is another one. */
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
