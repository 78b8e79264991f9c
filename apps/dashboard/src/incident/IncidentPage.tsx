import type { CheckRecord, IncidentDetails } from "@mon/model"
import { lazy, type ReactNode, Suspense, useState } from "react"
import { Link, useSearch } from "wouter"
import { ApiProblem } from "../api/client.ts"
import { incidentEndpoints } from "../api/kindEndpoints.ts"
import { useIncident } from "../api/monitorQueries.ts"
import { useMonitorPaths, useMonitors } from "../api/queries.ts"
import { FROM_TOOL } from "../alerts/sourceIncidentPath.ts"
import { namesLocations } from "../monitors/namesLocations.ts"
import { silenceText, useOutcomeWords } from "../alerts/outcomeText.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card, Facts } from "../ui/Card.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { CheckMark, IncidentMark } from "../ui/StateMark.tsx"
import { Exact, useNow } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import { AcknowledgeButton, AcknowledgeCard } from "./AcknowledgeCard.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { DiagnosisCard } from "../monitors/DiagnosisCard.tsx"
import { RepairCard } from "./RepairCard.tsx"
import { SharedCauseCard } from "./SharedCauseCard.tsx"
import css from "./Incident.module.css"

const phases = ["dnsMs", "connectMs", "tlsMs", "waitMs", "downloadMs"] as const

const Check = ({ check, hasLocation }: { readonly check: CheckRecord; readonly hasLocation: boolean }) => {
  const { format, words } = useLanguage()
  const { error, location, status, statusCode, timings } = check
  const names = words.domain.phases
  const named = {
    dnsMs: names.dns,
    connectMs: names.connect,
    tlsMs: names.tls,
    waitMs: names.wait,
    downloadMs: names.download
  }
  const reached = phases.flatMap((phase) => {
    const value = timings[phase]
    return value === null ? [] : [`${named[phase]} ${format.milliseconds(value)}`]
  })
  return (
    <li className={css["check"]}>
      <CheckMark status={status} />
      <div>
        <p>
          <b>
            <Exact at={check.checkedAt} />
          </b>{" "}
          {hasLocation ? words.incident.location(location) : null}
        </p>
        <p>
          {error !== null
            ? (words.fault[error.code] ?? error.code)
            : status === "unknown"
              ? words.checks.unmade
              : words.incident.good}
          {statusCode === null ? null : ` · ${words.incident.status(statusCode)}`}
        </p>
        {error === null ? null : (
          <p className={css["soft"]}>
            <ServiceMessage message={error.message} />
          </p>
        )}
        {reached.length === 0 ? null : <p className={css["soft"]}>{reached.join(" · ")}</p>}
      </div>
    </li>
  )
}

const Notified = ({ incident }: { readonly incident: IncidentDetails }) => {
  const outcomes = useOutcomeWords()
  const { deliveries, maintenanceWindow, silence, suppressedBy } = incident
  const suppressor = { window: maintenanceWindow?.name ?? null, parent: suppressedBy?.name ?? null }
  return <Deliveries deliveries={deliveries} none={silenceText(outcomes, silence, suppressor)} />
}

const Pictures = ({ incident }: { readonly incident: IncidentDetails }) => {
  const { words } = useLanguage()
  const { resolutionScreenshotUrl: after, triggerScreenshotUrl: before } = incident
  const shown = [
    [words.incident.atStart, before],
    [words.incident.atEnd, after]
  ].flatMap(([title, url]): ReadonlyArray<ReactNode> =>
    url === null || url === undefined
      ? []
      : [
          <figure key={title}>
            <a href={pathOf(url)}>
              <img src={pathOf(url)} alt={`${incident.domainName}: ${title}`} loading="lazy" />
            </a>
            <figcaption>{title}</figcaption>
          </figure>
        ]
  )
  return shown.length === 0 ? null : (
    <Card title={words.incident.screenshots}>
      <div className={css["pictures"]}>{shown}</div>
    </Card>
  )
}

/**
 * Returns only the path of a picture's URL. The browser then loads the picture from this origin, whatever public URL
 * the service has.
 */
const pathOf = (url: string): string => {
  const parsed = URL.parse(url)
  return parsed === null ? url : parsed.pathname + parsed.search
}

