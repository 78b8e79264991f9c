import type { Fact } from "@mon/model/facts"
import { linkTo, type Notice, section } from "../Notice.ts"
import type { Summary } from "../RenderableFact.ts"
import { enumerate, firstOf } from "../Sentence.ts"
import type { Voice } from "../words/Voice.ts"

const ENTRIES_SHOWN = 30
const NAMES_SHOWN = 3

/** The notice of what happened in quiet hours. */
export const renderSummary = ({ facts }: Summary, { link, words }: Voice, noticeOf: (fact: Fact) => Notice): Notice => {
  const { summary } = words
  const notices = facts.map(noticeOf)
  const { rest, shown } = firstOf(notices, ENTRIES_SHOWN)
  const subjects = notices.map(({ subject }) => subject)
  return {
    tone: "news",
    word: summary.word,
    subject: summary.subject(facts.length),
    headline: summary.subject(facts.length),
    lead: summary.lead(enumerate(subjects, NAMES_SHOWN, words)),
    rows: [],
    sections: section(
      summary.list,
      shown.map(({ lead, subject }) => ({ label: subject, value: lead })),
      rest === 0 ? null : words.more(rest)
    ),
    link: linkTo(words.links.overview, link)
  }
}
