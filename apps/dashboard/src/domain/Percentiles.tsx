import type { Timeline } from "@mon/model"
import { useLanguage } from "../words/language.ts"
import css from "./Domain.module.css"
import { slowestBucket } from "./slowestBucket.ts"

const HOUR_S = 3_600
const DAY_S = 86_400

const unitOf = ({ bucketSeconds }: Timeline): "quarter" | "hour" | "day" =>
  bucketSeconds >= DAY_S ? "day" : bucketSeconds >= HOUR_S ? "hour" : "quarter"

/** The key of the dashed line, with the time that each of its points stands for. */
export const PercentileKey = ({ timeline }: { readonly timeline: Timeline | undefined }) => {
  const { words } = useLanguage()
  return <span data-phase="p95">{timeline === undefined ? "p95" : words.percentiles.per[unitOf(timeline)]}</span>
}

/** What is known about the percentiles of a timeline: those of its slowest bucket, and why not those of all of it. */
export const PercentileCaption = ({ timeline }: { readonly timeline: Timeline }) => {
  const { format, words } = useLanguage()
  const slowest = slowestBucket(timeline)
  if (slowest === null) return null
  const { hints, slowest: names } = words.percentiles
  const unit = unitOf(timeline)
  const ms = (value: number) => format.milliseconds(value)
  return (
    <figcaption className={css["soft"]}>
      {names[unit]}: {words.domain.chartSummary(ms(slowest.p50), ms(slowest.p95), ms(slowest.p99))}. {hints[unit]}
    </figcaption>
  )
}
