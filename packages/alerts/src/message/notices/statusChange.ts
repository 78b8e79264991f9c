import { STATUS_CODES } from "node:http"
import type {
  DigestFact,
  FactError,
  FactLook,
  FlappingFact,
  StatusChangeFact,
  TransitionFact,
  UrlChangedFact,
  UrlErrorFact
} from "../Fact.ts"
import { linkTo, type Notice, row, type Row, section } from "../Notice.ts"
import { clockText, durationText, timeText } from "../TimeText.ts"
import { count, firstOf, nameOf, oneLine, sentence, urlText } from "../Words.ts"

const REASON_CHARACTERS = 300
const LOOKS_SHOWN = 6
const ENTRIES_SHOWN = 30
const NAMES_SHOWN = 3
const LINES_SHOWN = 5
const LINE_CHARACTERS = 160

const statusText = (code: number): string =>
  `HTTP ${code}${STATUS_CODES[code] === undefined ? "" : ` ${STATUS_CODES[code]}`}`

/** Why something does not work, as a sentence. */
const reasonText = (error: FactError | null, statusCode: number | null): string => {
  const told = oneLine(error?.message ?? "", REASON_CHARACTERS)
  if (told !== "") return sentence(told)
  return statusCode === null
    ? "It does not answer as it should."
    : `The server answered with ${statusText(statusCode)}.`
}

const lookRow = ({ at, location, outcome, statusCode }: FactLook, timeZone: string): Row => ({
  label: clockText(at, timeZone),
  value: [
    statusCode === null ? oneLine(outcome, 40).replaceAll("_", " ") : statusText(statusCode),
    oneLine(location, 40)
  ]
    .filter((part) => part !== "")
    .join(", from ")
})

const looks = (all: ReadonlyArray<FactLook>, timeZone: string) => {
  const { shown, rest } = firstOf(all, LOOKS_SHOWN)
  return section(
    "Looks",
    shown.map((look) => lookRow(look, timeZone)),
    rest === 0 ? null : `and ${count(rest, "more look")}`
  )
}

const down = ({ domain, incident, link }: TransitionFact, timeZone: string): Notice => ({
  tone: "down",
  word: "DOWN",
  subject: `DOWN ${nameOf(domain)}`,
  headline: nameOf(domain),
  lead: `${nameOf(domain)} is down. ${reasonText(incident.triggerError, incident.triggerStatusCode)}`,
  rows: [
    ...row("URL", urlText(domain.url)),
    ...row("Down since", timeText(incident.startedAt, timeZone)),
    ...row("Answer", incident.triggerStatusCode === null ? "none" : statusText(incident.triggerStatusCode))
  ],
  sections: looks(incident.looks, timeZone),
  link: linkTo("Open the incident", link)
})

const up = ({ domain, incident, link }: TransitionFact, timeZone: string): Notice => ({
  tone: "up",
  word: "UP",
  subject: `UP ${nameOf(domain)}`,
  headline: nameOf(domain),
  lead: `${nameOf(domain)} answers again. It was down for ${durationText(incident.durationSeconds)}.`,
  rows: [
    ...row("URL", urlText(domain.url)),
    ...row("Down since", timeText(incident.startedAt, timeZone)),
    ...row("Up since", incident.resolvedAt === null ? null : timeText(incident.resolvedAt, timeZone)),
    ...row("Downtime", durationText(incident.durationSeconds)),
    ...row("Reason", reasonText(incident.triggerError, incident.triggerStatusCode)),
    ...row("Answer now", incident.resolutionStatusCode === null ? null : statusText(incident.resolutionStatusCode))
  ],
  sections: looks(incident.looks, timeZone),
  link: linkTo("Open the incident", link)
})

const flapping = ({ domain, transitions, windowHours, since, link }: FlappingFact, timeZone: string): Notice => ({
  tone: "warning",
  word: "FLAPPING",
  subject: `FLAPPING ${nameOf(domain)}`,
  headline: nameOf(domain),
  lead: `${nameOf(domain)} changed between up and down ${count(transitions, "time")} within ${count(windowHours, "hour")}. Until it is stable again its changes are not announced one by one.`,
  rows: [...row("URL", urlText(domain.url)), ...row("Since", timeText(since, timeZone))],
  sections: [],
  link: linkTo("Open the monitor", link)
})

