import { aString, kindOf, type Kind, listOf, oneOf, shape, textLike } from "@mon/bundled/arguments"
import type { QuietHours } from "./QuietHours.ts"

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/u
const DAYS = [1, 2, 3, 4, 5, 6, 7]

const clockKind = (): Kind => textLike("a time such as 22:00", (value) => CLOCK.test(value))

export const quietHoursKind = (): Kind => {
  const fields = shape<QuietHours>("quiet hours: an object with start, end, days and timeZone", {
    start: clockKind(),
    end: clockKind(),
    days: listOf(oneOf(...DAYS)),
    timeZone: aString
  })
  const leavesTime = kindOf("quiet hours that do not cover the whole week", (value) => !isAlways(value as QuietHours))
  return { takes: fields.takes, fault: (value) => fields.fault(value) ?? leavesTime.fault(value) }
}

const isAlways = ({ days, end, start }: QuietHours): boolean => start === end && new Set(days).size === DAYS.length
