import type { StepHours } from "@mon/model"
import { useMemo } from "react"
import { useClockHint } from "../form/clockSentence.ts"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { ZoneInput } from "../form/ZoneInput.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Routes.module.css"
import { routesWords } from "./routesWords.ts"
import { changesOfHours, DAYS } from "./weeklyHours.ts"

/** Fields for the days and times of weekly hours, such as quiet hours or the hours of a step. */
export const HoursFields = ({
  hours,
  onChange
}: {
  readonly hours: StepHours
  readonly onChange: (hours: StepHours) => void
}) => {
  const words = useScreenWords(routesWords)
  const { days, end, start, timezone } = hours
  const set = (changed: Partial<StepHours>) => onChange({ ...hours, ...changed })
  const changes = useMemo(() => changesOfHours(hours, Date.now()), [hours])
  const hint = useClockHint(...changes)
  return (
    <>
      <div className={css["two"]}>
        <Field label={words.quietFrom}>
          {(shared) => (
            <input
              {...shared}
              type="time"
              required
              value={start}
              onChange={({ target }) => set({ start: target.value })}
            />
          )}
        </Field>
        <Field label={words.quietTo}>
          {(shared) => (
            <input {...shared} type="time" required value={end} onChange={({ target }) => set({ end: target.value })} />
          )}
        </Field>
      </div>
      {hint === undefined ? null : <p aria-live="polite">{hint}</p>}
      <fieldset className={form["field"]}>
        <legend>{words.quietDays}</legend>
        <div className={css["options"]}>
          {DAYS.map((day) => (
            <label key={day} className={form["check"]}>
              <input
                type="checkbox"
                checked={days.includes(day)}
                onChange={({ target }) =>
                  set({ days: DAYS.filter((one) => (one === day ? target.checked : days.includes(one))) })
                }
              />{" "}
              {words.days[day - 1]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={words.quietZone}>
        {(shared) => (
          <ZoneInput {...shared} value={timezone} onChange={({ target }) => set({ timezone: target.value })} />
        )}
      </Field>
    </>
  )
}
