import type { FactOf, ReportDomain, ReportUrl } from "@mon/model/facts"
import { nameOf, oneLine } from "../ForeignText.ts"
import { firstOf, linkTo, type Notice, type Row, section } from "../Notice.ts"
import type { Words } from "../words/en.ts"
import type { Voice } from "../words/Voice.ts"
import { actionsDue } from "./actionsDue.ts"
import { summaryText } from "./page.ts"

const ROWS_SHOWN = 12
const SUMMARIES_SHOWN = 3
const SUMMARY_CHARACTERS = 120
const CAUSE_CHARACTERS = 120
/** The relative change of a response time from which the report also shows the value of the week before. */
const NOTABLE_CHANGE = 0.2

const uptimeText = ({ uptimePercent, uptimePercentBefore }: ReportDomain, { percent, words }: Voice): string => {
  if (uptimePercent === null) return words.week.notMeasured
  const now = percent(uptimePercent)
  const before = uptimePercentBefore === null ? null : percent(uptimePercentBefore)
  return words.week.uptime(now, before === now ? null : before)
}

const downText = (domain: ReportDomain, { duration, time, words: { week } }: Voice): string => {
  const { downSeconds, incidents, incidentsBefore, longestDownAt, longestDownSeconds, longestDownTitle } = domain
  if (incidents === 0)
    return incidentsBefore === 0 || domain.uptimePercent === null ? "" : week.noIncidents(incidentsBefore)
  const downtime = week.downtime(
    incidents,
    incidentsBefore === incidents ? null : incidentsBefore,
    duration(downSeconds)
  )
  if (longestDownAt === null) return downtime
  const longest =
    incidents === 1 ? week.on(time(longestDownAt)) : week.longest(duration(longestDownSeconds), time(longestDownAt))
  const cause = longestDownTitle === undefined ? "" : week.cause(oneLine(longestDownTitle, CAUSE_CHARACTERS))
  return `${downtime}${longest}${cause}`
}

const responseText = ({ responseP95Ms, responseP95MsBefore }: ReportDomain, { week }: Words): string => {
  if (responseP95Ms === null) return ""
  const moved =
    responseP95MsBefore !== null && Math.abs(responseP95Ms - responseP95MsBefore) > NOTABLE_CHANGE * responseP95MsBefore
  return week.response(Math.round(responseP95Ms), moved ? Math.round(responseP95MsBefore) : null)
}

const gradeText = ({ emailGrade, emailGradeBefore }: ReportDomain, { week }: Words): string =>
  emailGrade === null
    ? ""
    : week.grade(
        oneLine(emailGrade, 2),
        emailGradeBefore === null || emailGradeBefore === emailGrade ? null : oneLine(emailGradeBefore, 2)
      )

const expiryText = (days: number | null, { inDays }: Words, text: (isPast: boolean, when: string) => string): string =>
  days === null ? "" : text(days < 0, inDays(days))

const domainRow =
  (voice: Voice) =>
  (domain: ReportDomain): Row => {
    const { words } = voice
    return {
      label: nameOf(domain, words),
      value: [
        domain.isPaused ? words.week.paused : uptimeText(domain, voice),
        downText(domain, voice),
        domain.maintenanceSeconds === 0 ? "" : words.week.maintenance(voice.duration(domain.maintenanceSeconds)),
        domain.isFlapping ? words.week.flapping : "",
        responseText(domain, words),
        expiryText(domain.certificateDaysLeft, words, words.week.certificate),
        expiryText(domain.domainDaysLeft, words, words.week.registration),
        gradeText(domain, words)
      ]
        .filter((part) => part !== "")
        .join("; ")
    }
  }

/**
 * Returns the text about the changes of a page. If a page could not be read, the text does not claim that it has not
 * changed.
 */
const changesText = ({ changes, isPaused, status }: ReportUrl, { week }: Words): string => {
  if (isPaused) return week.paused
  if (changes > 0) return week.changes(changes)
  return status === "unknown" ? week.notMeasured : status === "error" ? "" : week.noChanges
}

