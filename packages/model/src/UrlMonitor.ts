import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described } from "./Described.ts"
import { Fault, Tag } from "./Domain.ts"
import { outputOf } from "./MonitorField.ts"
import { urlFields } from "./urlFields.ts"

const {
  count,
  countOrNull,
  flag,
  id,
  list,
  number,
  numberOrNull,
  orNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
  value
} = described

/** Limits of the endpoints of URL monitors; those of the settable fields are in `urlFields`. */
export const urlLimits = {
  /** From the end of one manual check to the next. */
  checkNowSeconds: 30,
  urlLength: 2_048,
  bulkIds: 1_000,
  bulkChunk: 50,
  pageSize: { minimum: 1, maximum: 50, default: 10 },
  changesListed: { minimum: 1, maximum: 50, default: 20 },
  screenshotsListed: { minimum: 1, maximum: 50, default: 20 }
} as const

/** The result of the last check of a URL monitor; `unknown` before the first. */
export const UrlStatus = Schema.Literals(["unknown", "active", "changed", "error"])
export type UrlStatus = typeof UrlStatus.Type

const { name, ...settings } = Struct.map(urlFields, outputOf)

/** The record of a URL monitor. Absent values are null, never missing. */
export const UrlMonitor = record("Url", "A URL monitor.", {
  id: id("Id, opaque."),
  url: text("The page that is watched.", "https://example.com/pricing"),
  name,
  status: value(
    UrlStatus,
    "Result of the last check. `active`: passed, content as before; `changed`: it found a change; `error`: it failed; `unknown` before the first.",
    "active"
  ),
  isPaused: flag("Whether checks are stopped.", false),
  ...settings,
  lastCheckedAt: timeOrNull("Last check, ISO 8601 UTC, or null before the first."),
  nextCheckAt: timeOrNull("Next check, ISO 8601 UTC, or null while paused.", "2026-11-22T08:15:00.000Z"),
  lastChangedAt: timeOrNull("Last change that was found, ISO 8601 UTC, or null when there was none."),
  changeCount: count("Number of changes found since it was created.", 4),
  lastStatusCode: countOrNull("HTTP status of the last check, or null when there was no answer.", 200),
  lastResponseTimeMs: numberOrNull("Duration of the last fetch, or null when there was no answer. Milliseconds.", 240),
  lastError: orNull(Fault, "Why the last check failed, or null when it passed."),
  tags: list(Tag.annotate({ identifier: "UrlTag", title: "UrlTag" }), "Its tags."),
  createdAt: time("When it was created, ISO 8601 UTC."),
  updatedAt: time("When its configuration last changed, ISO 8601 UTC.")
})
export type UrlMonitor = typeof UrlMonitor.Type

const Operation = value(
  Schema.Literals(["equal", "insert", "delete"]),
  "`equal`: both versions have it; `insert`: only the new one; `delete`: only the old one.",
  "insert"
)

/** One piece of a changed line: the same in both versions, or only in one of them. */
export const ChangeSpan = record("ChangeSpan", "A piece of a changed line.", {
  op: Operation,
  text: text("The piece.", "49 EUR")
})

/** One line of a hunk. */
export const ChangeLine = record("ChangeLine", "A line of a hunk.", {
  op: Operation,
  text: text("The line.", "Starter 49 EUR"),
  spans: orNull(Schema.Array(ChangeSpan), "What changed inside the line, or null when the whole line did.")
})

/** A changed place with the lines around it; line numbers count from 1. */
export const ChangeHunk = record("ChangeHunk", "A changed place with the lines around it.", {
  oldStart: count("First line in the old version, from 1.", 12),
  oldLines: count("Number of lines in the old version.", 7),
  newStart: count("First line in the new version, from 1.", 12),
  newLines: count("Number of lines in the new version.", 7),
  lines: list(ChangeLine, "The lines.")
})
export type ChangeHunk = typeof ChangeHunk.Type

/** A rectangle of a screenshot, in pixels. */
export const ChangedBox = record("ChangedBox", "A rectangle of the new screenshot. Pixels.", {
  x: count("Left edge. Pixels.", 320),
  y: count("Upper edge. Pixels.", 810),
  width: count("Width. Pixels.", 64),
  height: count("Height. Pixels.", 20)
})

/** Where two screenshots differ. */
export const VisualChange = record("VisualChange", "Where the screenshots differ.", {
  changedRatio: number("Share of the picture that differs, 0 to 1.", 0.004),
  boxes: list(ChangedBox, "Rectangles around what differs.")
})
export type VisualChange = typeof VisualChange.Type

const image = "https://mon.example.com/images/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

/** A change entry of a URL monitor. */
export const UrlChange = record("UrlChange", "A change of a watched page.", {
  id: id("Id, opaque."),
  urlId: id("Id of the URL monitor."),
  detectedAt: time("Time of the check that found it, ISO 8601 UTC."),
  summary: text("The change in a sentence.", "1 change: +1 / -1 lines"),
  changeCount: count("Number of separate places that changed.", 1),
  addedLines: count("Lines that only the new version has.", 1),
  removedLines: count("Lines that only the old version had.", 1),
  similarity: number("Similarity of the two versions, 0 to 1.", 0.996),
  approximate: flag("Whether the pages differ so much that the diff is not the shortest.", false),
  diff: text("Unified diff, cut after 64 KiB.", "@@ -12 +12 @@\n-Starter 39 EUR\n+Starter 49 EUR\n"),
  hunks: list(ChangeHunk, "The changed places."),
  visual: orNull(VisualChange, "Where the screenshots differ, or null unless there are two."),
  beforeScreenshotUrl: textOrNull("Signed URL of the screenshot before, valid for 7 days, or null.", image),
  afterScreenshotUrl: textOrNull("Signed URL of the screenshot after, valid for 7 days, or null.", image)
})
export type UrlChange = typeof UrlChange.Type

/** The answer to a manual check: the record after it, and the change that it found. */
export const CheckedUrl = record("CheckedUrl", "A URL monitor after a manual check.", {
  ...UrlMonitor.fields,
  change: orNull(UrlChange, "The change that this check found, or null.")
})
export type CheckedUrl = typeof CheckedUrl.Type

/** A screenshot entry of a URL monitor. */
export const UrlScreenshot = record("UrlScreenshot", "A screenshot of a watched page.", {
  id: id("Id, opaque."),
  urlId: id("Id of the URL monitor."),
  capturedAt: time("When it was taken, ISO 8601 UTC."),
  imageUrl: text("Signed URL of the image; needs no key, valid for 7 days.", image),
  thumbnailUrl: text("Signed URL of a small version.", image),
  width: count("Width of the image. Pixels.", 1_280),
  height: count("Height of the image. Pixels.", 4_200),
  bytes: count("Size of the image. Bytes.", 184_221),
  format: text("Media type of the image.", "image/webp"),
  reason: value(
    Schema.Literals(["check", "change", "failure"]),
    "Why it was taken: a check, a check that found a change, or one that failed.",
    "check"
  )
})
export type UrlScreenshot = typeof UrlScreenshot.Type
