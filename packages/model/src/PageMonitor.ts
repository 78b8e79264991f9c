import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described } from "./Described.ts"
import { Access, Tag } from "./Domain.ts"
import { ContentFaultFacts } from "./ContentFaultFacts.ts"
import { Fault } from "./Fault.ts"
import { IncidentDiagnosis } from "./Incident.ts"
import { outputOf } from "./MonitorField.ts"
import { StoppedOption } from "./stoppedOptions.ts"
import { pageFields } from "./pageFields.ts"
import { PageStatus } from "./PageStatus.ts"

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

/** The limits of the endpoints for pages. The limits of the settable fields are in `pageFields`. */
export const pageLimits = {
  /** The minimum time from the end of one manual check to the next manual check, in seconds. */
  checkNowSeconds: 30,
  changesListed: { minimum: 1, maximum: 50, default: 20 },
  screenshotsListed: { minimum: 1, maximum: 50, default: 20 }
} as const

/** The number up to which unseen changes are counted. */
export const unseenChangesShown = 100

const { name, ...settings } = Struct.map(pageFields, outputOf)

/** The record of a monitored page. Absent values are null, never missing. */
export const PageMonitor = record("Url", "A URL monitor.", {
  id: id("Opaque id."),
  url: text("URL of the monitored page.", "https://example.com/pricing"),
  name,
  status: value(
    PageStatus,
    "Result of the last check. `active`: the check passed and found no change. `changed`: the check found a change. `error`: the check failed. `unknown`: no check has run yet.",
    "active"
  ),
  isPaused: flag("Whether checks are stopped.", false),
  isDegraded: flag(
    "Whether the page is degraded. It becomes degraded after three checks in a row that were slower than `degradedAfterMs` or had a remark about the content, and stops being degraded after three without either.",
    false
  ),
  access: value(Access, "The caller's access to the page.", "owner"),
  ...settings,
  stoppedOptions: list(
    StoppedOption,
    "Options that have no effect at the moment, for example after a downgrade. Nothing in them is deleted."
  ),
  lastCheckedAt: timeOrNull("Time of the last check, ISO 8601 UTC, or null before the first check."),
  nextCheckAt: timeOrNull(
    "Time of the next check, ISO 8601 UTC, or null while the monitor is paused.",
    "2026-11-22T08:15:00.000Z"
  ),
  lastChangedAt: timeOrNull("Time of the last change that Mon found, ISO 8601 UTC, or null if there was none."),
  changeCount: count("Number of changes since the monitor was created.", 4),
  lastStatusCode: countOrNull("HTTP status of the last check, or null if there was no response.", 200),
  lastResponseTimeMs: numberOrNull("Duration of the last fetch, or null if there was no response. Milliseconds.", 240),
  lastError: orNull(
    Fault,
    "The reason why the last check failed, or null if it passed. The code `render_not_in_plan` means that the check passed without `render`, and `prober_fault` means that Mon could not run the check. In these cases, the state stays the same. If the state is `error`, the code stays the same too, and the message says both."
  ),
  contentFault: orNull(
    ContentFaultFacts,
    "The problem that the content of the last response shows, or null if there is none."
  ),
  tags: list(Tag.annotate({ identifier: "UrlTag", title: "UrlTag" }), "Tags of the URL monitor."),
  createdAt: time("Creation time, ISO 8601 UTC."),
  updatedAt: time("Time of the last configuration change, ISO 8601 UTC.")
})
export interface PageMonitor extends Schema.Schema.Type<typeof PageMonitor> {}

/** A monitored page with the likely causes of its failed check. */
export const PageDetails = record("PageDetails", "A URL monitor, with the likely causes of its failed check.", {
  ...PageMonitor.fields,
  diagnosis: orNull(
    IncidentDiagnosis,
    "The likely causes of the failure in `lastError`. Null if the last check passed, or if nothing is known about the cause."
  )
})
export interface PageDetails extends Schema.Schema.Type<typeof PageDetails> {}

const Operation = value(
  Schema.Literals(["equal", "insert", "delete"]),
  "`equal`: both versions contain the text. `insert`: only the new version contains it. `delete`: only the old version contains it.",
  "insert"
)

/** A part of a changed line that is in both versions or only in one of them. */
export const ChangeSpan = record("ChangeSpan", "Part of a changed line.", {
  op: Operation,
  text: text("Text of the part.", "49 EUR")
})

/** One line of a hunk. */
export const ChangeLine = record("ChangeLine", "A line of a changed section.", {
  op: Operation,
  text: text("Text of the line.", "Starter 49 EUR"),
  spans: orNull(Schema.Array(ChangeSpan), "Changes inside the line, or null if the whole line changed.")
})

