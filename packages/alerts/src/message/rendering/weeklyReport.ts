import type { FactOf, ReportDomain, ReportUrl } from "@mon/model/facts"
import { nameOf, oneLine } from "../ForeignText.ts"
import { linkTo, type Notice, type Row, section } from "../Notice.ts"
import { count, firstOf } from "../Sentence.ts"
import { dayText, durationText, inDays, lastDayText, percentText, timeText } from "../TimeText.ts"
import { actionsDue } from "./actionsDue.ts"

const ROWS_SHOWN = 12
const SUMMARIES_SHOWN = 3
const SUMMARY_CHARACTERS = 120
/** A response time that changed by less is shown without the one of the week before. */
const NOTABLE_CHANGE = 0.2

const uptimeText = ({ uptimePercent, uptimePercentBefore }: ReportDomain): string => {
  if (uptimePercent === null) return "not measured"
  const before =
    uptimePercentBefore === null || percentText(uptimePercentBefore) === percentText(uptimePercent)
      ? ""
      : ` (${percentText(uptimePercentBefore)} the week before)`
  return `${percentText(uptimePercent)} uptime${before}`
}

const downText = (
  { incidents, incidentsBefore, downSeconds, longestDownSeconds, longestDownAt }: ReportDomain,
  timeZone: string
): string => {
  if (incidents === 0) return incidentsBefore === 0 ? "" : `no incidents (${incidentsBefore} the week before)`
  const before = incidentsBefore === incidents ? "" : ` (${incidentsBefore} the week before)`
  const longest =
    incidents === 1 || longestDownAt === null
      ? ""
      : `, the longest ${durationText(longestDownSeconds)} on ${timeText(longestDownAt, timeZone)}`
  const when = incidents === 1 && longestDownAt !== null ? ` on ${timeText(longestDownAt, timeZone)}` : ""
  return `${count(incidents, "incident")}${before}, ${durationText(downSeconds)} down${when}${longest}`
}

const responseText = ({ responseP95Ms, responseP95MsBefore }: ReportDomain): string => {
  if (responseP95Ms === null) return ""
  const moved =
    responseP95MsBefore !== null && Math.abs(responseP95Ms - responseP95MsBefore) > NOTABLE_CHANGE * responseP95MsBefore
  return `p95 response time ${Math.round(responseP95Ms)} ms${moved ? ` (was ${Math.round(responseP95MsBefore)} ms)` : ""}`
}

const gradeText = ({ emailGrade, emailGradeBefore }: ReportDomain): string => {
  if (emailGrade === null) return ""
  return `email grade ${oneLine(emailGrade, 2)}${emailGradeBefore === null || emailGradeBefore === emailGrade ? "" : ` (was ${oneLine(emailGradeBefore, 2)})`}`
}

const expiryText = (thing: string, days: number | null): string =>
  days === null ? "" : `${thing} ${days < 0 ? "expired" : "expires"} ${inDays(days)}`

const domainRow = (domain: ReportDomain, timeZone: string): Row => ({
  label: nameOf(domain),
  value: [
    domain.isPaused ? "paused" : uptimeText(domain),
    downText(domain, timeZone),
    domain.isFlapping ? "flapping" : "",
    responseText(domain),
    expiryText("certificate", domain.certificateDaysLeft),
    expiryText("registration", domain.domainDaysLeft),
    gradeText(domain)
  ]
    .filter((part) => part !== "")
    .join("; ")
})

const urlRow = (monitor: ReportUrl): Row => ({
  label: nameOf(monitor),
  value: [
    monitor.isPaused ? "paused" : monitor.changes === 0 ? "no changes" : count(monitor.changes, "change"),
    monitor.status === "error" ? "cannot be checked now" : "",
    ...monitor.summaries.slice(0, SUMMARIES_SHOWN).map((summary) => oneLine(summary, SUMMARY_CHARACTERS))
  ]
    .filter((part) => part !== "")
    .join("; ")
})

/** Worst first. */
const byTrouble = (a: ReportDomain, b: ReportDomain): number =>
  (a.uptimePercent ?? 100) - (b.uptimePercent ?? 100) ||
  b.incidents - a.incidents ||
  nameOf(a).localeCompare(nameOf(b), "en")

const periodText = ({ from, to }: FactOf<"weekly_report">, timeZone: string): string =>
  `${dayText(from, timeZone)} to ${lastDayText(to, timeZone)}`

/** The notice of a week: first what is to do, then what happened. */
export const renderWeeklyReport = (fact: FactOf<"weekly_report">, timeZone: string, link: string | null): Notice => {
  const actions = actionsDue(fact)
  const incidents = fact.domains.reduce((sum, domain) => sum + domain.incidents, 0)
  const changes = fact.urls.reduce((sum, monitor) => sum + monitor.changes, 0)
  const due = firstOf(actions, ROWS_SHOWN)
  const domains = firstOf(fact.domains.toSorted(byTrouble), ROWS_SHOWN)
  const urls = firstOf(
    fact.urls.toSorted((a, b) => b.changes - a.changes),
    ROWS_SHOWN
  )
  const well = incidents === 0 && actions.length === 0
  const parts = [
    ...(incidents === 0 ? [] : [count(incidents, "incident")]),
    ...(actions.length === 0 ? [] : [`${actions.length} to do`])
  ]
  return {
    tone: well ? "up" : actions.some(({ days }) => days === null || days <= 7) ? "down" : "warning",
    word: "WEEK",
    subject: `Weekly report: ${well ? "all well" : parts.join(", ")}`,
    headline: periodText(fact, timeZone),
    lead: well
      ? "No domain was down, and nothing is due in the next 30 days."
      : `${incidents === 0 ? "No domain was down" : `There ${incidents === 1 ? "was" : "were"} ${count(incidents, "incident")}`}, ${actions.length === 0 ? "and nothing is due in the next 30 days" : `and ${actions.length === 1 ? "1 thing needs" : `${actions.length} things need`} your attention`}.`,
    rows: [],
    sections: [
      ...section(
        "To do",
        due.shown.map(({ domain, what, days }) => ({
          label: nameOf(domain),
          value: days === null ? what : `${what} ${inDays(days)}`
        })),
        due.rest === 0 ? null : `and ${due.rest} more`
      ),
      ...section(
        "Domains",
        domains.shown.map((domain) => domainRow(domain, timeZone)),
        domains.rest === 0 ? null : `and ${count(domains.rest, "more domain")}`
      ),
      ...section("URLs", urls.shown.map(urlRow), urls.rest === 0 ? null : `and ${count(urls.rest, "more URL")}`),
      ...section("Total", [
        { label: "Monitors", value: `${count(fact.domains.length, "domain")}, ${count(fact.urls.length, "URL")}` },
        { label: "URL changes", value: String(changes) },
        {
          label: "Checks",
          value: `${fact.checks.toLocaleString("en-US")} run, ${fact.checksMissed === 0 ? "none" : fact.checksMissed.toLocaleString("en-US")} missed by the service`
        }
      ])
    ],
    link: linkTo("Open the overview", link)
  }
}
