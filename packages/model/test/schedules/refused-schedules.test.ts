import { describe, expect, it } from "vitest"
import { parseCron, parseOnCalendar, scheduleLimits } from "../../src/index.ts"
import { messageOf } from "./parsed.ts"

const weekday = "day of week takes 0 to 7, SUN to SAT, or forms such as 5L and MON#1"
const monthDay = "day of month takes 1 to 31, L or LW"
const fieldCount = "a cron expression takes 5 fields, or 6 with the second as the first"

const cron: ReadonlyArray<readonly [expression: string, message: string]> = [
  ["0 25 * * *", "hour takes 0 to 23; got 25"],
  ["60 * * * *", "minute takes 0 to 59; got 60"],
  ["61 * * * * *", "second takes 0 to 59; got 61"],
  ["0 0 0 * *", `${monthDay}; got 0`],
  ["0 0 1-32 * *", `${monthDay}; got 32`],
  ["0 0 LX * *", `${monthDay}; got LX`],
  ["0 0 L-3 * *", `${monthDay}; got L`],
  ["0 0 1 13 *", "month takes 1 to 12 or JAN to DEC; got 13"],
  ["0 0 1 JANUARY *", "month takes 1 to 12 or JAN to DEC; got JANUARY"],
  ["0 0 * * 8", `${weekday}; got 8`],
  ["0 0 * * MONL", `${weekday}; got MONL`],
  ["0 0 * * MON#6", `${weekday}; got MON#6`],
  ["0 0 * * MON#0", `${weekday}; got MON#0`],
  ["0 0 * * 1##1", `${weekday}; got 1##1`],
  ["0 0 * * L", `${weekday}; got L`],
  ["0 0 * * 5L-6", `${weekday}; got 5L`],
  ["0 0 * * 5L/3", `${weekday}; got 5L`],
  ["-1 * * * *", "minute takes 0 to 59; got -1"],
  ["1,,2 * * * *", "minute takes 0 to 59; got nothing"],
  ["1-1_0 * * * *", "minute takes 0 to 59; got 1_0"],
  ["0x1 * * * *", "minute takes 0 to 59; got 0X1"],
  ["*-5 * * * *", "minute takes 0 to 59; got *"],
  ["** * * * *", "minute takes 0 to 59; got **"],
  ["? * * * *", "minute takes 0 to 59; got ?"],
  ["0 20-4 * * *", "the first value of a range in hour must not be larger than the last; got 20-4"],
  ["0 0 * * MON-SUN", "the first value of a range in day of week must not be larger than the last; got MON-SUN"],
  ["*/0 * * * *", "a step in minute must be a whole number of at least 1; got 0"],
  ["2/ * * * *", "a step in minute must be a whole number of at least 1; got nothing"],
  ["1//2 * * * *", "a step in minute must be a whole number of at least 1; got /2"],
  ["0 0 30 2 *", "day of month must be a day that a chosen month has; got 30"],
  ["0 0 31 4,6,9,11 *", "day of month must be a day that a chosen month has; got 31"],
  ["* * * *", `${fieldCount}; got 4`],
  ["* * * * * * *", `${fieldCount}; got 7`],
  ["", `${fieldCount}; got 0`],
  ["CRON_TZ=UTC", `${fieldCount}; got 0`],
  ["CRON_TZ=Mars/Base 0 0 * * *", "time zone must be a name such as Europe/Berlin; got Mars/Base"],
  ["TZ= 0 0 * * *", "time zone must be a name such as Europe/Berlin; got nothing"],
  ["@reboot", "a macro must be one of @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually; got @reboot"],
  ["0 0\n* * *", 'a cron expression takes one line of ASCII characters; got "0 0\\n* * *"'],
  ["0 0 * * ſun", 'a cron expression takes one line of ASCII characters; got "0 0 * * ſun"'],
  ["¹ * * * *", 'a cron expression takes one line of ASCII characters; got "¹ * * * *"'],
  ["__proto__ * * * *", "minute takes 0 to 59; got __PROTO__"],
  ["0 0 * constructor *", "month takes 1 to 12 or JAN to DEC; got CONSTRUCTOR"],
  [`${"1".repeat(40)} * * * *`, `minute takes 0 to 59; got ${"1".repeat(30)}...`]
]

const timeOrder = "an expression takes weekdays, a date and a time, in this order"

