import { useState } from "react"
import { type CalendarImportAnswer, onCallEndpoints, rereadOnCall } from "../alerts/onCallQueries.ts"
import { Field } from "../form/Field.tsx"
import { Button } from "../ui/Button.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { onCallWords } from "./onCallWords.ts"

interface Read {
  readonly calendar: string
  readonly answer: CalendarImportAnswer
}

const Names = ({ names, title }: { readonly title: string; readonly names: ReadonlyArray<string> }) =>
  names.length === 0 ? null : (
    <p className={screen["notice"]}>
      {title} <bdi>{names.join(", ")}</bdi>
    </p>
  )

/** Lets admins choose an iCalendar file, shows what it would add, and adds it as overrides. */
export const CalendarImport = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(onCallWords).calendarFile
  const sentence = useSentence()
  const [read, setRead] = useState<Read | null>(null)
  const [isRunning, setRunning] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setRunning(true)
    try {
      await work()
    } catch (error) {
      notify(sentence(error))
    }
    setRunning(false)
  }
  const choose = (file: File | undefined) =>
    run(async () => {
      setRead(null)
      if (file === undefined) return
      const calendar = await file.text()
      setRead({ calendar, answer: await onCallEndpoints.tryCalendarImport(id, { calendar }) })
    })
  const add = ({ calendar }: Read) =>
    run(async () => {
      const { overrides } = await onCallEndpoints.importCalendar(id, { calendar })
      await rereadOnCall()
      setRead(null)
      notify(words.added(overrides.length))
    })
  return (
    <section aria-label={words.title} className={screen["text"]}>
      <h3>{words.title}</h3>
      <Field label={words.file} hint={words.hint}>
        {(shared) => (
          <input
            {...shared}
            type="file"
            accept=".ics,text/calendar"
            disabled={isRunning}
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        )}
      </Field>
      {read === null ? null : (
        <>
          <p role="status">{words.found(read.answer.overrides.length, read.answer.existing)}</p>
          <Names title={words.unknown} names={read.answer.unknownPeople} />
          <Names title={words.empty} names={read.answer.emptyTitles} />
          <Names
            title={words.faults}
            names={read.answer.faults.map(({ line, message }) => (line === null ? message : `${line}: ${message}`))}
          />
          {read.answer.overrides.length === 0 ? null : (
            <div className={screen["end"]}>
              <Button kind="primary" disabled={isRunning} onClick={() => void add(read)}>
                {words.add}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}
