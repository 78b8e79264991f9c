import { type ReactNode, useState } from "react"
import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { useSentence } from "./Problem.tsx"
import css from "./Screen.module.css"

/** Asks before an action that cannot be undone. If the action fails, the dialog stays open and shows the reason. */
export const Confirm = ({
  action,
  children,
  onClose,
  onConfirm,
  open,
  title
}: {
  readonly open: boolean
  readonly title: string
  /** The name of the action. An ellipsis at its end is left out on the button, because no further question follows. */
  readonly action: string
  readonly children: ReactNode
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async () => {
    setRunning(true)
    setProblem(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(sentence(error))
    }
    setRunning(false)
  }
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className={css["text"]}>
        {children}
        {problem === null ? null : (
          <p role="alert" className={css["bad"]}>
            {problem}
          </p>
        )}
        <div className={css["end"]}>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button kind="danger" disabled={isRunning} onClick={() => void run()}>
            {action.replace(/…$/u, "")}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
