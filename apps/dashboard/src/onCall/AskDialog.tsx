import type { OnCallPerson } from "@mon/model"
import { useState } from "react"
import { onCallEndpoints, rereadOnCall } from "../alerts/onCallQueries.ts"
import { serviceSentence } from "../alerts/serviceSentence.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { instantOf, shownTime } from "../form/zonedTime.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { notify } from "../ui/notify.ts"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { onCallWords } from "./onCallWords.ts"

const NOTE_LENGTH = 200

/** The range that somebody else is to take over, in milliseconds since the epoch. */
export interface AskWish {
  readonly start: number
  readonly end: number
}

const AskForm = ({
  onClose,
  people,
  scheduleId,
  wish,
  zone
}: {
  readonly scheduleId: string
  readonly zone: string
  /** The people who can be asked. */
  readonly people: ReadonlyArray<OnCallPerson>
  readonly wish: AskWish
  readonly onClose: () => void
}) => {
  const words = useScreenWords(onCallWords)
  const { words: common } = useLanguage()
  const [start, setStart] = useState(shownTime(zone, wish.start))
  const [end, setEnd] = useState(shownTime(zone, wish.end))
  const [person, setPerson] = useState<string | null>(null)
  const [note, setNote] = useState("")
  const [wrong, setWrong] = useState(false)
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const [begin, stop] = [instantOf(zone, start), instantOf(zone, end)]
    const isWrong = begin === null || stop === null || begin >= stop
    setWrong(isWrong)
    if (begin === null || stop === null || isWrong) return
    await onCallEndpoints.ask(scheduleId, { start: begin, end: stop, person, note })
    await rereadOnCall()
    notify(words.requests.sent)
    onClose()
  })
  return (
    <form className={form["plain"]} onSubmit={onSubmit}>
      <p className={form["soft"]}>{words.requests.hint}</p>
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
      <Field label={words.requests.person} hint={words.requests.everyoneHint}>
        {(shared) => (
          <select
            {...shared}
            value={person ?? ""}
            onChange={({ target }) => setPerson(target.value === "" ? null : target.value)}
          >
            <option value="">{words.requests.everyone}</option>
            {people
              .filter(({ isMember }) => isMember)
              .map(({ membershipId, name }) => (
                <option key={membershipId} value={membershipId}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field label={words.requests.note}>
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
        action={words.requests.send}
        isDisabled={isRunning}
        onClose={onClose}
        problem={wrong ? words.wrongTimes : problem === null ? null : serviceSentence(problem, common.language)}
      />
    </form>
  )
}

/** Shows the form of a request to take over a shift in a dialog. Null: the dialog is closed. */
export const AskDialog = ({
  wish,
  ...props
}: Omit<Parameters<typeof AskForm>[0], "wish"> & { readonly wish: AskWish | null }) => {
  const words = useScreenWords(onCallWords)
  return (
    <Dialog open={wish !== null} onClose={props.onClose} title={words.requests.askTitle}>
      {wish === null ? null : <AskForm wish={wish} {...props} />}
    </Dialog>
  )
}
