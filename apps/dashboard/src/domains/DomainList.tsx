import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useLocation, useSearch } from "wouter"
import type { Monitor, MonitorTag } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { Welcome } from "../overview/Welcome.tsx"
import { useKeys } from "../shell/keys.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { Ago } from "../ui/time.tsx"
import { useTypedFilters } from "../ui/useTypedFilters.ts"
import { useLanguage } from "../words/language.ts"
import css from "./DomainList.module.css"
import { DomainRow } from "./DomainRow.tsx"
import { FilterBar } from "./FilterBar.tsx"
import { applyFilters, countsOf, type Filters, filtersOf, searchOf } from "./filters.ts"
import { type Selection, useSelection } from "./useSelection.ts"

const BulkBar = lazy(() => import("./BulkBar.tsx"))

const ROW_PX = 46
const PHONE_ROW_PX = 68
const rowHeight = (): number => (globalThis.matchMedia("(width <= 46rem)").matches ? PHONE_ROW_PX : ROW_PX)

const tagsOf = (monitors: ReadonlyArray<Monitor>): ReadonlyArray<MonitorTag> => [
  ...new Map(monitors.flatMap(({ tags }) => tags.map((tag) => [tag.id, tag] as const))).values()
]

/** Moves the focus among the links of the rows. */
const useActiveRow = (shown: ReadonlyArray<Monitor>, scrollTo: (index: number) => void, selection: Selection) => {
  const [active, setActive] = useState(-1)
  const move = (step: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, active + step))
    setActive(next)
    scrollTo(next)
    // The row may not exist before it has scrolled into the window.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus())
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const row = shown[active]
      if (row !== undefined) selection.toggle(row.id)
    },
    Escape: selection.clear,
    "/": () => document.querySelector<HTMLElement>("#filter")?.focus()
  })
  return { active, setActive }
}

const Rows = ({ selection, shown }: { readonly shown: ReadonlyArray<Monitor>; readonly selection: Selection }) => {
  const { words } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(place.current?.offsetTop ?? 0), [])
  const height = rowHeight()
  const virtual = useWindowVirtualizer({
    count: shown.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: useCallback((index: number) => shown[index]?.id ?? index, [shown])
  })
  const { active, setActive } = useActiveRow(shown, (index) => virtual.scrollToIndex(index), selection)
  const { columns } = words.domains
  return (
    <div role="table" aria-label={words.domains.list} aria-rowcount={shown.length + 1} className={css["table"]}>
      <div role="rowgroup" className={css["head"]}>
        <div role="row" aria-rowindex={1} className={css["row"]}>
          <span role="columnheader">
            <input
              type="checkbox"
              aria-label={words.domains.selectAll}
              checked={shown.length > 0 && selection.ids.length === shown.length}
              onChange={selection.all}
            />
          </span>
          <span role="columnheader">{columns.domain}</span>
          <span role="columnheader" className={css["number"]}>
            {columns.uptime}
          </span>
          <span role="columnheader" className={css["number"]}>
            {columns.response}
          </span>
          <span role="columnheader" className={css["number"]}>
            {columns.certificate}
          </span>
          <span role="columnheader" className={css["number"]}>
            {columns.registration}
          </span>
          <span role="columnheader">{columns.mail}</span>
          <span role="columnheader">{columns.why}</span>
        </div>
      </div>
      <div ref={place} role="rowgroup" className={css["body"]} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const monitor = shown[index]
          return monitor === undefined ? null : (
            <DomainRow
              key={key}
              monitor={monitor}
              index={index}
              top={start - margin}
              isActive={index === active}
              isSelected={selection.has(monitor.id)}
              onToggle={() => selection.toggle(monitor.id)}
              onFocus={() => setActive(index)}
            />
          )
        })}
      </div>
    </div>
  )
}

const Nothing = ({ hidden, onClear }: { readonly hidden: number; readonly onClear: () => void }) => {
  const { words } = useLanguage()
  return (
    <div className={css["nothing"]} role="status">
      <h2>{words.domains.none}</h2>
      <p>{words.domains.noneHint(hidden)}</p>
      <Button onClick={onClear}>{words.domains.clear}</Button>
    </div>
  )
}

/** All domains, worst first. Filters and order are part of the URL. */
export const DomainList = () => {
  const { format, words } = useLanguage()
  const { data, dataUpdatedAt, error, refetch } = useMonitors()
  const search = useSearch()
  const [, navigate] = useLocation()
  const stored = useMemo(() => filtersOf(search), [search])
  const { change, filters, setText, text } = useTypedFilters<Filters>(stored, (next) =>
    navigate(`/domains${searchOf(next)}`, { replace: true })
  )
  const collator = useMemo(() => new Intl.Collator(words.language, { numeric: true }), [words.language])
  const domains = useMemo(() => (data ?? []).filter(({ kind }) => kind === "domain"), [data])
  const counts = useMemo(() => countsOf(domains, filters), [domains, filters])
  const tags = useMemo(() => tagsOf(domains), [domains])
  const shown = useMemo(() => applyFilters(domains, filters, collator), [domains, filters, collator])
  const selection = useSelection(shown)
  const isMember = useRank() === "member"
  return (
    <>
      <title>{`${words.domains.title} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{words.domains.title}</h1>
        {data === undefined ? null : (
          <p className={css["soft"]}>
            {words.domains.count(format.number(domains.length))} · {format.zone} · <Ago at={dataUpdatedAt} />
          </p>
        )}
        <span className={css["actions"]}>
          <Curl path="/monitors" />
          {isMember ? null : (
            <ButtonLink href="/add" kind="primary">
              {words.nav.add} <kbd>N</kbd>
            </ButtonLink>
          )}
        </span>
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={12} />
        ) : (
          <Problem isPart error={error} onRetry={() => void refetch()} />
        )
      ) : domains.length === 0 ? (
        <Welcome />
      ) : (
        <>
          <FilterBar filters={filters} onChange={change} text={text} onType={setText} counts={counts} tags={tags} />
          {shown.length === 0 ? (
            <Nothing hidden={domains.length} onClear={() => change({ text: "", show: "all", tag: "" })} />
          ) : (
            <Rows shown={shown} selection={selection} />
          )}
          {selection.ids.length === 0 ? null : (
            <Suspense fallback={null}>
              <BulkBar
                selected={shown.filter(({ id }) => selection.has(id))}
                allTags={tags}
                onClear={selection.clear}
              />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}
