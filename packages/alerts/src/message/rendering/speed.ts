import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row } from "../Notice.ts"
import type { Voice } from "../words/Voice.ts"
import { wordFor } from "../words/wordFor.ts"

const PAGE_LINE = 200

/** Renders the notice of a monitor that has become slow, or whose page shows a fault. */
export const renderDegraded = (fact: FactOf<"degraded">, voice: Voice): Notice => {
  const { contentFaults, degraded } = voice.words
  const name = nameOf(fact.monitor, voice.words)
  const { content, degradedAfterMs } = fact
  const isContent = content !== undefined || degradedAfterMs === null
  const word = isContent ? degraded.content.word : degraded.word
  return {
    ...common(fact, voice),
    tone: "warning",
    word,
    subject: `${word} ${name}`,
    lead: isContent
      ? degraded.content.lead(name, wordFor(contentFaults, content?.code ?? "") ?? content?.code ?? "")
      : degraded.lead(name, degradedAfterMs)
  }
}

export const renderRecovered = (fact: FactOf<"recovered">, voice: Voice): Notice => {
  const { recovered } = voice.words
  const name = nameOf(fact.monitor, voice.words)
  const { degradedAfterMs } = fact
  const word = degradedAfterMs === null ? recovered.content.word : recovered.word
  return {
    ...common(fact, voice),
    tone: "up",
    word,
    subject: `${word} ${name}`,
    lead: degradedAfterMs === null ? recovered.content.lead(name) : recovered.lead(name, degradedAfterMs)
  }
}

const common = (
  { at, content, monitor, responseMs }: FactOf<"degraded" | "recovered">,
  { link, time, words }: Voice
) => ({
  headline: nameOf(monitor, words),
  rows: [
    ...row(words.labels.url, urlText(monitor.url)),
    ...row(words.labels.since, time(at)),
    ...row(words.labels.pageSays, content?.line == null ? null : oneLine(content.line, PAGE_LINE)),
    ...row(words.labels.responseTime, words.milliseconds(responseMs))
  ],
  sections: [],
  link: linkTo(words.links.monitor, link)
})
