import { nextTimes, parseCron, type ParsedSchedule, parseOnCalendar, type Schedule } from "../../src/index.ts"

export const scheduleOf = (parsed: ParsedSchedule): Schedule => {
  if (parsed._tag === "Fault") throw new Error(parsed.message)
  return parsed.schedule
}

export const messageOf = (parsed: ParsedSchedule): string => {
  if (parsed._tag === "Schedule") throw new Error("The text was accepted.")
  return parsed.message
}

const iso = (time: number): string => new Date(time).toISOString().replace(".000Z", "Z")

export const cronTimes = (expression: string, zone: string, after: string, count: number): ReadonlyArray<string> =>
  nextTimes(scheduleOf(parseCron(expression, zone)), Date.parse(after), count).map(iso)

export const calendarTimes = (lines: string, zone: string, after: string, count: number): ReadonlyArray<string> =>
  nextTimes(scheduleOf(parseOnCalendar(lines, zone)), Date.parse(after), count).map(iso)

/** Converts times with an offset, such as `2021-03-27T03:00+02:00`, to the format of the functions above. */
export const inUtc = (...times: ReadonlyArray<string>): ReadonlyArray<string> =>
  times.map((time) => iso(Date.parse(time)))
