import { useState } from "react"
import { useLanguage } from "../words/language.ts"
import css from "./Form.module.css"

/** Common intervals, in seconds. */
const USUAL = [60, 120, 300, 600, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000]

const UNITS = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const
type Unit = keyof typeof UNITS
const units = ["seconds", "minutes", "hours", "days"] as const

/** Returns the largest unit in which the duration is a whole number. */
const unitOf = (seconds: number): Unit =>
  (Object.keys(UNITS) as ReadonlyArray<Unit>).find((unit) => seconds % UNITS[unit] === 0) ?? "seconds"

/**
 * Returns the intervals of the menu: common ones within the limits, the shortest one that is allowed, and the chosen
 * one.
 */
const usualIntervals = (chosen: number, minimum: number, maximum: number): ReadonlyArray<number> =>
  [...new Set([minimum, chosen, ...USUAL.filter((seconds) => seconds > minimum && seconds <= maximum)])].toSorted(
    (one, other) => one - other
  )

/** The duration with which the control starts when a person switches from no duration to a duration, in seconds. */
const FIRST = 3_600

/**
 * Chooses a duration: a common one from a menu, or a number and a unit. If the control has a name, the form gets the
 * duration in seconds, or an empty text if there is none.
 */
export const DurationControl = ({
  id,
  label,
  maximum,
  minimum,
  name,
  none,
  onChange,
  value,
  ...shared
}: {
  readonly id: string
  readonly name?: string
  readonly label: string
  /** The duration and its limits, in seconds. Null: no duration is set. */
  readonly value: number | null
  readonly minimum: number
  readonly maximum: number
  /** The label of the choice that sets no duration. Absent: a duration is required. */
  readonly none?: string
  readonly onChange?: (seconds: number | null) => void
  readonly disabled?: boolean
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: boolean | undefined
}) => {
  const { format, words } = useLanguage()
  const [seconds, setSeconds] = useState(String(value ?? ""))
  const [own, setOwn] = useState<{ readonly amount: string; readonly unit: Unit } | null>(null)
  const put = (text: string) => {
    setSeconds(text)
    onChange?.(text === "" ? null : Number(text))
  }
  const enter = (amount: string, unit: Unit) => {
    setOwn({ amount, unit })
    put(amount === "" ? "" : String(Number(amount) * UNITS[unit]))
  }
  const choose = (chosen: string) => {
    if (chosen === "own") {
      const known = seconds === "" ? Math.min(Math.max(FIRST, minimum), maximum) : Number(seconds)
      return enter(String(known / UNITS[unitOf(known)]), unitOf(known))
    }
    setOwn(null)
    put(chosen)
  }
  return (
    <div className={css["duration"]}>
      <select
        {...shared}
        id={id}
        value={own === null ? seconds : "own"}
        onChange={({ target }) => choose(target.value)}
      >
        {none === undefined ? null : <option value="">{none}</option>}
        {usualIntervals(value ?? minimum, minimum, maximum).map((choice) => (
          <option key={choice} value={choice}>
            {format.seconds(choice)}
          </option>
        ))}
        <option value="own">{words.form.ownInterval}</option>
      </select>
      {own === null ? null : (
        <>
          <input
            {...shared}
            type="number"
            required
            aria-label={`${label}: ${words.form.amount}`}
            min={Math.ceil(minimum / UNITS[own.unit])}
            max={Math.floor(maximum / UNITS[own.unit])}
            value={own.amount}
            onChange={({ target }) => enter(target.value, own.unit)}
          />
          <select
            disabled={shared.disabled}
            aria-label={`${label}: ${words.form.unit}`}
            value={own.unit}
            onChange={({ target }) => enter(own.amount, units.find((unit) => unit === target.value) ?? "seconds")}
          >
            {units
              .filter((unit) => UNITS[unit] <= maximum)
              .map((unit) => (
                <option key={unit} value={unit}>
                  {words.form[unit]}
                </option>
              ))}
          </select>
        </>
      )}
      {name === undefined ? null : <input type="hidden" name={name} value={seconds} />}
    </div>
  )
}
