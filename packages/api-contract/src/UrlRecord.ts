import {
  ChangedBox,
  ChangeHunk,
  ChangeLine,
  ChangeSpan,
  Tag,
  UrlChange,
  UrlMonitor,
  UrlScreenshot,
  VisualChange
} from "@mon/model"
import * as Schema from "effect/Schema"
import { described, finite, whole } from "./Described.ts"
import { FaultRecord } from "./DomainRecord.ts"

const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const time = "2026-11-21T08:15:00.000Z"
const image = "https://mon.example.com/images/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

const TagRecord = described(Tag, "UrlTag", "A tag of the account.", {
  id: { about: "Id of the tag.", example: id },
  name: { about: "Name, unique in the account.", example: "Shops" },
  color: { about: "Hex colour.", example: "#6B7280" }
})

/** The record of a URL monitor with its description. */
export const UrlRecord = described(UrlMonitor, "Url", "A URL monitor.", {
  id: { about: "Id, opaque.", example: id },
  url: { about: "The page that is watched.", example: "https://example.com/pricing" },
  name: { about: "Display name.", example: "Pricing" },
  status: {
    about:
      "`active`: last check fine, content as before; `changed`: it found a change; `error`: it failed; `unknown` before the first.",
    example: "active"
  },
  isPaused: { about: "Whether checks are stopped.", example: false },
  checkInterval: { about: "Time between two checks. Seconds.", example: 86_400, as: whole },
  timeoutSeconds: { about: "How long a check may take to fetch the page. Seconds.", example: 30, as: whole },
  screenshotEnabled: { about: "Whether each check takes a screenshot.", example: true },
  screenshotWaitMs: {
    about: "Wait between the load of the page and its screenshot. Milliseconds.",
    example: 2_000,
    as: whole
  },
  lastCheckedAt: { about: "Last check, ISO 8601 UTC, or null before the first.", example: time },
  nextCheckAt: { about: "Next check, ISO 8601 UTC, or null while paused.", example: "2026-11-22T08:15:00.000Z" },
  lastChangedAt: { about: "Last change that was found, ISO 8601 UTC, or null when there was none.", example: time },
  changeCount: { about: "How many changes were found since it was added.", example: 4, as: whole },
  lastStatusCode: {
    about: "HTTP status of the last check, or null when there was no answer.",
    example: 200,
    as: Schema.NullOr(whole)
  },
  lastResponseTimeMs: {
    about: "How long the last fetch took, or null when there was no answer. Milliseconds.",
    example: 240,
    as: Schema.NullOr(finite)
  },
  lastError: { about: "Why the last check failed, or null when it did not.", as: Schema.NullOr(FaultRecord) },
  tags: { about: "Its tags.", as: Schema.Array(TagRecord) },
  createdAt: { about: "When it was added, ISO 8601 UTC.", example: time },
  updatedAt: { about: "When its configuration last changed, ISO 8601 UTC.", example: time }
})

const SpanRecord = described(ChangeSpan, "ChangeSpan", "A piece of a changed line.", {
  op: { about: "Whether both versions have it, or only the new or the old one.", example: "insert" },
  text: { about: "The piece.", example: "49 EUR" }
})

const LineRecord = described(ChangeLine, "ChangeLine", "A line of a hunk.", {
  op: { about: "Whether both versions have it, or only the new or the old one.", example: "insert" },
  text: { about: "The line.", example: "Starter 49 EUR" },
  spans: {
    about: "What changed inside the line, or null when the whole line did.",
    as: Schema.NullOr(Schema.Array(SpanRecord))
  }
})

const HunkRecord = described(ChangeHunk, "ChangeHunk", "A changed place with the lines around it.", {
  oldStart: { about: "First line in the old version, from 1.", example: 12, as: whole },
  oldLines: { about: "How many lines of the old version.", example: 7, as: whole },
  newStart: { about: "First line in the new version, from 1.", example: 12, as: whole },
  newLines: { about: "How many lines of the new version.", example: 7, as: whole },
  lines: { about: "The lines.", as: Schema.Array(LineRecord) }
})

const BoxRecord = described(ChangedBox, "ChangedBox", "A rectangle of the new screenshot. Pixels.", {
  x: { about: "Left edge. Pixels.", example: 320, as: whole },
  y: { about: "Upper edge. Pixels.", example: 810, as: whole },
  width: { about: "Width. Pixels.", example: 64, as: whole },
  height: { about: "Height. Pixels.", example: 20, as: whole }
})

const VisualRecord = described(VisualChange, "VisualChange", "Where the screenshots differ.", {
  changedRatio: { about: "Share of the picture that differs, 0 to 1.", example: 0.004, as: finite },
  boxes: { about: "Rectangles that hold what differs.", as: Schema.Array(BoxRecord) }
})

/** The record of a change with its description. */
export const UrlChangeRecord = described(UrlChange, "UrlChange", "A change of a watched page.", {
  id: { about: "Id, opaque.", example: id },
  urlId: { about: "Id of the URL monitor.", example: id },
  detectedAt: { about: "When the check that found it was made, ISO 8601 UTC.", example: time },
  summary: { about: "The change in a sentence.", example: "1 change: +1 / -1 lines" },
  changeCount: { about: "How many separate places changed.", example: 1, as: whole },
  addedLines: { about: "Lines that the new version has more.", example: 1, as: whole },
  removedLines: { about: "Lines that the old version had more.", example: 1, as: whole },
  similarity: { about: "How alike the versions are, 0 to 1.", example: 0.996, as: finite },
  approximate: { about: "Whether the pages differ so much that the diff is not the shortest.", example: false },
  diff: { about: "Unified diff, cut after 64 KiB.", example: "@@ -12 +12 @@\n-Starter 39 EUR\n+Starter 49 EUR\n" },
  hunks: { about: "The changed places.", as: Schema.Array(HunkRecord) },
  visual: { about: "Where the screenshots differ, or null when there are not two.", as: Schema.NullOr(VisualRecord) },
  beforeScreenshotUrl: { about: "Signed URL of the screenshot before, good for 7 days, or null.", example: image },
  afterScreenshotUrl: { about: "Signed URL of the screenshot after, good for 7 days, or null.", example: image }
})

/** The record of a screenshot with its description. */
export const UrlScreenshotRecord = described(UrlScreenshot, "UrlScreenshot", "A screenshot of a watched page.", {
  id: { about: "Id, opaque.", example: id },
  urlId: { about: "Id of the URL monitor.", example: id },
  capturedAt: { about: "When it was taken, ISO 8601 UTC.", example: time },
  imageUrl: { about: "Signed URL of the image; needs no key, good for 7 days.", example: image },
  thumbnailUrl: { about: "Signed URL of a small version.", example: image },
  width: { about: "Width of the image. Pixels.", example: 1_280, as: whole },
  height: { about: "Height of the image. Pixels.", example: 4_200, as: whole },
  bytes: { about: "Size of the image. Bytes.", example: 184_221, as: whole },
  format: { about: "Media type of the image.", example: "image/webp" },
  reason: { about: "Why it was taken: a check, a check that found a change, or one that failed.", example: "check" }
})

/** What a manual check answers: the record after it, and the change that it found. */
export const CheckedUrlRecord = Schema.Struct({
  ...UrlRecord.fields,
  change: Schema.NullOr(UrlChangeRecord).annotate({ description: "The change that this check found, or null." })
}).annotate({ identifier: "CheckedUrl", title: "CheckedUrl", description: "A URL monitor after a manual check." })
