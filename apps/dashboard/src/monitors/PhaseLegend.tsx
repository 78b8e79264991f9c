import type { Domain, Timeline } from "@mon/model"
import { useLanguage } from "../words/language.ts"

const phases = ["dns", "connect", "tls", "wait", "download"] as const

/** Shows the percentiles of the last 24 hours, and the colours of the phases in the chart of response times. */
export const PhaseLegend = ({
  responseTime,
  timeline
}: Pick<Domain, "responseTime"> & { readonly timeline: Pick<Timeline, "range"> | undefined }) => {
  const { format, words } = useLanguage()
  const ms = (value: number) => format.milliseconds(value)
  return (
    <>
      {responseTime === null || timeline?.range !== "24h" ? null : (
        <b>{words.domain.chartSummary(ms(responseTime.p50), ms(responseTime.p95), ms(responseTime.p99))}</b>
      )}
      {phases.map((phase) => (
        <span key={phase} data-phase={phase}>
          {words.domain.phases[phase]}
        </span>
      ))}
    </>
  )
}
