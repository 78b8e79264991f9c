import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { firstOf, linkTo, type Notice, row, section } from "../Notice.ts"
import type { Words } from "../words/en.ts"
import type { Voice } from "../words/Voice.ts"
import { causeText, diagnosisOf } from "./diagnosis.ts"

const LINES_SHOWN = 10
const LINE_CHARACTERS = 200
const TYPES_SHOWN = 9

const lines = (title: string, all: ReadonlyArray<string>, { changed }: Words) => {
  const { shown, rest } = firstOf(all, LINES_SHOWN)
  return section(
    title,
    shown.map((line, index) => ({ label: String(index + 1), value: oneLine(line, LINE_CHARACTERS) })),
    rest === 0 ? null : changed.moreLines(rest)
  )
}

/** Returns the types of the changed records. Each line begins with the type. */
const typesOf = (all: ReadonlyArray<string>): string =>
  [...new Set(all.map((line) => oneLine(line.split(" ", 1)[0] ?? "", 10)))].slice(0, TYPES_SHOWN).join(", ")

export const renderDnsChanged = (
  { added, detectedAt, diagnosis, monitor, removed }: FactOf<"dns_changed">,
  voice: Voice
): Notice => {
  const { link, time, words } = voice
  const { changed, dns, labels } = words
  const name = nameOf(monitor, words)
  const types = typesOf([...added, ...removed])
  return {
    tone: "warning",
    word: dns.word,
    subject: `${dns.word} ${name}`,
    headline: name,
    lead: `${dns.lead(name, types)}${causeText(diagnosis, voice)}`,
    rows: [...row(labels.url, urlText(monitor.url)), ...row(labels.detected, time(detectedAt))],
    sections: [
      ...diagnosisOf(diagnosis, voice),
      ...lines(changed.added, added, words),
      ...lines(changed.removed, removed, words)
    ],
    link: linkTo(words.links.monitor, link)
  }
}
