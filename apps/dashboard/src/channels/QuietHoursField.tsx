import type { UpdateChannel } from "@mon/api-contract"
import type { ChannelQuietHours } from "@mon/model"
import { useMemo, useState } from "react"
import { type ClockChange, nextClockChange } from "../form/clockChange.ts"
import { useClockHint } from "../form/clockSentence.ts"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { isZone, ZoneInput } from "../form/ZoneInput.tsx"
import { browserZone } from "../words/format.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "../alerts/Routes.module.css"
import { routesWords } from "../alerts/routesWords.ts"

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const
const NIGHT = { start: "22:00", end: "07:00" }

/** Returns the quiet hours of a form with a {@link QuietHoursField}. Null: quiet hours are off. */
export const quietHoursOf = (data: FormData): NonNullable<UpdateChannel["quietHours"]> | null =>
  data.has("quiet")
    ? {
        start: String(data.get("quietStart")),
        end: String(data.get("quietEnd")),
        days: DAYS.filter((day) => data.has(`quietDay${day}`)),
        timezone: String(data.get("quietZone")).trim()
      }
    : null

const DAY_MS = 86_400_000
const weekdayOf = (date: string, daysLater: number): number =>
  new Date(Date.parse(date) + daysLater * DAY_MS).getUTCDay() || 7

/** Returns the next clock changes that affect the start or the end of quiet hours. */
export const quietChanges = (
  { days, end, start, timezone }: ChannelQuietHours,
  now: number
): readonly [start: ClockChange | null, end: ClockChange | null] => {
  if (!isZone(timezone) || start === "" || end === "") return [null, null]
  const endsLater = end <= start ? -1 : 0
  return [
    nextClockChange(timezone, start, now, (date) => days.includes(weekdayOf(date, 0))),
    nextClockChange(timezone, end, now, (date) => days.includes(weekdayOf(date, endsLater)))
  ]
}

export const QuietHoursField = ({ hours }: { readonly hours: ChannelQuietHours | null }) => {
  const words = useScreenWords(routesWords)
  const [isOn, setOn] = useState(hours !== null)
  const [shown, setShown] = useState<ChannelQuietHours>(
    () => hours ?? { ...NIGHT, days: [...DAYS], timezone: browserZone() }
  )
  const { days, end, start, timezone } = shown
  const set = (changes: Partial<ChannelQuietHours>) => setShown({ ...shown, ...changes })
  const changes = useMemo(() => quietChanges(shown, Date.now()), [shown])
  const hint = useClockHint(...changes)
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.quiet}</legend>
      <p>{words.quietHint}</p>
      <label className={form["check"]}>
        <input type="checkbox" name="quiet" checked={isOn} onChange={({ target }) => setOn(target.checked)} />{" "}
        {words.quietOn}
      </label>
      {isOn ? (
        <>
          <div className={css["two"]}>
            <Field label={words.quietFrom}>
              {(shared) => (
                <input
                  {...shared}
                  type="time"
                  name="quietStart"
                  required
                  value={start}
                  onChange={({ target }) => set({ start: target.value })}
                />
              )}
            </Field>
            <Field label={words.quietTo}>
              {(shared) => (
                <input
                  {...shared}
                  type="time"
                  name="quietEnd"
                  required
                  value={end}
                  onChange={({ target }) => set({ end: target.value })}
                />
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
                    name={`quietDay${day}`}
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
              <ZoneInput
                {...shared}
                name="quietZone"
                value={timezone}
                onChange={({ target }) => set({ timezone: target.value })}
              />
            )}
          </Field>
        </>
      ) : null}
    </fieldset>
  )
}
