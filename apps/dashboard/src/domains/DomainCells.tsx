import { memo } from "react"
import { type Monitor, shownState } from "../api/monitors.ts"
import { GradeMark, StateMark } from "../ui/StateMark.tsx"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { concernsOf, isCertificateConcern, isLongResponse, isRegistrationConcern } from "../monitors/attention.ts"
import { concernText } from "../monitors/concernText.ts"
import { FirstCells } from "../monitors/MonitorTable.tsx"
import css from "./DomainList.module.css"

interface CellsProps {
  readonly monitor: Monitor
  readonly isSelected: boolean
  readonly onToggle: () => void
}

const Why = ({ monitor }: { readonly monitor: Monitor }) => {
  const { format, words } = useLanguage()
  const now = useNow()
  const [worst] = concernsOf(monitor)
  if (monitor.maintenanceUntil !== null) {
    const text = words.why.maintenance(format.dateTime(monitor.maintenanceUntil))
    return (
      <span className={css["fair"]} title={text}>
        {text}
      </span>
    )
  }
  if (worst === undefined) {
    return monitor.tags.slice(0, 2).map(({ id, name }) => (
      <span key={id} className={css["tag"]}>
        {name}
      </span>
    ))
  }
  const text = concernText(words, worst)
  const duration =
    worst.kind === "down" && monitor.since !== null ? `${words.why.downFor(format.between(monitor.since, now))} · ` : ""
  const isCalm =
    worst.kind === "mail" || worst.kind === "unseen" || (worst.kind === "down" && worst.acknowledgedBy !== null)
  return (
    <span className={css[isCalm ? "fair" : worst.kind === "certProblem" ? "refused" : "bad"]} title={text}>
      {duration}
      {text}
    </span>
  )
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
        <Why monitor={monitor} />
      </span>
    </>
  )
}

/** Shows the row of a domain. Its callback depends only on the domain. */
export const DomainCells = memo(
  Cells,
  (one, other) => one.monitor === other.monitor && one.isSelected === other.isSelected
)
