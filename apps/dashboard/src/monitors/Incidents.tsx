import type { KindWithIncidents } from "@mon/model"
import { Link } from "wouter"
import { useMonitorIncidents } from "../api/monitorQueries.ts"
import { IncidentMark } from "../ui/StateMark.tsx"
import { Exact, Lasted } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { causeText } from "./causeText.ts"
import css from "./Monitor.module.css"

export const Incidents = ({ id, kind }: { readonly id: string; readonly kind: KindWithIncidents }) => {
  const { words } = useLanguage()
  const { data, error, refetch } = useMonitorIncidents(kind, id)
  if (data === undefined) return <Unloaded isPart error={error} refetch={refetch} />
  if (data.length === 0) return <p className={css["soft"]}>{words.domain.noIncidents}</p>
  return (
    <ul className={css["list"]}>
      {data.map((incident) => (
        <li key={incident.id}>
          <IncidentMark incident={incident} />
          <span>
            <Link href={`/incidents/${incident.id}`}>{causeText(words, incident.triggerError)}</Link>
            <span className={css["under"]}>
              <Exact at={incident.startedAt} /> · <Lasted from={incident.startedAt} until={incident.resolvedAt} />
              {incident.status === "open" ? ` · ${words.domain.ongoing}` : ""}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
