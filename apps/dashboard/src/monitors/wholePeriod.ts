import type { Timeline } from "@mon/model"

const phases = ["dns", "connect", "tls", "wait", "download"] as const

/** The totals of a timeline. `averageMs` is the mean response time of successful checks. Null: unknown. */
export interface WholePeriod {
  readonly checks: number
  readonly failed: number
  readonly averageMs: number | null
}

/** Calculates the totals of a timeline. A timeline without the phases of response times has no average. */
export const wholePeriod = ({ buckets, fields }: Pick<Timeline, "buckets" | "fields">): WholePeriod => {
  let checks = 0
  let failed = 0
  let measured = 0
  let totalMs = 0
  for (const bucket of buckets) {
    const valueOf = (name: string) => bucket[fields.indexOf(name)] ?? null
    const known = phases.map(valueOf).filter((value) => value !== null)
    const up = valueOf("up") ?? 0
    checks += valueOf("checks") ?? 0
    failed += valueOf("down") ?? 0
    if (known.length === 0) continue
    measured += up
    totalMs += up * known.reduce((sum, value) => sum + value, 0)
  }
  return { checks, failed, averageMs: measured === 0 ? null : totalMs / measured }
}
