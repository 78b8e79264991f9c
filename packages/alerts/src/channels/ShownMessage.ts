import { oneLine } from "../message/ForeignText.ts"
import type { Row, Section } from "../message/Notice.ts"
import type { ChannelLink, ChannelMessage } from "./ChannelMessage.ts"
import { cut } from "./EscapedText.ts"

/** A message, or the part of a message that fits, as plain text without control characters. Nothing is escaped yet. */
export interface ShownMessage {
  readonly title: string
  readonly text: string
  readonly rows: ReadonlyArray<Row>
  readonly sections: ReadonlyArray<Section>
  /** The page about the event, and the page for the acknowledgement. The links are never cut. */
  readonly links: ReadonlyArray<ChannelLink>
}

/**
 * The maximum number of characters in each part and in all lines together, and the maximum number of lines. A message
 * is built up to thirty times until it fits, and this must not delay the event loop.
 */
const LONGEST = { title: 250, text: 4_000, label: 80, value: 500, more: 200, lines: 40, all: 6_000 } as const
/** The length to which a title is cut so that the links still fit into the smallest message. */
const SHORT_TITLE = 80

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const CONTROL = /[^\P{Cc}\n]/gu

/** Removes control characters and characters that change the direction of text, but keeps line breaks. */
const cleanText = (text: string): string =>
  cut(
    text
      .slice(0, LONGEST.text * 2)
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
      .replace(DIRECTION, "")
      .replace(CONTROL, " ")
      .replace(/\n{3,}/gu, "\n\n")
      .trim(),
    LONGEST.text
  )

const makeRowCleaner = (): ((rows: ReadonlyArray<Row>) => ReadonlyArray<Row>) => {
  let lines: number = LONGEST.lines
  let characters: number = LONGEST.all
  return (rows) => {
    const cleaned: Array<Row> = []
    for (const row of rows) {
      if (lines <= 0 || characters <= 0) break
      const label = oneLine(row.label, Math.min(LONGEST.label, characters))
      const value = oneLine(row.value, Math.max(1, Math.min(LONGEST.value, characters - label.length)))
      cleaned.push({ label, value })
      lines -= 1
      characters -= label.length + value.length
    }
    return cleaned
  }
}

const cleaned = (message: ChannelMessage): ShownMessage => {
  const cleanRows = makeRowCleaner()
  return {
    title: oneLine(message.title, LONGEST.title) || "Mon",
    text: cleanText(message.text),
    rows: cleanRows(message.rows),
    sections: message.sections.flatMap(({ keepsEnd = false, more, rows, title }) => {
      const shown = cleanRows(rows)
      const rest = shown.length < rows.length ? "…" : more
      return shown.length === 0
        ? []
        : [
            {
              title: oneLine(title, LONGEST.label),
              rows: shown,
              more: rest === null ? null : oneLine(rest, LONGEST.more),
              keepsEnd
            }
          ]
    }),
    links: [message.link, message.acknowledge].filter((link) => link !== null)
  }
}

/** Returns a message with only its first lines. The rows outside sections come first. */
const firstLines = (shown: ShownMessage, count: number): ShownMessage => {
  let left = count - shown.rows.length
  const sections = shown.sections.flatMap((section) => {
    if (left <= 0) return []
    const rows = section.keepsEnd === true ? section.rows.slice(-left) : section.rows.slice(0, left)
    left -= section.rows.length
    return [{ ...section, rows, more: rows.length < section.rows.length ? "…" : section.more }]
  })
  return { ...shown, rows: shown.rows.slice(0, count), sections }
}

const countLines = ({ rows, sections }: ShownMessage): number =>
  sections.reduce((count, section) => count + section.rows.length, rows.length)

/**
 * Returns the largest number up to `most` for which a condition is true, or 0 if there is none. The search is binary,
 * so the condition must be true for all smaller numbers.
 */
const largest = (most: number, isTrue: (count: number) => boolean): number => {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isTrue(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Builds the largest message that fits. First leaves out lines, starting at the end. Then cuts the text, and then the
 * title. The links are always kept. A compact message has only its title and its links.
 */
export const fitted = <A>(
  message: ChannelMessage,
  build: (shown: ShownMessage) => A,
  fits: (built: A) => boolean,
  isCompact = false
): A => {
  const whole = cleaned(message)
  const bare = { ...whole, text: "", rows: [], sections: [] }
  if (!isCompact) {
    const all = build(whole)
    if (fits(all)) return all
    const withLines = (count: number) => build(firstLines(whole, count))
    if (fits(withLines(0))) return withLines(largest(countLines(whole), (count) => fits(withLines(count))))
    const withText = (length: number) => build({ ...bare, text: cut(whole.text, length) })
    if (fits(withText(0))) return withText(largest(whole.text.length, (length) => fits(withText(length))))
  }
  const titled = build({ ...bare, title: isCompact ? cut(whole.title, SHORT_TITLE) : whole.title })
  if (fits(titled)) return titled
  const withTitle = (length: number) => build({ ...bare, title: cut(whole.title, length) })
  return withTitle(
    Math.max(
      1,
      largest(whole.title.length, (length) => fits(withTitle(length)))
    )
  )
}

export const rowText = ({ label, value }: Row): string => (label === "" ? value : `${label}: ${value}`)

export const linesOf = ({ rows, sections }: ShownMessage): ReadonlyArray<string> => [
  ...rows.map(rowText),
  ...sections.flatMap(({ more, rows: inner, title }) => [
    `${title}:`,
    ...inner.map((row) => `  ${rowText(row)}`),
    ...(more === null ? [] : [`  ${more}`])
  ])
]

/** Returns the emoji before the title, which helps people who see many messages at once. */
export const signOf = ({ phase, severity }: ChannelMessage): string => {
  if (phase === "resolved") return "🟢"
  if (phase === "acknowledged") return "🟡"
  return { critical: "🔴", error: "🔴", warning: "🟠", info: "🔵" }[severity]
}
