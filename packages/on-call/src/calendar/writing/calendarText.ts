import type { OnCallRange } from "../../OnCall.ts"
import type { CalendarOptions, CalendarSchedule } from "../CalendarSchedule.ts"
import { DAY_MS } from "../../times/localTime.ts"
import { contentLines, textValue, utcValue } from "./contentLines.ts"
import { dutiesIn, type Duty } from "./duties.ts"

/** The days before and after today that a calendar covers, as in Grafana OnCall. */
const DAYS_BACK = 15
const DAYS_AHEAD = 180

/** The limits of calendars that are written. */
export const writtenLimits = {
  /** The maximum number of events in a calendar. Later shifts are left out. */
  events: 10_000,
  /** The maximum number of schedules in the calendar of a person. */
  schedules: 200
} as const

const MASK = (1n << 64n) - 1n

/** Returns the 64-bit FNV-1a hash of texts, so that ids of events contain no address of a person. */
const hashOf = (...texts: ReadonlyArray<string>): string => {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(texts.join("\u0000")))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK
  return hash.toString(16).padStart(16, "0")
}

/** The range starts at midnight in UTC, so a calendar has the same text all day. */
const usualRange = (now: number): OnCallRange => {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return { from: Math.max(0, today - DAYS_BACK * DAY_MS), to: today + (DAYS_AHEAD + 1) * DAY_MS }
}

const SECOND_MS = 1_000

interface Written {
  readonly kind: "schedule" | "person"
  readonly title: (one: CalendarSchedule, duty: Duty) => string
}

const eventLines = (one: CalendarSchedule, duty: Duty, { kind, title }: Written): ReadonlyArray<string> => {
  const { changedAt = 0, id, revision = 0, url } = one
  const description = [
    ...(kind === "person" ? [] : [one.name]),
    ...(duty.isCut ? ["This shift continues after the end of the calendar."] : [])
  ]
  return [
    "BEGIN:VEVENT",
    `UID:${kind}-${hashOf(id, duty.person)}-${Math.floor(duty.start / SECOND_MS)}@on-call.mon`,
    `DTSTAMP:${utcValue(changedAt)}`,
    `LAST-MODIFIED:${utcValue(changedAt)}`,
    `SEQUENCE:${revision}`,
    `DTSTART:${utcValue(duty.start)}`,
    `DTEND:${utcValue(duty.end)}`,
    `SUMMARY:${textValue(title(one, duty))}`,
    ...(description.length === 0 ? [] : [`DESCRIPTION:${textValue(description.join("\n"))}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT"
  ]
}

interface Calendar extends Written {
  readonly name: string
  readonly schedules: ReadonlyArray<CalendarSchedule>
  /** The only person whose shifts are written, or null for all people. */
  readonly person: string | null
}

interface Found {
  readonly one: CalendarSchedule
  readonly duty: Duty
}

/** Returns the shifts in a calendar in the order of their starts. */
const shiftsOf = ({ person, schedules }: Calendar, range: OnCallRange): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  for (const one of schedules) {
    for (const duty of dutiesIn(one.schedule, range)) {
      // Times have whole seconds, and an event without a length is not valid.
      if (Math.floor(duty.start / SECOND_MS) === Math.floor(duty.end / SECOND_MS)) continue
      if (person === null || duty.person === person) found.push({ one, duty })
    }
  }
  return found.toSorted((a, b) => a.duty.start - b.duty.start || a.duty.end - b.duty.end)
}

/** Returns a calendar (RFC 5545). */
export const calendarText = (calendar: Calendar, { now, range = usualRange(now) }: CalendarOptions): string => {
  const shifts = shiftsOf(calendar, range).slice(0, writtenLimits.events)
  return contentLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Mon//On-call//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${textValue(calendar.name)}`,
    `X-WR-CALNAME:${textValue(calendar.name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...shifts.flatMap(({ duty, one }) => eventLines(one, duty, calendar)),
    "END:VCALENDAR"
  ])
}
