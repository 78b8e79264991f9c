import type { AvailabilityReport, ReportedDomain, ReportedShare, ScheduledReport } from "@mon/model"
import type { Site } from "./records.ts"

const DAY = 86_400
const SHOWN = 12
const tagNames = ["Care plan", "No contract"]

type Shares = Omit<ReportedShare, "domains">

const sharesOf = (downSeconds: number, watchedSeconds: number, incidents: number, target: number | null): Shares => {
  const uptimePercent = Math.floor((1 - downSeconds / watchedSeconds) * 1_000_000) / 10_000
  return {
    uptimePercent,
    watchedSeconds,
    downSeconds,
    incidents,
    isTargetMet: target === null ? null : uptimePercent >= target,
    repairs: incidents,
    repairMedianSeconds: incidents === 0 ? null : Math.round(downSeconds / incidents),
    openRepairs: incidents === 0 ? 0 : 1
  }
}

/** Returns the report of a month in which every third domain was down for hours. */
export const availabilityOf = (sites: ReadonlyArray<Site>, query: URLSearchParams): AvailabilityReport => {
  const target = query.get("target") === null ? null : Number(query.get("target"))
  const tag = query.get("tag")
  const watched = 31 * DAY
  const domains = sites.slice(0, SHOWN).map((site, index): ReportedDomain => {
    const down = index % 3 === 0 ? 5_400 + index * 60 : 0
    return {
      id: site.id,
      name: site.name,
      url: `https://${site.host}`,
      tags: index % 2 === 0 ? [tagNames[0] ?? ""] : [],
      ...sharesOf(down, watched, down === 0 ? 0 : 2, target),
      longestDownSeconds: Math.round(down / 2),
      maintenanceSeconds: index % 4 === 0 ? 7_200 : 0,
      responseP50Ms: 182.4 + index,
      responseP95Ms: 411.9 + index,
      certificateExpiresAt: "2026-12-30T09:00:00.000Z",
      registrationExpiresAt: index === 5 ? null : "2027-06-01T00:00:00.000Z",
      emailHealthEnabled: true,
      emailHealthScore: index === 2 ? null : 91 - index,
      emailHealthScoreBefore: index === 2 ? null : 84
    }
  })
  const shown = tag === null ? domains : domains.filter(({ tags }) => tags.includes(tag))
  const shareOf = (list: ReadonlyArray<ReportedDomain>): ReportedShare => ({
    domains: list.length,
    ...sharesOf(
      list.reduce((sum, { downSeconds }) => sum + downSeconds, 0),
      Math.max(1, list.length) * watched,
      list.reduce((sum, { incidents }) => sum + incidents, 0),
      target
    )
  })
  return {
    from: "2026-09-30T22:00:00.000Z",
    to: "2026-10-31T23:00:00.000Z",
    timezone: "Europe/Berlin",
    targetPercent: target,
    tag,
    total: shareOf(shown),
    tags: tagNames.slice(0, 1).map((name) => ({ name, ...shareOf(shown.filter(({ tags }) => tags.includes(name))) })),
    domains: shown,
    domainsLeftOut: 0,
    incidents: shown
      .filter(({ downSeconds }) => downSeconds > 0)
      .map(({ downSeconds, id, name }, index) => ({
        id: `incident-${id}`,
        domainId: id,
        domainName: name,
        startedAt: `2026-10-1${index}T10:00:00.000Z`,
        resolvedAt: index === 0 ? null : `2026-10-1${index}T11:30:00.000Z`,
        downSeconds,
        cause: index === 1 ? null : "The web server is not running."
      })),
    incidentsLeftOut: 0
  }
}

/** Returns a scheduled report with the fields of a request. */
export const scheduledReport = (
  number: number,
  { recipients = ["maria@lighthouse-agency.com", "customer@example.com"], ...body }: Readonly<Record<string, unknown>>
): ScheduledReport => ({
  id: `schedule-${number}`,
  name: "Availability for Example Ltd",
  every: "month",
  timezone: "Europe/Berlin",
  language: "en",
  tag: "Care plan",
  targetPercent: 99.9,
  nextAt: "2026-12-01T07:00:00.000Z",
  sentAt: null,
  createdAt: "2026-11-01T07:00:00.000Z",
  ...body,
  recipients: (recipients as ReadonlyArray<string>).map((email, index) => ({
    email,
    state: index === 0 ? "confirmed" : "pending"
  }))
})
