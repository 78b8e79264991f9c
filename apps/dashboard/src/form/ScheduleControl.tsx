import { nextTimes, parseCron, parseOnCalendar, scheduleLimits } from "@mon/model"
import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useNow } from "../ui/time.tsx"
import { browserZone } from "../words/format.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { DurationControl } from "./DurationControl.tsx"
import { Field } from "./Field.tsx"
import { spelledOut } from "./fieldValues.ts"
import css from "./Form.module.css"
import type { MonitorField, ValueProps } from "./MonitorField.ts"
import { recordOf } from "./partValues.ts"
import { scheduleDe } from "./schedule.de.ts"
import { scheduleEn } from "./schedule.en.ts"
import { ZoneInput } from "./ZoneInput.tsx"

const scheduleWords = { en: scheduleEn, de: scheduleDe } as const

const kinds = ["every", "cron", "onCalendar"] as const
type Kind = (typeof kinds)[number]

const parsers = { cron: parseCron, onCalendar: parseOnCalendar } as const
const examples = { cron: "0 3 * * *", onCalendar: "Mon..Fri 03:00" } as const

const DAY = 86_400
const MINUTE_MS = 60_000
/** The limits of the time between two runs, in seconds, unless the field says otherwise. */
const EVERY = { minimum: 10, maximum: 31_536_000 }
/** The number of future times that are shown. */
const SHOWN = 3

/**
 * A schedule that is being edited. Values that a person entered for one kind of schedule stay while the person tries
 * another kind.
 */
interface Draft {
  readonly kind: Kind
  readonly every: number
  readonly cron: string
  readonly onCalendar: string
  readonly timeZone: string
}

const textOr = (text: unknown, otherwise: string): string => (typeof text === "string" ? text : otherwise)

const draftOf = (value: unknown): Draft => {
  const { cron, every, onCalendar, timeZone } = recordOf(value)
  return {
    kind: typeof cron === "string" ? "cron" : typeof onCalendar === "string" ? "onCalendar" : "every",
    every: typeof every === "number" ? every : DAY,
    cron: textOr(cron, examples.cron),
    onCalendar: textOr(onCalendar, examples.onCalendar),
    // A schedule without a time zone is in UTC.
    timeZone: textOr(timeZone, typeof cron === "string" || typeof onCalendar === "string" ? "UTC" : browserZone())
  }
}

const valueOf = ({ cron, every, kind, onCalendar, timeZone }: Draft) =>
  kind === "every" ? { every } : kind === "cron" ? { cron, timeZone } : { onCalendar, timeZone }

/** Returns the limits of the period `every`, as the field declares them. */
const limitsOf = ({ form }: MonitorField): typeof EVERY => {
  if (form?.kind !== "choice") return EVERY
  const parts = form.choices.flatMap((choice) => (choice.kind === "object" ? choice.parts : []))
  const declared = parts.find(({ name }) => name === "every")?.form
  return declared?.kind === "number" ? declared : EVERY
}

/** Returns a time with its weekday, and with its second if that is not 0. */
const shownTime = (language: string, timeZone: string, at: number): string =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(at % MINUTE_MS === 0 ? {} : { second: "2-digit" })
  }).format(at)

/** Shows the next times of an expression, or the fault in it. A fault also keeps the form from being sent. */
const Expression = ({
  children,
  draft: { kind, timeZone, ...texts }
}: {
  readonly draft: Draft & { readonly kind: Exclude<Kind, "every"> }
  readonly children: (fault: string | null) => ReactNode
}) => {
  const { format } = useLanguage()
  const words = useScreenWords(scheduleWords)
  const now = useNow(MINUTE_MS)
  const parsed = parsers[kind](texts[kind], timeZone)
  const fault = parsed._tag === "Fault" ? words.fault(parsed.message) : null
  const times = parsed._tag === "Fault" ? [] : nextTimes(parsed.schedule, now, SHOWN)
  return (
    <>
      {children(fault)}
      <div role="status" className={css["next"]}>
        {fault !== null ? (
          <p className={css["problem"]}>{fault}</p>
        ) : times.length === 0 ? (
          <p>{words.never}</p>
        ) : (
          <>
            <p>{words.next(timeZone)}</p>
            <ol>
              {times.map((time) => (
                <li key={time}>
                  <time dateTime={new Date(time).toISOString()}>{shownTime(format.language, timeZone, time)}</time>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  )
}

const ExpressionText = ({
  fault,
  id,
  isReadOnly,
  kind,
  onChange,
  text
}: {
  readonly id: string
  readonly kind: Exclude<Kind, "every">
  readonly text: string
  readonly fault: string | null
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
}) => {
  const words = useScreenWords(scheduleWords)
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => control.current?.setCustomValidity(fault ?? ""), [fault])
  const shared = {
    ref: control,
    "aria-label": words.kinds[kind],
    "aria-describedby": `${id}-hint`,
    "aria-invalid": fault !== null,
    className: css["code"],
    disabled: isReadOnly,
    required: true,
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    placeholder: examples[kind],
    value: text
  }
  return kind === "cron" ? (
    <input
      {...shared}
      type="text"
      maxLength={scheduleLimits.cronLength}
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <textarea
      {...shared}
      rows={2}
      maxLength={scheduleLimits.onCalendarLength}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/**
 * Chooses the schedule of a job: a period, a cron expression, or the values of a systemd timer. While a person types,
 * the control shows the next times. The form sends the schedule as JSON in a hidden input.
 */
const ScheduleControl = ({ field, isReadOnly, onEdit, value }: ValueProps) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(scheduleWords)
  const id = useId()
  const [draft, setDraft] = useState(() => draftOf(value))
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes })
    onEdit?.()
  }
  const { kind } = draft
  return (
    <fieldset className={css["parts"]} aria-describedby={`${id}-about`}>
      <legend>{common.form.labels[field.name] ?? spelledOut(field.name)}</legend>
      <p id={`${id}-about`}>{common.form.hints[field.name] ?? field.about}</p>
      <div className={css["ways"]}>
        {kinds.map((one) => (
          <label key={one} className={css["check"]}>
            <input
              type="radio"
              name={id}
              disabled={isReadOnly}
              checked={kind === one}
              onChange={() => change({ kind: one })}
            />
            {words.kinds[one]}
          </label>
        ))}
      </div>
      <p id={`${id}-hint`}>{words.kindHints[kind]}</p>
      {kind === "every" ? (
        <DurationControl
          id={`${id}-every`}
          label={words.every}
          aria-label={words.every}
          aria-describedby={`${id}-hint`}
          disabled={isReadOnly}
          value={draft.every}
          {...limitsOf(field)}
          onChange={(seconds) => change({ every: seconds ?? 0 })}
        />
      ) : (
        <>
          <Expression draft={{ ...draft, kind }}>
            {(fault) => (
              <div className={css["field"]}>
                <ExpressionText
                  id={id}
                  kind={kind}
                  text={draft[kind]}
                  fault={fault}
                  isReadOnly={isReadOnly}
                  onChange={(text) => change({ [kind]: text })}
                />
              </div>
            )}
          </Expression>
          <Field label={words.timeZone} hint={words.timeZoneHint}>
            {(shared) => (
              <ZoneInput
                {...shared}
                disabled={isReadOnly}
                value={draft.timeZone}
                onChange={({ target }) => change({ timeZone: target.value })}
              />
            )}
          </Field>
        </>
      )}
      <input type="hidden" name={field.name} value={JSON.stringify(valueOf(draft))} />
    </fieldset>
  )
}

export default ScheduleControl
