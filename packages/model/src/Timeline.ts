import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { count, countOrNull, id, list, numberOrNull, record, text, textOrNull, texts, value } = described

const start = 1_795_680_000

/** The lengths that a timeline can have. */
export const TimelineRange = Schema.Literals(["24h", "7d", "30d", "90d"])
export type TimelineRange = typeof TimelineRange.Type

/** The length of each range and of its buckets, in seconds. */
export const timelineRanges: Readonly<
  Record<TimelineRange, { readonly seconds: number; readonly bucketSeconds: number }>
> = {
  "24h": { seconds: 86_400, bucketSeconds: 900 },
  "7d": { seconds: 604_800, bucketSeconds: 3_600 },
  "30d": { seconds: 2_592_000, bucketSeconds: 3_600 },
  "90d": { seconds: 7_776_000, bucketSeconds: 86_400 }
}

/** The names of the values in a bucket, in the order of the values. A later version may append fields. */
export const timelineFields = [
  "start",
  "checks",
  "up",
  "down",
  "p50",
  "p95",
  "p99",
  "dns",
  "connect",
  "tls",
  "wait",
  "download"
] as const

const TimelineBucket = Schema.Array(Schema.NullOr(Schema.Finite)).annotate({
  identifier: "TimelineBucket",
  title: "TimelineBucket",
  description: `The values of one bucket, in the order of \`fields\`: ${timelineFields.join(", ")}. \`start\` is a Unix time in seconds. \`p50\` to \`p99\` are percentiles of the response time, and the phases are averages, of successful checks. Milliseconds, or null if no check was successful. A later version may append values.`
})

const TimelineDay = record("TimelineDay", "One day (UTC) of a timeline.", {
  day: text("Date, ISO 8601.", "2026-11-21"),
  checks: count("Number of checks.", 1_440),
  failures: count("Number of failed checks.", 3),
  uptime: numberOrNull("Uptime, rounded down, or null if the monitor was not watched. Percent.", 99.79),
  incidents: count("Number of incidents that began on this day.", 1),
  maintenanceSeconds: count("Time in maintenance windows, which `uptime` leaves out. Seconds.", 0)
})

const TimelineIncident = record("TimelineIncident", "An incident in a timeline.", {
  id: id("Id of the incident."),
  start: count("Start as Unix time. Seconds.", start),
  end: countOrNull("End as Unix time, or null while the incident is open. Seconds.", start + 420),
  reason: textOrNull("Code of the first failed check, or null if unknown.", "http_status")
})

const TimelineGap = record("TimelineGap", "A period in which the monitor's state was unknown.", {
  start: count("Start as Unix time. Seconds.", start),
  end: count("End as Unix time. Seconds.", start + 3_600),
  state: value(
    Schema.Literals(["unknown", "paused"]),
    "True if the monitor was paused or unwatched for another reason.",
    "paused"
  )
})

const TimelineMaintenance = record("TimelineMaintenance", "A period in maintenance windows.", {
  start: count("Start as Unix time. Seconds.", start),
  end: count("End as Unix time, at most now. Seconds.", start + 3_600)
})

/** The response times, uptime, incidents and gaps of a monitor. */
export const Timeline = record("Timeline", "Response times, uptime, incidents and gaps of a monitor.", {
  range: value(TimelineRange, "Length of the timeline.", "24h"),
  start: count("Start of the timeline as Unix time. Seconds.", start),
  end: count("End of the timeline as Unix time. Seconds.", start + 86_400),
  bucketSeconds: count("Length of a bucket. Seconds.", 900),
  fields: texts("Names of the values of each bucket.", timelineFields),
  buckets: list(TimelineBucket, "The buckets with checks, oldest first. Periods without a check have no bucket."),
  days: list(TimelineDay, "The days of the timeline, oldest first."),
  incidents: list(TimelineIncident, "The incidents of the timeline, oldest first."),
  gaps: list(TimelineGap, "The times when the state was unknown, oldest first."),
  maintenance: list(
    TimelineMaintenance,
    "The times in maintenance windows, oldest first. They count as neither up nor down."
  )
})
export interface Timeline extends Schema.Schema.Type<typeof Timeline> {}

const TimelineChange = record("TimelineChange", "A change to a page in a timeline.", {
  id: id("Id of the change."),
  at: count("Time of the check that found the change as Unix time. Seconds.", start)
})

/** The {@link Timeline} of a page, with the changes of the page. */
export const PageTimeline = record(
  "PageTimeline",
  "Response times, availability, changes and gaps of a URL monitor. A check that found the page, changed or not, counts as `up`.",
  { ...Timeline.fields, changes: list(TimelineChange, "The newest 2000 changes of the timeline, oldest first.") }
)
export interface PageTimeline extends Schema.Schema.Type<typeof PageTimeline> {}
