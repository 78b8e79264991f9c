import type { Timeline } from "@mon/model"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Monitor.module.css"
import { percentilesDe } from "./percentiles.de.ts"
import { percentilesEn } from "./percentiles.en.ts"
import { wholePeriod } from "./wholePeriod.ts"

const percentilesWords = { en: percentilesEn, de: percentilesDe } as const

/** The percentiles of a bucket, in milliseconds. */
interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/**
 * Returns the percentiles of the bucket with the highest p95, because percentiles of the whole timeline cannot be
 * calculated from its buckets. Null: there are no response times.
 */
const slowestBucket = ({ buckets, fields }: Timeline): Percentiles | null => {
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

const HOUR_S = 3_600
const DAY_S = 86_400

const unitOf = ({ bucketSeconds }: Timeline): "quarter" | "hour" | "day" =>
  bucketSeconds >= DAY_S ? "day" : bucketSeconds >= HOUR_S ? "hour" : "quarter"

/** Shows the legend of the dashed line, with the period that each point of the line covers. */
export const PercentileKey = ({ timeline }: { readonly timeline: Timeline | undefined }) => {
  const { per } = useScreenWords(percentilesWords)
  return <span data-phase="p95">{timeline === undefined ? "p95" : per[unitOf(timeline)]}</span>
}

export const PercentileCaption = ({ timeline }: { readonly timeline: Timeline }) => {
  const { format, words } = useLanguage()
  const slowest = slowestBucket(timeline)
  const { averageMs, checks, failed } = wholePeriod(timeline)
  const { hints, period, slowest: names } = useScreenWords(percentilesWords)
  const unit = unitOf(timeline)
  const ms = (value: number) => format.milliseconds(value)
  return (
    <figcaption className={css["soft"]}>
      <b>
        {period(
          words.domain.ranges[timeline.range],
          format.number(checks),
          format.number(failed),
          averageMs === null ? null : ms(averageMs)
        )}
      </b>
      {slowest === null ? null : (
        <>
          {" "}
          {names[unit]}: {words.domain.chartSummary(ms(slowest.p50), ms(slowest.p95), ms(slowest.p99))}. {hints[unit]}
        </>
      )}
    </figcaption>
  )
}
