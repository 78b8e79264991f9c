import type { PostImpact } from "@mon/model"
import { clockChangeOf } from "../form/clockChange.ts"
import { useClockHint } from "../form/clockSentence.ts"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type Change, CheckField } from "./SmallFields.tsx"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

const IMPACTS: ReadonlyArray<PostImpact> = ["none", "minor", "major", "critical"]

export const TITLE_LENGTH = 150

export const TimeField = ({
  label,
  onChange,
  stored,
  timezone,
  value
}: {
  readonly label: string
  readonly timezone: string
  readonly value: string
  /** The stored time in the format of the input. An unchanged input keeps the exact stored time. */
  readonly stored?: string | undefined
  readonly onChange: (value: string) => void
}) => {
  const hint = useClockHint(value === stored ? null : clockChangeOf(timezone, value))
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
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
}

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

/** The start and the end of planned maintenance, in the time zone of the page. */
export interface PlannedTimes {
  readonly starts: string
  readonly ends: string
  readonly movesItself: boolean
}

export const PlannedTimesFields = ({
  onChange,
  stored,
  timezone,
  times: { ends, movesItself, starts }
}: {
  readonly timezone: string
  readonly times: PlannedTimes
  readonly stored?: PlannedTimes
  readonly onChange: Change<PlannedTimes>
}) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <>
      <p className={form["soft"]}>{words.zone(timezone)}</p>
      <div className={css["two"]}>
        <TimeField
          label={words.starts}
          timezone={timezone}
          value={starts}
          stored={stored?.starts}
          onChange={(value) => onChange({ starts: value })}
        />
        <TimeField
          label={words.ends}
          timezone={timezone}
          value={ends}
          stored={stored?.ends}
          onChange={(value) => onChange({ ends: value })}
        />
      </div>
      <CheckField
        label={words.movesItself}
        checked={movesItself}
        onChange={(value) => onChange({ movesItself: value })}
      />
    </>
  )
}
