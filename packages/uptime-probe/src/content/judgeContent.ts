import { anything, argumentsOf, aString, nullable, optional, optionsOf, whole } from "@mon/bundled/arguments"
import { decodeText } from "@mon/bundled/character-sets"
import { pageRules, type PageText, type ReadText, readText, ruleTable } from "@mon/bundled/content-faults"
import { isAscii } from "node:buffer"
import type { Answer, Expectation, ExpectationResult } from "../expect/Expectation.ts"
import { quoted } from "../expect/quotation.ts"
import { field } from "../http/HttpHead.ts"
import { type AnswerContent, type ContentFault, contentFaults, type ContentJudgement } from "./ContentFault.ts"
import { type ContentFormat, type ContentMemory, isAnotherSite, remember, rememberStrange } from "./ContentMemory.ts"
import { contentMemory } from "./contentMemoryKind.ts"
import type { JudgedAnswer, KnownPages } from "./KnownPages.ts"

const rules = ruleTable(pageRules)

const isEmpty = (format: ContentFormat, page: PageText): boolean =>
  page.isWhole && page.visible === "" && (format !== "html" || !page.hasMore)

const faultOf = (format: ContentFormat, page: PageText, memory: ContentMemory | null): ContentFault | null => {
  const found = rules.firstMatch(page)
  if (found !== null) return { ...found, certain: contentFaults[found.code].certain }
  if (isEmpty(format, page)) return { code: "empty", family: null, line: null, certain: memory !== null }
  if (memory === null) return null
  const line = page.title || page.visible.split("\n", 1)[0] || null
  if (memory.format !== "html" && format === "html") return strange("wrong_format", line)
  return isAnotherSite(memory, page) ? strange("another_site", line) : null
}

const strange = (code: "another_site" | "wrong_format", line: string | null): ContentFault => ({
  code,
  family: null,
  line: line?.slice(0, 200) ?? null,
  certain: contentFaults[code].certain
})

const STRANGE: ReadonlySet<string> = new Set(["another_site", "wrong_format"])

const judgeText = ({ format, page }: ReadText, memory: ContentMemory | null): ContentJudgement => {
  const fault = faultOf(format, page, memory)
  if (fault === null) return { fault, memory: remember(memory, format, page) }
  return { fault, memory: memory !== null && STRANGE.has(fault.code) ? rememberStrange(memory, format, page) : memory }
}

/** An answer whose content can be judged. */
export interface ContentAnswer {
  /**
   * The status. The content is not judged if the status is 400 or above, because the status itself is then the fault.
   */
  readonly statusCode: number
  /** The Content-Type header. Null if there is none. */
  readonly contentType: string | null
  /** The decoded text of the body. */
  readonly text: string
}

const acceptJudgeContent = /* @__PURE__ */ argumentsOf("judgeContent", () => ({
  answer: optionsOf<ContentAnswer>({ statusCode: whole(100, 999), contentType: nullable(aString), text: aString }),
  memory: optional(nullable(contentMemory()))
}))

const NO_CONTENT: ReadonlySet<number> = new Set([204, 205, 304])
const FIRST_ERROR_STATUS = 400

const OF_TEXT = /^\s*(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|xhtml|javascript)\b|$)/iu
/** Returns whether the content of an answer is judged: only text without an error status. */
const isJudged = (statusCode: number, contentType: string | null): boolean =>
  statusCode < FIRST_ERROR_STATUS && !NO_CONTENT.has(statusCode) && OF_TEXT.test(contentType ?? "")

/**
 * Judges the content of an answer that has no error status. Finds out whether the page shows that the site is broken or
 * has been replaced. Reads at most the first 64 KiB and the last 2 KiB.
 *
 * @example
 * ```ts
 * const { fault } = judgeContent({
 *   statusCode: 200,
 *   contentType: "text/html",
 *   text: "<title>Database Error</title><h1>Error establishing a database connection</h1>"
 * })
 * fault?.code // => "application_error"
 * ```
 */
export const judgeContent = (answer: ContentAnswer, memory: ContentMemory | null = null): ContentJudgement => {
  acceptJudgeContent(answer, memory)
  if (!isJudged(answer.statusCode, answer.contentType)) return { fault: null, memory }
  return judgeText(readText(answer.contentType, answer.text), memory)
}

