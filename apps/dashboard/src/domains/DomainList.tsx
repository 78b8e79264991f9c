import { lazy, Suspense, useMemo } from "react"
import { useLocation, useSearch } from "wouter"
import { tagsOf } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { Welcome } from "../monitors/Welcome.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { NothingShown } from "../ui/NothingShown.tsx"
import { Ago } from "../ui/time.tsx"
import { useTypedFilters } from "../ui/useTypedFilters.ts"
import { useLanguage } from "../words/language.ts"
import css from "./DomainList.module.css"
import { DomainTable } from "./DomainTable.tsx"
import { FilterBar } from "./FilterBar.tsx"
import { applyFilters, countsOf, type Filters, filtersOf, searchOf } from "./filters.ts"
import { useSelection } from "../ui/useSelection.ts"
import { Unloaded } from "../ui/Unloaded.tsx"

const BulkBar = lazy(() => import("./BulkBar.tsx"))

/** Shows all domains, worst first. The URL contains the filters and the order. */
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
        <Unloaded isPart error={error} refetch={refetch} rows={12} />
      ) : domains.length === 0 ? (
        <Welcome />
      ) : (
        <>
          <FilterBar filters={filters} onChange={change} text={text} onType={setText} counts={counts} tags={tags} />
          {shown.length === 0 ? (
            <NothingShown
              title={words.domains.none}
              hint={words.domains.noneHint(domains.length)}
              onClear={() => change({ text: "", show: "all", tag: "" })}
            />
          ) : (
            <DomainTable shown={shown} selection={selection} />
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
