import { field, type HttpHeaders } from "./HttpHead.ts"
import * as JsonPath from "./JsonPath.ts"
import type { Failure } from "./Outcome.ts"

/** A value of JSON. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Something that must hold for the final answer. */
export type Assertion =
  /** Statuses and ranges, for instance "200-299, 401"; replaces the rule that a status below 400 is fine. */
  | { readonly status: string }
  /** Text that the decoded body holds, or does not hold with `absent`. */
  | { readonly text: string; readonly absent?: boolean; readonly ignoreCase?: boolean }
  /** A header field that is there (not there with `absent`), equals a value, or contains one. */
  | { readonly header: string; readonly absent?: boolean; readonly equals?: string; readonly contains?: string }
  /**
   * A path in a JSON body, for instance "$.data[0].status", that is there (not there with `absent`), or equals a value.
   */
  | { readonly json: string; readonly absent?: boolean; readonly equals?: Json }

/** Whether an assertion held; the sentence says what was found. */
export interface AssertionResult {
  readonly assertion: Assertion
  readonly holds: boolean
  readonly message: string
}

/** The parts of a response that assertions check. */
export interface Answer {
  readonly statusCode: number
  readonly headers: HttpHeaders
  /** Decoded, at most the cap. */
  readonly body: Buffer
}

/** The form of a list of statuses and ranges. */
export const STATUS_RANGES = /^\s*[1-9]\d\d(?:\s*-\s*[1-9]\d\d)?(?:\s*,\s*[1-9]\d\d(?:\s*-\s*[1-9]\d\d)?)*\s*$/

const inRanges = (ranges: string, statusCode: number): boolean =>
  ranges.split(",").some((range) => {
    const [low = 0, high = low] = range.split("-").map(Number)
    return statusCode >= low && statusCode <= high
  })

const CHARSET = /charset\s*=\s*"?([\w.:-]+)/i

/** The body as text, in the charset of its header, else UTF-8. */
const textOf = ({ headers, body }: Answer): string => {
  const charset = CHARSET.exec(field(headers, "content-type") ?? "")?.[1] ?? "utf-8"
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

const quoted = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 200)

const isSame = (left: unknown, right: unknown): boolean => {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return left === right
  const keys = Object.keys(left)
  if (Array.isArray(left) !== Array.isArray(right) || keys.length !== Object.keys(right).length) return false
  return keys.every(
    (key) => Object.hasOwn(right, key) && isSame(left[key as keyof typeof left], right[key as keyof typeof right])
  )
}

const checkText = (
  { text, absent = false, ignoreCase = false }: Extract<Assertion, { text: string }>,
  answer: Answer
) => {
  const fold = (value: string) => (ignoreCase ? value.toLowerCase() : value)
  const there = fold(textOf(answer)).includes(fold(text))
  return { holds: there !== absent, message: `The body ${there ? "contains" : "does not contain"} ${quoted(text)}.` }
}

const checkHeader = (
  { header, absent = false, equals, contains }: Extract<Assertion, { header: string }>,
  answer: Answer
) => {
  const value = field(answer.headers, header.toLowerCase())
  if (value === null) return { holds: absent, message: `The answer has no header ${header}.` }
  const fits = (equals === undefined || value === equals) && (contains === undefined || value.includes(contains))
  return { holds: fits && !absent, message: `The header ${header} has the value ${quoted(value)}.` }
}

const checkJson = ({ json, absent = false, equals }: Extract<Assertion, { json: string }>, answer: Answer) => {
  let document: unknown
  try {
    document = JSON.parse(textOf(answer))
  } catch {
    return { holds: false, message: "The body is not JSON." }
  }
  const found = JsonPath.select(document, JsonPath.parse(json) ?? [])
  if (!found.found) return { holds: absent, message: `The JSON body has no value at ${json}.` }
  return {
    holds: !absent && (equals === undefined || isSame(found.value, equals)),
    message: `The JSON body has the value ${quoted(found.value)} at ${json}.`
  }
}

const statusLine = (statusCode: number) => {
  // An import of node:http would also load its WebSocket, which takes longer than this whole package.
  const name = process.getBuiltinModule("node:http").STATUS_CODES[statusCode] ?? ""
  return `The server answered with ${`${statusCode} ${name}`.trim()}.`
}

const check = (assertion: Assertion, answer: Answer): AssertionResult => {
  if ("status" in assertion)
    return { assertion, holds: inRanges(assertion.status, answer.statusCode), message: statusLine(answer.statusCode) }
  if ("text" in assertion) return { assertion, ...checkText(assertion, answer) }
  if ("header" in assertion) return { assertion, ...checkHeader(assertion, answer) }
  return { assertion, ...checkJson(assertion, answer) }
}

/** Checks all assertions against the final answer. */
export const checkAssertions = (assertions: ReadonlyArray<Assertion>, answer: Answer): ReadonlyArray<AssertionResult> =>
  assertions.map((assertion) => check(assertion, answer))

/** The failure of a final answer: a wrong status first, then the first assertion that does not hold. */
export const answerFailure = (statusCode: number, results: ReadonlyArray<AssertionResult>): Failure | null => {
  const statuses = results.filter(({ assertion }) => "status" in assertion)
  const statusHolds = statuses.length === 0 ? statusCode < 400 : statuses.every(({ holds }) => holds)
  if (!statusHolds) return { outcome: "http_status", message: statusLine(statusCode) }
  const broken = results.find(({ holds }) => !holds)
  return broken === undefined ? null : { outcome: "assertion", message: broken.message }
}
