import type { Notice } from "@mon/alerts"
import type { AvailabilityReport, Language, ReportedDomain } from "@mon/model"
import { periodText, type ReportVoice, uptimeText, voiceOf } from "./reportVoice.ts"

/** The maximum number of rows in each list of the email. The attached file contains all rows. */
const ROWS_SHOWN = 20
/** The time after the period within which an upcoming expiry is mentioned, in milliseconds. */
const SOON_MS = 30 * 86_400_000

type Row = Notice["rows"][number]

const section = (title: string, rows: ReadonlyArray<Row>, leftOut: number, { number, words }: ReportVoice) => {
  const more = rows.length - ROWS_SHOWN + leftOut
  return rows.length === 0
    ? []
    : [{ title, rows: rows.slice(0, ROWS_SHOWN), more: more > 0 ? words.more(number(more)) : null }]
}

const domainRow = (domain: ReportedDomain, report: AvailabilityReport, voice: ReportVoice): Row => {
  const { length, milliseconds, number, words } = voice
  const { downSeconds, incidents, name, responseP50Ms, responseP95Ms } = domain
  const parts = [
    uptimeText(domain, report, voice),
    incidents === 0 ? null : words.down(length(downSeconds), number(incidents)),
    responseP50Ms === null || responseP95Ms === null
      ? null
      : words.response(milliseconds(responseP50Ms), milliseconds(responseP95Ms))
  ]
  return { label: name, value: parts.filter((part) => part !== null).join("; ") }
}

const repairRows = (
  { openRepairs, repairMedianSeconds, repairs }: AvailabilityReport["total"],
  { length, number, words }: ReportVoice
): ReadonlyArray<Row> => [
  ...(repairMedianSeconds === null
    ? []
    : [{ label: words.repairs, value: words.median(number(repairs), length(repairMedianSeconds)) }]),
  ...(openRepairs === 0 ? [] : [{ label: words.openRepairs, value: number(openRepairs) }])
]

const expiryRow = (domain: ReportedDomain, until: number, { day, words }: ReportVoice): ReadonlyArray<Row> => {
  const { certificateExpiresAt: certificate, name, registrationExpiresAt: registration } = domain
  const isSoon = (at: string | null): at is string => at !== null && Date.parse(at) < until
  const parts = [
    ...(isSoon(certificate) ? [words.certificate(day(certificate))] : []),
    ...(isSoon(registration) ? [words.registration(day(registration))] : [])
  ]
  return parts.length === 0 ? [] : [{ label: name, value: parts.join("; ") }]
}

const scoreRow = (domain: ReportedDomain, { words }: ReportVoice): ReadonlyArray<Row> => {
  const { emailHealthScore: now, emailHealthScoreBefore: before, name } = domain
  return now === null || before === null || now === before ? [] : [{ label: name, value: words.score(now, before) }]
}

const worstFirst = (one: ReportedDomain, other: ReportedDomain): number =>
  (one.uptimePercent ?? 101) - (other.uptimePercent ?? 101)

export interface ReportLetterSubject {
  readonly name: string
  readonly language: Language
  readonly ownerEmail: string
  /** The address of the report in the dashboard. Null if the reader has no account. */
  readonly url: string | null
  readonly hasPdf: boolean
}

/** Makes the content of an email with a report. `reportLetter` turns the content into an email. */
export const reportNotice = (
  report: AvailabilityReport,
  { hasPdf, language, name, ownerEmail, url }: ReportLetterSubject
): Notice => {
  const voice = voiceOf(language, report.timezone)
  const { length, number, time, words } = voice
  const { domains, domainsLeftOut, incidents, incidentsLeftOut, tags, total } = report
  const period = periodText(report, voice)
  const soon = Date.parse(report.to) + SOON_MS
  return {
    tone: total.isTargetMet === false ? "warning" : "news",
    word: words.word,
    subject: words.subject(name, period),
    headline: name,
    lead: words.lead(ownerEmail, period, report.timezone),
    paragraphs: [
      ...(report.tag === null ? [] : [words.tag(report.tag)]),
      words.rule,
      hasPdf ? `${words.attached} ${words.printed}` : words.attached
    ],
    rows: [
      { label: words.uptime, value: uptimeText(total, report, voice) },
      { label: words.downtime, value: length(total.downSeconds) },
      { label: words.incidents, value: number(total.incidents) },
      { label: words.count, value: number(total.domains) },
      ...repairRows(total, voice)
    ],
    sections: [
      ...section(
        words.tags,
        tags.length < 2 ? [] : tags.map((tag) => ({ label: tag.name, value: uptimeText(tag, report, voice) })),
        0,
        voice
      ),
      ...section(
        words.domains,
        domains.toSorted(worstFirst).map((domain) => domainRow(domain, report, voice)),
        domainsLeftOut,
        voice
      ),
      ...section(
        words.incidentList,
        incidents.map(({ cause, domainName, downSeconds, resolvedAt, startedAt }) => ({
          label: domainName,
          value: [
            time(startedAt),
            resolvedAt === null ? words.open : length(downSeconds),
            ...(cause === null ? [] : [cause])
          ].join("; ")
        })),
        incidentsLeftOut,
        voice
      ),
      ...section(
        words.expiring,
        domains.flatMap((domain) => expiryRow(domain, soon, voice)),
        0,
        voice
      ),
      ...section(
        words.scores,
        domains.flatMap((domain) => scoreRow(domain, voice)),
        0,
        voice
      )
    ],
    link: url === null ? null : { label: words.link, url }
  }
}
