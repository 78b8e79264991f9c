import type { DnsMessage } from "@mon/dns"
import { matchesPattern } from "../pattern/TextPattern.ts"
import { shownText } from "./Received.ts"
import type { ServiceAssertion, ServiceAssertionResult } from "./ServiceResult.ts"

/** What must hold for the answer of a DNS server. */
export type DnsAssertion =
  /** The response code, such as "NXDOMAIN". Without this expectation, it must be "NOERROR". */
  | { readonly rcode: string }
  /** A flag that is set, or not set with `absent`. */
  | { readonly flag: "authenticated" | "authoritative" | "recursionAvailable" | "truncated"; readonly absent?: boolean }
  /** Data that one of the answers has in the form of zone files, or none with `absent`: "10 mx.example.com." */
  | { readonly answer: string; readonly absent?: boolean }
  /** A pattern that the data of one of the answers matches, or of none with `absent`. */
  | { readonly answerMatches: string; readonly absent?: boolean }
  /** There are at least so many answers. */
  | { readonly minimumAnswers: number }
  | ServiceAssertion

/** An expectation about the message itself. */
type MessageAssertion = Exclude<DnsAssertion, ServiceAssertion>

interface Finding {
  readonly holds: boolean
  readonly expected: string
  readonly found: string
}

const quoted = (text: string): string => `\`${shownText(text)}\``

const answersOf = ({ answers }: DnsMessage): string =>
  answers.length === 0
    ? "got none"
    : `got ${answers
        .slice(0, 5)
        .map(({ data }) => quoted(data))
        .join(", ")}`

const anyMatches = async (message: DnsMessage, pattern: string): Promise<boolean> => {
  for (const { data } of message.answers) if (await matchesPattern(pattern, data)) return true
  return false
}

const check = async (assertion: MessageAssertion, message: DnsMessage): Promise<Finding> => {
  if ("rcode" in assertion)
    return {
      holds: message.rcode === assertion.rcode,
      expected: `the response code ${quoted(assertion.rcode)}`,
      found: `got ${quoted(message.rcode)}`
    }
  if ("flag" in assertion) {
    const { absent = false, flag } = assertion
    const isSet = message[flag]
    return {
      holds: isSet !== absent,
      expected: `the flag ${quoted(flag)} to be ${absent ? "unset" : "set"}`,
      found: `it is ${isSet ? "set" : "not set"}`
    }
  }
  if ("minimumAnswers" in assertion)
    return {
      holds: message.answers.length >= assertion.minimumAnswers,
      expected: `at least ${assertion.minimumAnswers} answers`,
      found: `got ${message.answers.length}`
    }
  const { absent = false } = assertion
  const isThere =
    "answer" in assertion
      ? message.answers.some(({ data }) => data === assertion.answer)
      : await anyMatches(message, assertion.answerMatches)
  const subject =
    "answer" in assertion
      ? `answer ${quoted(assertion.answer)}`
      : `answer that matches ${quoted(assertion.answerMatches)}`
  return { holds: isThere !== absent, expected: `${absent ? "no" : "an"} ${subject}`, found: answersOf(message) }
}

const isAboutMessage = (assertion: DnsAssertion): assertion is MessageAssertion =>
  !("responseTimeMs" in assertion) && !("ipVersion" in assertion) && !("certificate" in assertion)

/** The results of the expectations about a message. */
export const checkDnsAssertions = async (
  expect: ReadonlyArray<DnsAssertion>,
  message: DnsMessage
): Promise<ReadonlyArray<ServiceAssertionResult<DnsAssertion>>> =>
  Promise.all(
    expect.filter(isAboutMessage).map(async (assertion) => {
      const { expected, found, holds } = await check(assertion, message)
      return {
        assertion,
        holds,
        expected,
        message: holds ? `As expected: ${expected}.` : `Expected ${expected}, ${found}.`
      }
    })
  )

/** Whether expectations say which response code is right. */
export const namesRcode = (expect: ReadonlyArray<DnsAssertion>): boolean => expect.some((one) => "rcode" in one)
