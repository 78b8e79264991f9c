import type { Acknowledgement, IncidentDetails } from "@mon/model"
import { useMemo, useRef } from "react"
import { endpoints } from "../api/endpoints.ts"
import { keys, queryClient, useMonitors } from "../api/queries.ts"
import { refresh } from "../domains/changes.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { useKeys } from "../shell/keys.ts"
import { notify } from "../shell/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card, Facts } from "../ui/Card.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Incident.module.css"

const NOTE_LENGTH = 500

const reread = (id: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ["incident", id] }),
    queryClient.invalidateQueries({ queryKey: keys.incidents }),
    refresh()
  ])

const takeBack = async (id: string): Promise<void> => {
  await endpoints.unacknowledge(id)
  await reread(id)
}

const AcknowledgeForm = ({ id }: { readonly id: string }) => {
  const { words } = useLanguage()
  const note = useRef<HTMLInputElement>(null)
  useKeys(useMemo(() => ({ a: () => note.current?.focus() }), []))
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    const text = String(data.get("note")).trim()
    await endpoints.acknowledge(id, text === "" ? null : text)
    await reread(id)
    notify(words.incident.acknowledged, { label: words.toast.undo, run: () => void takeBack(id) })
  })
  return (
    <form className={form["plain"]} onSubmit={onSubmit}>
      <p className={css["soft"]}>{words.incident.acknowledgeHint}</p>
      <Field label={words.incident.note}>
        {(shared) => (
          <input {...shared} ref={note} name="note" maxLength={NOTE_LENGTH} autoComplete="off" aria-keyshortcuts="a" />
        )}
      </Field>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" kind="primary" disabled={isRunning}>
          {words.incident.acknowledge}
        </Button>
      </div>
    </form>
  )
}

const TakeBack = ({ id }: { readonly id: string }) => {
  const { words } = useLanguage()
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    await takeBack(id)
    notify(words.incident.takenBack)
  })
  return (
    <form className={`${form["plain"]} ${css["takeBack"]}`} onSubmit={onSubmit}>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" disabled={isRunning}>
          {words.incident.takeBack}
        </Button>
      </div>
    </form>
  )
}

const Who = ({ acknowledgement }: { readonly acknowledgement: Acknowledgement }) => {
  const { words } = useLanguage()
  const { at, by, channel, note, via } = acknowledgement
  const known: Readonly<Record<string, string>> = words.incident.channels
  return (
    <Facts
      rows={[
        [words.incident.by, <bdi key="by">{by ?? words.incident.unknownPerson}</bdi>],
        [words.incident.when, <Exact key="at" at={at} />],
        [words.incident.how, words.incident.via[via](known[channel ?? ""] ?? channel ?? "")],
        [words.incident.noteTerm, note === null ? null : <bdi key="note">{note}</bdi>]
      ]}
    />
  )
}

/** Who takes care of an incident; while it is open, the form for those who may change the domain. */
export const AcknowledgeCard = ({ incident }: { readonly incident: IncidentDetails }) => {
  const { words } = useLanguage()
  const { acknowledgement, domainId, id, status } = incident
  const canWrite = useMonitors().data?.find((monitor) => monitor.id === domainId)?.canWrite ?? false
  const isChangeable = status === "open" && canWrite
  if (acknowledgement === null && !isChangeable) return null
  return (
    <Card title={words.incident.acknowledgement}>
      {acknowledgement === null ? null : <Who acknowledgement={acknowledgement} />}
      {!isChangeable ? null : acknowledgement === null ? <AcknowledgeForm id={id} /> : <TakeBack id={id} />}
    </Card>
  )
}
