import type { CreateScheduledReport } from "@mon/api-contract"
import type { ScheduledReport } from "@mon/model"
import { useTags } from "../api/queries.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { numberOf } from "./reportChoice.ts"
import { reportWords } from "./reportWords.ts"
import { rereadSchedules, scheduleEndpoints } from "./scheduleQueries.ts"

const NAME_LENGTH = 100
const TARGET_LENGTH = 8
const ROWS = 3

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value.trim() : ""
}

/** Reads the form. Sends an invalid target unchanged, so that the service returns the allowed targets. */
const wantedOf = (form: FormData): CreateScheduledReport => {
  const target = numberOf(textOf(form, "target"))
  return {
    name: textOf(form, "name"),
    every: textOf(form, "every") === "week" ? "week" : "month",
    language: textOf(form, "language") === "de" ? "de" : "en",
    tag: textOf(form, "tag") === "" ? null : textOf(form, "tag"),
    targetPercent: target === "" ? null : Number(target),
    recipients: textOf(form, "recipients")
      .split(/[\s,;]+/u)
      .filter((address) => address !== "")
  }
}

export interface ScheduleDraft {
  readonly tag: string
  readonly target: string
}

export const ScheduleDialog = ({
  draft,
  onClose,
  report
}: {
  /** The scheduled report to edit. Null: the dialog creates a new report. */
  readonly report: ScheduledReport | null
  readonly draft: ScheduleDraft
  readonly onClose: () => void
}) => {
  const { words } = useLanguage()
  const own = useScreenWords(reportWords)
  const tags = useTags(true).data ?? []
  const { isRunning, onSubmit, problem } = useSubmit(async (form) => {
    const wanted = wantedOf(form)
    if (report === null) await scheduleEndpoints.create(wanted)
    else await scheduleEndpoints.update(report.id, wanted)
    await rereadSchedules()
    notify(report === null ? own.scheduled : words.form.saved)
    onClose()
  })
  const target = report === null ? draft.target : String(report.targetPercent ?? "")
  return (
    <Dialog open onClose={onClose} title={report === null ? own.schedule : own.change}>
      <form className={css["plain"]} onSubmit={onSubmit}>
        <Field label={own.name} hint={own.nameHint}>
          {(shared) => (
            <input
              {...shared}
              name="name"
              required
              maxLength={NAME_LENGTH}
              autoComplete="off"
              defaultValue={report?.name}
            />
          )}
        </Field>
        <Field label={own.every}>
          {(shared) => (
            <select {...shared} name="every" defaultValue={report?.every ?? "month"}>
              <option value="month">{own.intervals.month}</option>
              <option value="week">{own.intervals.week}</option>
            </select>
          )}
        </Field>
        <Field label={own.tag}>
          {(shared) => (
            <select
              {...shared}
              name="tag"
              key={tags.length}
              defaultValue={report === null ? draft.tag : (report.tag ?? "")}
            >
              <option value="">{own.allTags}</option>
              {tags.map(({ id, name }) => (
                <option key={id} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={own.target}>
          {(shared) => (
            <input {...shared} name="target" inputMode="decimal" maxLength={TARGET_LENGTH} defaultValue={target} />
          )}
        </Field>
        <Field label={own.language}>
          {(shared) => (
            <select {...shared} name="language" defaultValue={report?.language ?? words.language}>
              <option value="en">English</option>
              <option value="de">Deutsch</option>
            </select>
          )}
        </Field>
        <Field label={own.recipients} hint={own.recipientsHint}>
          {(shared) => (
            <textarea
              {...shared}
              name="recipients"
              required
              rows={ROWS}
              spellCheck={false}
              defaultValue={report?.recipients.map(({ email }) => email).join("\n")}
            />
          )}
        </Field>
        <DialogFoot
          action={report === null ? own.schedule : words.form.save}
          isDisabled={isRunning}
          onClose={onClose}
          problem={problem}
        />
      </form>
    </Dialog>
  )
}
