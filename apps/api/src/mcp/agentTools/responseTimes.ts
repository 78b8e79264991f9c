import { requestTo } from "../contract.ts"
import { defineTool, presenter, recordOf } from "../defineTool.ts"
import { fitted } from "../fit.ts"
import { fieldsOf } from "../input.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"
import { endpointFor, monitorInput } from "./monitors.ts"

/** The largest number of rows in an answer. More rows would not fit, and models could not use them. */
const ROWS = 48

const columns = ["start", "checks", "down", "p50", "p95", "p99"] as const

type Column = (typeof columns)[number]
type Bucket = Readonly<Partial<Record<Column, number | null>>>

const bucketsOf = (timeline: JsonObject): ReadonlyArray<Bucket> => {
  const { buckets, fields } = timeline
  const names: ReadonlyArray<unknown> = Array.isArray(fields) ? fields : []
  const rows: ReadonlyArray<unknown> = Array.isArray(buckets) ? buckets : []
  return rows.map((row) => {
    const values: ReadonlyArray<unknown> = Array.isArray(row) ? row : []
    return Object.fromEntries(
      columns.map((name) => {
        const value = values[names.indexOf(name)]
        return [name, typeof value === "number" ? value : null]
      })
    )
  })
}

const sum = (buckets: ReadonlyArray<Bucket>, name: Column): number =>
  buckets.reduce((total, bucket) => total + (bucket[name] ?? 0), 0)

const largest = (buckets: ReadonlyArray<Bucket>, name: Column): number | null =>
  buckets.reduce<number | null>((most, { [name]: value = null }) => {
    if (value === null) return most
    return most === null ? value : Math.max(most, value)
  }, null)

/** Returns the mean of the medians, weighted by the number of checks. */
const meanMedian = (buckets: ReadonlyArray<Bucket>): number | null => {
  const known = buckets.filter(({ p50 }) => p50 !== null)
  const checks = sum(known, "checks")
  if (checks === 0) return null
  const total = known.reduce((all, { checks: count, p50 }) => all + (count ?? 0) * (p50 ?? 0), 0)
  return Math.round((total / checks) * 10) / 10
}

const merged = (buckets: ReadonlyArray<Bucket>): ReadonlyArray<unknown> => [
  new Date((buckets[0]?.["start"] ?? 0) * 1_000).toISOString(),
  sum(buckets, "checks"),
  sum(buckets, "down"),
  meanMedian(buckets),
  largest(buckets, "p95"),
  largest(buckets, "p99")
]

/** Returns at most {@link ROWS} rows. Each row combines as many buckets as necessary. */
const rowsOf = (buckets: ReadonlyArray<Bucket>) => {
  const size = Math.max(1, Math.ceil(buckets.length / ROWS))
  const rows = Array.from({ length: Math.ceil(buckets.length / size) }, (_, index) =>
    merged(buckets.slice(index * size, (index + 1) * size))
  )
  return { bucketsInRow: size, columns, rows }
}

const showTimeline = presenter({
  endpoint: "domains.timeline",
  fields: ["range", "bucketSeconds", "days", "incidents"],
  codes: ["incidents.reason"]
})

export const responseTimes = defineTool({
  name: "response_times",
  title: "Response times",
  description:
    "Shows a monitor's response times, daily uptime and incidents for 24 hours to 90 days. Each row has its start, the number of checks and failed checks, and percentiles in milliseconds. If a row combines several buckets, p50 is the mean of the buckets' values, and p95 and p99 are the largest of their values.",
  endpoints: ["domains.timeline", "urls.timeline"],
  input: () => ({ ...monitorInput, ...fieldsOf("domains.timeline", ["range"]) }),
  requests: (given) => [requestTo(endpointFor(given, "timeline"), given)],
  answer: ([data]) => {
    const timeline = recordOf(data)
    const responses = rowsOf(bucketsOf(timeline))
    return fitted((detail) => ({ ...showTimeline(timeline, detail), responses }))
  }
})
