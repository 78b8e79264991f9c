import type { Timeline } from "@mon/model"

/** The percentiles of a bucket, in milliseconds. */
interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/**
 * The percentiles of the bucket with the highest p95. Those of a whole timeline do not follow from those of its
 * buckets. Null without a response time.
 */
export const slowestBucket = ({ buckets, fields }: Timeline): Percentiles | null => {
  const valueOf = (bucket: Timeline["buckets"][number], name: string) => bucket[fields.indexOf(name)] ?? null
  let slowest: Percentiles | null = null
  for (const bucket of buckets) {
    const p50 = valueOf(bucket, "p50")
    const p95 = valueOf(bucket, "p95")
    const p99 = valueOf(bucket, "p99")
    if (p50 === null || p95 === null || p99 === null) continue
    if (slowest === null || p95 > slowest.p95) slowest = { p50, p95, p99 }
  }
  return slowest
}
