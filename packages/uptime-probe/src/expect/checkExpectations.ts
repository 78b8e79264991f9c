import { isIP } from "node:net"
import type { Failure } from "../Outcome.ts"
import { field } from "../http/HttpHead.ts"
import { matchesPattern } from "../pattern/TextPattern.ts"
import type { Answer, Expectation, ExpectationResult } from "./Expectation.ts"
import * as JsonPath from "./JsonPath.ts"
import { type ReadAnswer, readAnswer } from "./ReadAnswer.ts"
import { quoted as quotation } from "./quotation.ts"

/** Returns whether one of the ranges, such as "200-299, 401", contains a status. */
export const inRanges = (ranges: string, statusCode: number): boolean =>
  ranges.split(",").some((range) => {
    const [low = 0, high = low] = range.split("-").map(Number)
    return statusCode >= low && statusCode <= high
  })

/** Returns a status with its name, such as "404 Not Found". */
export const statusText = (statusCode: number) => {
  // The names are read in this way because importing node:http would also load its WebSocket client, which takes longer
  // than loading this package.
  const name = process.getBuiltinModule("node:http").STATUS_CODES[statusCode] ?? ""
  return `${statusCode} ${name}`.trim()
}

/**
 * Returns the failure of an answer: a status of 400 or more if no expectation is about the status, otherwise the first
 * expectation that does not hold. Expectations about the status come before all other expectations.
 */
export const answerFailure = (statusCode: number, results: ReadonlyArray<ExpectationResult>): Failure | null => {
  if (statusCode >= 400 && !results.some(({ expectation }) => "status" in expectation))
    return { outcome: "http_status", message: `The server responded with ${statusText(statusCode)}.` }
  const statusFirst = results.toSorted(
    (one, other) => Number("status" in other.expectation) - Number("status" in one.expectation)
  )
  const broken = statusFirst.find(({ holds }) => !holds)
  return broken === undefined ? null : { outcome: "expectation_failed", message: broken.message }
}

type With<Name extends string> = Extract<Expectation, Readonly<Record<Name, unknown>>>

/**
 * The result of checking an expectation. `holds` is null if the check cannot determine whether the expectation holds.
 */
interface Finding {
  readonly holds: boolean | null
  readonly expected: string
  readonly found: string
}

const SHOWN = 200

const quoted = (text: string): string => quotation(text.slice(0, SHOWN))

/** Writes a value as JSON. JSON.stringify can fail, because a server can nest values too deeply. */
const written = (value: unknown): string => {
  try {
    return quoted(JSON.stringify(value) ?? "nothing")
  } catch {
    return "a deeply nested value"
  }
}

const isSame = (left: unknown, right: unknown): boolean => {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return left === right
  const entries = Object.entries(left)
  if (Array.isArray(left) !== Array.isArray(right) || entries.length !== Object.keys(right).length) return false
  return entries.every(([key, value]) => Object.hasOwn(right, key) && isSame(value, right[key as keyof typeof right]))
}

const checkText = ({ text, absent = false, ignoreCase = false }: With<"text">, answer: ReadAnswer): Finding => {
  const there = ignoreCase ? answer.foldedText().includes(text.toLowerCase()) : answer.text().includes(text)
  return {
    holds: there !== absent,
    expected: `${absent ? "no text" : "the text"} ${quoted(text)}`,
    found: there ? "found it" : "not found"
  }
}

const checkMatches = async (
  { matches, absent = false, ignoreCase = false }: Extract<Expectation, { matches: string; header?: never }>,
  answer: ReadAnswer
): Promise<Finding> => {
  const there = await matchesPattern(matches, answer.text(), ignoreCase)
  return {
    holds: there === null ? null : there !== absent,
    expected: `${absent ? "no match" : "a match"} of ${quoted(matches)}`,
    found: there === true ? "found one" : "not found"
  }
}

