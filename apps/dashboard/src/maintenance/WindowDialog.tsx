import type { MaintenanceWindow } from "@mon/model"
import { useDeferredValue, useId, useMemo, useState } from "react"
import { useSettings } from "../api/accountQueries.ts"
import { useMonitors } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { clockChangeOf, nextClockChange } from "../form/clockChange.ts"
import { useClockHint } from "../form/clockSentence.ts"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { maintenanceEndpoints, rereadMaintenance } from "../api/maintenanceQueries.ts"
import { maintenanceWords } from "./maintenanceWords.ts"
import { Preview } from "./Preview.tsx"
import { Targets, targetsOf } from "./Targets.tsx"
import { instantOf, occursOn, ruleFrom, ruleOf, shownStart, shownTime, type When, whenOf } from "../form/zonedTime.ts"

const NAME_LENGTH = 100
const RULE_LENGTH = 250
const LONGEST_MINUTES = 43_200
const HOUR_MS = 3_600_000

const zones: ReadonlyArray<string> = ["UTC", ...Intl.supportedValuesOf("timeZone")]
const whens = ["now", "once", "daily", "weekly", "monthly", "custom"] as const

const nextHour = (): number => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS

interface Schedule {
  readonly when: When
  /** The start as a local time in the window's time zone. */
  readonly start: string
  readonly minutes: string
  readonly zone: string
  readonly rule: string
}

const scheduleOf = (window: MaintenanceWindow | null, zone: string): Schedule => {
  if (window === null) return { when: "now", start: shownTime(zone, nextHour()), minutes: "60", zone, rule: "" }
  const { recurrence, start } = shownStart(window.timezone, window.startsAt, window.recurrence)
  return {
    when: whenOf(recurrence, start),
    start,
    minutes: String(window.minutes),
    zone: window.timezone,
    rule: recurrence ?? ""
  }
}

/** Returns the first clock change that moves the start of a window or a later occurrence. */
const changeOf = ({ start, when, zone }: Schedule) => {
  const startsAt = instantOf(zone, start)
  if (startsAt === null || when === "now") return null
  const first = clockChangeOf(zone, start)
  const now = Date.now()
  if (when === "once" || (first !== null && Date.parse(first.at) > now)) return first
  return nextClockChange(zone, start.slice(11), Math.max(now, Date.parse(startsAt)), occursOn(when, start))
}

