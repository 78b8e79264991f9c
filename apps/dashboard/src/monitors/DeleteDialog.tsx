import type { MonitorKind } from "@mon/model"
import { type FormEvent, useState } from "react"
import { kindEndpoints } from "../api/kindEndpoints.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./BulkBar.module.css"

interface Named {
  readonly id: string
  readonly name: string
}

export interface DeletionTexts {
  readonly removeTitle: (count: number) => string
  readonly removeOne: (name: string) => string
  readonly removeHint: string
  readonly removed: (count: number) => string
  readonly failed: (count: number, reason: string) => string
}

/** The largest number of monitors that the question names. */
const NAMED = 8

const Names = ({ monitors }: { readonly monitors: ReadonlyArray<Named> }) => {
  const { words } = useLanguage()
  const rest = monitors.length - NAMED
  return (
    <ul className={css["names"]}>
      {monitors.slice(0, NAMED).map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {rest > 0 ? <li>{words.bulk.more(rest)}</li> : null}
    </ul>
  )
}

/** Asks before monitors are deleted, and names them. For more than one monitor, the person must type a word. */
export const DeleteDialog = ({
  kind,
  monitors,
  onClose,
  onDeleted,
  open,
  texts: text
}: {
  readonly kind: MonitorKind
  readonly texts: DeletionTexts
  readonly monitors: ReadonlyArray<Named>
  readonly open: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}) => {
  const { words } = useLanguage()
  const only = monitors.length === 1 ? monitors[0] : undefined
  const sentence = useSentence()
  const [typed, setTyped] = useState("")
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isConfirmed = only !== undefined || typed === words.bulk.word
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRunning(true)
    setProblem(null)
    try {
      const { deleted, errors, failed } = await kindEndpoints(kind).remove(monitors.map(({ id }) => id))
      if (failed > 0) notify(text.failed(failed, errors[0]?.message ?? ""))
      if (deleted > 0) notify(text.removed(deleted))
      onClose()
      onDeleted()
    } catch (error) {
      setProblem(sentence(error))
    }
    setRunning(false)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={only === undefined ? text.removeTitle(monitors.length) : text.removeOne(only.name)}
    >
      <form className={css["form"]} onSubmit={(event) => void submit(event)}>
        <p>{text.removeHint}</p>
        {only === undefined ? <Names monitors={monitors} /> : null}
        {only !== undefined ? null : (
          <label className={css["field"]}>
            {words.bulk.typeWord(words.bulk.word)}
            <input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
          </label>
        )}
        {problem === null ? null : <p role="alert">{problem}</p>}
        <div className={css["actions"]}>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" kind="danger" disabled={!isConfirmed || isRunning}>
            {words.bulk.removeNow}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
