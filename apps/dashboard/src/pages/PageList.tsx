import { lazy, type ReactNode } from "react"
import { Link } from "wouter"
import type { Monitor } from "../api/monitors.ts"
import { MonitorList } from "../monitors/MonitorList.tsx"
import { MonitorTable } from "../monitors/MonitorTable.tsx"
import table from "../monitors/MonitorTable.module.css"
import { FirstSteps } from "../ui/FirstSteps.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import { Ago } from "../ui/time.tsx"
import type { Selection } from "../ui/useSelection.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { pageFilters } from "./pageFilters.ts"
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
        <span className={table["bad"]}>
          {words.fault[code ?? ""] ?? code?.replaceAll("_", " ") ?? words.state.error}
        </span>
      ) : state === "unknown" || state === "paused" ? (
        <span className={table["soft"]}>{words.state[state]}</span>
      ) : unseen > 0 ? null : (
        tags.slice(0, 3).map(({ id: tag, name }) => (
          <span key={tag} className={table["tag"]}>
            {name}
          </span>
        ))
      )}
    </>
  )
}

const Cells = ({ page }: { readonly page: Monitor }) => {
  const { format } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { changedAt, responseMs } = page
  return (
    <>
      <span role="cell" className={`${table["when"]} ${css["when"]}`}>
        {changedAt === null ? <span className={table["soft"]}>{text.never}</span> : <Ago at={changedAt} />}
      </span>
      <span role="cell" className={table["number"]}>
        {responseMs === null ? "–" : format.milliseconds(responseMs)}
      </span>
      <span role="cell" className={`${table["why"]} ${css["news"]}`}>
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
      columns={css["columns"]}
      label={text.list}
      shown={shown}
      selection={selection}
      keys={{ e: seen }}
      head={[
        ["page", text.columns.page],
        ["changed", text.columns.changed],
        ["response", text.columns.response, table["number"]],
        ["why", text.columns.why]
      ]}
      cells={(page) => <Cells page={page} />}
    />
  )
}

const PageList = () => {
  const text = useScreenWords(pagesWords)
  return (
    <MonitorList
      kind="url"
      list={pageFilters}
      text={text}
      nameOf={(show) => text.show[show]}
      sortName={(sort) => text.sorts[sort]}
      add={["/add?kind=page", text.add]}
      welcome={(add) => <FirstSteps text={text.welcome}>{add}</FirstSteps>}
      table={(shown, selection) => <Table shown={shown} selection={selection} />}
      bulkBar={(selected) => <PageBulkBar {...selected} />}
    />
  )
}

export default PageList
