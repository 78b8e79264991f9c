import type { Service } from "@mon/model"
import { useState } from "react"
import { change } from "../api/client.ts"
import { apiPath } from "../api/kindEndpoints.ts"
import { storeRecord } from "../api/kindQueries.ts"
import { causeText } from "../monitors/causeText.ts"
import { Button } from "../ui/Button.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useServiceWords } from "./useServiceWords.ts"

/** Makes a worker check the service, and shows the result. */
export const CheckServiceNow = ({ record: { access, id, isPaused } }: { readonly record: Service }) => {
  const { words } = useLanguage()
  const { now: text } = useServiceWords()
  const sentence = useSentence()
  const [isChecking, setChecking] = useState(false)
  if (access === "read" || isPaused) return null
  const check = async () => {
    setChecking(true)
    try {
      const checked = await change<Service>("POST", apiPath("service", id, "/check-now"))
      storeRecord("service", checked)
      const { lastError, status } = checked
      notify(lastError === null ? text.checked(words.state[status]) : text.failed(causeText(words, lastError)))
    } catch (error) {
      notify(sentence(error))
    }
    setChecking(false)
  }
  return (
    <Button onClick={() => void check()} disabled={isChecking}>
      {isChecking ? text.running : text.run}
    </Button>
  )
}
