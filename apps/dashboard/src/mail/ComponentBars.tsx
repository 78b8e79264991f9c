import type { EmailHealthStanding } from "@mon/api-contract"
import { useLanguage } from "../words/language.ts"
import { componentNames } from "../mailReport/gains.ts"
import css from "./Mail.module.css"

/** The scores of the five components as bars, with their numbers for those who do not see them. */
export const ComponentBars = ({
  components
}: {
  readonly components: NonNullable<EmailHealthStanding["components"]>
}) => {
  const { words } = useLanguage()
  const text = componentNames
    .map((name) => `${words.domain.components[name]} ${components[name].score ?? "–"}`)
    .join(", ")
  return (
    <span className={css["bars"]} role="img" aria-label={text} title={text}>
      {componentNames.map((name) => (
        <span key={name} data-status={components[name].status}>
          <span style={{ height: `${components[name].score ?? 0}%` }} />
        </span>
      ))}
    </span>
  )
}
