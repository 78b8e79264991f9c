import { lazy } from "react"
import { type GeneralKind, screensOf } from "../api/generalKinds.ts"
import type { Monitor } from "../api/monitors.ts"
import { MonitorList } from "../monitors/MonitorList.tsx"
import { MonitorTable } from "../monitors/MonitorTable.tsx"
import table from "../monitors/MonitorTable.module.css"
import { Why } from "../monitors/Why.tsx"
import { Nothing } from "../ui/Screen.tsx"
import { Ago } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { kindFilters } from "./kindFilters.ts"
import css from "./KindList.module.css"
import { useKindWords } from "../words/useKindWords.ts"

const BulkBar = lazy(() => import("../monitors/BulkBar.tsx"))

const Cells = ({ kind, monitor }: { readonly kind: GeneralKind; readonly monitor: Monitor }) => {
  const { format } = useLanguage()
  const text = useKindWords(kind)
  const { since, uptime30 } = monitor
  return (
    <>
      <span role="cell" className={`${table["number"]} ${css["uptime"]}`}>
        {uptime30 === null ? "–" : format.percent(uptime30)}
      </span>
      <span role="cell" className={table["when"]}>
        {since === null ? <span className={table["soft"]}>{text.never}</span> : <Ago at={since} />}
      </span>
      <Why monitor={monitor} />
    </>
  )
}

const KindList = ({ kind }: { readonly kind: GeneralKind }) => {
  const { domains, state } = useLanguage().words
  const text = useKindWords(kind)
  return (
    <MonitorList
      kind={kind}
      list={kindFilters}
      text={text}
      nameOf={(show) => (show === "all" ? domains.all : state[show])}
      sortName={(sort) => text.sorts[sort]}
      add={[`${screensOf(kind)}/new`, text.add]}
      welcome={(add) => <Nothing {...text.welcome}>{add}</Nothing>}
      table={(shown, selection) => (
        <MonitorTable
          columns={css["columns"]}
          label={text.title}
          shown={shown}
          selection={selection}
          head={[
            ["name", text.columns.name],
            ["uptime", text.columns.uptime, table["number"]],
            ["changed", text.columns.changed],
            ["why", text.columns.why]
          ]}
          cells={(monitor) => <Cells kind={kind} monitor={monitor} />}
        />
      )}
      bulkBar={(selected) => <BulkBar {...selected} kind={kind} text={text.bulk} tagTexts={text.bulk} />}
    />
  )
}

export default KindList
