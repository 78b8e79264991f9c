import type { FactCheck, FactIncident, FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row, type Row, section } from "../Notice.ts"
import type { Digest } from "../RenderableFact.ts"
import { count, enumerate, firstOf } from "../Sentence.ts"
import { clockText, durationText, secondsBetween, timeText } from "../TimeText.ts"
import { reasonText, statusText } from "./responseText.ts"

const CHECKS_SHOWN = 6
const ENTRIES_SHOWN = 30
const NAMES_SHOWN = 3
const REASON_CHARACTERS = 300

const checkRow = ({ at, location, outcome, statusCode }: FactCheck, timeZone: string): Row => ({
  label: clockText(at, timeZone),
  value: [
    statusCode === null ? oneLine(outcome, 40).replaceAll("_", " ") : statusText(statusCode),
    oneLine(location, 40)
  ]
    .filter((part) => part !== "")
    .join(", from ")
})

const checksOf = ({ checks }: FactIncident, timeZone: string) => {
  const { shown, rest } = firstOf(checks, CHECKS_SHOWN)
  return section(
    "Checks",
    shown.map((check) => checkRow(check, timeZone)),
    rest === 0 ? null : `and ${count(rest, "more check")}`
  )
}

/** The notice of a domain that went down. */
export const renderDown = ({ incident, monitor }: FactOf<"down">, timeZone: string, link: string | null): Notice => ({
  tone: "down",
  word: "DOWN",
  subject: `DOWN ${nameOf(monitor)}`,
  headline: nameOf(monitor),
  lead: `${nameOf(monitor)} is down. ${reasonText(incident.triggerError, incident.triggerStatusCode)}`,
  rows: [
    ...row("URL", urlText(monitor.url)),
    ...row("Down since", timeText(incident.startedAt, timeZone)),
    ...row("Response", incident.triggerStatusCode === null ? "none" : statusText(incident.triggerStatusCode))
  ],
  sections: checksOf(incident, timeZone),
  link: linkTo("Open the incident", link)
})

/** How long an incident lasted; null while it is open. */
export const downtimeText = ({ resolvedAt, startedAt }: FactIncident): string | null => {
  const seconds = resolvedAt === null ? null : secondsBetween(startedAt, resolvedAt)
  return seconds === null ? null : durationText(seconds)
}

/** The notice of a domain that came back. */
export const renderUp = ({ incident, monitor }: FactOf<"up">, timeZone: string, link: string | null): Notice => {
  const downtime = downtimeText(incident)
  return {
    tone: "up",
    word: "UP",
    subject: `UP ${nameOf(monitor)}`,
    headline: nameOf(monitor),
    lead: `${nameOf(monitor)} is up again.${downtime === null ? "" : ` It was down for ${downtime}.`}`,
    rows: [
      ...row("URL", urlText(monitor.url)),
      ...row("Down since", timeText(incident.startedAt, timeZone)),
      ...row("Up since", incident.resolvedAt === null ? null : timeText(incident.resolvedAt, timeZone)),
      ...row("Downtime", downtime),
      ...row("Reason", reasonText(incident.triggerError, incident.triggerStatusCode)),
      ...row(
        "Current response",
        incident.resolutionStatusCode === null ? null : statusText(incident.resolutionStatusCode)
      )
    ],
    sections: checksOf(incident, timeZone),
    link: linkTo("Open the incident", link)
  }
}

/** The notice of a domain that changes its state too often. */
export const renderFlapping = (
  { monitor, since, transitions, windowHours }: FactOf<"flapping">,
  timeZone: string,
  link: string | null
): Notice => ({
  tone: "warning",
  word: "FLAPPING",
  subject: `FLAPPING ${nameOf(monitor)}`,
  headline: nameOf(monitor),
  lead: `${nameOf(monitor)} changed between up and down ${count(transitions, "time")} within ${count(windowHours, "hour")}. Until the domain is stable again, you will not get an alert for each change.`,
  rows: [...row("URL", urlText(monitor.url)), ...row("Since", timeText(since, timeZone))],
  sections: [],
  link: linkTo("Open the monitor", link)
})

type Transition = Digest["transitions"][number]

/** When a domain went down, or came back. */
const timeOf = ({ incident, kind }: Transition): string =>
  kind === "down" ? incident.startedAt : (incident.resolvedAt ?? incident.startedAt)

/** The notice of many domains at once. */
export const renderDigest = ({ transitions }: Digest, timeZone: string, link: string | null): Notice => {
  const downs = transitions.filter(({ kind }) => kind === "down")
  const ups = transitions.filter(({ kind }) => kind === "up")
  const list = (title: string, part: ReadonlyArray<Transition>) => {
    const { shown, rest } = firstOf(part, ENTRIES_SHOWN)
    const rows = shown.map((transition) => ({
      label: nameOf(transition.monitor),
      value: [
        clockText(timeOf(transition), timeZone),
        transition.kind === "down" ? oneLine(transition.incident.triggerError?.message ?? "", REASON_CHARACTERS) : ""
      ]
        .filter((text) => text !== "")
        .join(", ")
    }))
    return section(title, rows, rest === 0 ? null : `and ${rest} more`)
  }
  const [first] = transitions.map(timeOf).toSorted()
  const changed = count(transitions.length, "domain")
  return {
    tone: downs.length === 0 ? "up" : "down",
    word: downs.length === 0 ? "UP" : "DOWN",
    subject: [
      ...(downs.length === 0 && ups.length > 0 ? [] : [`DOWN ${count(downs.length, "domain")}`]),
      ...(ups.length === 0 ? [] : [`UP ${count(ups.length, "domain")}`])
    ].join(", "),
    headline: [
      ...(downs.length === 0 ? [] : [`${count(downs.length, "domain")} down`]),
      ...(ups.length === 0 ? [] : [`${count(ups.length, "domain")} up again`])
    ].join(", "),
    lead: `${changed} changed at about the same time: ${enumerate(
      [...downs, ...ups].map(({ monitor }) => nameOf(monitor)),
      NAMES_SHOWN
    )}.`,
    rows: row("First change", first === undefined ? null : timeText(first, timeZone)),
    sections: [...list("Down", downs), ...list("Up again", ups)],
    link: linkTo("Open the overview", link)
  }
}
