import type { AvailabilityReport, ReportedDomain } from "@mon/model"

/** Makes a domain of a report without incidents. */
export const domain = (more: Partial<ReportedDomain>): ReportedDomain => ({
  id: "1",
  name: "Shop",
  url: "https://shop.example",
  tags: ["Customer A"],
  uptimePercent: 100,
  watchedSeconds: 604_800,
  downSeconds: 0,
  incidents: 0,
  isTargetMet: true,
  repairs: 0,
  repairMedianSeconds: null,
  openRepairs: 0,
  longestDownSeconds: 0,
  maintenanceSeconds: 0,
  responseP50Ms: 180.4,
  responseP95Ms: 411.9,
  certificateExpiresAt: null,
  registrationExpiresAt: null,
  emailHealthEnabled: true,
  emailHealthScore: null,
  emailHealthScoreBefore: null,
  ...more
})

/** Makes a report about a week with an incident. */
export const report = (domains: ReadonlyArray<ReportedDomain>): AvailabilityReport => ({
  from: "2026-11-22T23:00:00.000Z",
  to: "2026-11-29T23:00:00.000Z",
  timezone: "Europe/Berlin",
  targetPercent: 99.9,
  tag: null,
  total: {
    domains: domains.length,
    uptimePercent: 99.8999,
    watchedSeconds: 604_800 * domains.length,
    downSeconds: 3_900,
    incidents: 1,
    isTargetMet: false,
    repairs: 3,
    repairMedianSeconds: 5_400,
    openRepairs: 1
  },
  tags: [],
  domains,
  domainsLeftOut: 0,
  incidents: [
    {
      id: "1",
      domainId: "1",
      domainName: "Shop",
      startedAt: "2026-11-24T10:00:00.000Z",
      resolvedAt: "2026-11-24T11:05:00.000Z",
      downSeconds: 3_900,
      cause: "The web server is not running."
    }
  ],
  incidentsLeftOut: 0
})
