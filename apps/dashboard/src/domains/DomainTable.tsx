import type { Monitor } from "../api/monitors.ts"
import { isCertificateConcern, isLongResponse, isRegistrationConcern } from "../monitors/attention.ts"
import { MonitorTable } from "../monitors/MonitorTable.tsx"
import table from "../monitors/MonitorTable.module.css"
import { Why } from "../monitors/Why.tsx"
import { GradeMark } from "../ui/StateMark.tsx"
import type { Selection } from "../ui/useSelection.ts"
import { useLanguage } from "../words/language.ts"
import css from "./DomainList.module.css"

const number = table["number"]

const Cells = ({ monitor }: { readonly monitor: Monitor }) => {
  const { format, words } = useLanguage()
  const { certDays, certProblem, grade, regDays, responseMs, uptime30 } = monitor
  const days = (value: number | null) =>
    value === null ? "–" : value < 0 ? words.domains.expired : words.domains.days(value)
  return (
    <>
      <span role="cell" className={number}>
        {uptime30 === null ? "–" : format.percent(uptime30)}
      </span>
      <span role="cell" className={`${number} ${isLongResponse(monitor) ? table["bad"] : ""}`}>
        {responseMs === null ? "–" : format.milliseconds(responseMs)}
      </span>
      <span
        role="cell"
        className={`${number} ${certProblem === null ? "" : css["problem"]} ${isCertificateConcern(monitor) ? table[certProblem === null ? "bad" : "refused"] : ""}`}
      >
        {certProblem === null ? days(certDays) : (words.certProblem[certProblem] ?? certProblem)}
      </span>
      <span role="cell" className={`${number} ${isRegistrationConcern(monitor) ? table["bad"] : ""}`}>
        {days(regDays)}
      </span>
      <span role="cell" className={css["mail"]}>
        <GradeMark grade={grade} />
      </span>
      <Why monitor={monitor} />
    </>
  )
}

export const DomainTable = ({
  selection,
  shown
}: {
  readonly shown: ReadonlyArray<Monitor>
  readonly selection: Selection
}) => {
  const { columns, list } = useLanguage().words.domains
  return (
    <MonitorTable
      columns={css["columns"]}
      label={list}
      shown={shown}
      selection={selection}
      head={[
        ["domain", columns.domain],
        ["uptime", columns.uptime, number],
        ["response", columns.response, number],
        ["certificate", columns.certificate, number],
        ["registration", columns.registration, number],
        ["mail", columns.mail],
        ["why", columns.why]
      ]}
      cells={(monitor) => <Cells monitor={monitor} />}
    />
  )
}
