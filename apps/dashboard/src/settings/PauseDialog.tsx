import { useState } from "react"
import { Field } from "../form/Field.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { useAccountWords } from "../words/account/useAccountWords.ts"

const HOUR_MS = 3_600_000

const ends = ["resumed", "hour", "workday", "time"] as const
type End = (typeof ends)[number]

/** Hours of the ends that are durations. */
const hours: Readonly<Partial<Record<End, number>>> = { hour: 1, workday: 8 }

/** When a pause ends, ISO 8601. Null: when somebody resumes the alerts. */
const untilOf = (end: End, time: string): string | null => {
  if (end === "time") return new Date(time).toISOString()
  const length = hours[end]
  return length === undefined ? null : new Date(Date.now() + length * HOUR_MS).toISOString()
}

/** Asks how long all alerts are paused. */
export const PauseDialog = ({
  onClose,
  onPause,
  open
}: {
  readonly open: boolean
  readonly onPause: (until: string | null) => Promise<unknown>
  readonly onClose: () => void
}) => {
  const words = useAccountWords().alerts
  const [end, setEnd] = useState<End>("resumed")
  const [time, setTime] = useState("")
  return (
    <Confirm
      open={open}
      title={words.pauseTitle}
      action={words.pause}
      onConfirm={async () => onPause(end === "time" && time === "" ? null : untilOf(end, time))}
      onClose={onClose}
    >
      <p>{words.pauseHint}</p>
      <Field label={words.pauseEnd}>
        {(shared) => (
          <select
            {...shared}
            value={end}
            onChange={({ target }) => setEnd(ends.find((one) => one === target.value) ?? "resumed")}
          >
            {ends.map((one) => (
              <option key={one} value={one}>
                {words.pauseEnds[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {end === "time" ? (
        <Field label={words.pauseTime}>
          {(shared) => (
            <input
              {...shared}
              type="datetime-local"
              required
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
        </Field>
      ) : null}
    </Confirm>
  )
}
