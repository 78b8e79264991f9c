import type { MaintenanceWindow } from "@mon/model"
import { recurrenceText } from "@mon/status-page"
import { clockChangeOf } from "../form/clockChange.ts"
import { offsetText } from "../form/clockSentence.ts"
import { shownTime } from "../form/zonedTime.ts"

const isTwice = (timeZone: string, at: string): boolean =>
  clockChangeOf(timeZone, shownTime(timeZone, Date.parse(at)))?.kind === "twice"

/**
 * Returns the period of a maintenance window in its time zone, in 24-hour notation, such as "29 Nov 2026, 02:00 –
 * 03:00". Adds the offsets from UTC if the clocks change during the window, or if they show its start or end twice.
 */
export const timesText = (
  { endsAt, startsAt }: { readonly startsAt: string; readonly endsAt: string },
  timeZone: string,
  language: string,
  dateStyle: "medium" | "full" = "medium"
): string => {
  const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle, timeStyle: "short", hourCycle: "h23" })
  const ends = [startsAt, endsAt]
  const [before, after] = ends.map((at) => offsetText(timeZone, at, language))
  if (before === after && !ends.some((at) => isTwice(timeZone, at)))
    return format.formatRange(Date.parse(startsAt), Date.parse(endsAt))
  return `${format.format(Date.parse(startsAt))} ${before} – ${format.format(Date.parse(endsAt))} ${after}`
}

/** Describes in words when a window recurs. Null: the window occurs once, or its rule cannot be described. */
export const recursText = (
  {
    minutes,
    recurrence,
    startsAt,
    timezone
  }: Pick<MaintenanceWindow, "minutes" | "recurrence" | "startsAt" | "timezone">,
  language: string
): string | null =>
  recurrence === null
    ? null
    : recurrenceText({ minutes, recurrence, startsAt, timeZone: timezone }, language === "de" ? "de" : "en")
