import type { Monitor } from "../api/monitors.ts"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { concernsOf } from "./attention.ts"
import { concernText } from "./concernText.ts"

/** The number of tags that a row has room for. */
const TAGS = 2

/**
 * Shows the most urgent problem of a monitor in a list, its maintenance, or otherwise its tags. `css` has the classes
 * `fair`, `bad`, `refused` and `tag`.
 */
export const Why = ({
  css,
  monitor
}: {
  readonly css: Readonly<Record<string, string | undefined>>
  readonly monitor: Monitor
}) => {
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
