import { lazy } from "react"
import { MonitorList } from "../monitors/MonitorList.tsx"
import { useLanguage } from "../words/language.ts"
import { domainFilters } from "./domainFilters.ts"
import css from "./DomainList.module.css"
import { DomainTable } from "./DomainTable.tsx"

const DomainBulkBar = lazy(() => import("./DomainBulkBar.tsx"))
const Welcome = lazy(() => import("../monitors/Welcome.tsx"))

export const DomainList = () => {
  const { domains, nav } = useLanguage().words
  return (
    <MonitorList
      isOpen
      kind="domain"
      list={domainFilters}
      text={domains}
      nameOf={(show) => domains[show]}
      sortName={(sort) => domains.sorts[sort]}
      add={[
        "/add",
        <>
          {nav.add} <kbd className={css["key"]}>N</kbd>
        </>
      ]}
      welcome={() => <Welcome />}
      table={(shown, selection) => <DomainTable shown={shown} selection={selection} />}
      bulkBar={(selected) => <DomainBulkBar {...selected} />}
    />
  )
}
