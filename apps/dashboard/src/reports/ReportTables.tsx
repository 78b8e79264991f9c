import type { AvailabilityReport, ReportedDomain, ReportedShare, ReportedTag } from "@mon/model"
import { Link } from "wouter"
import { useMonitorPaths } from "../api/queries.ts"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { reportWords } from "./reportWords.ts"

const NOTHING = "–"

type Period = Pick<AvailabilityReport, "from" | "to">

/** The share of the period that must be monitored. If less was monitored, the report also shows the monitored time. */
const MOST = 0.99

/**
 * Shows the uptime with all its digits, because it may differ from a target only in the last digit. Also shows the
 * monitored time, unless it is nearly the whole period.
 */
export const Uptime = ({
  isRow = false,
  period: { from, to },
  share: { domains = 1, isTargetMet, uptimePercent, watchedSeconds }
}: {
  readonly share: Omit<ReportedShare, "domains"> & Partial<Pick<ReportedShare, "domains">>
  readonly period: Period
  /** Whether the uptime is in a table, where only a missed target gets a mark. */
  readonly isRow?: boolean
}) => {
  const words = useScreenWords(reportWords)
  const { format } = useLanguage()
  const measured = Math.round(watchedSeconds / domains)
  const isWhole = measured >= (MOST * (Date.parse(to) - Date.parse(from))) / 1_000
  return (
    <span className={css["chips"]}>
      <span>{uptimePercent === null ? words.unknown : format.uptime(uptimePercent)}</span>
      {uptimePercent === null || isWhole ? null : (
        <span className={css["small"]}>{words.measured(format.seconds(measured))}</span>
      )}
      {isTargetMet === null || (isRow && isTargetMet) ? null : (
        <span className={css["chip"]} data-state={isTargetMet ? "good" : "bad"}>
          {isTargetMet ? words.met : words.missed}
        </span>
      )}
    </span>
  )
}

export const Length = ({ seconds }: { readonly seconds: number }) => {
  const { format } = useLanguage()
  return seconds === 0 ? NOTHING : format.seconds(seconds)
}

export const Repaired = ({
  share: { repairMedianSeconds, repairs }
}: {
  readonly share: Pick<ReportedShare, "repairs" | "repairMedianSeconds">
}) => {
  const words = useScreenWords(reportWords)
  const { format } = useLanguage()
  return repairMedianSeconds === null ? (
    NOTHING
  ) : (
    <>
      {format.seconds(repairMedianSeconds)} <span className={css["under"]}>{words.repairs(repairs)}</span>
    </>
  )
}

const Day = ({ at }: { readonly at: string | null }) => {
  const { format } = useLanguage()
  return at === null ? NOTHING : <time dateTime={at}>{format.date(Date.parse(at))}</time>
}

const Millis = ({ value }: { readonly value: number | null }) => {
  const { format } = useLanguage()
  return value === null ? NOTHING : format.milliseconds(value)
}

export const TagTable = ({ period, tags }: { readonly tags: ReadonlyArray<ReportedTag>; readonly period: Period }) => {
  const words = useScreenWords(reportWords)
  const { format } = useLanguage()
  return (
    <div className={css["scroll"]} tabIndex={0} role="region" aria-label={words.tags}>
      <table className={css["table"]} aria-label={words.tags}>
        <thead>
          <tr>
            <th scope="col">{words.tag}</th>
            <th scope="col" className={css["number"]}>
              {words.domains}
            </th>
            <th scope="col">{words.uptime}</th>
            <th scope="col">{words.downtime}</th>
            <th scope="col" className={css["number"]}>
              {words.incidents}
            </th>
          </tr>
        </thead>
        <tbody>
          {tags.map((tag) => (
            <tr key={tag.name}>
              <th scope="row">
                <bdi>{tag.name}</bdi>
              </th>
              <td className={css["number"]}>{format.number(tag.domains)}</td>
              <td>
                <Uptime isRow share={tag} period={period} />
              </td>
              <td>
                <Length seconds={tag.downSeconds} />
              </td>
              <td className={css["number"]}>{format.number(tag.incidents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const DomainRow = ({ domain, period }: { readonly domain: ReportedDomain; readonly period: Period }) => {
  const words = useScreenWords(reportWords)
  const { format } = useLanguage()
  const pathOf = useMonitorPaths()
  const { emailHealthEnabled, emailHealthScore, emailHealthScoreBefore } = domain
  return (
    <tr>
      <th scope="row">
        <Link href={pathOf(domain.id)}>
          <bdi>{domain.name}</bdi>
        </Link>
      </th>
      <td>
        <Uptime isRow share={domain} period={period} />
      </td>
      <td>
        <Length seconds={domain.downSeconds} />
      </td>
      <td className={css["number"]}>{format.number(domain.incidents)}</td>
      <td>
        <Length seconds={domain.longestDownSeconds} />
      </td>
      <td>
        <Length seconds={domain.maintenanceSeconds} />
      </td>
      <td className={css["number"]}>
        <Millis value={domain.responseP50Ms} />
      </td>
      <td className={css["number"]}>
        <Millis value={domain.responseP95Ms} />
      </td>
      <td>
        <Day at={domain.certificateExpiresAt} />
      </td>
      <td>
        <Day at={domain.registrationExpiresAt} />
      </td>
      <td>
        {!emailHealthEnabled ? words.scoreOff : emailHealthScore === null ? NOTHING : format.number(emailHealthScore)}
        {emailHealthScoreBefore === null || emailHealthScoreBefore === emailHealthScore ? null : (
          <span className={css["under"]}>{words.scoreBefore(format.number(emailHealthScoreBefore))}</span>
        )}
      </td>
      <td>
        <Repaired share={domain} />
      </td>
      <td className={css["number"]}>{format.number(domain.openRepairs)}</td>
    </tr>
  )
}

export const DomainTable = ({
  domains,
  period
}: {
  readonly domains: ReadonlyArray<ReportedDomain>
  readonly period: Period
}) => {
  const words = useScreenWords(reportWords)
  const heads = [
    words.name,
    words.uptime,
    words.downtime,
    words.incidents,
    words.longest,
    words.maintenance,
    words.response,
    words.slow,
    words.expires,
    words.registered,
    words.score,
    words.repairTime,
    words.openRepairs
  ]
  const numbers = new Set([words.incidents, words.response, words.slow, words.openRepairs])
  return (
    <div className={css["scroll"]} tabIndex={0} role="region" aria-label={words.domains}>
      <table className={css["table"]} aria-label={words.domains}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={numbers.has(head) ? css["number"] : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} period={period} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const IncidentRows = ({ incidents }: Pick<AvailabilityReport, "incidents">) => {
  const words = useScreenWords(reportWords)
  return (
    <ul className={css["list"]}>
      {incidents.map(({ cause, domainName, downSeconds, id, resolvedAt, startedAt }) => (
        <li key={id} className={css["row"]}>
          <span className={css["grow"]}>
            <Link href={`/incidents/${id}`} className={css["strong"]}>
              <bdi>{domainName}</bdi>
            </Link>
            {cause === null ? null : <span className={css["under"]}>{cause}</span>}
          </span>
          {resolvedAt === null ? (
            <span className={css["chip"]} data-state="bad">
              {words.open}
            </span>
          ) : null}
          <span>
            <Length seconds={downSeconds} />
          </span>
          <span className={css["small"]}>
            <Exact at={startedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
