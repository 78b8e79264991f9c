import type { Domain, KindWithIncidents } from "@mon/model"
import { screensOf } from "../api/generalKinds.ts"
import { useTimeline } from "../api/monitorQueries.ts"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { DayBar } from "./DayBar.tsx"
import css from "./Monitor.module.css"

const MINUTE_MS = 60_000
const MONTH_MS = 30 * 86_400_000

export const UptimePart = ({
  kind,
  monitor: { createdAt, id, uptime }
}: {
  readonly kind: KindWithIncidents
  readonly monitor: Pick<Domain, "createdAt" | "id" | "uptime">
}) => {
  const { format, words } = useLanguage()
  const { last24h, last30d, last7d, maintenanceSeconds } = uptime
  const since = Date.parse(createdAt)
  const isYoung = since > useNow(MINUTE_MS) - MONTH_MS
  const { data: timeline, isError } = useTimeline(id, "90d", kind)
  const parts = [
    [words.domain.uptime.day, last24h],
    [words.domain.uptime.week, last7d],
    [words.domain.uptime.month, last30d]
  ] as const
  return (
    <section className={css["wide"]} aria-label={words.domain.bar}>
      <p className={css["figures"]}>
        {parts.map(([term, value]) => (
          <span key={term}>
            <b>{value === null ? "–" : format.percent(value)}</b> <span className={css["soft"]}>{term}</span>
          </span>
        ))}
        {isYoung && last24h !== null ? (
          <span className={css["soft"]}>{words.domain.watchedSince(format.dateTime(since))}</span>
        ) : null}
        {maintenanceSeconds === 0 ? null : (
          <span className={css["soft"]}>{words.domain.notCounted(format.seconds(maintenanceSeconds))}</span>
        )}
        {timeline === undefined && isError ? null : <span className={css["hint"]}>{words.domain.barHint}</span>}
      </p>
      {timeline === undefined && isError ? null : (
        <DayBar href={`${screensOf(kind)}/${id}/incidents`} days={timeline?.days ?? []} />
      )}
    </section>
  )
}
