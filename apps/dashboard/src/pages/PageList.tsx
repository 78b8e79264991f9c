import { lazy, type ReactNode, Suspense, useMemo } from "react"
import { Link, useLocation, useSearch } from "wouter"
import { type Monitor, tagsOf } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { type Selection, useSelection } from "../ui/useSelection.ts"
import { notify } from "../ui/notify.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { FilterChips, FilterText } from "../ui/Filters.tsx"
import { NothingShown } from "../ui/NothingShown.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { StateMark } from "../ui/StateMark.tsx"
import { Ago } from "../ui/time.tsx"
import { useTypedFilters } from "../ui/useTypedFilters.ts"
import { Unloaded } from "../ui/Unloaded.tsx"
import { FirstCells, MonitorTable } from "../monitors/MonitorTable.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import {
  applyPageFilters,
  pageCountsOf,
  type PageFilters,
  pageFiltersOf,
  pageSearchOf,
  pageShows,
  pageSorts
} from "./pageFilters.ts"
import css from "./PageList.module.css"
import { markSeen } from "./pageQueries.ts"
import { pagesWords } from "./pagesWords.ts"

const PageBulkBar = lazy(() => import("./PageBulkBar.tsx"))

/** Shows the news of a page: its unseen changes, the reason why it cannot be read, or its tags. */
const News = ({ page }: { readonly page: Monitor }): ReactNode => {
  const { words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { code, id, state, tags, unseen } = page
  return (
    <>
      {unseen > 0 ? (
        <>
          <Link href={`/pages/${id}/changes/latest`} className={css["new"]}>
            {text.unseen(unseen)}
          </Link>{" "}
        </>
      ) : null}
      {state === "error" ? (
        <span className={css["bad"]}>{words.fault[code ?? ""] ?? code?.replaceAll("_", " ") ?? words.state.error}</span>
      ) : state === "unknown" || state === "paused" ? (
        <span className={css["soft"]}>{words.state[state]}</span>
      ) : unseen > 0 ? null : (
        tags.slice(0, 3).map(({ id: tag, name }) => (
          <span key={tag} className={css["tag"]}>
            {name}
          </span>
        ))
      )}
    </>
  )
}

const Cells = ({ page, selection }: { readonly page: Monitor; readonly selection: Selection }) => {
  const { format } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { changedAt, id, responseMs, state, unseen } = page
  const isFine = state === "active" || state === "changed"
  return (
    <>
      <FirstCells
        css={css}
        href={`/pages/${id}`}
        isSelected={selection.has(id)}
        mark={<StateMark state={isFine ? (unseen > 0 ? "changed" : "active") : state} />}
        monitor={page}
        onToggle={() => selection.toggle(id)}
      />
      <span role="cell" className={css["when"]}>
        {changedAt === null ? <span className={css["soft"]}>{text.never}</span> : <Ago at={changedAt} />}
      </span>
      <span role="cell" className={css["number"]}>
        {responseMs === null ? "–" : format.milliseconds(responseMs)}
      </span>
      <span role="cell" className={css["why"]}>
        <News page={page} />
      </span>
    </>
  )
}

const Table = ({ selection, shown }: { readonly shown: ReadonlyArray<Monitor>; readonly selection: Selection }) => {
  const text = useScreenWords(pagesWords)
  const sentence = useSentence()
  const seen = (page: Monitor | undefined) => {
    if (page === undefined || page.unseen === 0) return
    markSeen(page.id, null, true).then(
      () => notify(text.bulk.markedSeen(1)),
      (error: unknown) => notify(sentence(error))
    )
  }
  return (
    <MonitorTable
      css={css}
      label={text.list}
      shown={shown}
      selection={selection}
      keys={{ e: seen }}
      head={[
        ["page", text.columns.page],
        ["changed", text.columns.changed],
        ["response", text.columns.response, css["number"]],
        ["why", text.columns.why]
      ]}
      row={(page) => <Cells page={page} selection={selection} />}
    />
  )
}

const Welcome = () => {
  const isMember = useRank() === "member"
  const text = useScreenWords(pagesWords)
  return (
    <section className={css["welcome"]}>
      <h2>{text.welcome.title}</h2>
      <p className={css["soft"]}>{text.welcome.hint}</p>
      <ol className={css["steps"]}>
        {text.welcome.steps.map(([title, hint]) => (
          <li key={title}>
            <b>{title}</b>
            <p className={css["soft"]}>{hint}</p>
          </li>
        ))}
      </ol>
      {isMember ? null : (
        <ButtonLink href="/add?kind=page" kind="primary">
          {text.add}
        </ButtonLink>
      )}
    </section>
  )
}

const Pages = ({ pages }: { readonly pages: ReadonlyArray<Monitor> }) => {
  const { words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const search = useSearch()
  const [, navigate] = useLocation()
  const stored = useMemo(() => pageFiltersOf(search), [search])
  const {
    change,
    filters,
    setText,
    text: typed
  } = useTypedFilters<PageFilters>(stored, (next) => navigate(`/pages${pageSearchOf(next)}`, { replace: true }))
  const collator = useMemo(() => new Intl.Collator(words.language, { numeric: true }), [words.language])
  const shown = useMemo(() => applyPageFilters(pages, filters, collator), [pages, filters, collator])
  const selection = useSelection(shown)
  const counts = pageCountsOf(pages, filters)
  const tags = tagsOf(pages)
  return (
    <>
      <div role="search" aria-label={text.filters}>
        <FilterChips
          chips={pageShows
            .filter((show) => show === "all" || counts[show] > 0 || filters.show === show)
            .map((show) => ({ value: show, label: text.show[show], count: counts[show] }))}
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
              label: text.sort,
              value: filters.sort,
              options: pageSorts.map((sort) => [sort, `${text.sort}: ${text.sorts[sort]}`] as const),
              onChange: (value: string) => change({ sort: pageSorts.find((sort) => sort === value) ?? "attention" })
            }
          ]}
        />
        <FilterText label={text.filter} value={typed} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <NothingShown
          title={text.none}
          hint={text.noneHint(pages.length)}
          onClear={() => change({ text: "", show: "all", tag: "" })}
        />
      ) : (
        <Table shown={shown} selection={selection} />
      )}
      {selection.ids.length === 0 ? null : (
        <Suspense fallback={null}>
          <PageBulkBar selected={shown.filter(({ id }) => selection.has(id))} onClear={selection.clear} />
        </Suspense>
      )}
    </>
  )
}

/** Shows all pages, those with unseen changes first. The URL contains the filters and the order. */
const PageList = () => {
  const { format, words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { data, dataUpdatedAt, error, refetch } = useMonitors()
  const pages = useMemo(() => (data ?? []).filter(({ kind }) => kind === "url"), [data])
  return (
    <>
      <title>{`${text.title} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{text.title}</h1>
        {data === undefined || pages.length === 0 ? null : (
          <p className={css["soft"]}>
            {text.count(format.number(pages.length))} · {format.zone} · <Ago at={dataUpdatedAt} />
          </p>
        )}
        {pages.length === 0 ? null : (
          <span className={css["actions"]}>
            <Curl path="/monitors" />
            <ButtonLink href="/add?kind=page" kind="primary">
              {text.add}
            </ButtonLink>
          </span>
        )}
      </header>
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} rows={8} />
      ) : pages.length === 0 ? (
        <Welcome />
      ) : (
        <Pages pages={pages} />
      )}
    </>
  )
}

export default PageList
