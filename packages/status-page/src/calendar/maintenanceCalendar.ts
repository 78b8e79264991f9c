import { affectedNames, listed } from "../componentNames.ts"
import { ByteBudget, fitting } from "../ByteBudget.ts"
import { documentLimits } from "../documentLimits.ts"
import { postPath } from "../html/posts.ts"
import type { StatusPageDocument, StatusPost, StatusWindow } from "../StatusPageDocument.ts"
import type { Words } from "../words/PageWords.ts"
import { wordsOf } from "../words/words.ts"
import { contentLines, textValue, utcValue } from "./contentLine.ts"
import { lastInstantOf, isKnownZone, localValue, skippedValue, timeZoneLines } from "./timeZoneLines.ts"

const MINUTE_MS = 60_000
const YEAR_MS = 366 * 24 * 60 * MINUTE_MS

interface CalendarEvent {
  readonly id: string
  readonly title: string
  readonly timeZone: string
  readonly startsAt: string
  readonly minutes: number
  readonly recurrence: string | null
  readonly isCancelled: boolean
  readonly revision: number
  readonly componentIds: ReadonlyArray<string>
  readonly createdAt: string
  readonly updatedAt: string
  readonly url: string
  readonly description: string
}

const eventOfWindow = (window: StatusWindow, document: StatusPageDocument, words: Words): CalendarEvent => ({
  ...window,
  title: window.title ?? words.maintenance,
  url: `${document.url}/maintenance/`,
  description: ""
})

const eventOfPost = (post: StatusPost, document: StatusPageDocument): CalendarEvent => {
  const startsAt = post.scheduledFor ?? post.startedAt
  const endsAt = post.scheduledUntil ?? startsAt
  const [first] = post.updates.toReversed()
  return {
    ...post,
    timeZone: document.timeZone,
    startsAt,
    minutes: Math.max(1, Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS)),
    recurrence: null,
    isCancelled: post.state === "cancelled",
    url: `${document.url}/${postPath(post)}`,
    description: first?.body ?? ""
  }
}

/** Matches a recurrence rule that contains only characters which every calendar program accepts. */
const RULE = /^[A-Z0-9=;,+-]+$/u

