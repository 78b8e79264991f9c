/** Response times are stored as logarithmic buckets with this relative error (DDSketch, Masson et al., VLDB 2019). */
const RELATIVE_ERROR = 0.01
const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR)
/** The bucket of a time is its logarithm to the base e, divided by this and rounded up. */
export const LN_GAMMA = Math.log(GAMMA)

const MICROS_PER_MILLI = 1_000

/** The bucket of a response time in microseconds. */
export const responseBucket = (us: number): number => Math.ceil(Math.log(Math.max(us, 1)) / LN_GAMMA)

/** The response time of a bucket, in milliseconds with one decimal. */
export const bucketMs = (bucket: number): number =>
  Math.round(((2 * GAMMA ** bucket) / (GAMMA + 1) / MICROS_PER_MILLI) * 10) / 10

/** The percentiles of `response_percentiles`; null without a successful check. */
export const toResponseTime = (buckets: ReadonlyArray<number> | null) => {
  if (buckets === null) return null
  const [p50 = 0, p95 = 0, p99 = 0] = buckets.map(bucketMs)
  return { p50, p95, p99 }
}
