import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { firstOf, linkTo, type Notice, row, section, sentence } from "../Notice.ts"
import type { Words } from "../words/en.ts"
import type { Voice } from "../words/Voice.ts"
import { causeText, diagnosisOf } from "./diagnosis.ts"
import { reasonText, statusText } from "./responseText.ts"

const SUMMARY_CHARACTERS = 300
const LINES_SHOWN = 5
const LINE_CHARACTERS = 160
const WINDOW_CHARACTERS = 80

const lines = (title: string, all: ReadonlyArray<string>, { changed }: Words) => {
  const { shown, rest } = firstOf(all, LINES_SHOWN)
  return section(
    title,
    shown.map((line, index) => ({ label: String(index + 1), value: oneLine(line, LINE_CHARACTERS) })),
    rest === 0 ? null : changed.moreLines(rest)
  )
}

/**
 * Returns the summary of a change. Summaries are stored in English. Messages in other languages omit the summary,
 * because the changed lines are more useful.
 */
export const summaryText = (summary: string, { language }: Words, longest = SUMMARY_CHARACTERS): string =>
  language === "en" ? oneLine(summary, longest) : ""

export const renderPageChanged = (
  { added, detectedAt, monitor, removed, summary }: FactOf<"page_changed">,
  { link, time, words }: Voice
): Notice => {
  const { changed, labels } = words
  const name = nameOf(monitor, words)
  return {
    tone: "news",
    word: changed.word,
    subject: `${changed.word} ${name}`,
    headline: name,
    lead: changed.lead(name, sentence(summaryText(summary, words) || changed.differs)),
    rows: [...row(labels.url, urlText(monitor.url)), ...row(labels.detected, time(detectedAt))],
    sections: [...lines(changed.added, added, words), ...lines(changed.removed, removed, words)],
    link: linkTo(words.links.change, link)
  }
}

export const renderPageError = (
  { at, diagnosis, error, maintenance, monitor, statusCode }: FactOf<"page_error">,
  voice: Voice
): Notice => {
  const { link, time, words } = voice
  const { labels } = words
  const name = nameOf(monitor, words)
  const reason = reasonText(error, statusCode, words)
  return {
    tone: "down",
    word: words.error.word,
    subject: `${words.error.word} ${name}`,
    headline: name,
    lead: `${
      maintenance === undefined
        ? words.error.lead(name, reason)
        : words.error.afterMaintenance(name, reason, oneLine(maintenance.window, WINDOW_CHARACTERS), time(at))
    }${causeText(diagnosis, voice)}`,
    rows: [
      ...row(labels.url, urlText(monitor.url)),
      ...row(labels.detected, time(at)),
      ...row(labels.response, statusCode === null ? null : statusText(statusCode))
    ],
    sections: diagnosisOf(diagnosis, voice),
    link: linkTo(words.links.monitor, link)
  }
}
