import type { ReportFacts } from "@mon/core-store"
import { diagnose, type DiagnosisLanguage, readDiagnosisFacts } from "@mon/diagnosis"
import type { AvailabilityReport, ReportedDomain, ReportedShare } from "@mon/model"

export interface ReportSubject {
  readonly from: Date
  readonly to: Date
  readonly timezone: string
  readonly targetPercent: number | null
  readonly tag: string | null
}

interface Counted {
  readonly upSeconds: number
  readonly downSeconds: number
  readonly incidents: number
  readonly repairSeconds: ReadonlyArray<number>
  readonly openRepairs: number
}

/** The factor that keeps four decimal places. Every display of uptime has four. */
const UPTIME_FACTOR = 10_000

/**
 * Calculates the uptime without rounding it up, so that 100 % means no downtime and a missed target does not appear to
 * be met.
 */
const uptimeOf = (up: number, down: number): number | null =>
  up + down === 0 ? null : Math.floor((100 * UPTIME_FACTOR * up) / (up + down)) / UPTIME_FACTOR

type Shares = Omit<ReportedShare, "domains">

const medianOf = (values: ReadonlyArray<number>): number | null => {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2)
}

const sharesOf = (
  { downSeconds, incidents, openRepairs, repairSeconds, upSeconds }: Counted,
  target: number | null
): Shares => {
  const uptimePercent = uptimeOf(upSeconds, downSeconds)
  return {
    uptimePercent,
    watchedSeconds: upSeconds + downSeconds,
    downSeconds,
    incidents,
    isTargetMet: target === null || uptimePercent === null ? null : uptimePercent >= target,
    repairs: repairSeconds.length,
    repairMedianSeconds: medianOf(repairSeconds),
    openRepairs
  }
}

const total = (list: ReadonlyArray<Counted>, what: (one: Counted) => number): number =>
  list.reduce((sum, one) => sum + what(one), 0)

const sumOf = (list: ReadonlyArray<Counted>): Counted => ({
  upSeconds: total(list, ({ upSeconds }) => upSeconds),
  downSeconds: total(list, ({ downSeconds }) => downSeconds),
  incidents: total(list, ({ incidents }) => incidents),
  repairSeconds: list.flatMap(({ repairSeconds }) => repairSeconds),
  openRepairs: total(list, ({ openRepairs }) => openRepairs)
})

const causeOf = (stored: unknown, language: DiagnosisLanguage): string | null => {
  const facts = readDiagnosisFacts(stored)
  return facts === null ? null : diagnose(facts, { language }).title
}

/**
 * Makes the report about a period. The uptime of several domains together is calculated from the sum of their monitored
 * times.
 */
export const availabilityReport = (
  facts: ReportFacts,
  { from, tag, targetPercent, timezone, to }: ReportSubject,
  language: DiagnosisLanguage
): AvailabilityReport => {
  const names = [...new Set(facts.domains.flatMap(({ tags }) => tags))].toSorted((one, other) =>
    one.localeCompare(other, "en")
  )
  const shareOf = (domains: ReportFacts["domains"]): ReportedShare => ({
    domains: domains.length,
    ...sharesOf(sumOf(domains), targetPercent)
  })
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    timezone,
    targetPercent,
    tag,
    total: shareOf(facts.domains),
    tags: names.map((name) => ({ name, ...shareOf(facts.domains.filter(({ tags }) => tags.includes(name))) })),
    domains: facts.domains.map(
      ({ downSeconds, incidents, openRepairs, repairSeconds, upSeconds, ...domain }): ReportedDomain => ({
        ...domain,
        ...sharesOf({ downSeconds, incidents, openRepairs, repairSeconds, upSeconds }, targetPercent)
      })
    ),
    domainsLeftOut: facts.allDomains - facts.domains.length,
    incidents: facts.incidents.map(({ diagnosisFacts, resolvedAt, startedAt, ...incident }) => ({
      ...incident,
      startedAt: startedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      cause: causeOf(diagnosisFacts, language)
    })),
    incidentsLeftOut: facts.allIncidents - facts.incidents.length
  }
}
