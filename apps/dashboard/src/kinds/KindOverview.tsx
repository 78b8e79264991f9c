import type { Incident, MonitorRecord } from "@mon/model"
import { Link } from "wouter"
import type { GeneralKind } from "../api/generalKinds.ts"
import { useMonitorIncidents } from "../api/monitorQueries.ts"
import { LatestIncidents } from "../monitors/LatestIncidents.tsx"
import css from "../monitors/Monitor.module.css"
import { ActiveNotice } from "../monitors/StartNow.tsx"
import { UptimePart } from "../monitors/UptimePart.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { useLanguage } from "../words/language.ts"
import { ownParts } from "./ownParts.ts"
import { useKindWords } from "../words/useKindWords.ts"

interface OfKind<Kind extends GeneralKind> {
  readonly kind: Kind
  readonly record: MonitorRecord<Kind>
}

const secondsOf = (time: string): number => Date.parse(time) / 1_000

const shownIncident = ({ id, resolvedAt, startedAt, triggerError }: Incident) => ({
  id,
  start: secondsOf(startedAt),
  end: resolvedAt === null ? null : secondsOf(resolvedAt),
  reason: triggerError?.code ?? null
})

const Notice = <Kind extends GeneralKind>({ kind, record }: OfKind<Kind>) => {
  const { words } = useLanguage()
  const { downNow, paused } = useKindWords(kind)
  const [last] = useMonitorIncidents(kind, record.id).data ?? []
  const { isPaused, lastError, status } = record
  if (isPaused) return <p className={css["notice"]}>{paused}</p>
  if (status !== "down" && lastError === null) return null
  return (
    <p className={`${css["notice"]} ${status === "down" ? css["down"] : ""}`}>
      {status === "down" ? <b>{downNow} </b> : null}
      <ServiceMessage message={lastError?.message ?? ""} />{" "}
      {last?.status === "open" ? <Link href={`/incidents/${last.id}`}>{words.domain.evidence}</Link> : null}
    </p>
  )
}

export const KindOverview = <Kind extends GeneralKind>({ kind, record }: OfKind<Kind>) => {
  const { data: incidents, isError } = useMonitorIncidents(kind, record.id)
  const { Overview, Side } = ownParts(kind)
  return (
    <>
      {record.maintenance === null ? null : <ActiveNotice window={record.maintenance} />}
      <Notice kind={kind} record={record} />
      <UptimePart kind={kind} monitor={record} />
      <div className={css["parts"]}>
        <div className={css["column"]}>
          <Overview record={record} />
        </div>
        <div className={css["column"]}>
          <Side record={record} />
          {isError && incidents === undefined ? null : <LatestIncidents incidents={incidents?.map(shownIncident)} />}
        </div>
      </div>
    </>
  )
}
