import type { FactOf } from "@mon/model/facts"
import { nameOf, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row } from "../Notice.ts"
import type { Voice } from "../words/Voice.ts"

/** The notice of a monitor that has become slow. */
export const renderDegraded = (fact: FactOf<"degraded">, voice: Voice): Notice => {
  const { degraded } = voice.words
  const name = nameOf(fact.monitor, voice.words)
  return {
    ...common(fact, voice),
    tone: "warning",
    word: degraded.word,
    subject: `${degraded.word} ${name}`,
    lead: degraded.lead(name, fact.degradedAfterMs)
  }
}

/** The notice of a monitor that is fast again. */
export const renderRecovered = (fact: FactOf<"recovered">, voice: Voice): Notice => {
  const { recovered } = voice.words
  const name = nameOf(fact.monitor, voice.words)
  return {
    ...common(fact, voice),
    tone: "up",
    word: recovered.word,
    subject: `${recovered.word} ${name}`,
    lead: recovered.lead(name, fact.degradedAfterMs)
  }
}

const common = ({ at, monitor, responseMs }: FactOf<"degraded" | "recovered">, { link, time, words }: Voice) => ({
  headline: nameOf(monitor, words),
  rows: [
    ...row(words.labels.url, urlText(monitor.url)),
    ...row(words.labels.since, time(at)),
    ...row(words.labels.responseTime, words.milliseconds(responseMs))
  ],
  sections: [],
  link: linkTo(words.links.monitor, link)
})
