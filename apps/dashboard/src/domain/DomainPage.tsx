import type { Domain } from "@mon/model"
import { lazy, Suspense } from "react"
import { Link } from "wouter"
import { shownState } from "../api/monitors.ts"
import { useDomain } from "../api/monitorQueries.ts"
import { keys, queryClient, useMonitors } from "../api/queries.ts"
import { refresh } from "../api/changes.ts"
import { Checks } from "../monitors/Checks.tsx"
import { concernText } from "../monitors/concernText.ts"
import { Incidents } from "../monitors/Incidents.tsx"
import { MonitorActions } from "../monitors/MonitorActions.tsx"
import { StartNow } from "../monitors/StartNow.tsx"
import { StoppedOptions } from "../monitors/StoppedOptions.tsx"
import { Curl } from "../ui/Curl.tsx"
import { StateMark } from "../ui/StateMark.tsx"
import { Ago, useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import css from "../monitors/Monitor.module.css"
import { DomainOverview } from "./DomainOverview.tsx"
import screen from "../ui/Screen.module.css"
import { Unloaded } from "../ui/Unloaded.tsx"
import { SettingsForm } from "./SettingsForm.tsx"
import { useChartRange } from "../monitors/useChartRange.ts"

const FlappingNotice = ({ id }: { readonly id: string }) => {
  const { words } = useLanguage()
  const changes = useMonitors().data?.find((monitor) => monitor.id === id)?.flapping ?? null
  if (changes === null) return null
  return (
    <p className={screen["notice"]} role="status">
      {words.domain.flapping(changes)}
    </p>
  )
}

const DomainDns = lazy(() => import("./dns/DomainDns.tsx"))
const DomainMail = lazy(() => import("./DomainMail.tsx"))

const tabs = ["overview", "checks", "incidents", "mail", "dns", "settings"] as const

/** The API call of each tab, as a path below the domain. */
const calls: Readonly<Record<(typeof tabs)[number], string>> = {
  overview: "/timeline",
  checks: "/history",
  incidents: "/incidents",
  mail: "/email-health",
  dns: "/dns",
  settings: ""
}

/** Shows a summary such as "up for 2 hr · checked 12 sec. ago, every 5 min". */
const Standing = ({ domain }: { readonly domain: Domain }) => {
  const { format, words } = useLanguage()
  const now = useNow()
  const { checkInterval, isDegraded, lastCheckedAt, lastError, status, statusChangedAt } = domain
  const [problem] = domain.ssl?.problems ?? []
  if (status === "unknown")
    return (
      <p className={css["soft"]}>
        {lastError !== null
          ? (words.fault[lastError.code] ?? serviceText(words, lastError.message))
          : lastCheckedAt === null
            ? words.domain.firstCheck
            : words.state.unknown}
      </p>
    )
  const duration = statusChangedAt === null ? null : format.between(Date.parse(statusChangedAt), now)
  return (
    <p className={css["soft"]}>
      {duration === null ? words.state[status] : words.domain.for(words.state[status], duration)}
      {problem !== undefined && shownState(status, problem) === "refused" ? (
        <b className={css["refused"]}> · {concernText(words, { kind: "certProblem", problem })}</b>
      ) : null}
      {status === "up" && isDegraded ? ` · ${words.state.degraded}` : null}
      {lastCheckedAt === null ? null : (
        <span title={format.dateTime(Date.parse(lastCheckedAt))}>
          {" · "}
          {words.domain.checked(format.ago(Date.parse(lastCheckedAt), now), format.seconds(checkInterval))}
        </span>
      )}
    </p>
  )
}

const store = (changed: Domain): void => {
  queryClient.setQueryData(keys.domain(changed.id), changed)
  void refresh()
}

const Actions = ({ domain, tab }: { readonly domain: Domain; readonly tab: (typeof tabs)[number] }) => {
  const { words } = useLanguage()
  const { range } = useChartRange("24h")
  return (
    <span className={css["actions"]}>
      <Curl
        path={`/domains/${domain.id}${calls[tab]}${tab === "overview" ? `?range=${range}` : ""}`}
        method={tab === "mail" ? "POST" : "GET"}
      />
      {domain.access === "read" || domain.maintenance !== null ? null : <StartNow kind="domain" of={domain} />}
      <MonitorActions kind="domain" record={domain} store={store} texts={words.bulk} />
    </span>
  )
}

const Tab = ({ domain, tab }: { readonly domain: Domain; readonly tab: (typeof tabs)[number] }) => {
  switch (tab) {
    case "overview":
      return <DomainOverview domain={domain} />
    case "checks":
      return <Checks id={domain.id} />
    case "incidents":
      return <Incidents kind="domain" id={domain.id} />
    case "mail":
      return (
        <Suspense fallback={null}>
          <DomainMail id={domain.id} />
        </Suspense>
      )
    case "dns":
      return (
        <Suspense fallback={null}>
          <DomainDns domain={domain} />
        </Suspense>
      )
    case "settings":
      return <SettingsForm key={domain.updatedAt} domain={domain} />
  }
}

const DomainPage = ({ id, tab: wanted }: { readonly id: string; readonly tab: string | undefined }) => {
  const { words } = useLanguage()
  const { data: domain, dataUpdatedAt, error, refetch } = useDomain(id)
  const tab = tabs.find((name) => name === wanted) ?? "overview"
  if (domain === undefined) {
    return <Unloaded error={error} refetch={refetch} />
  }
  return (
    <>
      <title>{`${domain.name} · ${words.app}`}</title>
      <header className={css["top"]}>
        <StateMark
          state={shownState(
            domain.status === "up" && domain.isDegraded ? "degraded" : domain.status,
            domain.ssl?.problems[0]
          )}
        />
        <h1>
          <bdi>{domain.name}</bdi>
        </h1>
        <a href={domain.url} target="_blank" rel="noreferrer noopener" className={css["site"]}>
          {domain.hostname} ↗<span className={css["hidden"]}> {words.domain.open}</span>
        </a>
        <Standing domain={domain} />
        <Actions domain={domain} tab={tab} />
      </header>
      <nav className={css["tabs"]} aria-label={words.domain.tabs.label}>
        {tabs.map((name) => (
          <Link
            key={name}
            href={name === "overview" ? `/domains/${id}` : `/domains/${id}/${name}`}
            aria-current={name === tab ? "page" : undefined}
          >
            {words.domain.tabs[name]}
          </Link>
        ))}
      </nav>
      {error === null ? null : (
        <p className={css["notice"]} role="status">
          {words.problem.kept} <Ago at={dataUpdatedAt} />
        </p>
      )}
      <FlappingNotice id={domain.id} />
      <StoppedOptions stopped={domain.stoppedOptions} />
      <Tab domain={domain} tab={tab} />
    </>
  )
}

export default DomainPage
