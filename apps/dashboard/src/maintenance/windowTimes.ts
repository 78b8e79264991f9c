import type { MaintenanceWindow } from "@mon/model"
import { recurrenceText } from "@mon/status-page"

/**
 * A time of maintenance as the clocks of its zone show it, on a clock of 24 hours, such as
 * "29 Nov 2026, 02:00 – 03:00".
 */
export const timesText = (
  { endsAt, startsAt }: { readonly startsAt: string; readonly endsAt: string },
  timeZone: string,
  language: string,
  dateStyle: "medium" | "full" = "medium"
): string =>
  new Intl.DateTimeFormat(language, { timeZone, dateStyle, timeStyle: "short", hourCycle: "h23" }).formatRange(
    Date.parse(startsAt),
    Date.parse(endsAt)
  )

/** When a window recurs, in words. Null: it happens once, or its rule has no words. */
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
