import {
  type CompareOptions,
  comparePages,
  explainPage,
  type LinePattern,
  type NoiseMaskName,
  type PageOptions,
  type PageReading,
  readPage,
  SelectorError,
  type TextDiff
} from "@mon/diff-engine"
import type { ChangeHunk, PagePreview, PageRules } from "@mon/model"
import { storable } from "../StoredText.ts"

/**
 * The kinds of noise that are ignored, because they change even if the page does not: timestamps, relative times and
 * generated values. Changed dates and numbers count as changes of the page.
 */
const MASKS: ReadonlyArray<NoiseMaskName> = [
  "date-time",
  "http-date",
  "time-of-day",
  "relative-time",
  "uuid",
  "hex",
  "token",
  "session-id"
]

type IgnoredLine = PageRules["ignoreLines"][number]

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)

/**
 * Compiles patterns for a search in linear time. The pattern engine is loaded on first use, because few pages have
 * patterns.
 */
const patternsOf = async (lines: ReadonlyArray<IgnoredLine>): Promise<ReadonlyArray<string | LinePattern>> => {
  if (lines.every((line) => "text" in line && line.ignoreCase !== true))
    return lines.flatMap((line) => ("text" in line ? [line.text] : []))
  const { textPattern } = await import("@mon/uptime-probe")
  return lines.map((line) =>
    "text" in line && line.ignoreCase !== true
      ? line.text
      : textPattern("text" in line ? escaped(line.text) : line.matches, line.ignoreCase)
  )
}

export const pageOptionsOf = async ({ exclude, ignoreLines, include }: PageRules): Promise<PageOptions> => ({
  masks: MASKS,
  ...(include.length === 0 ? {} : { include }),
  ...(exclude.length === 0 ? {} : { exclude }),
  ...(ignoreLines.length === 0 ? {} : { ignoreLines: await patternsOf(ignoreLines) })
})

/** Returns the options for comparing a page under these rules, such as which changes count. */
export const compareOptionsOf = ({ minimumChange, onlyLines, trigger }: PageRules): CompareOptions => ({
  ...(minimumChange === null ? {} : { minimumChange }),
  ...(onlyLines === null ? {} : { onlyLines }),
  ...(trigger === null ? {} : { trigger })
})

/**
 * Returns the configuration of a reading. It contains every setting whose change requires a new baseline. For a monitor
 * without rules, it is the same as before rules were introduced.
 */
export const configurationOf = (configuration: string, rules: PageRules, isRendered: boolean): string => {
  const { minimumChange, onlyLines, trigger } = rules
  const hasRules = minimumChange !== null || onlyLines !== null || trigger !== null
  return [
    configuration,
    ...(hasRules ? [JSON.stringify([minimumChange, onlyLines, trigger])] : []),
    ...(isRendered ? ["rendered"] : [])
  ].join(" ")
}

// These functions run in threads of the worker pool. Each thread loads this file, so import only modules that these
// functions need.

const ALERT_LINES = 20
const ALERT_LINE_CHARACTERS = 300
/**
 * The limits for the hunks that are stored for one change. They are low because one API response contains up to 50
 * changes.
 */
const HUNK_LIMITS = { hunkLines: 1_000, hunkCharacters: 65_536, hunkSpans: 2_000 }
/** The most characters of a stored title. */
const TITLE = 1_000

export interface FetchedPage {
  readonly body: Uint8Array
  readonly contentType: string | null
  readonly statusCode: number
  readonly rules: PageRules
  /** Whether a browser has run the scripts of the page. */
  readonly isRendered: boolean
  /** The stored text. Null if no text is stored. */
  readonly before: { readonly text: string; readonly configuration: string } | null
}

