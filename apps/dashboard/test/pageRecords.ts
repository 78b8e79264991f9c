import type { MonitorListRow, PageChange, PageDetails, PageMonitor, PageScreenshot, PageTimeline } from "@mon/model"
import type { Timeline } from "@mon/model"
import { contentOf } from "./records.ts"
import { refusedConnection } from "./refusedConnection.ts"

export interface WatchedPage {
  readonly id: string
  name: string
  readonly url: string
  state: "active" | "error" | "paused" | "unknown"
  /** The changes of the page, newest first. */
  readonly changes: Array<{ readonly id: string; isSeen: boolean }>
  readonly settings: Record<string, unknown>
}

const iso = (ms: number): string => new Date(ms).toISOString()
const HOUR = 3_600_000
const DAY = 24 * HOUR

const names = [
  "Competitor One: prices",
  "Terms of service",
  "Competitor Two: plans",
  "Job offers",
  "Press releases",
  "Tender notices"
] as const

/**
 * Returns the page with a number. The first page has unseen changes, one page cannot be read, and one page is paused.
 */
export const makePage = (number: number): WatchedPage => ({
  id: `page-${number}`,
  name: `${names[number % names.length] ?? ""}${number < names.length ? "" : ` ${number}`}`,
  url: `https://page-${number}.example/${number % 2 === 0 ? "plans" : "terms?lang=en"}`,
  state: number === 2 ? "error" : number === 4 ? "paused" : "active",
  changes:
    number === 1
      ? []
      : [0, 1, 2].map((index) => ({ id: `change-${number}-${index}`, isSeen: number !== 0 || index === 2 })),
  settings: {}
})

const changedAt = (index: number): number => Date.now() - (3 + index * 30) * HOUR

export const pageRow = (page: WatchedPage): MonitorListRow => [
  page.id,
  "url",
  page.name,
  page.url,
  page.state,
  page.state === "unknown" ? null : Math.floor((Date.now() - 3 * HOUR) / 1_000),
  page.state === "error" ? null : 240,
  null,
  null,
  null,
  null,
  page.state === "error" ? "connect_refused" : null,
  "owner",
  [],
  null,
  page.changes.filter(({ isSeen }) => !isSeen).length,
  page.changes.length === 0 ? null : Math.floor(changedAt(0) / 1_000),
  null,
  null,
  null,
  ...contentOf(pageRecord(page))
]

export const pageRecord = (page: WatchedPage): PageMonitor => ({
  id: page.id,
  url: page.url,
  name: page.name,
  status: page.state === "paused" ? "unknown" : page.state,
  isPaused: page.state === "paused",
  isDegraded: false,
  contentFaults: "down",
  contentFault: null,
  access: "owner",
  checkInterval: 3_600,
  timeoutSeconds: 30,
  screenshotEnabled: true,
  screenshotWaitMs: 2_000,
  request: null,
  expect: [],
  degradedAfterMs: null,
  dependsOn: [],
  include: [],
  exclude: [],
  ignoreLines: [],
  trigger: null,
  onlyLines: null,
  minimumChange: null,
  render: false,
  stoppedOptions: [],
  lastCheckedAt: page.state === "unknown" ? null : iso(Date.now() - 12_000),
  nextCheckAt: page.state === "paused" ? null : iso(Date.now() + HOUR),
  lastChangedAt: page.changes.length === 0 ? null : iso(changedAt(0)),
  changeCount: page.changes.length,
  lastStatusCode: page.state === "error" ? null : 200,
  lastResponseTimeMs: page.state === "error" ? null : 240,
  lastError:
    page.state === "error"
      ? { code: "connect_refused", message: "The server refused the connection to 192.0.2.7 port 443." }
      : null,
  tags: [],
  createdAt: iso(Date.now() - 40 * DAY),
  updatedAt: "2026-11-01T00:00:00.000Z",
  ...page.settings
})

/** Returns a page in the form of the responses about a single page and about a manual check. */
export const pageDetails = (page: WatchedPage): PageDetails => ({
  ...pageRecord(page),
  diagnosis: page.state === "error" ? refusedConnection : null
})

const same = (text: string) => ({ op: "equal", text, spans: null }) as const

