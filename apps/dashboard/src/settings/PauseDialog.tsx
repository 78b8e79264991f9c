import { useState } from "react"
import { ApiProblem } from "../api/client.ts"
import { reread, useSettings } from "../api/accountQueries.ts"
import type { endpoints } from "../api/endpoints.ts"
import { queryClient } from "../api/queries.ts"
import { clockChangeOf } from "../form/clockChange.ts"
import { useClockHint } from "../form/clockSentence.ts"
import { Field } from "../form/Field.tsx"
import { shownTime } from "../form/zonedTime.ts"
import { Confirm } from "../ui/Confirm.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { HOUR_MS, type PauseEnd, pauseEnds, untilOf } from "./pauseEnd.ts"

export const storePause = (state: Awaited<ReturnType<typeof endpoints.pauseState>>) => {
  queryClient.setQueryData(["pause"], state)
  void reread(["status"])
}

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
  const zone = useSettings().data?.timezone ?? "UTC"
  const [end, setEnd] = useState<PauseEnd>("hour")
  const [chosen, setTime] = useState<string | null>(null)
  const time = chosen ?? shownTime(zone, Date.now() + HOUR_MS)
  const hint = useClockHint(clockChangeOf(zone, time))
  const pause = async () => {
    const until = untilOf(end, { now: Date.now(), time, zone })
    if (until === undefined) throw new ApiProblem(400, words.pauseTimeMissing)
    return onPause(until)
  }
  return (
    <Confirm open={open} title={words.pauseTitle} action={words.pause} onConfirm={pause} onClose={onClose}>
      <p>{words.pauseHint}</p>
      <Field label={words.pauseEnd}>
        {(shared) => (
          <select
            {...shared}
            value={end}
            onChange={({ target }) => setEnd(pauseEnds.find((one) => one === target.value) ?? "hour")}
          >
            {pauseEnds.map((one) => (
              <option key={one} value={one}>
                {one === "morning" ? words.pauseMorning(zone) : words.pauseEnds[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {end === "time" ? (
        <Field label={words.pauseTime(zone)} {...(hint === undefined ? {} : { hint })}>
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
