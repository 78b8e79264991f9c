import { useState } from "react"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import screen from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { Radios } from "./SmallFields.tsx"
import { useAudience } from "./statusPageQueries.ts"
import { statusPagesWords } from "./statusPagesWords.ts"

type Notice = "yes" | "no"

/** Asks who will be notified before something is published. Neither answer is chosen beforehand. */
export const PublishDialog = ({
  onClose,
  onPublish,
  open,
  pageId,
  componentIds
}: {
  readonly pageId: string
  /** The components that the post affects. */
  readonly componentIds: ReadonlyArray<string>
  readonly open: boolean
  readonly onClose: () => void
  readonly onPublish: (notifySubscribers: boolean) => Promise<unknown>
}) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(statusPagesWords)
  const sentence = useSentence()
  const audience = useAudience(pageId, componentIds, open).data
  const [notice, setNotice] = useState<Notice | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const publish = async () => {
    if (notice === null) return
    setRunning(true)
    setProblem(null)
    try {
      await onPublish(notice === "yes")
      setNotice(null)
      onClose()
    } catch (error) {
      setProblem(sentence(error))
    }
    setRunning(false)
  }
  return (
    <Dialog open={open} onClose={onClose} title={words.publishTitle}>
      <div className={form["plain"]}>
        <Radios<Notice>
          title={words.who}
          hint={audience === undefined ? words.counting : words.audience(audience)}
          values={["yes", "no"]}
          names={{ yes: words.notifyYes, no: words.notifyNo }}
          chosen={notice}
          onChange={setNotice}
        />
        {problem === null ? null : (
          <p role="alert" className={screen["bad"]}>
            {problem}
          </p>
        )}
        <div className={screen["end"]}>
          <Button onClick={onClose}>{common.dialog.cancel}</Button>
          <Button kind="primary" disabled={notice === null || isRunning} onClick={() => void publish()}>
            {words.publishNow}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
