import type { ScheduledReport } from "@mon/model"
import { useState } from "react"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { makeFormat } from "../words/format.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import print from "./Report.module.css"
import { reportWords } from "./reportWords.ts"
import { ScheduleDialog, type ScheduleDraft } from "./ScheduleDialog.tsx"
import { rereadSchedules, scheduleEndpoints, useScheduledReports } from "./scheduleQueries.ts"

/** The open dialog: a scheduled report is created (null), changed or deleted. */
type Open =
  | { readonly kind: "edit"; readonly report: ScheduledReport | null }
  | { readonly kind: "delete"; readonly report: ScheduledReport }
  | null

const Row = ({ onOpen, report }: { readonly report: ScheduledReport; readonly onOpen: (open: Open) => void }) => {
  const words = useScreenWords(reportWords)
  const { format } = useLanguage()
  const { every, name, nextAt, recipients, tag, timezone } = report
  const date = makeFormat(format.language, timezone).date(Date.parse(nextAt))
  const next = timezone === format.zone ? date : `${date} (${timezone})`
  return (
    <li className={css["row"]}>
      <div className={css["grow"]}>
        <p className={css["strong"]}>
          <bdi>{name}</bdi>
        </p>
        <p className={css["small"]}>
          {words.intervals[every]} · <bdi>{tag ?? words.allTags}</bdi> · {words.next(next)}
        </p>
        <ul className={css["chips"]} aria-label={words.recipients}>
          {recipients.map(({ email, state }) => (
            <li key={email} className={css["chip"]} data-state={state === "confirmed" ? "good" : "warn"}>
              <span>
                <bdi>{email}</bdi>: {words.states[state]}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <span className={css["chips"]}>
        <Button aria-label={words.changeOne(name)} onClick={() => onOpen({ kind: "edit", report })}>
          {words.changeButton}
        </Button>
        <Button kind="danger" aria-label={words.removeOne(name)} onClick={() => onOpen({ kind: "delete", report })}>
          {words.removeButton}
        </Button>
      </span>
    </li>
  )
}

/** Shows the reports that are sent by email, to the owner and admins. */
export const ScheduledReports = ({ draft }: { readonly draft: ScheduleDraft }) => {
  const words = useScreenWords(reportWords)
  const query = useScheduledReports(true)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const deleted = open?.kind === "delete" ? open.report : null
  const remove = async ({ id, name }: ScheduledReport) => {
    await scheduleEndpoints.remove(id)
    await rereadSchedules()
    notify(words.removed(name))
  }
  return (
    <section className={`${css["text"]} ${print["schedules"]} ${print["off"]}`}>
      <h2>{words.byEmail}</h2>
      <p>{words.byEmailHint}</p>
      <Loaded query={query}>
        {(reports) =>
          reports.length === 0 ? null : (
            <ul className={css["list"]} aria-label={words.byEmail}>
              {reports.map((report) => (
                <Row key={report.id} report={report} onOpen={setOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <p>
        <Button onClick={() => setOpen({ kind: "edit", report: null })}>{words.schedule}</Button>
      </p>
      {open?.kind === "edit" ? (
        <ScheduleDialog key={open.report?.id ?? "new"} report={open.report} draft={draft} onClose={close} />
      ) : null}
      <Confirm
        open={deleted !== null}
        title={words.removeTitle(deleted?.name ?? "")}
        action={words.removeButton}
        onConfirm={() => (deleted === null ? Promise.resolve() : remove(deleted))}
        onClose={close}
      >
        <p>{words.removeHint}</p>
      </Confirm>
    </section>
  )
}
