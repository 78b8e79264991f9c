import { quoted as quotation } from "../expect/quotation.ts"
import type { DnsMessage } from "@mon/dns"
import { matchesPattern } from "../pattern/TextPattern.ts"
import { shownText } from "./Received.ts"
import type { ServiceExpectation, ServiceExpectationResult } from "./ServiceResult.ts"

/** A condition that a DNS server's answer must meet. */
export type DnsExpectation =
  /** The response code, such as "NXDOMAIN". Without this expectation, the response code must be "NOERROR". */
  | { readonly rcode: string }
  /** A flag that must be set, or must not be set if `absent` is true. */
  | { readonly flag: "authenticated" | "authoritative" | "recursionAvailable" | "truncated"; readonly absent?: boolean }
  /**
   * The data of an answer as in zone files, such as "10 mx.example.com." One answer must contain it, or no answer may
   * contain it if `absent` is true. A TXT value may be split into strings in any way, and may omit its quotation marks.
   */
  | { readonly answer: string; readonly absent?: boolean }
  /** A pattern that the data of one answer must match. If `absent` is true, the data of no answer may match it. */
  | { readonly answerMatches: string; readonly absent?: boolean }
  /** The smallest number of answers that the message must contain. */
  | { readonly minimumAnswers: number }
  | ServiceExpectation

type MessageExpectation = Exclude<DnsExpectation, ServiceExpectation>

interface Finding {
  readonly holds: boolean
  readonly expected: string
  readonly found: string
}

const quoted = (text: string): string => quotation(shownText(text))

const answersOf = ({ answers }: DnsMessage): string =>
  answers.length === 0
    ? "got none"
    : `got ${answers
        .slice(0, 5)
        .map(({ data }) => quoted(data))
        .join(", ")}`

const CHARACTER_STRING = /"((?:[^"\\]|\\.)*)"\s*/gsu

/** Joins the character strings of TXT data in zone file form (RFC 7208 section 3.3). Returns null for other data. */
const joinedStrings = (data: string): string | null => {
  const joined = data.replace(CHARACTER_STRING, "$1")
  return data !== "" && data.replace(CHARACTER_STRING, "") === "" ? joined : null
}

const ESCAPE = /\\(?:(\d{3})|(.))/gsu

/** Returns the text of a value, with escaped octets decoded as UTF-8. */
const textOf = (value: string): string =>
  value.includes("\\")
    ? Buffer.from(
        value.replace(ESCAPE, (_, octet?: string, plain = "") =>
          octet === undefined ? plain : String.fromCharCode(Number(octet))
        ),
        "latin1"
      ).toString("utf8")
    : value

/**
 * Returns the forms of the data that an expectation may use. The division of a TXT value into strings does not matter.
 */
const formsOf = ({ data, type }: DnsMessage["answers"][number]): ReadonlyArray<string> => {
  const value = type === "TXT" ? joinedStrings(data) : null
  return value === null ? [data] : [...new Set([data, `"${value}"`, value, textOf(value)])]
}

const anyEquals = (message: DnsMessage, expected: string): boolean => {
  const value = joinedStrings(expected)
  const wanted = value === null ? expected : `"${value}"`
  return message.answers.some((answer) => formsOf(answer).some((form) => form === expected || form === wanted))
}

const anyMatches = async (message: DnsMessage, pattern: string): Promise<boolean> => {
  for (const answer of message.answers)
    for (const form of formsOf(answer)) if (await matchesPattern(pattern, form)) return true
  return false
}

const check = async (expectation: MessageExpectation, message: DnsMessage): Promise<Finding> => {
  if ("rcode" in expectation)
    return {
      holds: message.rcode === expectation.rcode,
      expected: `the response code ${quoted(expectation.rcode)}`,
      found: `got ${quoted(message.rcode)}`
    }
  if ("flag" in expectation) {
    const { absent = false, flag } = expectation
    const isSet = message[flag]
    return {
      holds: isSet !== absent,
      expected: `the flag ${quoted(flag)} to be ${absent ? "unset" : "set"}`,
      found: `it is ${isSet ? "set" : "not set"}`
    }
  }
  if ("minimumAnswers" in expectation)
    return {
      holds: message.answers.length >= expectation.minimumAnswers,
      expected: `at least ${expectation.minimumAnswers} answers`,
      found: `got ${message.answers.length}`
    }
  const { absent = false } = expectation
  const isThere =
    "answer" in expectation
      ? anyEquals(message, expectation.answer)
      : await anyMatches(message, expectation.answerMatches)
  const subject =
    "answer" in expectation
      ? `answer ${quoted(expectation.answer)}`
      : `answer that matches ${quoted(expectation.answerMatches)}`
  return { holds: isThere !== absent, expected: `${absent ? "no" : "an"} ${subject}`, found: answersOf(message) }
}

const isAboutMessage = (expectation: DnsExpectation): expectation is MessageExpectation =>
  !("responseTimeMs" in expectation) && !("ipVersion" in expectation) && !("certificate" in expectation)

export const checkDnsExpectations = async (
  expect: ReadonlyArray<DnsExpectation>,
  message: DnsMessage
): Promise<ReadonlyArray<ServiceExpectationResult<DnsExpectation>>> =>
  Promise.all(
    expect.filter(isAboutMessage).map(async (expectation) => {
      const { expected, found, holds } = await check(expectation, message)
      return {
        expectation,
        holds,
        expected,
        message: holds ? `As expected: ${expected}.` : `Expected ${expected}, ${found}.`
      }
    })
  )

export const namesRcode = (expect: ReadonlyArray<DnsExpectation>): boolean => expect.some((one) => "rcode" in one)

/** Whether expectations need all records of an answer, so that a truncated answer cannot meet them. */
export const needsRecords = (expect: ReadonlyArray<DnsExpectation>): boolean =>
  expect.some((one) => "answer" in one || "answerMatches" in one || "minimumAnswers" in one) &&
  !expect.some((one) => "flag" in one && one.flag === "truncated")