const urlRow =
  (words: Words) =>
  (monitor: ReportUrl): Row => ({
    label: nameOf(monitor, words),
    value: [
      changesText(monitor, words),
      monitor.status === "error" ? words.week.cannotCheck : "",
      ...monitor.summaries.slice(0, SUMMARIES_SHOWN).map((summary) => summaryText(summary, words, SUMMARY_CHARACTERS))
    ]
      .filter((part) => part !== "")
      .join("; ")
  })

/**
 * Summarizes how much of the week was measured. Paused monitors do not count as unmeasured, because people paused them
 * on purpose.
 */
const watchOf = ({ domains, urls }: FactOf<"weekly_report">) => {
  const measured = domains.filter(({ uptimePercent }) => uptimePercent !== null).length
  return {
    isWatched: measured > 0 || urls.some(({ isPaused, status }) => !isPaused && status !== "unknown"),
    measured: measured === domains.length ? "all" : measured === 0 ? "none" : "some",
    unmeasured: domains.filter(({ isPaused, uptimePercent }) => !isPaused && uptimePercent === null).length,
    unreadable: urls.filter(({ isPaused, status }) => !isPaused && status === "error").length
  } as const
}

const byTrouble =
  (locale: string) =>
  (a: ReportDomain, b: ReportDomain): number =>
    (a.uptimePercent ?? 100) - (b.uptimePercent ?? 100) ||
    b.incidents - a.incidents ||
    nameOf(a).localeCompare(nameOf(b), locale)

export const renderWeeklyReport = (fact: FactOf<"weekly_report">, voice: Voice): Notice => {
  const { day, lastDay, link, words } = voice
  const { labels, week } = words
  const actions = actionsDue(fact, words)
  const incidents = fact.domains.reduce((sum, domain) => sum + domain.incidents, 0)
  const changes = fact.urls.reduce((sum, monitor) => sum + monitor.changes, 0)
  const due = firstOf(actions, ROWS_SHOWN)
  const domains = firstOf(fact.domains.toSorted(byTrouble(words.sortLocale)), ROWS_SHOWN)
  const urls = firstOf(
    fact.urls.toSorted((a, b) => b.changes - a.changes),
    ROWS_SHOWN
  )
  const { isWatched, measured, unmeasured, unreadable } = watchOf(fact)
  const parts = [
    ...(incidents === 0 ? [] : [week.incidents(incidents)]),
    ...(actions.length === 0 ? [] : [week.todoCount(actions.length)]),
    ...(unmeasured === 0 ? [] : [week.unmeasured(unmeasured)]),
    ...(unreadable === 0 ? [] : [week.unreadable(unreadable)])
  ]
  const isUrgent = actions.some(({ days }) => days === null || days <= 7)
  const well = isWatched ? week.allWell : week.nothingMeasured
  return {
    tone: isUrgent ? "down" : parts.length > 0 ? "warning" : isWatched ? "up" : "news",
    word: week.word,
    subject: week.subject(parts.length === 0 ? well : parts.join(", ")),
    headline: week.period(day(fact.from), lastDay(fact.to)),
    lead: week.lead(incidents, actions.length, week.quiet[measured]),
    rows: [],
    sections: [
      ...section(
        week.todo,
        due.shown.map(({ domain, what }) => ({ label: nameOf(domain, words), value: what })),
        due.rest === 0 ? null : words.more(due.rest)
      ),
      ...section(
        week.domains,
        domains.shown.map(domainRow(voice)),
        domains.rest === 0 ? null : week.moreDomains(domains.rest)
      ),
      ...section(week.urls, urls.shown.map(urlRow(words)), urls.rest === 0 ? null : week.moreUrls(urls.rest)),
      ...section(week.total, [
        { label: labels.monitors, value: week.monitors(fact.domains.length, fact.urls.length) },
        { label: labels.urlChanges, value: String(changes) },
        {
          label: labels.checks,
          value: week.checks(
            words.number(fact.checks),
            fact.checksMissed === 0 ? null : words.number(fact.checksMissed)
          )
        }
      ])
    ],
    link: linkTo(words.links.overview, link)
  }
}
