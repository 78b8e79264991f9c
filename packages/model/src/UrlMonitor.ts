import * as Schema from "effect/Schema"
import { Fault, Tag, Timestamp } from "./Domain.ts"

/** Limits of the settable fields of a URL monitor. */
export const urlLimits = {
  checkIntervalSeconds: { minimum: 60, maximum: 2_592_000, default: 86_400 },
  timeoutSeconds: { minimum: 5, maximum: 30, default: 30 },
  screenshotWaitMs: { minimum: 0, maximum: 30_000, default: 2_000 },
  /** From the end of one manual check to the next. */
  checkNowSeconds: 30,
  nameLength: 200,
  urlLength: 2_048,
  bulkIds: 1_000,
  bulkChunk: 50,
  pageSize: { minimum: 1, maximum: 50, default: 10 },
  changesListed: { minimum: 1, maximum: 50, default: 20 },
  screenshotsListed: { minimum: 1, maximum: 50, default: 20 }
} as const

/** What the last check of a URL monitor said; `unknown` before the first. */
export const UrlStatus = Schema.Literals(["unknown", "active", "changed", "error"])
export type UrlStatus = typeof UrlStatus.Type

/** The record of a URL monitor. Absent values are null, never missing. */
export const UrlMonitor = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  name: Schema.String,
  status: UrlStatus,
  isPaused: Schema.Boolean,
  checkInterval: Schema.Number,
  timeoutSeconds: Schema.Number,
  screenshotEnabled: Schema.Boolean,
  screenshotWaitMs: Schema.Number,
  lastCheckedAt: Schema.NullOr(Timestamp),
  nextCheckAt: Schema.NullOr(Timestamp),
  lastChangedAt: Schema.NullOr(Timestamp),
  changeCount: Schema.Number,
  lastStatusCode: Schema.NullOr(Schema.Number),
  lastResponseTimeMs: Schema.NullOr(Schema.Number),
  lastError: Schema.NullOr(Fault),
  tags: Schema.Array(Tag),
  createdAt: Timestamp,
  updatedAt: Timestamp
})
export type UrlMonitor = typeof UrlMonitor.Type

/** One piece of a changed line: the same in both versions, or only in one of them. */
export const ChangeSpan = Schema.Struct({
  op: Schema.Literals(["equal", "insert", "delete"]),
  text: Schema.String
})

/** One line of a hunk. */
export const ChangeLine = Schema.Struct({
  op: Schema.Literals(["equal", "insert", "delete"]),
  text: Schema.String,
  spans: Schema.NullOr(Schema.Array(ChangeSpan))
})

/** A changed place with the lines around it; line numbers count from 1. */
export const ChangeHunk = Schema.Struct({
  oldStart: Schema.Number,
  oldLines: Schema.Number,
  newStart: Schema.Number,
  newLines: Schema.Number,
  lines: Schema.Array(ChangeLine)
})
export type ChangeHunk = typeof ChangeHunk.Type

/** A rectangle of a screenshot, in pixels. */
export const ChangedBox = Schema.Struct({
  x: Schema.Number,
  y: Schema.Number,
  width: Schema.Number,
  height: Schema.Number
})

/** Where two screenshots differ. */
export const VisualChange = Schema.Struct({
  changedRatio: Schema.Number,
  boxes: Schema.Array(ChangedBox)
})
export type VisualChange = typeof VisualChange.Type

/** A change entry of a URL monitor. */
export const UrlChange = Schema.Struct({
  id: Schema.String,
  urlId: Schema.String,
  detectedAt: Timestamp,
  summary: Schema.String,
  changeCount: Schema.Number,
  addedLines: Schema.Number,
  removedLines: Schema.Number,
  similarity: Schema.Number,
  approximate: Schema.Boolean,
  diff: Schema.String,
  hunks: Schema.Array(ChangeHunk),
  visual: Schema.NullOr(VisualChange),
  beforeScreenshotUrl: Schema.NullOr(Schema.String),
  afterScreenshotUrl: Schema.NullOr(Schema.String)
})
export type UrlChange = typeof UrlChange.Type

/** A screenshot entry of a URL monitor. */
export const UrlScreenshot = Schema.Struct({
  id: Schema.String,
  urlId: Schema.String,
  capturedAt: Timestamp,
  imageUrl: Schema.String,
  thumbnailUrl: Schema.String,
  width: Schema.Number,
  height: Schema.Number,
  bytes: Schema.Number,
  format: Schema.String,
  reason: Schema.Literals(["check", "change", "failure"])
})
export type UrlScreenshot = typeof UrlScreenshot.Type
