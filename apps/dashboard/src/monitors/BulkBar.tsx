import type { MonitorKind } from "@mon/model"
import { type ReactNode, useState } from "react"
import { changeFields, forEachOf, refresh } from "../api/changes.ts"
import { kindEndpoints } from "../api/kindEndpoints.ts"
import type { Monitor, MonitorTag } from "../api/monitors.ts"
import { useManages } from "../api/rank.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./BulkBar.module.css"
import { DeleteDialog, type DeletionTexts } from "./DeleteDialog.tsx"
import type { Selected } from "./MonitorList.tsx"
import { TagForm } from "./TagForm.tsx"
import { useReport } from "./useReport.ts"

type Done = (count: number) => string

type SetFields = (changes: Readonly<Record<string, unknown>>, done: Done) => void

interface Question {
  readonly label: string
  readonly title: string
  readonly form: ReactNode
}

const tagIdsOf = ({ tags }: Monitor): ReadonlyArray<string> => tags.map(({ id }) => id)

const BulkBar = ({
  allTags,
  first,
  kind,
  onClear,
  questions = () => [],
  selected,
  tagTexts,
  text
}: Selected & {
  readonly kind: MonitorKind
  readonly text: DeletionTexts & {
    readonly bar: string
    readonly readOnly: string
    readonly paused: Done
    readonly resumed: Done
  }
  /** The texts of the tag actions. Without these texts, the bar offers no tag actions. */
  readonly tagTexts?: { readonly tagTitle: string; readonly tagged: (tag: string, count: number) => string }
  /** The action that the bar shows before all other actions. */
  readonly first?: ReactNode
  readonly questions?: (setFields: SetFields) => ReadonlyArray<Question>
}) => {
  const { words } = useLanguage()
  const calls = kindEndpoints(kind)
  const manages = useManages()
  const report = useReport(text.failed)
  const [open, setOpen] = useState("")
  const close = () => setOpen("")
  const idsOf = (isPaused: boolean) =>
    selected.filter(({ state }) => (state === "paused") === isPaused).map(({ id }) => id)
  const paused = idsOf(true)
  const running = idsOf(false)

  const run = async <Item,>(
    items: ReadonlyArray<Item>,
    change: (item: Item) => Promise<unknown>,
    done: Done,
    undo: (item: Item) => Promise<unknown>
  ) => {
    close()
    report(await forEachOf(items, change), done, (changed) => forEachOf(changed, undo))
    await refresh()
  }
  const setFields = async (...[changes, done]: Parameters<SetFields>) => {
    close()
    const ids = selected.map(({ id }) => id)
    const { outcome, undo } = await changeFields(ids, changes, { read: calls.get, update: calls.update })
    report(outcome, done, undo)
    await refresh()
  }
  const tag = ({ id: chosen, name }: MonitorTag, { tagged }: NonNullable<typeof tagTexts>) =>
    run(
      selected.filter(({ tags }) => tags.every(({ id }) => id !== chosen)),
      (monitor) => calls.setTags(monitor.id, [...tagIdsOf(monitor), chosen]),
      (count) => tagged(name, count),
      (monitor) => calls.setTags(monitor.id, tagIdsOf(monitor))
    )
  const asked: ReadonlyArray<Question> = [
    ...(tagTexts === undefined
      ? []
      : [
          {
            label: words.bulk.tags,
            title: tagTexts.tagTitle,
            form: <TagForm selected={selected} known={allTags} onChoose={(chosen) => void tag(chosen, tagTexts)} />
          }
        ]),
    ...questions((changes, done) => void setFields(changes, done))
  ]
  return (
    <>
      <div className={css["bar"]} role="toolbar" aria-label={text.bar}>
        <b role="status">{words.bulk.selected(selected.length)}</b>
        {first}
        {selected.every(({ canWrite }) => canWrite) ? (
          <>
            {running.length === 0 ? null : (
              <Button onClick={() => void run(running, calls.pause, text.paused, calls.undoPause)}>
                {words.bulk.pause}
              </Button>
            )}
            {paused.length === 0 ? null : (
              <Button onClick={() => void run(paused, calls.resume, text.resumed, calls.pause)}>
                {words.bulk.resume}
              </Button>
            )}
            {asked.map(({ label }) => (
              <Button key={label} onClick={() => setOpen(label)}>
                {label}
              </Button>
            ))}
          </>
        ) : (
          <span>{text.readOnly}</span>
        )}
        {manages ? (
          <Button kind="danger" onClick={() => setOpen("delete")}>
            {words.bulk.remove}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={onClear} aria-label={`Esc: ${words.bulk.clear}`}>
          Esc
        </Button>
      </div>
      {asked.map(({ form, label, title }) => (
        <Dialog key={label} open={open === label} onClose={close} title={title}>
          {form}
        </Dialog>
      ))}
      <DeleteDialog
        kind={kind}
        texts={text}
        monitors={selected}
        open={open === "delete"}
        onClose={close}
        onDeleted={() => {
          onClear()
          void refresh()
        }}
      />
    </>
  )
}

export default BulkBar
