import type { Domain, KindWithIncidents } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import domain from "./Monitor.module.css"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { maintenanceEndpoints, rereadMaintenance } from "../api/maintenanceQueries.ts"
import { startNowDe } from "./startNow.de.ts"
import { startNowEn } from "./startNow.en.ts"

const startNowWords = { en: startNowEn, de: startNowDe } as const

const lengths = [30, 60, 120] as const

export const StartNow = ({
  kind,
  of: { id, name }
}: {
  readonly kind: KindWithIncidents
  readonly of: Pick<Domain, "id" | "name">
}) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(startNowWords)
  const sentence = useSentence()
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const start = async (minutes: number) => {
    setRunning(true)
    try {
      await maintenanceEndpoints.create({
        name: words.startName(name).slice(0, 100),
        minutes,
        [`${kind}Ids`]: [id]
      })
      notify(words.started(name, minutes))
      setOpen(false)
      await rereadMaintenance()
    } catch (error) {
      notify(sentence(error))
    }
    setRunning(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.start}</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={words.startTitle}>
        <div className={css["text"]}>
          <p>{words.startHint(name)}</p>
          <div className={css["row"]}>
            {lengths.map((minutes) => (
              <Button key={minutes} kind="primary" disabled={isRunning} onClick={() => void start(minutes)}>
                {words.lengths[minutes]}
              </Button>
            ))}
          </div>
          <div className={css["end"]}>
            <Button onClick={() => setOpen(false)}>{common.dialog.cancel}</Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

export const ActiveNotice = ({ window }: { readonly window: NonNullable<Domain["maintenance"]> }) => {
  const { nav } = useLanguage().words
  const words = useScreenWords(startNowWords)
  return (
    <p className={domain["notice"]}>
      <b>
        {words.active} <bdi>{window.name}</bdi>
      </b>{" "}
      {words.until} <Exact at={window.endsAt} />: {words.activeHint} <Link href="/maintenance">{nav.maintenance}</Link>
    </p>
  )
}