const ScheduleFields = ({
  hint,
  isNew,
  onChange,
  schedule: { minutes, rule, start, when, zone }
}: {
  readonly schedule: Schedule
  readonly isNew: boolean
  readonly hint: string | undefined
  readonly onChange: (changes: Partial<Schedule>) => void
}) => {
  const words = useScreenWords(maintenanceWords).form
  return (
    <>
      <Field label={words.when}>
        {(shared) => (
          <select
            {...shared}
            value={when}
            onChange={({ target }) => onChange({ when: whens.find((one) => one === target.value) ?? "once" })}
          >
            {whens
              .filter((one) => isNew || one !== "now")
              .map((one) => (
                <option key={one} value={one}>
                  {words.whens[one]}
                </option>
              ))}
          </select>
        )}
      </Field>
      {when === "custom" ? (
        <Field label={words.rule} hint={words.ruleHint}>
          {(shared) => (
            <input
              {...shared}
              required
              maxLength={RULE_LENGTH}
              autoComplete="off"
              spellCheck={false}
              value={rule}
              onChange={({ target }) => onChange({ rule: target.value })}
            />
          )}
        </Field>
      ) : null}
      {when === "now" ? null : (
        <>
          <Field label={words.start} {...(hint === undefined ? {} : { hint })}>
            {(shared) => (
              <input
                {...shared}
                type="datetime-local"
                required
                value={start}
                onChange={({ target }) => onChange({ start: target.value })}
              />
            )}
          </Field>
          <Field label={words.zone}>
            {(shared) => (
              <select {...shared} value={zone} onChange={({ target }) => onChange({ zone: target.value })}>
                {[...new Set([zone, ...zones])].map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
      <Field label={words.length}>
        {(shared) => (
          <input
            {...shared}
            type="number"
            required
            min={1}
            max={LONGEST_MINUTES}
            value={minutes}
            onChange={({ target }) => onChange({ minutes: target.value })}
          />
        )}
      </Field>
    </>
  )
}

const WindowForm = ({
  onClose,
  window,
  zone
}: {
  readonly window: MaintenanceWindow | null
  readonly zone: string
  readonly onClose: () => void
}) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(maintenanceWords)
  const hintId = useId()
  const manages = useManages()
  const monitors = (useMonitors().data ?? []).filter(({ canWrite }) => canWrite)
  const [before] = useState(() => scheduleOf(window, zone))
  const [schedule, setSchedule] = useState(before)
  const { when } = schedule
  // If clocks show the start twice, its text stands for both instants. An unchanged start keeps its stored instant.
  const isSameStart = window !== null && schedule.start === before.start && schedule.zone === before.zone
  const startsAt = when === "now" ? null : isSameStart ? window.startsAt : instantOf(schedule.zone, schedule.start)
  const recurrence = ruleFrom(schedule.zone, schedule.start, ruleOf(when, schedule.start, schedule.rule))
  const change = useMemo(() => changeOf(schedule), [schedule])
  const hint = useClockHint(
    isSameStart && change?.shown === before.start && change.at !== window.startsAt ? null : change
  )
  const draft = useDeferredValue({
    minutes: schedule.minutes === "" ? "0" : schedule.minutes,
    timezone: schedule.zone,
    ...(startsAt === null ? {} : { startsAt }),
    ...(recurrence === null ? {} : { recurrence })
  })
  const { isRunning, onSubmit, problem } = useSubmit(async (form) => {
    const wanted = {
      name: String(form.get("name")).trim(),
      minutes: Number(schedule.minutes),
      ...targetsOf(form, monitors),
      published: form.get("published") !== null,
      ...(startsAt === null ? {} : { timezone: schedule.zone, recurrence }),
      ...(startsAt === null || isSameStart ? {} : { startsAt })
    }
    if (window === null) await maintenanceEndpoints.create(wanted)
    else await maintenanceEndpoints.update(window.id, wanted)
    await rereadMaintenance()
    notify(window === null ? words.created(wanted.name) : words.saved(wanted.name))
    onClose()
  })
  return (
    <form className={css["plain"]} onSubmit={onSubmit}>
      <Field label={words.form.name}>
        {(shared) => (
          <input
            {...shared}
            name="name"
            required
            maxLength={NAME_LENGTH}
            autoComplete="off"
            placeholder={words.form.nameExample}
            defaultValue={window?.name}
          />
        )}
      </Field>
      <Targets window={window} monitors={monitors} manages={manages} />
      <ScheduleFields
        schedule={schedule}
        hint={hint}
        isNew={window === null}
        onChange={(changes) => setSchedule({ ...schedule, ...changes })}
      />
      <div className={css["field"]}>
        <label className={css["check"]}>
          <input
            type="checkbox"
            name="published"
            aria-describedby={hintId}
            defaultChecked={window === null || window.published}
          />{" "}
          {words.form.published}
        </label>
        <p id={hintId}>{words.form.publishedHint}</p>
      </div>
      <Preview draft={draft} timeZone={schedule.zone} />
      <DialogFoot
        action={window === null ? words.form.create : common.form.save}
        isDisabled={isRunning}
        onClose={onClose}
        problem={problem}
      />
    </form>
  )
}

export const WindowDialog = ({
  onClose,
  open,
  window
}: {
  readonly open: boolean
  readonly window: MaintenanceWindow | null
  readonly onClose: () => void
}) => {
  const words = useScreenWords(maintenanceWords).form
  const zone = useSettings().data?.timezone
  return (
    <Dialog open={open} onClose={onClose} title={window === null ? words.create : words.edit}>
      {zone === undefined ? null : <WindowForm key={window?.id ?? ""} window={window} zone={zone} onClose={onClose} />}
    </Dialog>
  )
}
