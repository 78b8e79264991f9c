import type { Timeline } from "@mon/model"
import { type KeyboardEvent, useRef, useState } from "react"
import { useLocation } from "wouter"
import { useLanguage } from "../words/language.ts"
import css from "./Monitor.module.css"
import { ownValue } from "../words/ownValue.ts"

const DAYS = 90
const DAY_MS = 86_400_000

type Day = Timeline["days"][number]

/** Returns the last 90 days, up to the newest day of the timeline. For a day without monitoring, `known` is null. */
const lastDays = (days: ReadonlyArray<Day>): ReadonlyArray<{ readonly day: string; readonly known: Day | null }> => {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const last = Date.parse(days.at(-1)?.day ?? new Date().toISOString().slice(0, 10))
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(last - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, known: byDay.get(day) ?? null }
  })
}

const levelOf = (day: Day | null): string =>
  day === null || day.uptime === null ? "none" : day.uptime >= 99.99 ? "good" : day.uptime >= 99 ? "fair" : "bad"

/** Shows one bar for each day. All bars are one tab stop: arrow keys move, Enter opens `href`. */
export const DayBar = ({ days, href }: { readonly href: string; readonly days: ReadonlyArray<Day> }) => {
  const { format, words } = useLanguage()
  const [, navigate] = useLocation()
  const [active, setActive] = useState(DAYS - 1)
  const place = useRef<HTMLDivElement>(null)
  const bars = lastDays(days)
  const nameOf = ({ day, known }: (typeof bars)[number]): string => {
    const date = format.date(Date.parse(`${day}T12:00:00Z`))
    const text =
      known === null || known.uptime === null
        ? words.domain.dayNone(date)
        : words.domain.dayUp(date, format.percent(known.uptime))
    const seconds = known?.maintenanceSeconds ?? 0
    return seconds === 0 ? text : words.domain.dayMaintenance(text, format.seconds(seconds))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = ownValue({ ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: DAYS - 1 }, event.key)
    if (next === undefined) return
    event.preventDefault()
    const to = Math.max(0, Math.min(DAYS - 1, next))
    setActive(to)
    place.current?.querySelectorAll<HTMLElement>("button")[to]?.focus()
  }
  return (
    <div ref={place} className={css["days"]} role="group" aria-label={words.domain.bar} onKeyDown={onKeyDown}>
      {bars.map((bar, index) => (
        <button
          key={bar.day}
          type="button"
          tabIndex={index === active ? 0 : -1}
          data-level={levelOf(bar.known)}
          data-maintenance={(bar.known?.maintenanceSeconds ?? 0) > 0 ? "" : undefined}
          aria-label={nameOf(bar)}
          title={nameOf(bar)}
          onFocus={() => setActive(index)}
          onClick={() => navigate(href)}
        />
      ))}
    </div>
  )
}
