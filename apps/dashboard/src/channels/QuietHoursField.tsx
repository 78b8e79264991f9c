import type { ChannelQuietHours } from "@mon/model"
import { useState } from "react"
import { HoursFields } from "../alerts/HoursFields.tsx"
import { DAYS } from "../alerts/weeklyHours.ts"
import { routesWords } from "../alerts/routesWords.ts"
import form from "../form/Form.module.css"
import { browserZone } from "../words/format.ts"
import { useScreenWords } from "../words/useScreenWords.ts"

const NIGHT = { start: "22:00", end: "07:00" }

/** The quiet hours of a channel. `null`: quiet hours are off. */
export const QuietHoursField = ({
  hours,
  onChange
}: {
  readonly hours: ChannelQuietHours | null
  readonly onChange: (hours: ChannelQuietHours | null) => void
}) => {
  const words = useScreenWords(routesWords)
  const [latest, setLatest] = useState<ChannelQuietHours>(
    () => hours ?? { ...NIGHT, days: [...DAYS], timezone: browserZone() }
  )
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.quiet}</legend>
      <p>{words.quietHint}</p>
      <label className={form["check"]}>
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={({ target }) => onChange(target.checked ? latest : null)}
        />{" "}
        {words.quietOn}
      </label>
      {hours === null ? null : (
        <HoursFields
          hours={hours}
          onChange={(changed) => {
            setLatest(changed)
            onChange(changed)
          }}
        />
      )}
    </fieldset>
  )
}
