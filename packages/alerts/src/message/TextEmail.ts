import type { Audience } from "./Audience.ts"
import { linkable } from "./Html.ts"
import type { Notice, Row, Section } from "./Notice.ts"
import { wordsOf } from "./words/Voice.ts"

/**
 * The longest line of plain text, except for links. RFC 5322 section 2.1.1 asks for 78 characters, and quoting needs
 * some of them.
 */
const COLUMNS = 72
/** The longest label that gets a separate column. */
const LABEL_COLUMNS = 14

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
const MARK = /^\p{M}$/u

/** Returns the number of columns that a text takes in a terminal font. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1), 0)

/** Splits a word that is too long for a line. A link stays whole. */
const pieces = (word: string, width: number): ReadonlyArray<string> => {
  if (columnsOf(word) <= width || /^https?:\/\//u.test(word)) return [word]
  const parts: Array<string> = [""]
  for (const character of word) {
    if (columnsOf(`${parts.at(-1)}${character}`) > width) parts.push(character)
    else parts[parts.length - 1] += character
  }
  return parts
}

/** Wraps words into lines. The first line begins with `first`, and the others with `indent` spaces. */
const wrap = (text: string, first = "", indent = columnsOf(first)): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = first
  let empty = true
  for (const word of text
    .split(" ")
    .filter((part) => part !== "")
    .flatMap((part) => pieces(part, COLUMNS - indent))) {
    const grown = empty ? `${line}${word}` : `${line} ${word}`
    if (columnsOf(grown) <= COLUMNS || (empty && line.trim() === "")) {
      line = grown
    } else {
      lines.push(line.trimEnd())
      line = `${" ".repeat(indent)}${word}`
    }
    empty = false
  }
  return [...lines, line.trimEnd()]
}

const rowLines = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const column = Math.min(LABEL_COLUMNS, Math.max(0, ...rows.map(({ label }) => columnsOf(label))))
  return rows.flatMap(({ label, value }) => {
    const width = columnsOf(label)
    return width <= column
      ? wrap(value, `  ${label}${" ".repeat(column - width)}  `)
      : [...wrap(label, "  "), ...wrap(value, "    ")]
  })
}

const sectionLines = ({ title, rows, more }: Section): ReadonlyArray<string> => [
  "",
  `${title}:`,
  ...rowLines(rows),
  ...(more === null ? [] : wrap(more, "  "))
]

const linkLines = (label: string, url: string | null): ReadonlyArray<string> => {
  const target = url === null ? null : linkable(url)
  return target === null ? [] : [`${label}:`, target]
}

const noticeLink = (link: Notice["link"]): ReadonlyArray<string> =>
  link === null ? [] : ["", ...linkLines(link.label, link.url)]

/** Makes the plain text of a notice, at 72 columns. */
export const textEmail = (
  notice: Notice,
  { language = "en", service, settingsUrl, stopUrl, workspace = null }: Audience
): string => {
  const { email } = wordsOf[language]
  const name = workspace?.name ?? null
  return [
    ...(name === null ? [] : [...wrap(name), ""]),
    ...wrap(notice.headline, `${notice.word}  `),
    "",
    ...wrap(notice.lead),
    ...(notice.paragraphs ?? []).flatMap((paragraph) => ["", ...wrap(paragraph)]),
    ...(notice.rows.length === 0 ? [] : ["", ...rowLines(notice.rows)]),
    ...notice.sections.flatMap(sectionLines),
    ...noticeLink(notice.link),
    ...noticeLink(notice.acknowledge ?? null),
    "",
    "-- ",
    ...wrap(email.sentBy(service)),
    ...linkLines(email.settings, settingsUrl),
    ...linkLines(email.unsubscribe, stopUrl),
    ""
  ].join("\n")
}