/** A changed section of a page with the lines around it. Line numbers start at 1. */
export const ChangeHunk = record("ChangeHunk", "A changed section with the lines around it.", {
  oldStart: count("Number of the first line in the old version, starting at 1.", 12),
  oldLines: count("Number of lines in the old version.", 7),
  newStart: count("Number of the first line in the new version, starting at 1.", 12),
  newLines: count("Number of lines in the new version.", 7),
  lines: list(ChangeLine, "Lines of the section.")
})
export interface ChangeHunk extends Schema.Schema.Type<typeof ChangeHunk> {}

/** A rectangle of a screenshot, in pixels. */
export const ChangedBox = record("ChangedBox", "A rectangle of the new screenshot. Pixels.", {
  x: count("Left edge. Pixels.", 320),
  y: count("Upper edge. Pixels.", 810),
  width: count("Width. Pixels.", 64),
  height: count("Height. Pixels.", 20)
})

/** The differences between two screenshots. */
export const VisualChange = record("VisualChange", "Differences between the screenshots.", {
  changedRatio: number("Share of the image that differs, from 0 to 1.", 0.004),
  boxes: list(ChangedBox, "Rectangles around the differences.")
})
export interface VisualChange extends Schema.Schema.Type<typeof VisualChange> {}

const image = "https://mon.example.com/images/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

/** A change of a monitored page. */
export const PageChange = record("PageChange", "A change to a monitored page.", {
  id: id("Opaque id."),
  urlId: id("Id of the URL monitor."),
  detectedAt: time("Time of the check that found the change, ISO 8601 UTC."),
  summary: text("Summary of the change in one sentence.", "1 change: +1 / -1 lines"),
  changeCount: count("Number of changed sections.", 1),
  addedLines: count("Number of lines that only the new version contains.", 1),
  removedLines: count("Number of lines that only the old version contains.", 1),
  similarity: number(
    "Share of the compared text that is the same in both versions, in unchanged lines and in unchanged words of changed lines. From 0 to 1.",
    0.996
  ),
  approximate: flag("Whether the diff may be longer than necessary because the two versions differ too much.", false),
  diff: text("Unified diff, truncated after 64 KiB.", "@@ -12 +12 @@\n-Starter 39 EUR\n+Starter 49 EUR\n"),
  hunks: list(ChangeHunk, "The changed sections."),
  visual: orNull(VisualChange, "Differences between the screenshots, or null unless there are two screenshots."),
  beforeScreenshotUrl: textOrNull(
    "Signed URL of the screenshot before the change, valid for 7 days, or null if there is none.",
    image
  ),
  afterScreenshotUrl: textOrNull(
    "Signed URL of the screenshot after the change, valid for 7 days, or null if there is none.",
    image
  ),
  isSeen: flag("Whether the caller has marked the change as seen.", false)
})
export interface PageChange extends Schema.Schema.Type<typeof PageChange> {}

/** The number of unseen changes of a page, after a person has marked changes as seen or unseen. */
export const SeenChanges = record("SeenChanges", "The number of changes to a page that the caller has not seen.", {
  urlId: id("Id of the URL monitor."),
  unseenChanges: count(`Number of changes that the caller has not seen, at most ${unseenChangesShown}.`, 3)
})
export interface SeenChanges extends Schema.Schema.Type<typeof SeenChanges> {}

/** The response to a manual check: the record after the check, and the change that it found. */
export const CheckedPage = record("CheckedPage", "A URL monitor after a manual check.", {
  ...PageDetails.fields,
  change: orNull(PageChange, "The change that this check found, or null if there was none.")
})
export interface CheckedPage extends Schema.Schema.Type<typeof CheckedPage> {}

/** A screenshot of a monitored page. */
export const PageScreenshot = record("PageScreenshot", "A screenshot of a monitored page.", {
  id: id("Opaque id."),
  urlId: id("Id of the URL monitor."),
  capturedAt: time("Time of the screenshot, ISO 8601 UTC."),
  imageUrl: text("Signed URL of the image, valid for 7 days. No API key is required.", image),
  thumbnailUrl: text("Signed URL of a small version of the image.", image),
  width: count("Width of the image. Pixels.", 1_280),
  height: count("Height of the image. Pixels.", 4_200),
  bytes: count("Size of the image. Bytes.", 184_221),
  format: text("Media type of the image.", "image/webp"),
  reason: value(
    Schema.Literals(["check", "change", "failure"]),
    "Reason for the screenshot: a check, a check that found a change, or a check that failed.",
    "check"
  )
})
export interface PageScreenshot extends Schema.Schema.Type<typeof PageScreenshot> {}
