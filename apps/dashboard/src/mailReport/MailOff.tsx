import type { Domain } from "@mon/model"
import { useState } from "react"
import { domainEndpoints } from "../api/domainEndpoints.ts"
import { keys, queryClient } from "../api/queries.ts"
import { refresh } from "../api/changes.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { mailWords } from "./mailWords.ts"
import css from "./Report.module.css"

export const MailOff = ({
  domain,
  onCheck
}: {
  readonly domain: Domain
  /** Runs one check. Undefined: the check was already requested. */
  readonly onCheck: (() => void) | undefined
}) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const { switchOn: text } = useScreenWords(mailWords)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const switchOn = async () => {
    setBusy(true)
    setError(null)
    try {
      const changed = await domainEndpoints.update(domain.id, { emailHealthEnabled: true })
      queryClient.setQueryData(keys.domain(domain.id), changed)
      void refresh()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <Card title={words.domain.mail}>
      <p>
        <b>{text.off}</b>
      </p>
      <p className={css["soft"]}>{text.offMore}</p>
      {domain.access === "read" ? <p className={css["soft"]}>{text.readOnly}</p> : null}
      <p className={css["summary"]}>
        {domain.access === "read" ? null : (
          <Button kind="primary" disabled={isBusy} onClick={() => void switchOn()}>
            {text.action}
          </Button>
        )}
        {onCheck === undefined ? null : <Button onClick={onCheck}>{text.once}</Button>}
      </p>
      {error === null ? null : <p role="alert">{sentence(error)}</p>}
    </Card>
  )
}