export const changeRecord = (page: WatchedPage, index: number): PageChange => {
  const [id, isSeen] = [page.changes[index]?.id ?? "", page.changes[index]?.isSeen ?? true]
  return {
    id,
    urlId: page.id,
    detectedAt: iso(changedAt(index)),
    summary: "3 changes: +4 / -3 lines",
    changeCount: 3,
    addedLines: 4,
    removedLines: 3,
    similarity: 0.704,
    approximate: false,
    diff: "",
    hunks: [
      {
        oldStart: 1,
        oldLines: 6,
        newStart: 1,
        newLines: 6,
        lines: [
          same(`${page.name} plans`),
          same("Starter"),
          {
            op: "delete",
            text: "$15 per month",
            spans: [
              { op: "equal", text: "$" },
              { op: "delete", text: "15" },
              { op: "equal", text: " per month" }
            ]
          },
          {
            op: "insert",
            text: "$19 per month",
            spans: [
              { op: "equal", text: "$" },
              { op: "insert", text: "19" },
              { op: "equal", text: " per month" }
            ]
          },
          same("5 sites"),
          {
            op: "delete",
            text: "Email and chat support",
            spans: [
              { op: "equal", text: "Email " },
              { op: "delete", text: "and chat " },
              { op: "equal", text: "support" }
            ]
          },
          {
            op: "insert",
            text: "Email support only",
            spans: [
              { op: "equal", text: "Email support" },
              { op: "insert", text: " only" }
            ]
          },
          same("Team")
        ]
      },
      {
        oldStart: 30,
        oldLines: 3,
        newStart: 30,
        newLines: 4,
        lines: [
          same("500 sites"),
          { op: "delete", text: "$49 per month", spans: null },
          { op: "insert", text: "$59 per month", spans: null },
          { op: "insert", text: "SSO now included", spans: null },
          same("Audit log")
        ]
      }
    ],
    visual: {
      changedRatio: 0.0041,
      boxes: [
        { x: 80, y: 270, width: 60, height: 24 },
        { x: 480, y: 270, width: 60, height: 24 },
        { x: 880, y: 350, width: 220, height: 60 }
      ]
    },
    beforeScreenshotUrl: "https://mon.example.com/images/before.svg?expires=1&signature=x",
    afterScreenshotUrl: "https://mon.example.com/images/after.svg?expires=1&signature=x",
    isSeen
  }
}

export const screenshotRecords = (page: WatchedPage): ReadonlyArray<PageScreenshot> =>
  page.changes.map(({ id }, index) => ({
    id: `shot-${id}`,
    urlId: page.id,
    capturedAt: iso(changedAt(index)),
    imageUrl: "https://mon.example.com/images/after.svg?expires=1&signature=x",
    thumbnailUrl: "https://mon.example.com/images/after.svg?expires=1&signature=x",
    width: 1_280,
    height: 800,
    bytes: 100_000,
    format: "image/webp",
    reason: index === 0 ? "change" : "check"
  }))

export const pageTimeline = (page: WatchedPage, timeline: Timeline): PageTimeline => ({
  ...timeline,
  buckets: timeline.buckets.map((bucket) => bucket.map((value, index) => (index < 7 ? value : null))),
  incidents: [],
  changes: page.changes.map(({ id }, index) => ({ id, at: Math.floor(changedAt(index) / 1_000) })).toReversed()
})

const plan = (x: number, name: string, price: string, line: string) => `
    <rect x="${x}" y="190" width="360" height="300" rx="8" fill="#fff" stroke="#ddd"/>
    <text x="${x + 30}" y="240" font-size="28" font-weight="700">${name}</text>
    <text x="${x + 30}" y="290" font-size="20">${price} per month</text>
    <text x="${x + 30}" y="380" font-size="18">${line}</text>`

export const picture = (isAfter: boolean): string => {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800" viewBox="0 0 1280 800" font-family="serif">
    <rect width="1280" height="800" fill="#f6f4f0"/><rect width="1280" height="140" fill="#7b2d26"/>
    <text x="50" y="90" font-size="40" fill="#fff">Competitor One plans</text>
    ${plan(50, "Starter", isAfter ? "$19" : "$15", isAfter ? "Email support only" : "Email and chat support")}
    ${plan(450, "Team", isAfter ? "$59" : "$49", "Checks every minute")}
    ${plan(850, "Business", "$199", isAfter ? "SSO now included" : "")}
  </svg>`
}
