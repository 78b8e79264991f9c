import { useState } from "react"
import type { Monitor } from "../api/monitors.ts"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { useAccount } from "../api/queries.ts"
import css from "../monitors/BulkBar.module.css"
import { changeFields, forEachOf, refresh } from "../api/changes.ts"
import { DeleteDialog } from "../monitors/DeleteDialog.tsx"
import { IntervalForm } from "../monitors/IntervalForm.tsx"
import { useReport } from "../monitors/useReport.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { pagesWords } from "./pagesWords.ts"

/** Returns the texts and the request for a deletion of pages. */
export const usePageDeletion = () => {
  const { removed, removeHint, removeOne, removeTitle, failed } = useScreenWords(pagesWords).bulk
  return { texts: { removed, removeHint, removeOne, removeTitle, failed }, remove: pageEndpoints.remove }
}

const pauseAll = (ids: ReadonlyArray<string>) => forEachOf(ids, pageEndpoints.pause)
const undoPauses = (ids: ReadonlyArray<string>) => forEachOf(ids, pageEndpoints.undoPause)
const resumeAll = (ids: ReadonlyArray<string>) => forEachOf(ids, pageEndpoints.resume)

/** Changes pages and reloads the list. */
const run = async (work: () => Promise<unknown>): Promise<void> => {
  await work()
  await refresh()
}

/** Shows the actions for the selected pages. */
const PageBulkBar = ({
  onClear,
  selected
}: {
  readonly selected: ReadonlyArray<Monitor>
  readonly onClear: () => void
}) => {
  const { format, words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const minimum = useAccount().data?.limits.minCheckIntervalUrls ?? 3_600
  const [open, setOpen] = useState<"interval" | "delete" | null>(null)
  const report = useReport(text.bulk.failed)
  const deletion = usePageDeletion()
  const close = () => setOpen(null)
  const ids = selected.map(({ id }) => id)
  const paused = selected.filter(({ state }) => state === "paused").map(({ id }) => id)
  const running = selected.filter(({ state }) => state !== "paused").map(({ id }) => id)
  const unseen = selected.filter((page) => page.unseen > 0).map(({ id }) => id)

  const pause = () => run(async () => report(await pauseAll(running), text.bulk.paused, undoPauses))
  const resume = () => run(async () => report(await resumeAll(paused), text.bulk.resumed, pauseAll))
  const seen = () => run(async () => report(await forEachOf(unseen, pageEndpoints.setAllSeen), text.bulk.markedSeen))
  const setInterval = async (seconds: number) => {
    close()
    const { outcome, undo } = await changeFields(
      ids,
      { checkInterval: seconds },
      { read: pageEndpoints.page, update: pageEndpoints.update }
    )
    report(outcome, (count) => text.bulk.intervalSet(format.seconds(seconds), count), undo)
    await refresh()
  }

  return (
    <>
      <div className={css["bar"]} role="toolbar" aria-label={text.bulk.bar}>
        <b role="status">{words.bulk.selected(selected.length)}</b>
        {unseen.length === 0 ? null : <Button onClick={() => void seen()}>{text.bulk.seen}</Button>}
        {running.length === 0 ? null : <Button onClick={() => void pause()}>{words.bulk.pause}</Button>}
        {paused.length === 0 ? null : <Button onClick={() => void resume()}>{words.bulk.resume}</Button>}
        <Button onClick={() => setOpen("interval")}>{words.bulk.interval}</Button>
        <Button kind="danger" onClick={() => setOpen("delete")}>
          {words.bulk.remove}
        </Button>
        <Button kind="quiet" onClick={onClear} aria-label={`Esc: ${words.bulk.clear}`}>
          Esc
        </Button>
      </div>
      <Dialog open={open === "interval"} onClose={close} title={text.bulk.intervalTitle}>
        <IntervalForm minimum={minimum} onSubmit={(seconds) => void setInterval(seconds)} />
      </Dialog>
      <DeleteDialog
        {...deletion}
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

export default PageBulkBar
