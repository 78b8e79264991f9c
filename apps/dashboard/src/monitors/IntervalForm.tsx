import type { FormEvent } from "react"
import { useAccount } from "../api/queries.ts"
import { DurationControl } from "../form/DurationControl.tsx"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./BulkBar.module.css"

/** The longest intervals of domains and of pages, in seconds. */
const LONGEST = { domains: 86_400, pages: 2_592_000 } as const

/** Chooses an interval that the plan allows. */
export const IntervalForm = ({
  minimum: given,
  onSubmit
}: {
  /** The shortest interval, in seconds. Default: the plan's minimum for domains. */
  readonly minimum?: number
  readonly onSubmit: (seconds: number) => void
}) => {
  const { words } = useLanguage()
  const { data: account } = useAccount()
  const minimum = given ?? account?.limits.minCheckIntervalDomains ?? 300
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
          maximum={given === undefined ? LONGEST.domains : LONGEST.pages}
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
