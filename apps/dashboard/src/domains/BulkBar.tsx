import { useState } from "react"
import fields from "virtual:domain-fields"
import { endpoints } from "../api/endpoints.ts"
import type { Monitor, MonitorTag } from "../api/monitors.ts"
import { useAccount } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { BulkFields } from "../form/BulkFields.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useLanguage } from "../words/language.ts"
import css from "../monitors/BulkBar.module.css"
import { changeFields, forEachOf, pauseAll, refresh, resumeAll, undoPauses } from "../api/changes.ts"
import { DeleteDialog } from "../monitors/DeleteDialog.tsx"
import { IntervalForm } from "../monitors/IntervalForm.tsx"
import { TagForm } from "../monitors/TagForm.tsx"
import { useReport } from "../monitors/useReport.ts"

type Open = "tags" | "interval" | "edit" | "delete" | null

const tagIdsOf = ({ tags }: Monitor): ReadonlyArray<string> => tags.map(({ id }) => id)

/** Shows the actions for the selected domains. */
const BulkBar = ({
  allTags,
  onClear,
  selected
}: {
  readonly selected: ReadonlyArray<Monitor>
  readonly allTags: ReadonlyArray<MonitorTag>
  readonly onClear: () => void
}) => {
  const { format, words } = useLanguage()
  const [open, setOpen] = useState<Open>(null)
  const report = useReport(words.bulk.failed)
  const close = () => setOpen(null)
  const ids = selected.map(({ id }) => id)
  const paused = selected.filter(({ state }) => state === "paused").map(({ id }) => id)
  const running = selected.filter(({ state }) => state !== "paused").map(({ id }) => id)

  const pause = async () => {
    report(await pauseAll(running), words.bulk.paused, undoPauses)
    await refresh()
  }
  const resume = async () => {
    report(await resumeAll(paused), words.bulk.resumed, pauseAll)
    await refresh()
  }
  const tag = async (chosen: MonitorTag) => {
    close()
    const withoutIt = selected.filter(({ tags }) => tags.every(({ id }) => id !== chosen.id))
    const outcome = await forEachOf(withoutIt, (monitor) =>
      endpoints.setDomainTags(monitor.id, [...tagIdsOf(monitor), chosen.id])
    )
    report(
      outcome,
      (count) => words.bulk.tagged(chosen.name, count),
      (done) => forEachOf(done, (monitor) => endpoints.setDomainTags(monitor.id, tagIdsOf(monitor)))
    )
    await refresh()
  }
  const setFields = async (changes: Readonly<Record<string, unknown>>, text: (count: number) => string) => {
    close()
    const { outcome, undo } = await changeFields(ids, changes, {
      read: endpoints.domain,
      update: endpoints.updateDomain
    })
    report(outcome, text, undo)
    await refresh()
  }
  const setInterval = (seconds: number) =>
    setFields({ checkInterval: seconds }, (count) => words.bulk.intervalSet(format.seconds(seconds), count))
  const limits = useAccount().data?.limits
  const manages = useManages()

  return (
    <>
      <div className={css["bar"]} role="toolbar" aria-label={words.bulk.bar}>
        <b role="status">{words.bulk.selected(selected.length)}</b>
        {selected.every(({ canWrite }) => canWrite) ? (
          <>
            {running.length === 0 ? null : <Button onClick={() => void pause()}>{words.bulk.pause}</Button>}
            {paused.length === 0 ? null : <Button onClick={() => void resume()}>{words.bulk.resume}</Button>}
            <Button onClick={() => setOpen("tags")}>{words.bulk.tags}</Button>
            <Button onClick={() => setOpen("interval")}>{words.bulk.interval}</Button>
            <Button onClick={() => setOpen("edit")}>{words.bulk.edit}</Button>
          </>
        ) : (
          <span>{words.bulk.readOnly}</span>
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
      <Dialog open={open === "tags"} onClose={close} title={words.bulk.tagTitle}>
        <TagForm selected={selected} known={allTags} onChoose={(chosen) => void tag(chosen)} />
      </Dialog>
      <Dialog open={open === "interval"} onClose={close} title={words.bulk.intervalTitle}>
        <IntervalForm onSubmit={(seconds) => void setInterval(seconds)} />
      </Dialog>
      <Dialog open={open === "edit"} onClose={close} title={words.bulk.editTitle}>
        <BulkFields
          fields={fields}
          minimums={limits === undefined ? {} : { checkInterval: limits.minCheckIntervalDomains }}
          onSubmit={(changes) => void setFields(changes, words.bulk.changed)}
        />
      </Dialog>
      <DeleteDialog
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