/** The differences between a page and the stored text, in the form in which they are stored. */
export interface PageDifference {
  readonly summary: string
  readonly changeCount: number
  readonly addedLines: number
  readonly removedLines: number
  readonly similarity: number
  readonly approximate: boolean
  readonly diff: string
  readonly hunks: ReadonlyArray<ChangeHunk>
  /** The first added lines and the first removed lines, for the alert. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

export interface ExaminedPage {
  readonly reading: PageReading
  /** The differences from the stored text. Null if the page did not change, or if it cannot be compared. */
  readonly difference: PageDifference | null
  /** Whether later readings are still compared with the old stored text, so that small changes add up. */
  readonly isBaselineKept: boolean
}

const alertLines = (diff: TextDiff, op: "insert" | "delete"): ReadonlyArray<string> =>
  diff.hunks
    .flatMap(({ lines }) => lines)
    .filter((line) => line.op === op && line.text.trim() !== "")
    .slice(0, ALERT_LINES)
    .map(({ text }) => storable(text, ALERT_LINE_CHARACTERS))

const differenceOf = (diff: TextDiff): PageDifference => ({
  summary: diff.headline,
  changeCount: diff.changeCount,
  addedLines: diff.addedLines,
  removedLines: diff.removedLines,
  similarity: diff.similarity,
  approximate: diff.approximate,
  diff: storable(diff.unified, diff.unified.length),
  hunks: diff.hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => ({
      ...line,
      text: storable(line.text, line.text.length),
      spans: line.spans?.map((span) => ({ ...span, text: storable(span.text, span.text.length) })) ?? null
    }))
  })),
  added: alertLines(diff, "insert"),
  removed: alertLines(diff, "delete")
})

/**
 * Returns the reading for a page with a refused selector. The stored rules were valid when they were saved, but a later
 * version may refuse them.
 */
const refused = (error: unknown): PageReading => {
  if (!(error instanceof SelectorError)) throw error
  return { state: "not_applicable", reason: error.message.replace(/^readPage: /u, "") }
}

export const examinePage = async ({ before, isRendered, rules, ...source }: FetchedPage): Promise<ExaminedPage> => {
  const options = await pageOptionsOf(rules)
  const read = await readPage(source, options).catch(refused)
  const reading =
    read.state === "ok" ? { ...read, configuration: configurationOf(read.configuration, rules, isRendered) } : read
  const compared = comparePages(before, reading, { ...HUNK_LIMITS, ...compareOptionsOf(rules) })
  return {
    reading:
      reading.state === "ok" && reading.title !== null
        ? { ...reading, title: storable(reading.title, TITLE) }
        : reading,
    difference: compared.result === "changed" ? differenceOf(compared.diff) : null,
    isBaselineKept: compared.result === "ignored" && compared.rule === "minimumChange"
  }
}

/** A page to preview, with the limits on the texts in the response. */
export interface PreviewedPage extends Omit<FetchedPage, "before" | "isRendered"> {
  readonly limits: { readonly lines: number; readonly leftOutLines: number; readonly lineCharacters: number }
}

export interface ExplainedLines extends Pick<PagePreview, "cause" | "leftOut" | "lineCount" | "lines" | "title"> {
  readonly reading: { readonly state: "ok" } | Exclude<PageReading, { readonly state: "ok" }>
}

export const previewPage = async ({ limits, rules, ...source }: PreviewedPage): Promise<ExplainedLines> => {
  const { cause, leftOut, reading } = await explainPage(source, await pageOptionsOf(rules)).catch((error: unknown) => ({
    cause: null,
    leftOut: [],
    reading: refused(error)
  }))
  const lines = reading.state === "ok" ? reading.text.split("\n") : []
  const shown = (all: ReadonlyArray<string>, most: number) =>
    all.slice(0, most).map((line) => storable(line, limits.lineCharacters))
  return {
    reading: reading.state === "ok" ? { state: "ok" } : reading,
    title: reading.state === "ok" && reading.title !== null ? storable(reading.title, TITLE) : null,
    lineCount: lines.length,
    lines: shown(lines, limits.lines),
    leftOut: leftOut.map(({ lines: all, option }) => ({
      option,
      lineCount: all.length,
      lines: shown(all, limits.leftOutLines)
    })),
    cause
  }
}
