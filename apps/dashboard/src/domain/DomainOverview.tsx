import type { Domain, TimelineEventKind } from "@mon/model"
import { lazy, Suspense, useMemo, useState } from "react"
import { Link } from "wouter"
import { domainEndpoints } from "../api/domainEndpoints.ts"
import { useAdvisories, useTimeline } from "../api/monitorQueries.ts"
import { keys, queryClient } from "../api/queries.ts"
import { refresh } from "../api/changes.ts"
import { ActiveNotice } from "../monitors/StartNow.tsx"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { GradeMark } from "../ui/StateMark.tsx"
import { Ago, useNow } from "../ui/time.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { useLanguage } from "../words/language.ts"
import { ContentFaultText } from "../monitors/ContentFaultText.tsx"
import { ContentRemark } from "../monitors/ContentRemark.tsx"
import { incidentSeconds, LatestIncidents, useLatestIncidents } from "../monitors/LatestIncidents.tsx"
import css from "../monitors/Monitor.module.css"
import { PhaseLegend } from "../monitors/PhaseLegend.tsx"
import { ResponseCard } from "../monitors/ResponseCard.tsx"
import { UptimePart } from "../monitors/UptimePart.tsx"
import { useDomainEvents } from "./eventQueries.ts"
import { useChartRange } from "../monitors/useChartRange.ts"
import { CertificateCard } from "../monitors/CertificateCard.tsx"
import { CertificateRepair } from "./CertificateRepair.tsx"
import { NothingCard, RedirectCard, RegistrationCard } from "./DomainFacts.tsx"

const LocationAdvisories = lazy(() => import("./LocationAdvisories.tsx"))
const DomainEvents = lazy(() => import("./DomainEvents.tsx"))
const MarkersDialog = lazy(() => import("./MarkersDialog.tsx"))

/** The code of a check that Mon could not perform. Such a check says nothing about the domain. */
const UNMADE = "prober_fault"
/** The code of a check that found signs of a broken site in the page. */
const BROKEN = "content_fault"
const MINUTE_MS = 60_000
const RECENT_MS = 86_400_000

const Notice = ({ domain }: { readonly domain: Domain }) => {
  const { format, words } = useLanguage()
  const now = useNow(MINUTE_MS)
  const [last] = useLatestIncidents("domain", domain.id) ?? []
  if (domain.isPaused) return <p className={css["notice"]}>{words.domain.paused}</p>
  if (domain.status === "down") {
    const { contentFault } = domain
    const isBroken = domain.lastError?.code === BROKEN && contentFault !== null
    return (
      <p className={`${css["notice"]} ${css["down"]}`}>
        <b>
          {words.domain.nowDown(words.fault[domain.lastError?.code ?? ""] ?? "")}
          {isBroken ? "." : null}
        </b>{" "}
        {isBroken ? (
          <ContentFaultText fault={contentFault} />
        ) : (
          <ServiceMessage message={domain.lastError?.message ?? ""} />
        )}{" "}
        {last?.end === null ? <Link href={`/incidents/${last.id}`}>{words.domain.evidence}</Link> : null}
      </p>
    )
  }
  if (domain.lastError?.code === UNMADE)
    return (
      <p className={css["notice"]}>
        <b>{words.fault[UNMADE]}.</b> <ServiceMessage message={domain.lastError.message} />
      </p>
    )
  const isRecent = last !== undefined && last.end !== null && now - last.end * 1_000 < RECENT_MS
  return !isRecent ? null : (
    <p className={css["notice"]}>
      <b>{words.domain.lastDown(format.dateTime(last.start * 1_000), format.seconds(incidentSeconds(last, now)))}</b>{" "}
      {words.fault[last.reason ?? ""] ?? ""}. <Link href={`/incidents/${last.id}`}>{words.domain.evidence}</Link>
    </p>
  )
}

/**
 * The times of the events that the chart marks with lines, in Unix seconds. Incidents and maintenance have marks of
 * their own.
 */
type Marks = ReadonlyArray<{ readonly at: number }>

