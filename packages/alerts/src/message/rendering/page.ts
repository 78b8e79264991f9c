import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row, section } from "../Notice.ts"
import { count, firstOf, sentence } from "../Sentence.ts"
import { timeText } from "../TimeText.ts"
import { reasonText, statusText } from "./responseText.ts"

const SUMMARY_CHARACTERS = 300
const LINES_SHOWN = 5
const LINE_CHARACTERS = 160

const lines = (title: string, all: ReadonlyArray<string>) => {
  const { shown, rest } = firstOf(all, LINES_SHOWN)
  return section(
    title,
    shown.map((line, index) => ({ label: String(index + 1), value: oneLine(line, LINE_CHARACTERS) })),
    rest === 0 ? null : `and ${count(rest, "more line")}`
  )
}

/** The notice of a page whose content changed. */
export const renderPageChanged = (
  { added, detectedAt, monitor, removed, summary }: FactOf<"page_changed">,
  timeZone: string,
  link: string | null
): Notice => ({
  tone: "news",
  word: "CHANGED",
  subject: `CHANGED ${nameOf(monitor)}`,
  headline: nameOf(monitor),
  lead: `The content of ${nameOf(monitor)} changed. ${sentence(oneLine(summary, SUMMARY_CHARACTERS) || "The text differs from the previous version")}`,
  rows: [...row("URL", urlText(monitor.url)), ...row("Detected", timeText(detectedAt, timeZone))],
  sections: [...lines("Added", added), ...lines("Removed", removed)],
  link: linkTo("Compare the versions", link)
})

/** The notice of a page that can no longer be checked. */
export const renderPageError = (
  { at, error, monitor, statusCode }: FactOf<"page_error">,
  timeZone: string,
  link: string | null
): Notice => ({
  tone: "down",
  word: "ERROR",
  subject: `ERROR ${nameOf(monitor)}`,
  headline: nameOf(monitor),
  lead: `${nameOf(monitor)} could not be checked. ${reasonText(error, statusCode)}`,
  rows: [
    ...row("URL", urlText(monitor.url)),
    ...row("Detected", timeText(at, timeZone)),
    ...row("Response", statusCode === null ? null : statusText(statusCode))
  ],
  sections: [],
  link: linkTo("Open the monitor", link)
})
