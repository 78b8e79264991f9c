import { readText } from "@mon/bundled/content-faults"
import { argumentsOf, aString, nullable, optional, optionsOf, whole } from "@mon/bundled/arguments"
import type { ContentJudgement } from "./ContentFault.ts"
import type { ContentMemory } from "./ContentMemory.ts"
import { contentMemory } from "./contentMemoryKind.ts"
import { judgeText } from "./judgeText.ts"

/** An answer whose content is judged. */
export interface ContentAnswer {
  /** An error status is a fault by itself: from 400 on, no content is. */
  readonly statusCode: number
  /** The Content-Type header; null without one. */
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
/** Whether the content of an answer is judged: it has no error status, and it is text. */
export const isJudged = (statusCode: number, contentType: string | null): boolean =>
  statusCode < FIRST_ERROR_STATUS && !NO_CONTENT.has(statusCode) && OF_TEXT.test(contentType ?? "")

/**
 * Judges the content of an answer whose status is fine: whether it is a page that somebody sees when a site is broken,
 * or has been replaced. At most the first 64 KiB and the last 2 KiB are read.
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
