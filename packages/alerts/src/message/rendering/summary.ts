import type { Fact } from "@mon/model/facts"
import { enumerate, firstOf, linkTo, type Notice, section } from "../Notice.ts"
import type { Summary } from "../RenderableFact.ts"
import type { Voice } from "../words/Voice.ts"

const ENTRIES_SHOWN = 30
const NAMES_SHOWN = 3

const headOf = (
  { facts, occasion }: Summary,
  notices: ReadonlyArray<Notice>,
  { words }: Voice
): Pick<Notice, "headline" | "lead" | "subject" | "tone" | "word"> => {
  const { summary } = words
  const subjects = enumerate(
    notices.map(({ subject }) => subject),
    NAMES_SHOWN,
    words
  )
  const [first] = notices
  if (occasion !== "same_time" || first === undefined) {
    const subject = summary.subject(facts.length)
    return { tone: "news", word: summary.word, subject, headline: subject, lead: summary.lead(subjects) }
  }
  const monitors = new Set(facts.flatMap((fact) => ("monitor" in fact ? [fact.monitor.id] : []))).size
  const { tone, word } = first
  const alerts = new Set(facts.flatMap((fact) => ("source" in fact ? [fact.incident.id] : []))).size
  if (monitors === 0 && alerts > 0) {
    const title = summary.alerts(alerts)
    return {
      tone,
      word,
      subject: `${word} ${title}`,
      headline: title,
      lead: summary.alertsAtSameTime(alerts, subjects)
    }
  }
  const headline = summary.monitors(monitors)
  return { tone, word, subject: `${word} ${headline}`, headline, lead: summary.atSameTime(monitors, subjects) }
}

export const renderSummary = (given: Summary, voice: Voice, noticeOf: (fact: Fact) => Notice): Notice => {
  const { link, words } = voice
  const notices = given.facts.map(noticeOf)
  const { rest, shown } = firstOf(notices, ENTRIES_SHOWN)
  return {
    ...headOf(given, notices, voice),
    rows: [],
    sections: section(
      words.summary.list,
      shown.map(({ lead, subject }) => ({ label: subject, value: lead })),
      rest === 0 ? null : words.more(rest)
    ),
    link: linkTo(words.links.overview, link)
  }
}
