import type { TimelineRange } from "@mon/model"
import { lazy, type ReactNode, Suspense } from "react"
import { Card } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Monitor.module.css"
import { PercentileCaption, PercentileKey } from "./Percentiles.tsx"
import type { ShownTimeline } from "./ResponseChart.tsx"
import { ranges } from "./useChartRange.ts"

const ResponseChart = lazy(() => import("./ResponseChart.tsx"))

export const ResponseCard = ({
  action,
  after,
  before,
  isError,
  onRange,
  range,
  timeline
}: {
  readonly range: TimelineRange
  readonly onRange: (range: string) => void
  /** The response times. Undefined: they are being loaded, or cannot be loaded. */
  readonly timeline: ShownTimeline | undefined
  readonly isError: boolean
  /** The legend before and after the dashed line. */
  readonly before: ReactNode
  readonly after?: ReactNode
  /** The button before the choice of the period. */
  readonly action?: ReactNode
}) => {
  const { chart, chartNone, range: label, ranges: names } = useLanguage().words.domain
  return (
    <Card
      title={chart}
      action={
        <span className={css["tools"]}>
          {action}
          <select
            className={css["range"]}
            aria-label={label}
            value={range}
            onChange={({ target }) => onRange(target.value)}
          >
            {ranges.map((one) => (
              <option key={one} value={one}>
                {names[one]}
              </option>
            ))}
          </select>
        </span>
      }
    >
      <p className={css["legend"]}>
        {before}
        <PercentileKey timeline={timeline} />
        {after}
      </p>
      <figure className={css["chart"]}>
        {timeline === undefined && !isError ? null : timeline === undefined || timeline.buckets.length === 0 ? (
          <p className={css["soft"]}>{chartNone}</p>
        ) : (
          <Suspense fallback={null}>
            <ResponseChart timeline={timeline} label={chart} />
            <PercentileCaption timeline={timeline} />
          </Suspense>
        )}
      </figure>
    </Card>
  )
}