interface ContentRequest {
  readonly url: string
  readonly contentFaults?: "down" | "off" | "remark"
  readonly contentMemory?: ContentMemory | null
  readonly method?: string
}

/** The number of bytes after which an ordinary page is certainly too long to be an error message. */
const FIRST_BYTES = 16 * 1024
const READ_BYTES = 64 * 1024
const END_BYTES = 2 * 1024

/** The maximum number of bytes of a character in UTF-8. */
const CHARACTER_BYTES = 4

/**
 * Returns the beginning of a body. Leaves out an incomplete character at the end, which would make the whole text
 * invalid UTF-8.
 */
const beginningOf = (body: Buffer, bytes: number): Buffer => {
  if (body.length <= bytes) return body
  let end = bytes
  while (end > bytes - CHARACTER_BYTES && ((body[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return body.subarray(0, end)
}

const ESCAPE = 0x1b

/**
 * Decodes a part of a body. ASCII text has the same bytes in every encoding, except in encodings that use escape
 * sequences.
 */
const textOf = (part: Buffer, contentType: string | null): string =>
  isAscii(part) && !part.includes(ESCAPE) ? part.toString("latin1") : decodeText(part, contentType)

/** Reads only as much of a body as is needed to judge it. */
const readBody = (body: Buffer, contentType: string | null): { text: ReadText; isWithinFirst: boolean } => {
  const rest = body.length > FIRST_BYTES ? body.toString("latin1", body.length - END_BYTES) : undefined
  const readFirst = (bytes: number) =>
    readText(contentType, textOf(beginningOf(body, bytes), contentType), rest, body.length > bytes)
  const first = readFirst(FIRST_BYTES)
  const isWithinFirst = rest === undefined || first.page.isLong
  return { text: isWithinFirst ? first : readFirst(READ_BYTES), isWithinFirst }
}

/**
 * Returns whether an expectation describes a good page. The content of a page that meets such an expectation is not
 * judged.
 */
const saysWhatIsGood = (expectation: Expectation): boolean =>
  ("text" in expectation || "json" in expectation || ("matches" in expectation && !("header" in expectation))) &&
  expectation.absent !== true

/** Judges a body, unless it has not changed since it was last judged. */
const judgeBody = (answer: JudgedAnswer, knownPages: KnownPages | undefined): ContentJudgement => {
  const known = knownPages?.judgementOf(answer) ?? null
  if (known !== null) return known
  const { isWithinFirst, text } = readBody(answer.body, answer.contentType)
  const judgement = judgeText(text, answer.memory)
  if (isWithinFirst) knownPages?.add(answer, judgement)
  return judgement
}

/** Judges the content of a final response that meets its expectations. Returns null if the content is not judged. */
export const contentOfAnswer = (
  { url, contentFaults: mode = "down", contentMemory: memory = null, method = "GET" }: ContentRequest,
  { body, headers, statusCode }: Pick<Answer, "body" | "headers" | "statusCode">,
  results: ReadonlyArray<ExpectationResult>,
  knownPages?: KnownPages
): AnswerContent | null => {
  const contentType = field(headers, "content-type")
  if (mode === "off" || method === "HEAD" || method === "OPTIONS" || !isJudged(statusCode, contentType)) return null
  const answer = { url, contentType, body, memory, firstBytes: FIRST_BYTES, endBytes: END_BYTES }
  const content = judgeBody(answer, knownPages)
  const { fault } = content
  const isDown = mode === "down" && fault?.certain === true && !results.some((one) => saysWhatIsGood(one.expectation))
  if (fault === null || !isDown) return { content, failure: null }
  const message = `${contentFaults[fault.code].title}${fault.line === null ? "." : `: ${quoted(fault.line)}.`}`
  return { content, failure: { outcome: "content_fault", message } }
}

/**
 * Returns whether a stored value is a valid {@link ContentMemory} of this release.
 *
 * @example
 * ```ts
 * isContentMemory({ format: "html", checks: 1, titles: [], hosts: [], strange: 0 }) // => true
 * isContentMemory({ format: "html" }) // => false
 * ```
 */
export const isContentMemory = (value: unknown): value is ContentMemory => {
  acceptIsContentMemory(value)
  try {
    return contentMemory().fault(value) === null
  } catch {
    // A getter or a proxy in the value threw an error.
    return false
  }
}

const acceptIsContentMemory = /* @__PURE__ */ argumentsOf("isContentMemory", () => ({ value: anything }))
