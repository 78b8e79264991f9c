import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row } from "../Notice.ts"
import type { Voice } from "../words/Voice.ts"

const RECORD_CHARACTERS = 260
const METHOD_CHARACTERS = 10

/** The notice of a monitor whose checks stopped, because the proof of its host is missing. */
export const renderChecksStopped = (
  { absentSince, method, monitor, recordName }: FactOf<"checks_stopped">,
  { link, time, words }: Voice
): Notice => {
  const { labels, stopped } = words
  const name = nameOf(monitor, words)
  return {
    tone: "warning",
    word: stopped.word,
    subject: `${stopped.word} ${name}`,
    headline: name,
    lead: stopped.lead(name, oneLine(method, METHOD_CHARACTERS), oneLine(recordName, RECORD_CHARACTERS)),
    rows: [...row(labels.url, urlText(monitor.url)), ...row(stopped.missingSince, time(absentSince))],
    sections: [],
    link: linkTo(words.links.monitor, link)
  }
}
