import type { ScheduledReport } from "@mon/model"
import { useState } from "react"
import { Button } from "../ui/Button.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { useRemoval } from "../ui/useRemoval.tsx"
import { makeFormat } from "../words/format.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import print from "./Report.module.css"
import { reportWords } from "./reportWords.ts"
import { ScheduleDialog, type ScheduleDraft } from "./ScheduleDialog.tsx"
import { rereadSchedules, scheduleEndpoints, useScheduledReports } from "./scheduleQueries.ts"

const Row = ({
  onEdit,
  onRemove,
  report
}: {
  readonly report: ScheduledReport
  readonly onEdit: () => void
  readonly onRemove: () => void
}) => {
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
        <Button aria-label={words.changeOne(name)} onClick={onEdit}>
          {words.changeButton}
        </Button>
        <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
          {words.removeButton}
        </Button>
      </span>
    </li>
  )
}

export const ScheduledReports = ({ draft }: { readonly draft: ScheduleDraft }) => {
  const words = useScreenWords(reportWords)
  const query = useScheduledReports(true)
  const [edited, setEdited] = useState<ScheduledReport | "new" | null>(null)
  const removal = useRemoval<ScheduledReport>({ ...words, remove: words.removeButton }, async ({ id }) => {
    await scheduleEndpoints.remove(id)
    await rereadSchedules()
  })
  return (
    <section className={`${css["text"]} ${print["schedules"]} ${print["off"]}`}>
      <h2>{words.byEmail}</h2>
      <p>{words.byEmailHint}</p>
      <Loaded query={query}>
        {(reports) =>
          reports.length === 0 ? null : (
            <ul className={css["list"]} aria-label={words.byEmail}>
              {reports.map((report) => (
                <Row
                  key={report.id}
                  report={report}
                  onEdit={() => setEdited(report)}
                  onRemove={() => removal.ask(report)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <p>
        <Button onClick={() => setEdited("new")}>{words.schedule}</Button>
      </p>
      {edited === null ? null : (
        <ScheduleDialog report={edited === "new" ? null : edited} draft={draft} onClose={() => setEdited(null)} />
      )}
      {removal.question}
    </section>
  )
}
