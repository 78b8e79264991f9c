import { CheckTimings } from "./CheckRecord.ts"
import { described } from "./Described.ts"
import { ContentFaultFacts } from "./ContentFaultFacts.ts"
import { Fault } from "./Fault.ts"

const { countOrNull, flag, flagOrNull, list, numberOrNull, orNull, record, text, textOrNull } = described

const TriedExpectation = record("TriedExpectation", "Whether an expectation is met.", {
  expected: text("The expectation.", "the text “In stock”"),
  holds: flag("Whether the response meets it.", false),
  found: textOrNull(
    "The value that was found instead. Null if the response meets the expectation, or if the request has headers, a body or credentials.",
    "not found"
  )
})

/** The fields of a check that is not stored, for every kind of monitor. */
export const triedCheck = {
  slow: flagOrNull(
    "Whether the check took longer than `degradedAfterMs`. Null if the check failed, or if the monitor has no limit for slow responses.",
    false
  ),
  statusCode: countOrNull("HTTP status, or null if there was no response.", 200),
  responseTimeMs: numberOrNull("Duration of the check, or null if there was no response. Milliseconds.", 184),
  timings: CheckTimings,
  finalUrl: text("Address of the last request, after all redirects.", "https://www.example.com/"),
  error: orNull(Fault, "The reason why the check failed, or null if it passed."),
  expectations: list(
    TriedExpectation,
    "The expectations, in order. Empty if there are none, or if there was no response to compare."
  ),
  certificateProblems: list(
    text("A problem.", "name_mismatch"),
    "The reasons why browsers refuse the certificate, as in the record of a domain. Empty if browsers accept the certificate, or if there was none."
  ),
  contentFault: orNull(
    ContentFaultFacts,
    "The problem that the content of the response shows, or null if there is none."
  ),
  contentType: textOrNull("Content type of the response, or null if there was none.", "text/html; charset=utf-8")
} as const
