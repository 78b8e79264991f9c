import { type ReadText, readText } from "@mon/bundled/content-faults"
import type { PageFacts } from "../facts/DiagnosisFacts.ts"
import { SHORT_PAGE } from "./Signature.ts"

/** The maximum number of characters of a body that are read. */
export const MAX_BODY = 65_536
/** The maximum number of header fields that are read, and the maximum number of characters of each field. */
const MAX_HEADERS = 100
const MAX_HEADER = 1_000

/** The parts of a response that signatures and rules compare. The header fields and the source are in lower case. */
export interface AnswerText {
  readonly headers: ReadonlyMap<string, string>
  /** The source of the page, with each run of white space reduced to one space. */
  readonly source: string
  readonly page: ReadText["page"]
  /** Whether the page has no more visible text than a short message. */
  readonly isShort: boolean
  readonly asksForPassword: boolean
}

/**
 * Normalizes a text for comparison, because programs break sentences into lines and write punctuation as HTML
 * references.
 */
const comparableOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("\u2019", "'")
    .replaceAll("&#46;", ".")
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/gu, " ")

/**
 * Returns the number of visible characters on a page. For a long page, returns the maximum length of a short page plus
 * one.
 */
export const visibleCharacters = ({ isLong, visible }: ReadText["page"]): number =>
  isLong ? SHORT_PAGE + 1 : visible.length

/** Reads the response to a check. The running time depends only on the length of the response. */
export const readAnswer = ({ body = "", headers = {}, visible }: PageFacts): AnswerText => {
  const text = body.slice(0, MAX_BODY)
  const source = comparableOf(text)
  const { page } = readText(null, text, "", visible !== undefined && visible > SHORT_PAGE)
  return {
    headers: new Map(
      Object.entries(headers)
        .slice(0, MAX_HEADERS)
        .map(([name, value]) => [name.toLowerCase(), value.slice(0, MAX_HEADER).toLowerCase()])
    ),
    source,
    page,
    isShort: (visible ?? visibleCharacters(page)) <= SHORT_PAGE,
    asksForPassword: ['type="password"', "type='password'", "type=password"].some((field) => source.includes(field))
  }
}
