import { useState } from "react"
import type { GeneralKind } from "../api/generalKinds.ts"
import { kindEndpoints } from "../api/kindEndpoints.ts"
import { forEachOf, refresh } from "../api/changes.ts"
import type { Monitor, MonitorTag } from "../api/monitors.ts"
import { useManages } from "../api/rank.ts"
import css from "../monitors/BulkBar.module.css"
import { DeleteDialog } from "../monitors/DeleteDialog.tsx"
import { TagForm } from "../monitors/TagForm.tsx"
import { useReport } from "../monitors/useReport.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useLanguage } from "../words/language.ts"
import { useKindWords } from "./useKindWords.ts"

const tagIdsOf = ({ tags }: Monitor): ReadonlyArray<string> => tags.map(({ id }) => id)

/** Changes monitors and reloads the list. */
const run = async (work: () => Promise<unknown>): Promise<void> => {
  await work()
  await refresh()
}

/** Shows the actions for the selected monitors of a kind. */
const KindBulkBar = ({
  allTags,
  kind,
  onClear,
  selected
}: {
  readonly kind: GeneralKind
  readonly selected: ReadonlyArray<Monitor>
  readonly allTags: ReadonlyArray<MonitorTag>
  readonly onClear: () => void
}) => {
  const { words } = useLanguage()
  const text = useKindWords(kind).bulk
  const calls = kindEndpoints(kind)
  const manages = useManages()
  const report = useReport(text.failed)
  const [open, setOpen] = useState<"tags" | "delete" | null>(null)
  const close = () => setOpen(null)
  const paused = selected.filter(({ state }) => state === "paused").map(({ id }) => id)
  const running = selected.filter(({ state }) => state !== "paused").map(({ id }) => id)

  const pause = () =>
    run(async () =>
      report(await forEachOf(running, calls.pause), text.paused, (done) => forEachOf(done, calls.undoPause))
    )
  const resume = () =>
    run(async () => report(await forEachOf(paused, calls.resume), text.resumed, (done) => forEachOf(done, calls.pause)))
  const tag = (chosen: MonitorTag) => {
    close()
    const withoutIt = selected.filter(({ tags }) => tags.every(({ id }) => id !== chosen.id))
    return run(async () =>
      report(
        await forEachOf(withoutIt, (monitor) => calls.setTags(monitor.id, [...tagIdsOf(monitor), chosen.id])),
        (count) => text.tagged(chosen.name, count),
        (done) => forEachOf(done, (monitor) => calls.setTags(monitor.id, tagIdsOf(monitor)))
      )
    )
  }

  return (
    <>
      <div className={css["bar"]} role="toolbar" aria-label={text.bar}>
        <b role="status">{words.bulk.selected(selected.length)}</b>
        {selected.every(({ canWrite }) => canWrite) ? (
          <>
            {running.length === 0 ? null : <Button onClick={() => void pause()}>{words.bulk.pause}</Button>}
            {paused.length === 0 ? null : <Button onClick={() => void resume()}>{words.bulk.resume}</Button>}
            <Button onClick={() => setOpen("tags")}>{words.bulk.tags}</Button>
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
      <Dialog open={open === "tags"} onClose={close} title={text.tagTitle}>
        <TagForm selected={selected} known={allTags} onChoose={(chosen) => void tag(chosen)} />
      </Dialog>
      <DeleteDialog
        texts={text}
        remove={calls.remove}
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

export default KindBulkBar
