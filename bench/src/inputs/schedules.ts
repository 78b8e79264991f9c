import { nextTime, nextTimes, parseCron, type ParsedSchedule, parseOnCalendar, scheduleLimits } from "@mon/model"
import { each, type InputCase } from "./InputCase.ts"

const NOW = Date.UTC(2026, 10, 29)
/** What a preview shows. */
const PREVIEWED = 10

const evaluate = (parsed: ParsedSchedule): unknown =>
  parsed._tag === "Fault" ? parsed : [nextTime(parsed.schedule, NOW), nextTimes(parsed.schedule, NOW, PREVIEWED)]

const cron = (expression: string) => evaluate(parseCron(expression, "Europe/Riga"))
const calendar = (lines: string) => evaluate(parseOnCalendar(lines, "Europe/Riga"))

/** Zones whose clocks change on the last Sunday in March. */
const ZONES = ["EET", "CET", "WET", "MET", "GB", "Eire", "Poland", "Europe/Rome", "Europe/Oslo", "Europe/Kyiv"]

/** Schedules of heartbeats. */
export const schedules: ReadonlyArray<InputCase> = [
  {
    name: "cron expression and its next times",
    limit: `${scheduleLimits.cronLength} characters`,
    place: "event loop",
    shapes: each(cron, {
      "a date that never comes": "1 1 */100 * MON#4",
      "a rare date": "59 59 23 29 2 SUN#5",
      "29 February on a Monday": "0 0 */28 2 MON#5",
      "times that clocks skip": "*/30 3 * 3 0L",
      "as many values as allowed": `${"0-59,".repeat(18)}0 * * * *`,
      "one long number": `${"9".repeat(90)} * * * *`
    })
  },
  {
    name: "OnCalendar schedule and its next times",
    limit: `${scheduleLimits.onCalendarLength} characters`,
    place: "event loop",
    shapes: each(calendar, {
      "a date that never comes": "Mon 2-30",
      "times that clocks skip": "Sun *-3~1..7 3:*:*",
      "the last year": "2199-12-31 23:59:59",
      "many lines": "1:0\n".repeat(scheduleLimits.onCalendarLines),
      "changes of clocks in many zones": ZONES.map((zone) => `Sun *-3~1..7 1:9 ${zone}`).join("\n")
    })
  }
]
