import type { Monitor } from "../api/monitors.ts"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { concernsOf } from "./attention.ts"
import { concernText } from "./concernText.ts"
import css from "./MonitorTable.module.css"

/** The number of tags that fit into a row. */
const TAGS = 2

const Text = ({ monitor }: { readonly monitor: Monitor }) => {
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
    return monitor.tags.slice(0, TAGS).map(({ id, name }) => (
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

export const Why = ({ monitor }: { readonly monitor: Monitor }) => (
  <span role="cell" className={css["why"]}>
    <Text monitor={monitor} />
  </span>
)
