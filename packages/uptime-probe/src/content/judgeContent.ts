import { argumentsOf, aString, nullable, optional, optionsOf, whole } from "@mon/bundled/arguments"
import { contentMemory } from "./contentMemoryKind.ts"
import { type ContentFault, type ContentJudgement, contentFaults } from "./ContentFault.ts"
import { type ContentFormat, type ContentMemory, isAnotherSite, remember, rememberStrange } from "./ContentMemory.ts"
import { ruleTable } from "./ContentRule.ts"
import { type PageText, readPageText, readPlainText } from "./PageText.ts"
import { applicationErrors } from "./rules/applicationErrors.ts"
import { challengePages } from "./rules/challengePages.ts"
import { comingSoonPages } from "./rules/comingSoonPages.ts"
import { databaseErrors } from "./rules/databaseErrors.ts"
import { defacedPages } from "./rules/defacedPages.ts"
import { defaultPages } from "./rules/defaultPages.ts"
import { directoryListings } from "./rules/directoryListings.ts"
import { maintenancePages, unavailablePages } from "./rules/maintenancePages.ts"
import { phpErrors } from "./rules/phpErrors.ts"
import { parkedPages } from "./rules/parkedPages.ts"
import { suspendedPages } from "./rules/suspendedPages.ts"

/** The single table of rules. The first that holds decides. */
const rules = ruleTable([
  unavailablePages,
  phpErrors,
  applicationErrors,
  databaseErrors,
  challengePages,
  suspendedPages,
  parkedPages,
  defaultPages,
  directoryListings,
  defacedPages,
  maintenancePages,
  comingSoonPages
])

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
const HTML_START =
  /^[\s\u{feff}]*(?:<!--|<!doctype\s+html|<html|<head|<body|<\?xml[^>]*\?>\s*<(?:!doctype\s+html|html))/iu
const XML_START = /^[\s\u{feff}]*<(?:\?xml|rss|feed|rdf:RDF|urlset|sitemapindex)\b/iu
const JSON_START = /^[\s\u{feff}]*[[{]/u

/** Whether the content of an answer is judged: it has no error status, and it is text. */
export const isJudged = (statusCode: number, contentType: string | null): boolean =>
  statusCode < FIRST_ERROR_STATUS && !NO_CONTENT.has(statusCode) && OF_TEXT.test(contentType ?? "")

/** Returns the format of an answer by its beginning; its header decides only where that leaves the format open. */
const formatOf = (contentType: string, text: string): ContentFormat => {
  if (HTML_START.test(text)) return "html"
  if (XML_START.test(text) || (JSON_START.test(text) && !contentType.includes("html"))) return "data"
  if (/json|xml\b/u.test(contentType) && !contentType.includes("xhtml")) return "data"
  return contentType.includes("html") || contentType === "" ? "html" : "text"
}

const isEmpty = (format: ContentFormat, page: PageText): boolean =>
  page.isWhole && page.visible === "" && (format !== "html" || !page.hasMore)

const faultOf = (format: ContentFormat, page: PageText, memory: ContentMemory | null): ContentFault | null => {
  const found = rules.firstFault(page)
  if (found !== null) return found
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

/** A text as the rules read it. */
export interface ReadText {
  readonly format: ContentFormat
  readonly page: PageText
}

/** Reads a text. `rest`: how it ends, if only its beginning is given; `isCut`: something between is not given. */
export const readText = (contentType: string | null, text: string, rest?: string, isCut?: boolean): ReadText => {
  const format = formatOf(contentType?.toLowerCase() ?? "", text)
  return { format, page: format === "html" ? readPageText(text, rest, isCut) : readPlainText(text, rest, isCut) }
}

/** Judges what was read of an answer. */
export const judgeText = ({ format, page }: ReadText, memory: ContentMemory | null): ContentJudgement => {
  const fault = faultOf(format, page, memory)
  if (fault === null) return { fault, memory: remember(memory, format, page) }
  return { fault, memory: memory !== null && STRANGE.has(fault.code) ? rememberStrange(memory, format, page) : memory }
}
