import type { FormEvent } from "react"
import { useAccount } from "../api/queries.ts"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./BulkBar.module.css"

/** Usual intervals in seconds. */
const INTERVALS = [59, 60, 120, 300, 600, 900, 1_800, 3_600, 21_600, 86_400]
const WEEK = 604_800

/** Chooses an interval that the plan allows. */
export const IntervalForm = ({
  minimum: given,
  onSubmit
}: {
  /** The shortest interval in seconds. Default: that of domains in the plan. */
  readonly minimum?: number
  readonly onSubmit: (seconds: number) => void
}) => {
  const { format, words } = useLanguage()
  const { data: account } = useAccount()
  const minimum = given ?? account?.limits.minCheckIntervalDomains ?? 300
  const choices = [
    ...new Set([minimum, ...INTERVALS.filter((seconds) => seconds > minimum), ...(given === undefined ? [] : [WEEK])])
  ]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(Number(new FormData(event.currentTarget).get("interval")))
  }
  return (
    <form className={css["form"]} onSubmit={submit}>
      <label className={css["field"]}>
        {words.bulk.intervalField}
        <select name="interval" defaultValue={String(minimum)}>
          {choices.map((seconds) => (
            <option key={seconds} value={seconds}>
              {format.seconds(seconds)}
            </option>
          ))}
        </select>
      </label>
      <div className={css["actions"]}>
        <Button type="submit" kind="primary">
          {words.bulk.apply}
        </Button>
      </div>
    </form>
  )
}
