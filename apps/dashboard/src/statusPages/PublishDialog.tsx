import { type MouseEvent, useState } from "react"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useStatus } from "../api/queries.ts"
import { useSentence } from "../ui/Problem.tsx"
import screen from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useAudience } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

/**
 * Asks, before a post or an update is published, whether subscribers are notified. There is a button for each answer,
 * and no default.
 */
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
  const storesEmails = useStatus().data?.service.storesEmails === true
  const { data: audience, isError } = useAudience(pageId, componentIds, open)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const publish = async (notifySubscribers: boolean) => {
    setRunning(true)
    setProblem(null)
    try {
      await onPublish(notifySubscribers)
      onClose()
    } catch (error) {
      setProblem(sentence(error))
    }
    setRunning(false)
  }
  // If a person double-clicks the button that opens this dialog, the second click must not press one of its buttons.
  const answer = (notifySubscribers: boolean) => (event: MouseEvent) =>
    event.detail > 1 ? undefined : void publish(notifySubscribers)
  const count = audience === undefined ? null : audience.email + audience.webhook
  const isUnknown = audience === undefined && !isError
  return (
    <Dialog open={open} onClose={onClose} title={words.publishTitle}>
      <div className={form["plain"]}>
        <p role="status">
          {audience === undefined ? (isError ? words.notCounted : words.counting) : words.audience(audience)}
        </p>
        {storesEmails && (audience?.email ?? 0) > 0 ? <p>{words.emailsAreStored}</p> : null}
        {problem === null ? null : (
          <p role="alert" className={screen["bad"]}>
            {problem}
          </p>
        )}
        <div className={css["answers"]}>
          <Button onClick={onClose}>{common.dialog.cancel}</Button>
          <Button kind="primary" disabled={isRunning} onClick={answer(false)}>
            {count === 0 ? words.publishNow : words.publishQuietly}
          </Button>
          {count === 0 ? null : (
            <Button kind="primary" disabled={isRunning || isUnknown} onClick={answer(true)}>
              {words.publishAndNotify(count)}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
