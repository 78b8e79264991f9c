import { useState } from "react"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Results.module.css"
import { renewShare, useShare } from "./simulationQueries.ts"
import { simulationsWords } from "./simulationsWords.ts"

/** Shows the link to the results. Visitors need a code in addition to the link. */
export const ShareDialog = ({
  id,
  onClose,
  open
}: {
  readonly id: string
  readonly open: boolean
  readonly onClose: () => void
}) => {
  const { words } = useLanguage()
  const text = useScreenWords(simulationsWords).result
  const sentence = useSentence()
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = useShare(id, open)
  const url = data?.shareUrl ?? null
  const renew = () =>
    void renewShare(id).then(
      () => setProblem(null),
      (error: unknown) => setProblem(sentence(error))
    )
  const copy = () => navigator.clipboard.writeText(url ?? "").then(() => notify(words.domain.copied))
  return (
    <Dialog open={open} onClose={onClose} title={text.shareTitle}>
      <div className={css["share"]}>
        <p>{text.shareHint}</p>
        {url === null ? null : (
          <p className={css["link"]}>
            <input readOnly value={url} aria-label={text.shareLink} onFocus={({ target }) => target.select()} />
            {navigator.clipboard === undefined ? null : (
              <Button onClick={() => void copy()} kind="primary">
                {words.domain.copy}
              </Button>
            )}
          </p>
        )}
        {problem === null ? null : <p role="alert">{problem}</p>}
        <p>
          <Button onClick={renew} kind={url === null ? "primary" : "plain"} disabled={data === undefined}>
            {url === null ? text.shareCreate : text.shareRenew}
          </Button>{" "}
          {url === null ? null : <span className={css["small"]}>{text.shareRenewHint}</span>}
        </p>
      </div>
    </Dialog>
  )
}
