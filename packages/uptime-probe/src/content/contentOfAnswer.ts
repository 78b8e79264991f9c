import { decodeText } from "@mon/character-sets"
import type { CheckRequest } from "../CheckResult.ts"
import type { Answer, Expectation, ExpectationResult } from "../Expectation.ts"
import { field } from "../HttpHead.ts"
import type { Failure } from "../Outcome.ts"
import { type ContentJudgement, contentFaults } from "./ContentFault.ts"
import { isJudged, judgeContent } from "./judgeContent.ts"

/** What a request says about the content of its answer. */
type ContentRequest = Pick<CheckRequest, "contentFaults" | "contentMemory" | "expect" | "method">

/** The judgement of an answer, and why the check fails for it. */
export interface AnswerContent {
  readonly content: ContentJudgement
  readonly failure: Failure | null
}

const READ_BYTES = 64 * 1024
const END_BYTES = 2 * 1024

/** The beginning and the end of a long body: the rest is not judged. */
const textOf = (body: Buffer, contentType: string | null): string =>
  body.length <= READ_BYTES
    ? decodeText(body, contentType)
    : `${decodeText(body.subarray(0, READ_BYTES), contentType)}${body.toString("latin1", body.length - END_BYTES)}`

/** Whether an expectation says what a good page has, so that its holding proves a page to be good. */
const saysWhatIsGood = (expectation: Expectation): boolean =>
  ("text" in expectation || "json" in expectation || ("matches" in expectation && !("header" in expectation))) &&
  expectation.absent !== true

/** Judges the content of a final answer that meets its expectations; null if it is not judged. */
export const contentOfAnswer = (
  { contentFaults: mode = "down", contentMemory = null, method = "GET" }: ContentRequest,
  { body, headers, statusCode }: Pick<Answer, "body" | "headers" | "statusCode">,
  results: ReadonlyArray<ExpectationResult>
): AnswerContent | null => {
  const contentType = field(headers, "content-type")
  if (mode === "off" || method === "HEAD" || method === "OPTIONS" || !isJudged(statusCode, contentType)) return null
  const content = judgeContent({ statusCode, contentType, text: textOf(body, contentType) }, contentMemory)
  const { fault } = content
  const isDown = mode === "down" && fault?.certain === true && !results.some((one) => saysWhatIsGood(one.expectation))
  if (fault === null || !isDown) return { content, failure: null }
  const message = `${contentFaults[fault.code].title}${fault.line === null ? "." : `: \`${fault.line}\`.`}`
  return { content, failure: { outcome: "content_fault", message } }
}
