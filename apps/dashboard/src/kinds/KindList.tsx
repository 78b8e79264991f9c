import { lazy, Suspense, useMemo } from "react"
import { useLocation, useSearch } from "wouter"
import { type GeneralKind, screensOf } from "../api/generalKinds.ts"
import { type Monitor, monitorPath, tagsOf } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { FirstCells, MonitorTable } from "../monitors/MonitorTable.tsx"
import { Why } from "../monitors/Why.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { FilterChips, FilterText } from "../ui/Filters.tsx"
import { NothingShown } from "../ui/NothingShown.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import { StateMark } from "../ui/StateMark.tsx"
import { Ago } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { type Selection, useSelection } from "../ui/useSelection.ts"
import { useTypedFilters } from "../ui/useTypedFilters.ts"
import { useLanguage } from "../words/language.ts"
import {
  applyKindFilters,
  kindCountsOf,
  type KindFilters,
  kindFiltersOf,
  kindSearchOf,
  kindShows,
  kindSorts
} from "./kindFilters.ts"
import css from "./KindList.module.css"
import { useKindWords } from "./useKindWords.ts"

const KindBulkBar = lazy(() => import("./KindBulkBar.tsx"))

const Cells = ({
  kind,
  monitor,
  selection
}: {
  readonly kind: GeneralKind
  readonly monitor: Monitor
  readonly selection: Selection
}) => {
  const { format } = useLanguage()
  const text = useKindWords(kind)
  const { id, since, state, uptime30 } = monitor
  return (
    <>
      <FirstCells
        css={css}
        href={monitorPath(monitor)}
        isSelected={selection.has(id)}
        mark={<StateMark state={state} />}
        monitor={monitor}
        onToggle={() => selection.toggle(id)}
      />
      <span role="cell" className={css["number"]}>
        {uptime30 === null ? "–" : format.percent(uptime30)}
      </span>
      <span role="cell" className={css["when"]}>
        {since === null ? <span className={css["soft"]}>{text.never}</span> : <Ago at={since} />}
      </span>
      <span role="cell" className={css["why"]}>
        <Why css={css} monitor={monitor} />
      </span>
    </>
  )
}

const Monitors = ({ kind, monitors }: { readonly kind: GeneralKind; readonly monitors: ReadonlyArray<Monitor> }) => {
  const { words } = useLanguage()
  const text = useKindWords(kind)
  const search = useSearch()
  const [, navigate] = useLocation()
  const stored = useMemo(() => kindFiltersOf(search), [search])
  const {
    change,
    filters,
    setText,
    text: typed
  } = useTypedFilters<KindFilters>(stored, (next) =>
    navigate(`${screensOf(kind)}${kindSearchOf(next)}`, { replace: true })
  )
  const collator = useMemo(() => new Intl.Collator(words.language, { numeric: true }), [words.language])
  const shown = useMemo(() => applyKindFilters(monitors, filters, collator), [monitors, filters, collator])
  const selection = useSelection(shown)
  const counts = kindCountsOf(monitors, filters)
  const tags = tagsOf(monitors)
  return (
    <>
      <div role="search" aria-label={words.domains.filters}>
        <FilterChips
          chips={kindShows
            .filter((show) => show === "all" || counts[show] > 0 || filters.show === show)
            .map((show) => ({
              value: show,
              label: show === "all" ? words.domains.all : words.state[show],
              count: counts[show]
            }))}
          chosen={filters.show}
          onChoose={(show) => change({ show })}
          selects={[
            ...(tags.length === 0
              ? []
              : [
                  {
                    label: words.domains.tag,
                    value: filters.tag,
                    options: [["", words.domains.anyTag], ...tags.map(({ id, name }) => [id, name] as const)] as const,
                    onChange: (tag: string) => change({ tag })
                  }
                ]),
            {
              label: words.domains.sort,
              value: filters.sort,
              options: kindSorts.map((sort) => [sort, `${words.domains.sort}: ${text.sorts[sort]}`] as const),
              onChange: (value: string) => change({ sort: kindSorts.find((sort) => sort === value) ?? "attention" })
            }
          ]}
        />
        <FilterText label={text.filter} value={typed} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <NothingShown
          title={text.none}
          hint={text.noneHint(monitors.length)}
          onClear={() => change({ text: "", show: "all", tag: "" })}
        />
      ) : (
        <MonitorTable
          css={css}
          label={text.title}
          shown={shown}
          selection={selection}
          head={[
            ["name", text.columns.name],
            ["uptime", text.columns.uptime, css["number"]],
            ["changed", text.columns.changed],
            ["why", text.columns.why]
          ]}
          row={(monitor) => <Cells kind={kind} monitor={monitor} selection={selection} />}
        />
      )}
      {selection.ids.length === 0 ? null : (
        <Suspense fallback={null}>
          <KindBulkBar
            kind={kind}
            selected={shown.filter(({ id }) => selection.has(id))}
            allTags={tags}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </>
  )
}

/** Shows all monitors of a kind, worst first. The URL contains the filters and the order. */
const KindList = ({ kind }: { readonly kind: GeneralKind }) => {
  const { format } = useLanguage()
  const text = useKindWords(kind)
  const { data, dataUpdatedAt, error, refetch } = useMonitors()
  const monitors = useMemo(() => (data ?? []).filter((monitor) => monitor.kind === kind), [data, kind])
  const add =
    useRank() === "member" ? null : (
      <ButtonLink href={`${screensOf(kind)}/new`} kind="primary">
        {text.add}
      </ButtonLink>
    )
  return (
    <Screen
      title={text.title}
      note={
        monitors.length === 0 ? undefined : (
          <>
            {text.count(format.number(monitors.length))} · {format.zone} · <Ago at={dataUpdatedAt} />
          </>
        )
      }
      actions={
        monitors.length === 0 ? undefined : (
          <>
            <Curl path="/monitors" />
            {add}
          </>
        )
      }
    >
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} rows={8} />
      ) : monitors.length > 0 ? (
        <Monitors kind={kind} monitors={monitors} />
      ) : (
        <Nothing title={text.welcome.title} hint={text.welcome.hint}>
          {add}
        </Nothing>
      )}
    </Screen>
  )
}

export default KindList
