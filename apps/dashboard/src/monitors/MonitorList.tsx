import type { MonitorKind } from "@mon/model"
import { type ReactNode, Suspense, useMemo } from "react"
import { useLocation, useSearch } from "wouter"
import { screensOf } from "../api/generalKinds.ts"
import { type Monitor, type MonitorTag, tagsOf } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { NothingShown } from "../ui/NothingShown.tsx"
import { Screen } from "../ui/Screen.tsx"
import { Ago } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { type Selection, useSelection } from "../ui/useSelection.ts"
import { useTypedFilters } from "../ui/useTypedFilters.ts"
import { useLanguage } from "../words/language.ts"
import { FilterBar, type FilterTexts } from "./FilterBar.tsx"
import type { Filters, ListFilters } from "./listFilters.ts"
import css from "./MonitorList.module.css"

export interface Selected {
  readonly selected: ReadonlyArray<Monitor>
  readonly allTags: ReadonlyArray<MonitorTag>
  readonly onClear: () => void
}

/** Shows the screen with all monitors of a kind. The URL contains the filters and the order. */
export const MonitorList = <Show extends string, Sort extends string>({
  add: [path, label],
  bulkBar,
  isOpen = false,
  kind,
  list,
  nameOf,
  sortName,
  table,
  text,
  welcome
}: FilterTexts<Show, Sort> & {
  readonly kind: MonitorKind
  readonly list: ListFilters<Show, Sort>
  readonly text: {
    readonly title: string
    readonly count: (count: string) => string
    readonly filter: string
    readonly none: string
    readonly noneHint: (hidden: number) => string
  }
  /** The path of the screen that adds a monitor, and the label of the button that opens it. */
  readonly add: readonly [path: string, label: ReactNode]
  /** Whether the heading shows its actions even if there are no monitors. */
  readonly isOpen?: boolean
  /** Returns the content that replaces a list without monitors. `add` is the button that adds a monitor. */
  readonly welcome: (add: ReactNode) => ReactNode
  readonly table: (shown: ReadonlyArray<Monitor>, selection: Selection) => ReactNode
  readonly bulkBar: (selected: Selected) => ReactNode
}) => {
  const { format, words } = useLanguage()
  const { data, dataUpdatedAt, error, refetch } = useMonitors()
  const search = useSearch()
  const [, navigate] = useLocation()
  const stored = useMemo(() => list.read(search), [list, search])
  const {
    change,
    filters,
    setText,
    text: typed
  } = useTypedFilters<Filters<Show, Sort>>(stored, (next) =>
    navigate(`${screensOf(kind)}${list.write(next)}`, { replace: true })
  )
  const collator = useMemo(() => new Intl.Collator(words.language, { numeric: true }), [words.language])
  const monitors = useMemo(() => (data ?? []).filter((monitor) => monitor.kind === kind), [data, kind])
  const counts = useMemo(() => list.count(monitors, filters), [list, monitors, filters])
  const tags = useMemo(() => tagsOf(monitors), [monitors])
  const shown = useMemo(() => list.apply(monitors, filters, collator), [list, monitors, filters, collator])
  const selection = useSelection(shown)
  const hasHeading = isOpen || monitors.length > 0
  const add =
    useRank() === "member" ? null : (
      <ButtonLink href={path} kind="primary">
        {label}
      </ButtonLink>
    )
  return (
    <Screen
      title={text.title}
      noteClass={css["note"]}
      note={
        data === undefined || !hasHeading ? undefined : (
          <>
            {text.count(format.number(monitors.length))} · {format.zone} · <Ago at={dataUpdatedAt} />
          </>
        )
      }
      actions={
        hasHeading ? (
          <>
            <Curl path="/monitors" />
            {add}
          </>
        ) : undefined
      }
    >
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} rows={12} />
      ) : monitors.length === 0 ? (
        welcome(add)
      ) : (
        <>
          <FilterBar
            counts={counts}
            filters={filters}
            label={text.filter}
            list={list}
            nameOf={nameOf}
            onChange={change}
            onType={setText}
            sortName={sortName}
            tags={tags}
            typed={typed}
          />
          {shown.length === 0 ? (
            <NothingShown
              title={text.none}
              hint={text.noneHint(monitors.length)}
              onClear={() => change({ text: "", show: "all", tag: "" })}
            />
          ) : (
            table(shown, selection)
          )}
          {selection.ids.length === 0 ? null : (
            <Suspense fallback={null}>
              {bulkBar({
                selected: shown.filter(({ id }) => selection.has(id)),
                allTags: tags,
                onClear: selection.clear
              })}
            </Suspense>
          )}
        </>
      )}
    </Screen>
  )
}
