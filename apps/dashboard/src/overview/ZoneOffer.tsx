import { useState } from "react"
import { accountKeys, useSettings } from "../api/accountQueries.ts"
import { endpoints } from "../api/endpoints.ts"
import { queryClient } from "../api/queries.ts"
import { clockWords } from "../form/clockWords.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { browserZone } from "../words/format.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Overview.module.css"
import { declineZone, isZoneDeclined } from "./zoneChoice.ts"

/** The time zone of a person who has not chosen one. */
const DEFAULT = "UTC"

const ZoneOffer = () => {
  const words = useScreenWords(clockWords)
  const sentence = useSentence()
  const timezone = useSettings().data?.timezone
  const own = browserZone()
  const [isDeclined, setDeclined] = useState(() => isZoneDeclined(own))
  const [isRunning, setRunning] = useState(false)
  const use = async () => {
    setRunning(true)
    try {
      const settings = await endpoints.updateSettings({ timezone: own })
      queryClient.setQueryData(accountKeys.settings, settings)
      notify(words.used(settings.timezone))
    } catch (error) {
      notify(sentence(error))
    }
    setRunning(false)
  }
  if (timezone !== DEFAULT || own === DEFAULT || isDeclined) return null
  return (
    <div className={css["offer"]}>
      <Card title={words.offer}>
        <p>{words.offerHint(own)}</p>
        <p className={css["choices"]}>
          <Button kind="primary" disabled={isRunning} onClick={() => void use()}>
            {words.use(own)}
          </Button>
          <Button
            disabled={isRunning}
            onClick={() => {
              declineZone(own)
              setDeclined(true)
              notify(words.kept)
            }}
          >
            {words.keep}
          </Button>
        </p>
      </Card>
    </div>
  )
}

export default ZoneOffer
