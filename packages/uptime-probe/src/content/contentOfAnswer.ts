import { decodeText } from "@mon/bundled/character-sets"
import { type ReadText, readText } from "@mon/bundled/content-faults"
import { isAscii } from "node:buffer"
import type { Answer, Expectation, ExpectationResult } from "../expect/Expectation.ts"
import { field } from "../http/HttpHead.ts"
import { quoted } from "../expect/quotation.ts"
import { type AnswerContent, contentFaults } from "./ContentFault.ts"
import type { ContentMemory } from "./ContentMemory.ts"
import { isJudged } from "./judgeContent.ts"
import { judgeText } from "./judgeText.ts"

/** The parts of a request that concern the content of its answer. */
interface ContentRequest {
  readonly contentFaults?: "down" | "off" | "remark"
  readonly contentMemory?: ContentMemory | null
  readonly method?: string
}

/** The number of bytes that show an ordinary page to be too long for a message. */
const FIRST_BYTES = 16 * 1024
const READ_BYTES = 64 * 1024
const END_BYTES = 2 * 1024

/** The longest character of UTF-8. */
const CHARACTER_BYTES = 4

/** The beginning of a body, without an unfinished character at its end: it would make all of them invalid as UTF-8. */
const beginningOf = (body: Buffer, bytes: number): Buffer => {
  if (body.length <= bytes) return body
  let end = bytes
  while (end > bytes - CHARACTER_BYTES && ((body[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return body.subarray(0, end)
}

const ESCAPE = 0x1b

/** Decodes a part of a body. ASCII is the same in every encoding but those that shift with escapes. */
const textOf = (part: Buffer, contentType: string | null): string =>
  isAscii(part) && !part.includes(ESCAPE) ? part.toString("latin1") : decodeText(part, contentType)

/** Reads no more of a body than its judgement needs. */
const readBody = (body: Buffer, contentType: string | null): ReadText => {
  const rest = body.length > FIRST_BYTES ? body.toString("latin1", body.length - END_BYTES) : undefined
  const readFirst = (bytes: number) =>
    readText(contentType, textOf(beginningOf(body, bytes), contentType), rest, body.length > bytes)
  const first = readFirst(FIRST_BYTES)
  return rest === undefined || first.page.isLong ? first : readFirst(READ_BYTES)
}

/** Whether an expectation describes a good page: a page that meets it is good. */
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
  const content = judgeText(readBody(body, contentType), contentMemory)
  const { fault } = content
  const isDown = mode === "down" && fault?.certain === true && !results.some((one) => saysWhatIsGood(one.expectation))
  if (fault === null || !isDown) return { content, failure: null }
  const message = `${contentFaults[fault.code].title}${fault.line === null ? "." : `: ${quoted(fault.line)}.`}`
  return { content, failure: { outcome: "content_fault", message } }
}