const digest = ({ entries, link }: DigestFact, timeZone: string): Notice => {
  const downs = entries.filter(({ change }) => change === "down")
  const ups = entries.filter(({ change }) => change === "up")
  const told = [
    ...(downs.length === 0 ? [] : [`DOWN ${downs.length}`]),
    ...(ups.length === 0 ? [] : [`UP ${ups.length}`])
  ].join(", ")
  const named = firstOf([...downs, ...ups], NAMES_SHOWN)
  const list = (title: string, part: DigestFact["entries"]) => {
    const { shown, rest } = firstOf(part, ENTRIES_SHOWN)
    const rows = shown.map(({ domain, at, reason }) => ({
      label: nameOf(domain),
      value: [clockText(at, timeZone), oneLine(reason ?? "", REASON_CHARACTERS)]
        .filter((text) => text !== "")
        .join(", ")
    }))
    return section(title, rows, rest === 0 ? null : `and ${rest} more`)
  }
  return {
    tone: downs.length === 0 ? "up" : "down",
    word: downs.length === 0 ? "UP" : "DOWN",
    subject: `${told} ${entries.length === 1 ? "domain" : "domains"}`,
    headline: count(entries.length, "domain"),
    lead: `${count(entries.length, "domain")} changed at about the same time: ${named.shown.map(({ domain }) => nameOf(domain)).join(", ")}${named.rest === 0 ? "" : ` and ${named.rest} more`}.`,
    rows: row(
      "First change",
      entries.length === 0 ? null : timeText(entries.map(({ at }) => at).toSorted()[0] ?? "", timeZone)
    ),
    sections: [...list("Down", downs), ...list("Up again", ups)],
    link: linkTo("Open the overview", link)
  }
}

const urlChanged = (
  { urlMonitor, detectedAt, summary, added, removed, link }: UrlChangedFact,
  timeZone: string
): Notice => {
  const lines = (title: string, part: ReadonlyArray<string>) => {
    const { shown, rest } = firstOf(part, LINES_SHOWN)
    return section(
      title,
      shown.map((line, index) => ({ label: String(index + 1), value: oneLine(line, LINE_CHARACTERS) })),
      rest === 0 ? null : `and ${count(rest, "more line")}`
    )
  }
  return {
    tone: "news",
    word: "CHANGED",
    subject: `CHANGED ${nameOf(urlMonitor)}`,
    headline: nameOf(urlMonitor),
    lead: `The content of ${nameOf(urlMonitor)} changed. ${sentence(oneLine(summary, REASON_CHARACTERS) || "The text is not the same as before")}`,
    rows: [...row("URL", urlText(urlMonitor.url)), ...row("Seen", timeText(detectedAt, timeZone))],
    sections: [...lines("Added", added), ...lines("Removed", removed)],
    link: linkTo("Compare the versions", link)
  }
}

const urlError = ({ urlMonitor, at, statusCode, error, link }: UrlErrorFact, timeZone: string): Notice => ({
  tone: "down",
  word: "ERROR",
  subject: `ERROR ${nameOf(urlMonitor)}`,
  headline: nameOf(urlMonitor),
  lead: `${nameOf(urlMonitor)} could not be checked. ${reasonText(error, statusCode)}`,
  rows: [
    ...row("URL", urlText(urlMonitor.url)),
    ...row("Seen", timeText(at, timeZone)),
    ...row("Answer", statusCode === null ? null : statusText(statusCode))
  ],
  sections: [],
  link: linkTo("Open the monitor", link)
})

/** The notice of a change of state. */
export const statusChangeNotice = (fact: StatusChangeFact, timeZone: string): Notice => {
  switch (fact.change) {
    case "down":
      return down(fact, timeZone)
    case "up":
      return up(fact, timeZone)
    case "flapping":
      return flapping(fact, timeZone)
    case "digest":
      return digest(fact, timeZone)
    case "url_changed":
      return urlChanged(fact, timeZone)
    case "url_error":
      return urlError(fact, timeZone)
  }
}
