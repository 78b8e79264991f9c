import type { Domain } from "@mon/model"
import { useState } from "react"
import { domainEndpoints } from "../../api/domainEndpoints.ts"
import { keys, queryClient } from "../../api/queries.ts"
import { Button } from "../../ui/Button.tsx"
import { useSentence } from "../../ui/Problem.tsx"
import { useScreenWords } from "../../words/useScreenWords.ts"
import css from "./Dns.module.css"
import { dnsWords } from "./dnsWords.ts"

/**
 * The types of records that are watched by default, which are records of the domain itself. The settings also offer
 * types of records for the host.
 */
const FIRST_TYPES = ["NS", "DS", "MX", "TXT", "CAA"]

export const SwitchOn = ({ domain, onDone }: { readonly domain: Domain; readonly onDone: () => void }) => {
  const words = useScreenWords(dnsWords)
  const sentence = useSentence()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const switchOn = async () => {
    setBusy(true)
    setError(null)
    try {
      const changed = await domainEndpoints.update(domain.id, { dnsWatch: { types: FIRST_TYPES } })
      queryClient.setQueryData(keys.domain(domain.id), changed)
      onDone()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css["part"]}>
      <p>
        <b>{words.off}</b>
      </p>
      <p className={css["soft"]}>{words.offMore}</p>
      {domain.access === "read" ? (
        <p className={css["soft"]}>{words.readOnly}</p>
      ) : (
        <p>
          <Button kind="primary" disabled={isBusy} onClick={() => void switchOn()}>
            {words.switchOn}
          </Button>
        </p>
      )}
      {error === null ? null : <p role="alert">{sentence(error)}</p>}
    </section>
  )
}
