import type { OnCallPerson } from "@mon/model"
import { useState } from "react"
import { onCallEndpoints, rereadOnCall } from "../alerts/onCallQueries.ts"
import { Choices } from "../form/Choices.tsx"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { serviceSentence } from "../alerts/serviceSentence.ts"
import { instantOf, shownTime } from "../form/zonedTime.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { notify } from "../ui/notify.ts"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { onCallWords } from "./onCallWords.ts"

const NOTE_LENGTH = 200

/** The range of a new override, and the person whom it replaces. Times are milliseconds since the epoch. */
export interface OverrideWish {
  readonly start: number
  readonly end: number
  readonly replaces: string | null
}

const OverrideForm = ({
  onClose,
  people,
  scheduleId,
  wish,
  zone
}: {
  readonly scheduleId: string
  readonly zone: string
  readonly people: ReadonlyArray<OnCallPerson>
  readonly wish: OverrideWish
  readonly onClose: () => void
}) => {
  const words = useScreenWords(onCallWords)
  const { words: common } = useLanguage()
  const [start, setStart] = useState(shownTime(zone, wish.start))
  const [end, setEnd] = useState(shownTime(zone, wish.end))
  const [chosen, setChosen] = useState<ReadonlyArray<string>>([])
  const [replaces, setReplaces] = useState(wish.replaces)
  const [note, setNote] = useState("")
  const [wrong, setWrong] = useState(false)
  const members = people.filter(({ isMember }) => isMember)
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const [begin, stop] = [instantOf(zone, start), instantOf(zone, end)]
    const isWrong = begin === null || stop === null || begin >= stop
    setWrong(isWrong)
    if (begin === null || stop === null || isWrong) return
    await onCallEndpoints.addOverride(scheduleId, { start: begin, end: stop, people: chosen, replaces, note })
    await rereadOnCall()
    notify(words.overrideSaved)
    onClose()
  }, chosen.length > 0)
  return (
    <form className={form["plain"]} onSubmit={onSubmit}>
      <p className={form["soft"]}>{words.zone(zone)}</p>
      <Field label={words.start}>
        {(shared) => (
          <input
            {...shared}
            type="datetime-local"
            required
            value={start}
            onChange={({ target }) => setStart(target.value)}
          />
        )}
      </Field>
      <Field label={words.end}>
        {(shared) => (
          <input
            {...shared}
            type="datetime-local"
            required
            value={end}
            onChange={({ target }) => setEnd(target.value)}
          />
        )}
      </Field>
      <Choices
        label={words.overridePeople}
        items={members.map(({ membershipId, name }) => ({ id: membershipId, name }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <Field label={words.replaces} hint={words.replacesHint}>
        {(shared) => (
          <select
            {...shared}
            value={replaces ?? ""}
            onChange={({ target }) => setReplaces(target.value === "" ? null : target.value)}
          >
            <option value="">{words.replacesAll}</option>
            {people.map(({ membershipId, name }) => (
              <option key={membershipId} value={membershipId}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.note}>
        {(shared) => (
          <input
            {...shared}
            maxLength={NOTE_LENGTH}
            autoComplete="off"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <DialogFoot
        action={words.save}
        isDisabled={isRunning}
        onClose={onClose}
        problem={wrong ? words.wrongTimes : problem === null ? null : serviceSentence(problem, common.language)}
      />
    </form>
  )
}

/** Shows the form of a new override in a dialog. Null: the dialog is closed. */
export const OverrideDialog = ({
  wish,
  ...props
}: Omit<Parameters<typeof OverrideForm>[0], "wish"> & { readonly wish: OverrideWish | null }) => {
  const words = useScreenWords(onCallWords)
  return (
    <Dialog open={wish !== null} onClose={props.onClose} title={words.overrideTitle}>
      {wish === null ? null : <OverrideForm wish={wish} {...props} />}
    </Dialog>
  )
}
