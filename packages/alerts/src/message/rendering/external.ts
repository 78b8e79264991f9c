import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row, section, sentence, type Tone } from "../Notice.ts"
import type { Voice } from "../words/Voice.ts"

const TITLE_CHARACTERS = 120
const SUMMARY_CHARACTERS = 600
const LABEL_CHARACTERS = 120
const LABEL_NAME_CHARACTERS = 40
const LABELS_SHOWN = 12

type External = FactOf<"external_alert" | "external_resolved">

const tones: Readonly<Record<External["severity"], Tone>> = {
  critical: "down",
  error: "down",
  warning: "warning",
  info: "news"
}

const titleOf = ({ title }: External, { words }: Voice): string =>
  oneLine(title, TITLE_CHARACTERS) || words.external.untitled

const sourceOf = ({ source }: External, { words }: Voice): string => nameOf({ name: source.name, url: "" }, words)

const common = (fact: External, voice: Voice) => {
  const { link, time, words } = voice
  const { external, more } = words
  const { incident, labels } = fact
  const summary = fact.summary === null ? "" : oneLine(fact.summary, SUMMARY_CHARACTERS)
  return {
    headline: sourceOf(fact, voice),
    rows: [
      ...row(external.summary, summary === titleOf(fact, voice) ? null : summary),
      ...row(external.began, time(incident.startedAt)),
      ...row(external.ended, incident.resolvedAt === null ? null : time(incident.resolvedAt)),
      ...row(external.page, fact.link === null ? null : urlText(fact.link))
    ],
    sections: section(
      external.details,
      labels
        .slice(0, LABELS_SHOWN)
        .map(({ name, value }) => ({
          label: oneLine(name, LABEL_NAME_CHARACTERS),
          value: oneLine(value, LABEL_CHARACTERS)
        }))
        .filter(({ label, value }) => label !== "" && value !== ""),
      labels.length > LABELS_SHOWN ? more(labels.length - LABELS_SHOWN) : null
    ),
    link: linkTo(words.links.incident, link)
  }
}

/** Renders the notice of a problem that another tool has reported. */
export const renderExternalAlert = (fact: FactOf<"external_alert">, voice: Voice): Notice => {
  const { external } = voice.words
  const word = external.words[fact.severity]
  const title = titleOf(fact, voice)
  return {
    ...common(fact, voice),
    tone: tones[fact.severity],
    word,
    subject: `${word} ${title}`,
    lead: sentence(external.lead(sourceOf(fact, voice), title))
  }
}

/** Renders the notice of the end of a problem that another tool has reported. */
export const renderExternalResolved = (fact: FactOf<"external_resolved">, voice: Voice): Notice => {
  const { external } = voice.words
  const title = titleOf(fact, voice)
  return {
    ...common(fact, voice),
    tone: "up",
    word: external.resolved,
    subject: `${external.resolved} ${title}`,
    lead: sentence(external.resolvedLead(sourceOf(fact, voice), title))
  }
}
