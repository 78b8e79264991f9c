import type { FactCheck, FactIncident, FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { enumerate, firstOf, linkTo, type Notice, row, type Row, section } from "../Notice.ts"
import type { Digest } from "../RenderableFact.ts"
import { secondsOf } from "../TimeText.ts"
import type { Voice } from "../words/Voice.ts"
import { wordFor } from "../words/wordFor.ts"
import { causeText, diagnosisOf } from "./diagnosis.ts"
import { reasonText, statusText } from "./responseText.ts"

const CHECKS_SHOWN = 6
const ENTRIES_SHOWN = 30
const NAMES_SHOWN = 3
const REASON_CHARACTERS = 300
const WINDOW_CHARACTERS = 80

/**
 * The name of the only location of a service with a single location. Messages do not show it, because it carries no
 * information.
 */
const ONLY_LOCATION = "default"

const checkRow = ({ at, location, outcome, statusCode }: FactCheck, { clock, words }: Voice): Row => ({
  label: clock(at),
  value: [
    statusCode === null
      ? (wordFor(words.outcomes, outcome) ?? oneLine(outcome, 40).replaceAll("_", " "))
      : statusText(statusCode),
    location === ONLY_LOCATION ? "" : oneLine(location, 40)
  ]
    .filter((part) => part !== "")
    .join(words.from)
})

const checksOf = ({ checks }: FactIncident, voice: Voice) => {
  const { shown, rest } = firstOf(checks, CHECKS_SHOWN)
  const { more, title } = voice.words.checks
  return section(
    title,
    shown.map((check) => checkRow(check, voice)),
    rest === 0 ? null : more(rest)
  )
}

const LINES_SHOWN = 20
const LINE_CHARACTERS = 200

const outputOf = ({ job }: FactIncident, { words }: Voice) => {
  const rows = (job?.output ?? "")
    .split("\n")
    .slice(-LINES_SHOWN)
    .map((line) => ({ label: "", value: oneLine(line, LINE_CHARACTERS) }))
    .filter(({ value }) => value !== "")
  return section(words.output, rows).map((one) => ({ ...one, keepsEnd: true }))
}

const WEB = /^https?:/iu

/**
 * Returns the response to a failed check as a row, or the exit code of a failed job. A heartbeat has no URL, so there
 * is no response. Only web sites respond with a status.
 */
const responseOf = ({ job, triggerStatusCode }: FactIncident, url: string, { words: { down, labels } }: Voice) => {
  if (url === "") return row(labels.exitCode, job?.exitCode == null ? null : String(job.exitCode))
  return WEB.test(url)
    ? row(labels.response, triggerStatusCode === null ? down.noResponse : statusText(triggerStatusCode))
    : []
}

export const renderDown = ({ incident, maintenance, monitor }: FactOf<"down">, voice: Voice): Notice => {
  const { link, time, words } = voice
  const { labels } = words
  const name = nameOf(monitor, words)
  const reason = reasonText(incident.triggerError, incident.triggerStatusCode, words)
  return {
    tone: "down",
    word: words.down.word,
    subject: `${words.down.word} ${name}`,
    headline: name,
    lead: `${
      maintenance === undefined
        ? words.down.lead(name, reason)
        : words.down.afterMaintenance(
            name,
            reason,
            oneLine(maintenance.window, WINDOW_CHARACTERS),
            time(incident.startedAt)
          )
    }${causeText(incident.diagnosis, voice)}`,
    rows: [
      ...row(labels.url, urlText(monitor.url)),
      ...row(labels.downSince, time(incident.startedAt)),
      ...responseOf(incident, monitor.url, voice)
    ],
    sections: [...outputOf(incident, voice), ...diagnosisOf(incident.diagnosis, voice), ...checksOf(incident, voice)],
    link: linkTo(words.links.incident, link)
  }
}

/** Returns the duration of an incident as text, or null while the incident is open. */
export const downtimeText = (
  { resolvedAt, startedAt }: FactIncident,
  duration: (seconds: number) => string
): string | null => {
  const seconds = resolvedAt === null ? null : secondsOf(startedAt, resolvedAt)
  return seconds === null ? null : duration(seconds)
}

export const renderUp = ({ incident, monitor }: FactOf<"up">, voice: Voice): Notice => {
  const { duration, link, time, words } = voice
  const { labels } = words
  const name = nameOf(monitor, words)
  const downtime = downtimeText(incident, duration)
  return {
    tone: "up",
    word: words.up.word,
    subject: `${words.up.word} ${name}`,
    headline: name,
    lead: words.up.lead(name, downtime),
    rows: [
      ...row(labels.url, urlText(monitor.url)),
      ...row(labels.downSince, time(incident.startedAt)),
      ...row(labels.upSince, incident.resolvedAt === null ? null : time(incident.resolvedAt)),
      ...row(labels.downtime, downtime),
      ...row(labels.reason, reasonText(incident.triggerError, incident.triggerStatusCode, words)),
      ...row(
        labels.currentResponse,
        incident.resolutionStatusCode === null ? null : statusText(incident.resolutionStatusCode)
      )
    ],
    sections: checksOf(incident, voice),
    link: linkTo(words.links.incident, link)
  }
}

export const renderFlapping = (
  { monitor, since, transitions, windowHours }: FactOf<"flapping">,
  { link, time, words }: Voice
): Notice => {
  const name = nameOf(monitor, words)
  return {
    tone: "warning",
    word: words.flapping.word,
    subject: `${words.flapping.word} ${name}`,
    headline: name,
    lead: words.flapping.lead(name, transitions, windowHours),
    rows: [...row(words.labels.url, urlText(monitor.url)), ...row(words.labels.since, time(since))],
    sections: [],
    link: linkTo(words.links.monitor, link)
  }
}

type Transition = Digest["transitions"][number]

export const timeOf = ({ incident, kind }: Transition): string =>
  kind === "down" ? incident.startedAt : (incident.resolvedAt ?? incident.startedAt)

const reasonOf = ({ incident: { triggerError }, kind }: Transition, { words }: Voice): string =>
  kind === "down"
    ? (wordFor(words.faults, triggerError?.code ?? "") ?? oneLine(triggerError?.message ?? "", REASON_CHARACTERS))
    : ""

export const transitionList = (title: string, part: ReadonlyArray<Transition>, voice: Voice) => {
  const { clock, words } = voice
  const { shown, rest } = firstOf(part, ENTRIES_SHOWN)
  const rows = shown.map((transition) => ({
    label: nameOf(transition.monitor, words),
    value: [clock(timeOf(transition)), reasonOf(transition, voice)].filter((text) => text !== "").join(", ")
  }))
  return section(title, rows, rest === 0 ? null : words.more(rest))
}

const byDomain = (part: ReadonlyArray<Transition>) => new Map(part.map((one) => [one.monitor.id, one]))

/** Each domain is in only one of the two lists. */
interface LastChanges {
  readonly downs: Digest["transitions"]
  readonly ups: Digest["transitions"]
}

/**
 * Returns the last change of each domain in a message: an outage that the message does not end, or otherwise a
 * recovery.
 */
export const lastChanges = (transitions: Digest["transitions"]): LastChanges => {
  const recovered = new Set(transitions.flatMap(({ incident, kind }) => (kind === "up" ? [incident.id] : [])))
  const open = transitions.filter(({ incident, kind }) => kind === "down" && !recovered.has(incident.id))
  const downs = byDomain(open)
  const ups = byDomain(transitions.filter(({ kind, monitor }) => kind === "up" && !downs.has(monitor.id)))
  return { downs: [...downs.values()], ups: [...ups.values()] }
}

export const renderDigest = ({ transitions }: Digest, voice: Voice): Notice => {
  const { link, time, words } = voice
  const { digest } = words
  const { downs, ups } = lastChanges(transitions)
  const [first] = transitions.map(timeOf).toSorted()
  const names = [...downs, ...ups].map(({ monitor }) => nameOf(monitor, words))
  return {
    tone: downs.length === 0 ? "up" : "down",
    word: downs.length === 0 ? words.up.word : words.down.word,
    subject: [
      ...(downs.length === 0 && ups.length > 0 ? [] : [digest.down(downs.length)]),
      ...(ups.length === 0 ? [] : [digest.up(ups.length)])
    ].join(", "),
    headline: [
      ...(downs.length === 0 ? [] : [digest.downTitle(downs.length)]),
      ...(ups.length === 0 ? [] : [digest.upTitle(ups.length)])
    ].join(", "),
    lead: digest.lead(names.length, enumerate(names, NAMES_SHOWN, words)),
    rows: row(words.labels.firstChange, first === undefined ? null : time(first)),
    sections: [...transitionList(digest.downList, downs, voice), ...transitionList(digest.upList, ups, voice)],
    link: linkTo(words.links.overview, link)
  }
}
