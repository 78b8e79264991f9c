import type { MonitorRecord } from "@mon/model"
import { Link } from "wouter"
import { type GeneralKind, screensOf } from "../api/generalKinds.ts"
import { apiPath } from "../api/kindEndpoints.ts"
import { storeRecord, useRecord } from "../api/kindQueries.ts"
import { Incidents } from "../monitors/Incidents.tsx"
import css from "../monitors/Monitor.module.css"
import { MonitorActions } from "../monitors/MonitorActions.tsx"
import { StartNow } from "../monitors/StartNow.tsx"
import { Curl } from "../ui/Curl.tsx"
import screen from "../ui/Screen.module.css"
import { StateMark } from "../ui/StateMark.tsx"
import { Ago, useNow } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { KindOverview } from "./KindOverview.tsx"
import { KindSettings } from "./KindForm.tsx"
import { ownParts } from "./ownParts.ts"
import type { KindWords } from "../words/kinds.en.ts"
import { useKindWords } from "../words/useKindWords.ts"

interface OfKind<Kind extends GeneralKind> {
  readonly kind: Kind
  readonly record: MonitorRecord<Kind>
}

/** Returns the tabs of a kind, with the API call of each tab as a path below the monitor. */
const tabsOf = (kind: GeneralKind, { tabs }: KindWords, language: "en" | "de") => [
  { name: "overview", call: "/timeline?range=90d", label: tabs.overview },
  ...ownParts(kind).tabs.map(({ call, label, name }) => ({ name, call, label: label[language] })),
  { name: "incidents", call: "/incidents", label: tabs.incidents },
  { name: "settings", call: "", label: tabs.settings }
]

/** Shows a summary such as "up for 2 hr", followed by the details that the kind adds. */
const Standing = <Kind extends GeneralKind>({ kind, record }: OfKind<Kind>) => {
  const { format, words } = useLanguage()
  const now = useNow()
  const { Standing: Own } = ownParts(kind)
  const { status, statusChangedAt } = record
  return (
    <p className={css["soft"]}>
      {statusChangedAt === null || status === "unknown"
        ? words.state[status]
        : words.domain.for(words.state[status], format.between(Date.parse(statusChangedAt), now))}
      <Own record={record} />
    </p>
  )
}

const Actions = <Kind extends GeneralKind>({ call, kind, record }: OfKind<Kind> & { readonly call: string }) => {
  const texts = useKindWords(kind).bulk
  const { Action } = ownParts(kind)
  const { access, id, maintenance } = record
  return (
    <span className={css["actions"]}>
      <Curl path={apiPath(kind, id, call)} />
      {Action === undefined ? null : <Action record={record} />}
      {access === "read" || maintenance !== null ? null : <StartNow kind={kind} of={record} />}
      <MonitorActions kind={kind} record={record} store={(changed) => storeRecord(kind, changed)} texts={texts} />
    </span>
  )
}

const Tab = <Kind extends GeneralKind>({ kind, record, tab }: OfKind<Kind> & { readonly tab: string }) => {
  const own = ownParts(kind).tabs.find(({ name }) => name === tab)
  if (own !== undefined) return <own.Part record={record} />
  switch (tab) {
    case "incidents":
      return <Incidents kind={kind} id={record.id} />
    case "settings":
      return <KindSettings kind={kind} record={record} />
    default:
      return <KindOverview kind={kind} record={record} />
  }
}

const KindPage = ({
  id,
  kind,
  tab: wanted
}: {
  readonly kind: GeneralKind
  readonly id: string
  readonly tab: string | undefined
}) => {
  const { words } = useLanguage()
  const text = useKindWords(kind)
  const { data: record, dataUpdatedAt, error, refetch } = useRecord(kind, id)
  const tabs = tabsOf(kind, text, words.language === "de" ? "de" : "en")
  const { call, name: tab } = tabs.find(({ name }) => name === wanted) ?? { name: "overview", call: "" }
  if (record === undefined) {
    return <Unloaded error={error} refetch={refetch} />
  }
  const path = screensOf(kind)
  return (
    <>
      <title>{`${record.name} · ${words.app}`}</title>
      <header className={css["top"]}>
        <StateMark state={record.status} />
        <h1>
          <bdi>{record.name}</bdi>
        </h1>
        <Standing kind={kind} record={record} />
        {record.tags.length === 0 ? null : (
          <ul className={screen["chips"]} aria-label={words.form.tags}>
            {record.tags.map(({ id: tag, name }) => (
              <li key={tag} className={screen["chip"]}>
                {name}
              </li>
            ))}
          </ul>
        )}
        <Actions kind={kind} record={record} call={call} />
      </header>
      <nav className={css["tabs"]} aria-label={text.tabs.label}>
        {tabs.map(({ label, name }) => (
          <Link
            key={name}
            href={name === "overview" ? `${path}/${id}` : `${path}/${id}/${name}`}
            aria-current={name === tab ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {error === null ? null : (
        <p className={css["notice"]} role="status">
          {words.problem.kept} <Ago at={dataUpdatedAt} />
        </p>
      )}
      <Tab kind={kind} record={record} tab={tab} />
    </>
  )
}

export default KindPage
