import type { KindWithIncidents, Timeline } from "@mon/model"
import { Link } from "wouter"
import { useTimeline } from "../api/monitorQueries.ts"
import { Card } from "../ui/Card.tsx"
import { Ago, useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Monitor.module.css"

const MINUTE_MS = 60_000
const SHOWN = 4

/** Returns the duration of an incident in seconds. `now` is in milliseconds since 1970. */
export const incidentSeconds = ({ end, start }: Timeline["incidents"][number], now: number): number =>
  Math.max(0, Math.floor(end ?? now / 1_000) - Math.floor(start))

/** Reads the incidents of the last 90 days, newest first. The day bar uses the same request. */
export const useLatestIncidents = (kind: KindWithIncidents, id: string) =>
  useTimeline(id, "90d", kind).data?.incidents.toReversed()

export const LatestIncidents = ({ incidents }: { readonly incidents: Timeline["incidents"] | undefined }) => {
  const { format, words } = useLanguage()
  const now = useNow(MINUTE_MS)
  if (incidents?.length === 0) return null
  return (
    <Card title={words.domain.incidents}>
      {incidents === undefined ? null : (
        <ol className={css["latest"]}>
          {incidents.slice(0, SHOWN).map((incident) => (
            <li key={incident.id} data-state={incident.end === null ? "open" : "resolved"}>
              <Link href={`/incidents/${incident.id}`}>{words.fault[incident.reason ?? ""] ?? words.state.down}</Link>
              <span className={css["soft"]}>
                <Ago at={incident.start * 1_000} /> · {format.seconds(incidentSeconds(incident, now))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