const UNTIL = /UNTIL=(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?(?=;|$)/u

/**
 * Returns a recurrence rule whose end is in UTC, as RFC 5545 section 3.3.10 requires for an event whose start has a
 * time. Calendar programs interpret a local time that occurs twice differently, so the end is the second occurrence.
 */
const ruleOf = (recurrence: string, timeZone: string): string =>
  recurrence.replace(UNTIL, (_, year, month, day, hour = "23", minute = "59", second = "59") => {
    const clockMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
    return `UNTIL=${utcValue(new Date(isKnownZone(timeZone) ? lastInstantOf(clockMs, timeZone) : clockMs).toISOString())}`
  })

/** The time zones in a calendar, each with the earliest start of its events. */
type Zones = ReadonlyMap<string, number>

const CLOCK = /^(?=.*BYHOUR=(\d+)(?:;|$))(?=.*BYMINUTE=(\d+)(?:;|$))/u

/**
 * Returns the first start as an additional date if the clocks skip the time that the rule names. Calendar programs
 * interpret such a time differently, so the event starts at the later time, which the rule itself does not produce.
 */
const firstLine = (recurrence: string, { startsAt, timeZone }: CalendarEvent): ReadonlyArray<string> => {
  const [, hour = "", minute = ""] = CLOCK.exec(recurrence) ?? []
  const named = hour.padStart(2, "0") + minute.padStart(2, "0")
  const isSkipped = isKnownZone(timeZone) && skippedValue(startsAt, timeZone)?.slice(9, 13) === named
  return isSkipped ? [`RDATE:${utcValue(startsAt)}`] : []
}

/** Writes the start of an event. The start of a single event is in UTC, because some local times occur twice. */
const startLine = ({ recurrence, startsAt, timeZone }: CalendarEvent, zones: Zones): string =>
  recurrence !== null && zones.has(timeZone)
    ? `DTSTART;TZID=${timeZone}:${localValue(startsAt, timeZone)}`
    : `DTSTART:${utcValue(startsAt)}`

/** Returns the beginning of a text without splitting a character. */
const beginning = (text: string): string =>
  text.length <= documentLimits.calendarText
    ? text
    : `${Array.from(text.slice(0, 2 * documentLimits.calendarText))
        .slice(0, documentLimits.calendarText - 1)
        .join("")}…`

interface CalendarFrame {
  readonly document: StatusPageDocument
  readonly words: Words
  readonly zones: Zones
}

const eventLines = (event: CalendarEvent, { document, words, zones }: CalendarFrame): ReadonlyArray<string> => {
  const names = affectedNames(event.componentIds, document)
  const affected = names.length === 0 ? "" : `${words.affected} ${listed(names, words)}`
  const description = [beginning(event.description), affected].filter((text) => text !== "").join("\n\n")
  return [
    "BEGIN:VEVENT",
    `UID:${event.id}@status-page.mon`,
    `DTSTAMP:${utcValue(event.updatedAt)}`,
    `CREATED:${utcValue(event.createdAt)}`,
    `LAST-MODIFIED:${utcValue(event.updatedAt)}`,
    `SEQUENCE:${event.revision}`,
    `STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    startLine(event, zones),
    `DURATION:PT${event.minutes}M`,
    ...(event.recurrence !== null && RULE.test(event.recurrence)
      ? [`RRULE:${ruleOf(event.recurrence, event.timeZone)}`, ...firstLine(event.recurrence, event)]
      : []),
    `SUMMARY:${textValue(`${document.name}: ${event.title}`)}`,
    ...(description === "" ? [] : [`DESCRIPTION:${textValue(description)}`]),
    `URL:${event.url}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT"
  ]
}

const zonesOf = (events: ReadonlyArray<CalendarEvent>): Zones => {
  const zones = new Map<string, number>()
  for (const { recurrence, startsAt, timeZone } of events) {
    if (recurrence === null) continue
    const isFull = zones.size === documentLimits.calendarZones && !zones.has(timeZone)
    if (isFull || timeZone === "UTC" || !isKnownZone(timeZone)) continue
    zones.set(timeZone, Math.min(zones.get(timeZone) ?? Number.POSITIVE_INFINITY, Date.parse(startsAt)))
  }
  return zones
}

/**
 * The maximum number of past years for which a zone's clock changes are written. A window may have begun much longer
 * ago.
 */
const YEARS_BACK = 1

/**
 * Returns the planned maintenance of a page as a calendar (RFC 5545), with one event per post, and one per window with
 * its recurrence. The calendar contains at most {@link documentLimits.calendarEvents} events. Cancelled maintenance
 * stays in the calendar with `STATUS:CANCELLED`, so that calendar programs remove it.
 */
export const maintenanceCalendar = (document: StatusPageDocument): string => {
  const words = wordsOf(document.language)
  const posts = document.posts.filter((post) => post.kind === "maintenance" && post.scheduledFor !== null)
  const events = [
    ...document.windows.map((window) => eventOfWindow(window, document, words)),
    ...posts.filter(({ state }) => state !== "completed").map((post) => eventOfPost(post, document))
  ].slice(0, documentLimits.calendarEvents)
  const budget = new ByteBudget(documentLimits.postBytes)
  const starts = zonesOf(events)
  const nowMs = Date.parse(document.updatedAt)
  const zones = [...starts].flatMap(([timeZone, startMs]) =>
    timeZoneLines(timeZone, Math.max(startMs, nowMs - YEARS_BACK * YEAR_MS), Math.max(nowMs, startMs) + 2 * YEAR_MS)
  )
  return contentLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Mon//Status page//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${textValue(words.statusOf(document.name))}`,
    `X-WR-CALNAME:${textValue(words.statusOf(document.name))}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...zones,
    ...fitting(events, { budget, most: documentLimits.calendarEvents }, (event) => {
      const lines = eventLines(event, { document, words, zones: starts })
      return budget.take(lines.join("")) ? lines : null
    }).parts.flat(),
    "END:VCALENDAR"
  ])
}