/** The header fields with which somebody else could act as a user. Results never contain their values. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "set-cookie"])

const checkHeader = async (expectation: With<"header">, answer: ReadAnswer): Promise<Finding> => {
  const { header, absent = false, equals, contains, matches } = expectation
  const value = field(answer.headers, header.toLowerCase())
  const name = `the header ${quoted(header)}`
  const wanted = [
    ...(equals === undefined ? [] : [`to be ${quoted(equals)}`]),
    ...(contains === undefined ? [] : [`to contain ${quoted(contains)}`]),
    ...(matches === undefined ? [] : [`to match ${quoted(matches)}`])
  ]
  const expected = absent ? `no header ${quoted(header)}` : [name, wanted.join(" and ")].join(" ").trim()
  if (value === null) return { holds: absent, expected, found: "not found" }
  const found = SECRET_HEADERS.has(header.toLowerCase()) ? "got a different value" : `got ${quoted(value)}`
  if (absent) return { holds: false, expected, found }
  // If there are several fields with the name, it is enough that one of them meets the condition, because programs that
  // send a field twice mean one of them.
  let holds: boolean | null = false
  for (const one of new Set([value, ...(answer.headers.get(header.toLowerCase()) ?? [])])) {
    const fits = (equals === undefined || one === equals) && (contains === undefined || one.includes(contains))
    if (!fits) continue
    const isMatch: boolean | null = matches === undefined ? true : await matchesPattern(matches, one)
    if (isMatch === true) return { holds: true, expected, found }
    if (isMatch === null) holds = null
  }
  return { holds, expected, found }
}

type Comparison = "above" | "atLeast" | "below" | "atMost"

const comparisons: Readonly<Record<Comparison, readonly [words: string, (found: number) => boolean]>> = {
  above: ["to be above", (order) => order > 0],
  atLeast: ["to be at least", (order) => order >= 0],
  below: ["to be below", (order) => order < 0],
  atMost: ["to be at most", (order) => order <= 0]
}

/** Returns the order of two numbers or two texts. Null for other values, as in RFC 9535 section 2.3.5.2.2. */
const orderOf = (left: unknown, right: number | string): number | null => {
  if (typeof left !== typeof right) return null
  return left === right ? 0 : (left as number | string) < right ? -1 : 1
}

const isComparison = (name: string): name is Comparison => Object.hasOwn(comparisons, name)

const checkJson = (expectation: With<"json">, answer: ReadAnswer): Finding => {
  const { json, absent = false, equals, differs } = expectation
  const limits = Object.keys(expectation).filter(isComparison)
  const wanted = [
    ...(equals === undefined ? [] : [`to be ${written(equals)}`]),
    ...(differs === undefined ? [] : [`not to be ${written(differs)}`]),
    ...limits.map((name) => `${comparisons[name][0]} ${written(expectation[name])}`)
  ]
  const query = JsonPath.parse(json)
  const subject = query === null || JsonPath.isForOne(query) || wanted.length === 0 ? "the value" : "every value"
  const expected = absent
    ? `no value at ${quoted(json)}`
    : `${subject} at ${quoted(json)} ${wanted.join(" and ")}`.trim()
  const read = answer.json()
  if (read === null) return { holds: false, expected, found: "the body is not JSON" }
  const values = query === null ? [] : read.at(query)
  if (values === null) return { holds: null, expected, found: "the search took too long" }
  if (values.length === 0) return { holds: absent, expected, found: "not found" }
  const fits = (value: unknown): boolean =>
    (equals === undefined || isSame(value, equals)) &&
    (differs === undefined || !isSame(value, differs)) &&
    limits.every((name) => {
      const limit = expectation[name]
      const order = limit === undefined ? null : orderOf(value, limit)
      return order !== null && comparisons[name][1](order)
    })
  const wrong = values.findIndex((value) => !fits(value))
  return { holds: !absent && wrong === -1, expected, found: `got ${written(values[Math.max(wrong, 0)])}` }
}

const checkCertificate = ({ minimumDays }: With<"certificate">, { certificate }: ReadAnswer): Finding => {
  const expected =
    minimumDays === undefined ? "a valid certificate" : `a certificate that is valid for ${minimumDays} more days`
  if (certificate === null) return { holds: false, expected, found: "there is none" }
  if (!certificate.valid) return { holds: false, expected, found: `got ${certificate.problems.join(", ")}` }
  return {
    holds: minimumDays === undefined || certificate.daysRemaining >= minimumDays,
    expected,
    found: `got ${certificate.daysRemaining} days${certificate.endsFirst.fingerprint256 === certificate.fingerprint256 ? "" : `, after which the certificate ${quoted(certificate.endsFirst.subject)} of the chain ends`}`
  }
}

