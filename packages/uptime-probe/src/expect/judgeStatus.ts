import type { ExpectationResult } from "./Expectation.ts"
import type { Failure } from "../Outcome.ts"

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
