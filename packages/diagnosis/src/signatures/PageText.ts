import type { PageFacts } from "../facts/DiagnosisFacts.ts"

/** The most characters of a body that are read. */
export const MAX_BODY = 65_536
/** The most characters of a title that are returned. */
const MAX_TITLE = 200
/** The most header fields that are read, and the most characters of each. */
const MAX_HEADERS = 100
const MAX_HEADER = 1_000

/** The texts of a page that signatures compare. All but the title are in lower case. The source has single blanks. */
export interface PageText {
  readonly headers: ReadonlyMap<string, string>
  readonly source: string
  readonly title: string
  /** Characters that a visitor sees, without blanks. */
  readonly visible: number
  readonly asksForPassword: boolean
}

const titleOf = (body: string, source: string): string => {
  const tag = source.indexOf("<title")
  const start = tag === -1 ? -1 : source.indexOf(">", tag)
  const end = start === -1 ? -1 : source.indexOf("</title", start)
  return end === -1 ? "" : body.slice(start + 1, Math.min(end, start + 1 + MAX_TITLE)).trim()
}

const HIDDEN = ["script", "style"] as const
const BLANK = /\s+/gu

/** Each search starts where the last one ended, and a search without a result ends the text: so this is linear. */
const visibleCharacters = (source: string): number => {
  let count = 0
  let position = 0
  while (position < source.length) {
    const tag = source.indexOf("<", position)
    const textEnd = tag === -1 ? source.length : tag
    count += source.slice(position, textEnd).replace(BLANK, "").length
    if (tag === -1) break
    const hidden = HIDDEN.find((name) => source.startsWith(name, tag + 1))
    const end = source.indexOf(">", hidden === undefined ? tag : Math.max(tag, source.indexOf(`</${hidden}`, tag)))
    if (end === -1 || (hidden !== undefined && !source.includes(`</${hidden}`, tag))) break
    position = end + 1
  }
  return count
}

/** Lower case with one code unit for each, so that positions in both texts are the same. */
const lowerOf = (body: string): string =>
  body.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase()).replaceAll("\u2019", "'")

/** Programs break the lines of a sentence, and write its punctuation as references of HTML. */
const comparableOf = (lower: string): string =>
  lower.replaceAll("&#46;", ".").replaceAll("&#39;", "'").replaceAll("&#x27;", "'").replace(BLANK, " ")

/** Reads the answer of a check. The time depends on its length only. */
export const readPage = ({ body = "", headers = {}, visible }: PageFacts): PageText => {
  const text = body.slice(0, MAX_BODY)
  const source = lowerOf(text)
  return {
    headers: new Map(
      Object.entries(headers)
        .slice(0, MAX_HEADERS)
        .map(([name, value]) => [name.toLowerCase(), value.slice(0, MAX_HEADER).toLowerCase()])
    ),
    source: comparableOf(source),
    title: titleOf(text, source),
    visible: visible ?? visibleCharacters(source),
    asksForPassword: ['type="password"', "type='password'", "type=password"].some((field) => source.includes(field))
  }
}
