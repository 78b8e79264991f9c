import { memo } from "react"
import { type Monitor, shownState } from "../api/monitors.ts"
import { GradeMark, StateMark } from "../ui/StateMark.tsx"
import { useLanguage } from "../words/language.ts"
import { isCertificateConcern, isLongResponse, isRegistrationConcern } from "../monitors/attention.ts"
import { FirstCells } from "../monitors/MonitorTable.tsx"
import { Why } from "../monitors/Why.tsx"
import css from "./DomainList.module.css"

interface CellsProps {
  readonly monitor: Monitor
  readonly isSelected: boolean
  readonly onToggle: () => void
}

const Cells = ({ isSelected, monitor, onToggle }: CellsProps) => {
  const { format, words } = useLanguage()
  const { certDays, certProblem, grade, id, regDays, responseMs, state, uptime30 } = monitor
  const days = (value: number | null) =>
    value === null ? "–" : value < 0 ? words.domains.expired : words.domains.days(value)
  return (
    <>
      <FirstCells
        css={css}
        href={`/domains/${id}`}
        isSelected={isSelected}
        mark={<StateMark state={shownState(state, certProblem)} />}
        monitor={monitor}
        onToggle={onToggle}
      />
      <span role="cell" className={css["number"]}>
        {uptime30 === null ? "–" : format.percent(uptime30)}
      </span>
      <span role="cell" className={`${css["number"]} ${isLongResponse(monitor) ? css["bad"] : ""}`}>
        {responseMs === null ? "–" : format.milliseconds(responseMs)}
      </span>
      <span
        role="cell"
        className={`${css["number"]} ${certProblem === null ? "" : css["problem"]} ${isCertificateConcern(monitor) ? css[certProblem === null ? "bad" : "refused"] : ""}`}
      >
        {certProblem === null ? days(certDays) : (words.certProblem[certProblem] ?? certProblem)}
      </span>
      <span role="cell" className={`${css["number"]} ${isRegistrationConcern(monitor) ? css["bad"] : ""}`}>
        {days(regDays)}
      </span>
      <span role="cell" className={css["mail"]}>
        <GradeMark grade={grade} />
      </span>
      <span role="cell" className={css["why"]}>
        <Why css={css} monitor={monitor} />
      </span>
    </>
  )
}

/** Shows the row of a domain. Its callback depends only on the domain. */
export const DomainCells = memo(
  Cells,
  (one, other) => one.monitor === other.monitor && one.isSelected === other.isSelected
)
