import { aNumber, argumentsOf, aString, optional } from "@mon/bundled/arguments"
import { durationParts, secondsBetween } from "@mon/model/facts"

const acceptTimeText = /* @__PURE__ */ argumentsOf("timeText", () => ({
  iso: aString,
  timeZone: aString,
  words: optional(wordsKind())
}))
const acceptDayText = /* @__PURE__ */ argumentsOf("dayText", () => ({
  iso: aString,
  timeZone: aString,
  words: optional(wordsKind())
}))
const acceptDurationText = /* @__PURE__ */ argumentsOf("durationText", () => ({
  seconds: aNumber("a number of seconds"),
  words: optional(wordsKind())
}))
import { wordsKind } from "../argumentKinds.ts"
import { en, type Words } from "./words/en.ts"

const formats = new Map<string, Intl.DateTimeFormat>()
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const MAX_FORMATS = 500

const makeFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset"
  })

const formatFor = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat
  try {
    made = makeFormat(timeZone)
  } catch {
    made = makeFormat("UTC")
  }
  if (formats.size < MAX_FORMATS) formats.set(timeZone, made)
  return made
}

interface Parts {
  readonly date: string
  readonly clock: string
  readonly zone: string
}

const partsOf = (iso: string, timeZone: string, words: Words): Parts | null => {
  const moment = Date.parse(iso)
  if (Number.isNaN(moment)) return null
  const found = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value])
  )
  return {
    date: words.moment(
      WEEKDAYS.indexOf(found["weekday"] ?? ""),
      found["day"] ?? "",
      Number(found["month"]) - 1,
      found["year"] ?? ""
    ),
    clock: `${found["hour"]}:${found["minute"]}:${found["second"]}`,
    zone: (found["timeZoneName"] ?? "").replace("GMT", "UTC").replace("+00:00", "")
  }
}

export const secondsOf = (from: string, to: string): number | null => {
  const seconds = secondsBetween(Date.parse(from), Date.parse(to))
  return Number.isNaN(seconds) ? null : seconds
}

/**
 * Formats a moment in a time zone, with the offset from UTC.
 *
 * @example
 * timeText("2026-11-21T13:05:09.000Z", "Europe/Berlin") // => "Sat 21 Nov 2026, 14:05:09 (UTC+01:00)"
 * timeText("2026-11-21T13:05:09.000Z", "Mars/Base") // => "Sat 21 Nov 2026, 13:05:09 (UTC)"
 */
export const timeText = (iso: string, timeZone: string, words: Words = en): string => {
  acceptTimeText(iso, timeZone, words)
  const parts = partsOf(iso, timeZone, words)
  return parts === null ? words.unknown : `${parts.date}, ${parts.clock} (${parts.zone})`
}

export const clockText = (iso: string, timeZone: string, words: Words = en): string =>
  partsOf(iso, timeZone, words)?.clock ?? words.unknown

/**
 * Formats only the day.
 *
 * @example
 * dayText("2026-11-21T23:30:00.000Z", "Asia/Tokyo") // => "Sun 22 Nov 2026"
 */
export const dayText = (iso: string, timeZone: string, words: Words = en): string => {
  acceptDayText(iso, timeZone, words)
  return partsOf(iso, timeZone, words)?.date ?? words.unknown
}

/** Formats the last day of a period that ends at a given time. The end itself does not belong to the period. */
export const lastDayText = (to: string, timeZone: string, words: Words = en): string => {
  const moment = Date.parse(to) - 1
  return Number.isNaN(new Date(moment).getTime())
    ? words.unknown
    : dayText(new Date(moment).toISOString(), timeZone, words)
}

/**
 * Formats a duration in its two largest units.
 *
 * @example
 * durationText(4_365) // => "1 h 12 min"
 * durationText(180_000) // => "2 days 2 h"
 * durationText(59.4) // => "59 s"
 */
export const durationText = (seconds: number, words: Words = en): string => {
  acceptDurationText(seconds, words)
  return durationParts(seconds)
    .map(([unit, count]) => words.units[unit](count))
    .join(" ")
}

/**
 * Formats a percentage without rounding it up. A small correction is added, because a binary fraction can be slightly
 * less than its decimal number.
 */
export const percentText = (percent: number, words: Words = en): string => {
  const rounded = Math.floor(percent * 100 + 1e-6) / 100
  return `${words.number(percent < 100 ? Math.min(rounded, 99.99) : rounded)} %`
}