const calendar: ReadonlyArray<readonly [lines: string, message: string]> = [
  ["*:75", "minute takes 0 to 59; got 75"],
  ["24:00", "hour takes 0 to 23; got 24"],
  ["10:00:60", "second takes 0 to 59, without decimals; got 60"],
  ["05:40:23.42", "second takes 0 to 59, without decimals; got 23.42"],
  ["1-32", "day of month takes 1 to 31; got 32"],
  ["13-1", "month takes 1 to 12; got 13"],
  ["1~29", "day of month takes 1 to 28 after ~; got 29"],
  ["*-*~1..31", "day of month takes 1 to 28 after ~; got 31"],
  ["1969-1-1", "year takes 1970 to 2199, or two digits; got 1969"],
  ["2200-1-1", "year takes 1970 to 2199, or two digits; got 2200"],
  ["1000-*-*", "year takes 1970 to 2199, or two digits; got 1000"],
  ["Mo 10:00", "day of week takes Mon to Sun; got MO"],
  ["1 10:00", "day of week takes Mon to Sun; got 1"],
  ["* 1-1", "day of week takes Mon to Sun; got *"],
  ["Mon/1", "day of week takes Mon to Sun; got MON/1"],
  ["Mon,,", "day of week takes Mon to Sun; got nothing"],
  ["Mon-", "day of week takes Mon to Sun; got MON-"],
  ["Europe/Riga", "day of week takes Mon to Sun; got EUROPE/RIGA"],
  ["fortnightly", "day of week takes Mon to Sun; got FORTNIGHTLY"],
  ["Sat..Mon", "the first value of a range in day of week must not be larger than the last; got SAT..MON"],
  ["*-*-5..1", "the first value of a range in day of month must not be larger than the last; got 5..1"],
  ["*:*/15", "minute takes * only on its own, and steps such as 0/5; got */15"],
  ["*:*,5", "minute takes * only on its own, and steps such as 0/5; got *,5"],
  ["*:0/0", "a step in minute must be a whole number of at least 1; got 0"],
  ["*:1..1_0", "minute takes 0 to 59; got 1_0"],
  ["1:2:3:4", "a time takes hour:minute or hour:minute:second; got 1:2:3:4"],
  ["*-*-~1", "a date takes year-month-day or month-day; got *-*-~1"],
  ["Mon Tue 10:00", `${timeOrder}; got MON TUE`],
  ["10:00 *-*-*", "day of week takes Mon to Sun; got 10:00"],
  ["12:34 Europe/Surprise", "time zone must be a name such as Europe/Berlin; got Europe/Surprise"],
  ["12:34 Europe/", "time zone must be a name such as Europe/Berlin; got Europe/"],
  ["", "OnCalendar takes an expression such as daily or Mon 08:30; got nothing"],
  [" \n ", "OnCalendar takes an expression such as daily or Mon 08:30; got nothing"],
  ["daily\n\n25:00", "line 3: hour takes 0 to 23; got 25"],
  ["constructor", "day of week takes Mon to Sun; got CONSTRUCTOR"],
  ["٣:00", 'hour takes 0 to 23; got "٣"']
]

describe("a message says what the field takes", () => {
  it.each(cron)("cron %j: %s", (expression, message) => {
    expect(messageOf(parseCron(expression, "Europe/Riga"))).toBe(message)
  })

  it.each(calendar)("OnCalendar %j: %s", (lines, message) => {
    expect(messageOf(parseOnCalendar(lines, "Europe/Riga"))).toBe(message)
  })

  it("or the schedule's time zone", () => {
    for (const parse of [parseCron, parseOnCalendar])
      for (const zone of ["Mars/Base", "+02:00", ""])
        expect(messageOf(parse(parse === parseCron ? "0 0 * * *" : "daily", zone))).toBe(
          `time zone must be a name such as Europe/Berlin; got ${zone === "" ? "nothing" : zone}`
        )
  })
})

describe("every text of cronsim's list of bad values", () => {
  const values = ["-1", "61", "ABC", "2/", "/2", "2#", "#2", "1##1", "1//2", "¹", "LL", "LWX"]
  const patterns = ["V * * * *", "* V * * *", "* * V * *", "* * * V *", "* * * * V", "* * * * * V", "1-V * * * *"]
  const more = ["V-60 * * * *", "* * 1-V * *", "* * 1,V * *", "* * V/1 * *", "* * * V-DEC *", "* * * JAN-V *"]
  const weekdays = ["* * * * V-SUN", "* * * * MON-V"]

  it.each([...patterns, ...more, ...weekdays])("is refused in %s", (pattern) => {
    for (const value of values) expect(parseCron(pattern.replace("V", value), "UTC")._tag).toBe("Fault")
  })
})

describe("every text of oncalendar's list of bad values", () => {
  const values = ["-1", "1000", "ABC", "1-1", "1:1", "Mon/1", "~1", "*/1", "*,1", "1..*"]

  it.each(["V *-*-* *:*:*", "V-*-*", "*-V-*", "*-*-V", "*-*~V", "V:*:*", "*:V:*", "*:*:V"])(
    "is refused in %s",
    (pattern) => {
      for (const value of values) expect(parseOnCalendar(pattern.replace("V", value), "UTC")._tag).toBe("Fault")
    }
  )
})

describe("a text that is too long is refused before it is read", () => {
  it("as a cron expression of more than 100 characters", () => {
    const longest = `0${",0".repeat(45)} * * * *`
    expect(longest).toHaveLength(scheduleLimits.cronLength - 1)
    expect(parseCron(`${longest} `, "UTC")._tag).toBe("Schedule")
    expect(messageOf(parseCron(`10${longest}`, "UTC"))).toBe("a cron expression takes at most 100 characters; got 101")
  })

  it("as OnCalendar lines of more than 250 characters, or more than 25 lines", () => {
    expect(messageOf(parseOnCalendar("1".repeat(251), "UTC"))).toBe("OnCalendar takes at most 250 characters; got 251")
    expect(parseOnCalendar("1:0\n".repeat(25), "UTC")._tag).toBe("Schedule")
    expect(messageOf(parseOnCalendar("1:0\n".repeat(26), "UTC"))).toBe("OnCalendar takes at most 25 lines; got 26")
  })
})
