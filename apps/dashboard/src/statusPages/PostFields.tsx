import type { PostImpact } from "@mon/model"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type Change, CheckField } from "./SmallFields.tsx"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

const IMPACTS: ReadonlyArray<PostImpact> = ["none", "minor", "major", "critical"]

/** The longest title of a post. */
export const TITLE_LENGTH = 150

/** A time in the time zone of the page. */
export const TimeField = ({
  label,
  onChange,
  value
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <Field label={label}>
    {(shared) => (
      <input
        {...shared}
        type="datetime-local"
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

/** How bad an incident is. */
export const ImpactField = ({
  impact,
  onChange
}: {
  readonly impact: PostImpact
  readonly onChange: (impact: PostImpact) => void
}) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <Field label={words.impact}>
      {(shared) => (
        <select
          {...shared}
          value={impact}
          onChange={({ target }) => onChange(IMPACTS.find((one) => one === target.value) ?? impact)}
        >
          {IMPACTS.map((one) => (
            <option key={one} value={one}>
              {words.impacts[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** When planned maintenance is, as the clocks of the page show it. */
export interface PlannedTimes {
  readonly starts: string
  readonly ends: string
  readonly movesItself: boolean
}

/** Begin and end of planned maintenance. */
export const PlannedTimesFields = ({
  onChange,
  timezone,
  times: { ends, movesItself, starts }
}: {
  readonly timezone: string
  readonly times: PlannedTimes
  readonly onChange: Change<PlannedTimes>
}) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <>
      <p className={form["soft"]}>{words.zone(timezone)}</p>
      <div className={css["two"]}>
        <TimeField label={words.starts} value={starts} onChange={(value) => onChange({ starts: value })} />
        <TimeField label={words.ends} value={ends} onChange={(value) => onChange({ ends: value })} />
      </div>
      <CheckField
        label={words.movesItself}
        checked={movesItself}
        onChange={(value) => onChange({ movesItself: value })}
      />
    </>
  )
}
