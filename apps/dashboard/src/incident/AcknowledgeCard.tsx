import type { Acknowledgement } from "@mon/model"
import { useMemo, useState } from "react"
import { keys, queryClient } from "../api/queries.ts"
import { refresh } from "../api/changes.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { useKeys } from "../ui/keys.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card, Facts } from "../ui/Card.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { acknowledgeDe } from "./acknowledge.de.ts"
import { acknowledgeEn } from "./acknowledge.en.ts"
import css from "./Incident.module.css"
import { ownValue } from "../words/ownValue.ts"

const acknowledgeWords = { en: acknowledgeEn, de: acknowledgeDe } as const

const NOTE_LENGTH = 500

/** An incident of a monitor or of another tool, and the API calls that acknowledge it. */
interface Acknowledged {
  readonly incident: { readonly id: string; readonly acknowledgement: Acknowledgement | null }
  readonly calls: {
    readonly acknowledge: (id: string, note: string | null) => Promise<unknown>
    readonly unacknowledge: (id: string) => Promise<unknown>
  }
}

interface Changeable extends Acknowledged {
  /** Whether the incident is open, and the person may acknowledge it. */
  readonly isChangeable: boolean
}

const reread = (id: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ["incident", id] }),
    queryClient.invalidateQueries({ queryKey: keys.incidents }),
    refresh()
  ])

const takeBack = async ({ calls, incident: { id } }: Acknowledged): Promise<void> => {
  await calls.unacknowledge(id)
  await reread(id)
}

const AcknowledgeForm = ({ onClose, ...shown }: Acknowledged & { readonly onClose: () => void }) => {
  const { words } = useLanguage()
  const text = useScreenWords(acknowledgeWords)
  const { calls, incident } = shown
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    const note = String(data.get("note")).trim()
    await calls.acknowledge(incident.id, note === "" ? null : note)
    await reread(incident.id)
    onClose()
    notify(text.acknowledged, { label: words.toast.undo, run: () => void takeBack(shown) })
  })
  return (
    <form className={form["plain"]} onSubmit={onSubmit}>
      <p className={css["soft"]}>{text.acknowledgeHint}</p>
      <Field label={text.note}>
        {(shared) => <input {...shared} name="note" maxLength={NOTE_LENGTH} autoComplete="off" />}
      </Field>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" kind="primary" disabled={isRunning}>
          {text.acknowledge}
        </Button>
      </div>
    </form>
  )
}

export const AcknowledgeButton = ({ calls, incident, isChangeable }: Changeable) => {
  const text = useScreenWords(acknowledgeWords)
  const [isAsking, setAsking] = useState(false)
  const isOffered = isChangeable && incident.acknowledgement === null
  useKeys(useMemo(() => (isOffered ? { a: () => setAsking(true) } : {}), [isOffered]))
  if (!isOffered && !isAsking) return null
  return (
    <>
      <Button kind="primary" aria-keyshortcuts="a" onClick={() => setAsking(true)}>
        {text.acknowledge}
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={text.acknowledge}>
        <AcknowledgeForm calls={calls} incident={incident} onClose={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

const TakeBack = (shown: Acknowledged) => {
  const text = useScreenWords(acknowledgeWords)
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    await takeBack(shown)
    notify(text.takenBack)
  })
  return (
    <form className={`${form["plain"]} ${css["takeBack"]}`} onSubmit={onSubmit}>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" disabled={isRunning}>
          {text.takeBack}
        </Button>
      </div>
    </form>
  )
}

const Who = ({ acknowledgement }: { readonly acknowledgement: Acknowledgement }) => {
  const { words } = useLanguage()
  const text = useScreenWords(acknowledgeWords)
  const { at, by, channel, note, via } = acknowledgement
  return (
    <Facts
      rows={[
        [text.by, <bdi key="by">{by ?? words.incident.unknownPerson}</bdi>],
        [text.when, <Exact key="at" at={at} />],
        [text.how, text.via[via](ownValue(words.incident.channels, channel ?? "") ?? channel ?? "")],
        [text.noteTerm, note === null ? null : <bdi key="note">{note}</bdi>]
      ]}
    />
  )
}

export const AcknowledgeCard = ({ calls, incident, isChangeable }: Changeable) => {
  const text = useScreenWords(acknowledgeWords)
  if (incident.acknowledgement === null) return null
  return (
    <Card title={text.acknowledgement}>
      <Who acknowledgement={incident.acknowledgement} />
      {isChangeable ? <TakeBack calls={calls} incident={incident} /> : null}
    </Card>
  )
}
