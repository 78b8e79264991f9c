import type { FormEvent } from "react"
import { useAccount } from "../api/queries.ts"
import { DurationControl } from "../form/DurationControl.tsx"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./BulkBar.module.css"

/**
 * The limits of the check interval. `limit` is the plan's field with the minimum, `shortest` is the minimum in seconds
 * if the plan is unknown, and `longest` is the maximum in seconds.
 */
const intervals = {
  domain: { limit: "minCheckIntervalDomains", shortest: 300, longest: 86_400 },
  url: { limit: "minCheckIntervalUrls", shortest: 3_600, longest: 2_592_000 }
} as const

export const IntervalForm = ({
  kind,
  onSubmit
}: {
  readonly kind: keyof typeof intervals
  readonly onSubmit: (seconds: number) => void
}) => {
  const { words } = useLanguage()
  const { data: account } = useAccount()
  const { limit, longest, shortest } = intervals[kind]
  const minimum = account?.limits[limit] ?? shortest
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(Number(new FormData(event.currentTarget).get("interval")))
  }
  return (
    <form className={css["form"]} onSubmit={submit}>
      <div className={css["field"]}>
        <label htmlFor="interval">{words.bulk.intervalField}</label>
        <DurationControl
          id="interval"
          name="interval"
          label={words.bulk.intervalField}
          value={minimum}
          minimum={minimum}
          maximum={longest}
        />
      </div>
      <div className={css["actions"]}>
        <Button type="submit" kind="primary">
          {words.bulk.apply}
        </Button>
      </div>
    </form>
  )
}
