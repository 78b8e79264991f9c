import { type FormEvent, useState } from "react"
import { endpoints } from "../api/endpoints.ts"
import { notify } from "../shell/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./BulkBar.module.css"

/** What a deletion asks and says. */
interface DeletionTexts {
  readonly removeTitle: (count: number) => string
  readonly removeHint: string
  readonly removed: (count: number) => string
  readonly failed: (count: number, reason: string) => string
}

/** Asks before monitors are deleted. More than one needs a typed word. Default: domains. */
export const DeleteDialog = ({
  ids,
  onClose,
  onDeleted,
  open,
  remove = endpoints.deleteDomains,
  texts
}: {
  readonly remove?: typeof endpoints.deleteDomains
  readonly texts?: DeletionTexts
  readonly ids: ReadonlyArray<string>
  readonly open: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}) => {
  const { words } = useLanguage()
  const text = texts ?? words.bulk
  const sentence = useSentence()
  const [typed, setTyped] = useState("")
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isConfirmed = ids.length === 1 || typed === words.bulk.word
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRunning(true)
    setProblem(null)
    try {
      const { deleted, errors, failed } = await remove(ids)
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
    <Dialog open={open} onClose={onClose} title={text.removeTitle(ids.length)}>
      <form className={css["form"]} onSubmit={(event) => void submit(event)}>
        <p>{text.removeHint}</p>
        {ids.length === 1 ? null : (
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