const Details = ({ incident }: { readonly incident: IncidentDetails }) => {
  const { format, words } = useLanguage()
  const now = useNow()
  const { domainId, domainName, resolution, resolvedAt, startedAt, status, triggerError } = incident
  const path = useMonitorPaths()(domainId)
  const end = resolvedAt === null ? now : Date.parse(resolvedAt)
  const duration = format.between(Date.parse(startedAt), end)
  const code = triggerError?.code ?? ""
  const advice = words.incident.advice[code]
  const canWrite = useMonitors().data?.find((monitor) => monitor.id === domainId)?.canWrite ?? false
  const acknowledged = { calls: incidentEndpoints, incident, isChangeable: status === "open" && canWrite }
  const copy = () => navigator.clipboard.writeText(globalThis.location.href).then(() => notify(words.domain.copied))
  return (
    <>
      <title>{`${words.incident.title(domainName)} · ${words.app}`}</title>
      <header className={css["top"]}>
        <IncidentMark incident={incident} />
        <h1>
          {status === "open"
            ? words.incident.open(domainName, duration)
            : words.incident.resolved(domainName, duration)}
        </h1>
        <span className={css["actions"]}>
          <Curl path={`/incidents/${incident.id}`} />
          {navigator.clipboard === undefined ? null : (
            <Button onClick={() => void copy()}>{words.incident.copyLink}</Button>
          )}
          <Link href={path}>{path.startsWith("/domains/") ? words.incident.toDomain : words.incident.toMonitor}</Link>
          <AcknowledgeButton {...acknowledged} />
        </span>
      </header>
      <div className={css["parts"]}>
        <div className={css["column"]}>
          <AcknowledgeCard {...acknowledged} />
          <Card title={words.incident.happened}>
            <Facts
              rows={[
                [
                  words.incident.cause,
                  words.fault[code] ?? (triggerError ? serviceText(words, triggerError.message) : "–")
                ],
                [
                  words.domain.evidenceTerm,
                  triggerError === null || triggerError === undefined ? null : (
                    <ServiceMessage key="evidence" message={triggerError.message} />
                  )
                ],
                [
                  words.incident.started,
                  <span key="start">
                    <Exact at={startedAt} /> <span className={css["soft"]}>({format.zone})</span>
                  </span>
                ],
                [
                  words.incident.ended,
                  resolvedAt === null ? words.domain.ongoing : <Exact key="end" at={resolvedAt} />
                ],
                [words.incident.outcome, resolution === null ? null : words.incident.endedBy[resolution]]
              ]}
            />
          </Card>
          <DiagnosisCard diagnosis={incident.diagnosis} />
          <RepairCard incident={incident} />
          {advice === undefined || incident.diagnosis?.result === "known" ? null : (
            <Card title={words.incident.todo}>
              <p>{advice}</p>
            </Card>
          )}
          <SharedCauseCard cause={incident.sharedCause} />
          <Notified incident={incident} />
          <Pictures incident={incident} />
        </div>
        {incident.evidence.length === 0 ? null : (
          <Card title={words.incident.timeline} action={<span className={css["soft"]}>{format.zone}</span>}>
            <ol className={css["checks"]}>
              {incident.evidence.map((check) => (
                <Check key={check.id} check={check} hasLocation={namesLocations(incident.evidence)} />
              ))}
            </ol>
          </Card>
        )}
      </div>
    </>
  )
}

const SourceIncidentPage = lazy(() => import("./SourceIncidentPage.tsx"))

/**
 * Shows one incident with its evidence. Links in alerts lead to this page, and do not say whether a monitor or another
 * tool has opened the incident.
 */
const IncidentPage = ({ id }: { readonly id: string }) => {
  const isLinkToTool = useSearch() === FROM_TOOL
  const [isOfTool, setOfTool] = useState(isLinkToTool)
  const { data, error, refetch } = useIncident(id, !isOfTool)
  if (isOfTool)
    return (
      <Suspense fallback={<Skeleton />}>
        <SourceIncidentPage id={id} />
      </Suspense>
    )
  if (data !== undefined) return <Details incident={data} />
  if (error instanceof ApiProblem && error.status === 404) setOfTool(true)
  return <Unloaded error={error} refetch={refetch} />
}

export default IncidentPage