const bytes = (count: number): string => `${count} ${count === 1 ? "byte" : "bytes"}`

/** Returns a note that a redirect was followed, because a user who expects the status of a redirect must know this. */
const afterRedirect = ({ redirectStatus }: ReadAnswer): string =>
  redirectStatus === undefined ? "" : ` after the redirect with ${statusText(redirectStatus)} was followed`

const isAboutBody = (expectation: Expectation): boolean =>
  "text" in expectation ||
  "json" in expectation ||
  "minimumBytes" in expectation ||
  "maximumBytes" in expectation ||
  ("matches" in expectation && !("header" in expectation))

/**
 * Checks one expectation. If the body is incomplete, no expectation about the body holds, because the missing part may
 * change the result.
 */
const check = async (expectation: Expectation, answer: ReadAnswer): Promise<Finding> => {
  const finding = await checkOne(expectation, answer)
  return answer.brokeOff && isAboutBody(expectation)
    ? { ...finding, holds: false, found: "the encoded body ended early" }
    : finding
}

const checkOne = (expectation: Expectation, answer: ReadAnswer): Finding | Promise<Finding> => {
  if ("status" in expectation) {
    return {
      holds: inRanges(expectation.status, answer.statusCode),
      expected: `the status ${quoted(expectation.status)}`,
      found: `got ${statusText(answer.statusCode)}${afterRedirect(answer)}`
    }
  }
  if ("text" in expectation) return checkText(expectation, answer)
  if ("header" in expectation) return checkHeader(expectation, answer)
  if ("json" in expectation) return checkJson(expectation, answer)
  if ("matches" in expectation) return checkMatches(expectation, answer)
  if ("certificate" in expectation) return checkCertificate(expectation, answer)
  if ("responseTimeMs" in expectation) {
    return {
      holds: answer.totalMs <= expectation.responseTimeMs,
      expected: `a response within ${expectation.responseTimeMs} ms`,
      found: `got one after ${Math.ceil(answer.totalMs)} ms`
    }
  }
  if ("ipVersion" in expectation) {
    const version = isIP(answer.address ?? "")
    return {
      holds: version === expectation.ipVersion,
      expected: `a response over IPv${expectation.ipVersion}`,
      found: `got one over IPv${version}`
    }
  }
  const isMinimum = "minimumBytes" in expectation
  const limit = isMinimum ? expectation.minimumBytes : expectation.maximumBytes
  const { length } = answer.body
  return {
    holds: isMinimum ? length >= limit : length <= limit,
    expected: `a body of at ${isMinimum ? "least" : "most"} ${bytes(limit)}`,
    found: `got ${bytes(length)}`
  }
}

interface CheckedExpectations {
  readonly results: ReadonlyArray<ExpectationResult>
  readonly failure: Failure | null
}

export const checkExpectations = async (
  expectations: ReadonlyArray<Expectation>,
  answer: Answer
): Promise<CheckedExpectations> => {
  if (expectations.length === 0) return { results: [], failure: answerFailure(answer.statusCode, []) }
  const read = readAnswer(answer)
  const results: Array<ExpectationResult> = []
  const unclearAt = new Set<number>()
  let unclear: Failure | null = null
  for (const expectation of expectations) {
    const { expected, found, holds } = await check(expectation, read)
    if (holds === null) {
      unclearAt.add(results.length)
      unclear ??= { outcome: "prober_fault", message: `The search for ${expected} took too long and was stopped.` }
    }
    results.push({
      expectation,
      holds: holds === true,
      expected,
      message: holds === true ? `As expected: ${expected}.` : `Expected ${expected}, ${found}.`
    })
  }
  // An expectation that certainly does not hold is a failure, even if other expectations could not be evaluated.
  const sure = results.filter((_, index) => !unclearAt.has(index))
  return { results, failure: answerFailure(answer.statusCode, sure) ?? unclear }
}
