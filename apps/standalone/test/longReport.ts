import { type AvailabilityReport, type Language, reportLimits } from "@mon/model"
import type { ReportDocumentSubject } from "@mon/notifications"
import { crc32, deflateSync } from "node:zlib"

const TARGET = 99.95
const WEEK = 604_800

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

const png = (width: number, height: number, colour: readonly [number, number, number]): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.alloc(1), Buffer.concat(Array.from({ length: width }, () => Buffer.from(colour)))])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0))
  ])
}

/** The colour of the logo. Nothing else in a report has this colour. */
export const LOGO = [200, 30, 120] as const

/** A subject with a logo of the largest allowed size. */
export const longSubject = (language: Language): ReportDocumentSubject => ({
  name: null,
  language,
  service: "Mon",
  workspace: {
    name: "Blau & Söhne",
    logo: { contentType: "image/png", content: png(960, 240, LOGO), width: 960, height: 240 }
  }
})

const LONGEST = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.example`

const nameOf = (index: number): string => {
  if (index === 7) return LONGEST
  if (index === 8) return "顧客のサイト 東京 مرحبا"
  return index % 3 === 0 ? `Customer ${index} shop` : `www-${index}.customer-number-${index}.example.com`
}

const shares = (index: number) => ({
  uptimePercent: index % 50 === 0 ? null : index % 5 === 0 ? 99.1234 : 100,
  watchedSeconds: WEEK,
  downSeconds: index % 5 === 0 ? 5_301 : 0,
  incidents: index % 5 === 0 ? 3 : 0,
  isTargetMet: index % 50 === 0 ? null : index % 5 !== 0,
  repairs: 2,
  repairMedianSeconds: 5_400,
  openRepairs: 1
})

/** Returns the largest report: the maximum numbers of domains and incidents, with long names and causes. */
export const longReport = (causes: ReadonlyArray<string>): AvailabilityReport => {
  const domains = Array.from({ length: reportLimits.domains }, (_, index) => ({
    id: `d${index}`,
    name: nameOf(index),
    url: `https://www-${index}.example.com`,
    tags: [`customer-${index % 40}`],
    ...shares(index),
    longestDownSeconds: index % 5 === 0 ? 3_500 : 0,
    maintenanceSeconds: index % 7 === 0 ? 86_400 + 3_600 : 0,
    responseP50Ms: index % 50 === 0 ? null : 180.4,
    responseP95Ms: index % 50 === 0 ? null : 12_411.9,
    certificateExpiresAt: null,
    registrationExpiresAt: null,
    emailHealthEnabled: true,
    emailHealthScore: null,
    emailHealthScoreBefore: null
  }))
  return {
    from: "2026-11-22T23:00:00.000Z",
    to: "2026-11-29T23:00:00.000Z",
    timezone: "Europe/Berlin",
    targetPercent: TARGET,
    tag: null,
    total: { domains: 612, ...shares(5), incidents: 700 },
    tags: Array.from({ length: 40 }, (_, index) => ({ name: `customer-${index}`, domains: 12, ...shares(index) })),
    domains,
    domainsLeftOut: 112,
    incidents: Array.from({ length: reportLimits.incidents }, (_, index) => ({
      id: `i${index}`,
      domainId: `d${index}`,
      domainName: nameOf(index),
      startedAt: new Date(Date.UTC(2026, 10, 29, 12) - index * 1_000_000).toISOString(),
      resolvedAt: index === 0 ? null : "2026-11-29T11:05:00.000Z",
      downSeconds: 3_900,
      cause: index % 4 === 0 ? null : (causes[index % causes.length] ?? null)
    })),
    incidentsLeftOut: 200
  }
}
