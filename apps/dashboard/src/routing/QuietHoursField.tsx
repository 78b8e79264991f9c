import type { UpdateChannel } from "@mon/api-contract"
import type { ChannelQuietHours } from "@mon/model"
import { useState } from "react"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { ZoneInput } from "../form/ZoneInput.tsx"
import { browserZone } from "../words/format.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Routes.module.css"
import { routesWords } from "./routesWords.ts"

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const
const NIGHT = { start: "22:00", end: "07:00" }

/** The quiet hours of a form with a {@link QuietHoursField}; null: none. */
export const quietHoursOf = (data: FormData): NonNullable<UpdateChannel["quietHours"]> | null =>
  data.has("quiet")
    ? {
        start: String(data.get("quietStart")),
        end: String(data.get("quietEnd")),
        days: DAYS.filter((day) => data.has(`quietDay${day}`)),
        timezone: String(data.get("quietZone")).trim()
      }
    : null

/** When a channel stays quiet. */
export const QuietHoursField = ({ hours }: { readonly hours: ChannelQuietHours | null }) => {
  const words = useScreenWords(routesWords)
  const [isOn, setOn] = useState(hours !== null)
  const { days = [...DAYS], end = NIGHT.end, start = NIGHT.start, timezone = browserZone() } = hours ?? {}
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
              {(shared) => <input {...shared} type="time" name="quietStart" required defaultValue={start} />}
            </Field>
            <Field label={words.quietTo}>
              {(shared) => <input {...shared} type="time" name="quietEnd" required defaultValue={end} />}
            </Field>
          </div>
          <fieldset className={form["field"]}>
            <legend>{words.quietDays}</legend>
            <div className={css["options"]}>
              {DAYS.map((day) => (
                <label key={day} className={form["check"]}>
                  <input type="checkbox" name={`quietDay${day}`} defaultChecked={days.includes(day)} />{" "}
                  {words.days[day - 1]}
                </label>
              ))}
            </div>
          </fieldset>
          <Field label={words.quietZone}>
            {(shared) => <ZoneInput {...shared} name="quietZone" defaultValue={timezone} />}
          </Field>
        </>
      ) : null}
    </fieldset>
  )
}
