import type { MonitorKind, MonitorRecord } from "@mon/model"
import { useState } from "react"
import { useLocation } from "wouter"
import { refresh } from "../api/changes.ts"
import { screensOf } from "../api/generalKinds.ts"
import { kindEndpoints } from "../api/kindEndpoints.ts"
import { Button } from "../ui/Button.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { DeleteDialog, type DeletionTexts } from "./DeleteDialog.tsx"

export const MonitorActions = <Kind extends MonitorKind>({
  kind,
  record,
  store,
  texts
}: {
  readonly kind: Kind
  readonly record: Pick<MonitorRecord, "access" | "id" | "isPaused" | "name">
  readonly store: (changed: MonitorRecord<Kind>) => void
  readonly texts: DeletionTexts & {
    readonly paused: (count: number) => string
    readonly resumed: (count: number) => string
  }
}) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const calls = kindEndpoints(kind)
  const { access, id, isPaused } = record
  const change = async (
    send: (id: string) => Promise<MonitorRecord<Kind>>,
    message: string,
    action?: Parameters<typeof notify>[1]
  ): Promise<void> => {
    try {
      store(await send(id))
      notify(message, action)
    } catch (error) {
      notify(sentence(error))
    }
  }
  const undo = () => void change(calls.undoPause, words.toast.undone)
  const pause = () => void change(calls.pause, texts.paused(1), { label: words.toast.undo, run: undo })
  const resume = () => void change(calls.resume, texts.resumed(1))
  return (
    <>
      {access === "read" ? null : (
        <Button onClick={isPaused ? resume : pause}>{words.domain[isPaused ? "resume" : "pause"]}</Button>
      )}
      {access === "owner" ? (
        <Button kind="danger" onClick={() => setDeleting(true)}>
          {words.domain.remove}
        </Button>
      ) : null}
      <DeleteDialog
        kind={kind}
        texts={texts}
        monitors={[record]}
        open={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          navigate(screensOf(kind))
          void refresh()
        }}
      />
    </>
  )
}