const isLine = (kind: TimelineEventKind): boolean => !kind.startsWith("incident_") && kind !== "maintenance"

const Responses = ({ domain, marks }: { readonly domain: Domain; readonly marks: Marks }) => {
  const { words } = useLanguage()
  const { range, setRange } = useChartRange("24h")
  const [isMarking, setMarking] = useState(false)
  const { data: timeline, isError } = useTimeline(domain.id, range)
  const marked = useMemo(
    () => (timeline === undefined ? undefined : { ...timeline, changes: marks }),
    [timeline, marks]
  )
  return (
    <>
      <ResponseCard
        action={<Button onClick={() => setMarking(true)}>{words.domain.markers}</Button>}
        before={<PhaseLegend responseTime={domain.responseTime} timeline={timeline} />}
        isError={isError}
        onRange={setRange}
        range={range}
        timeline={marked}
      />
      {isMarking ? (
        <Suspense fallback={null}>
          <MarkersDialog domain={domain} onClose={() => setMarking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

export const MailCard = ({ domain }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  const { access, emailHealth, emailHealthEnabled, id } = domain
  if (!emailHealthEnabled)
    return (
      <Card title={words.domain.mail}>
        <p className={css["soft"]}>{words.domain.mailOff}</p>
        {access === "read" ? null : <Link href={`/domains/${id}/settings`}>{words.domain.mailSwitchOn}</Link>}
      </Card>
    )
  if (emailHealth === null || emailHealth.grade === null) return null
  return (
    <Card title={words.domain.mail}>
      <p className={css["grade"]}>
        <GradeMark grade={emailHealth.grade} large />
        <span>
          {emailHealth.score === null ? null : words.domain.mailScore(emailHealth.score)}
          <span className={css["soft"]}>
            {emailHealth.score === null ? null : " · "}
            <Ago at={emailHealth.checkedAt} />
          </span>
        </span>
      </p>
      <Link href={`/domains/${id}/mail`}>{words.domain.mailDetails}</Link>
    </Card>
  )
}

const changeDomain = async (id: string, changes: Readonly<Record<string, unknown>>): Promise<void> => {
  queryClient.setQueryData(keys.domain(id), await domainEndpoints.update(id, changes))
  void refresh()
}

export const DomainOverview = ({ domain }: { readonly domain: Domain }) => {
  const [kind, setKind] = useState<TimelineEventKind | "">("")
  const incidents = useLatestIncidents("domain", domain.id)
  const { data: advisories = [] } = useAdvisories(domain.id)
  const events = useDomainEvents(domain.id, kind)
  const pages = events.data?.pages
  const marks = useMemo(
    () => (pages ?? []).flat().flatMap((event) => (isLine(event.kind) ? [{ at: Date.parse(event.at) / 1_000 }] : [])),
    [pages]
  )
  return (
    <>
      {domain.maintenance === null ? null : <ActiveNotice window={domain.maintenance} />}
      <Notice domain={domain} />
      {domain.isPaused || domain.status === "down" ? null : (
        <ContentRemark monitor={domain} onChange={(contentFaults) => changeDomain(domain.id, { contentFaults })} />
      )}
      {advisories.length === 0 ? null : (
        <Suspense fallback={null}>
          <LocationAdvisories advisories={advisories} />
        </Suspense>
      )}
      <UptimePart kind="domain" monitor={domain} />
      <div className={css["parts"]}>
        <div className={css["column"]}>
          <Responses domain={domain} marks={marks} />
          <MailCard domain={domain} />
          <RegistrationCard domain={domain} />
        </div>
        <div className={css["column"]}>
          <LatestIncidents incidents={incidents} />
          <CertificateCard ssl={domain.ssl} />
          <CertificateRepair domain={domain} />
          <RedirectCard domain={domain} />
          <NothingCard domain={domain} hasNoIncidents={incidents?.length === 0} />
        </div>
      </div>
      <div className={css["events"]}>
        <Suspense fallback={null}>
          <DomainEvents kind={kind} onKind={setKind} query={events} />
        </Suspense>
      </div>
    </>
  )
}
