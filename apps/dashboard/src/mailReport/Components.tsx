import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { componentNames, gainOf } from "./gains.ts"
import type { Report } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import css from "./Report.module.css"

export const Components = ({ report }: { readonly report: Report }) => {
  const { words } = useLanguage()
  const text = useScreenWords(mailWords)
  return (
    <ul className={css["components"]}>
      {componentNames.map((name) => {
        const { score, status, weight } = report[name]
        // If the domain has no address to look up, no blacklist was queried, although the component gets full points.
        const lists = name === "blacklist" ? new Set(report.blacklist.checked.map(({ listId }) => listId)).size : null
        const isAsked = lists !== 0 || status !== "ok"
        const shown = isAsked ? score : null
        const gain = gainOf(report, report.score, name)
        return (
          <li key={name} data-status={isAsked ? status : "unknown"}>
            <p>
              <b>{words.domain.components[name]}</b> <span>{shown ?? "–"}</span>
            </p>
            <span className={css["track"]} aria-hidden>
              <span style={{ width: `${shown ?? 0}%` }} />
            </span>
            <span className={css["small"]}>
              {gain > 0 ? (
                <span className={css["good"]}>{text.points(gain)}</span>
              ) : isAsked ? (
                text.report.status[status]
              ) : (
                text.report.notAsked
              )}
              {lists === null ? null : ` · ${text.report.lists(lists)}`}
              {" · "}
              {text.report.weight(weight)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
