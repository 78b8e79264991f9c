import * as fc from "fast-check"

/** The parts of a clock time. Months count from 1, and weekdays from Sunday as 0. */
export interface ShownTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly daysInMonth: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Returns the parts of a clock time that is given in milliseconds, as if the clocks showed UTC. */
export const timeOf = (shown: number): ShownTime => {
  const date = new Date(shown)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return {
    year,
    month: month + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    daysInMonth: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds()
  }
}

/** The text of a field or an expression, and the clock times that it matches. */
export interface Meaning {
  readonly text: string
  readonly matches: (time: ShownTime) => boolean
}

type Part = keyof ShownTime

const sequence = (first: number, last: number, step: number): ReadonlyArray<number> =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)

const numbers = (minimum: number, maximum: number) => fc.integer({ min: minimum, max: maximum })
const ends = (minimum: number, maximum: number) =>
  fc
    .tuple(numbers(minimum, maximum), numbers(minimum, maximum))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

/** Generates a value or a range, with or without a step. `mark` stands between the ends of a range. */
const item = (minimum: number, maximum: number, mark: string) =>
  fc.oneof(
    numbers(minimum, maximum).map((value) => ({ text: `${value}`, values: [value] })),
    ends(minimum, maximum).map(([first, last]) => ({
      text: `${first}${mark}${last}`,
      values: sequence(first, last, 1)
    })),
    fc.tuple(ends(minimum, maximum), numbers(1, 9)).map(([[first, last], step]) => ({
      text: `${first}${mark}${last}/${step}`,
      values: sequence(first, last, step)
    })),
    fc.tuple(numbers(minimum, maximum), numbers(1, 20)).map(([first, step]) => ({
      text: `${first}/${step}`,
      values: sequence(first, maximum, step)
    }))
  )

const list = (part: Part, minimum: number, maximum: number, mark: string): fc.Arbitrary<Meaning> =>
  fc.array(item(minimum, maximum, mark), { minLength: 1, maxLength: 3 }).map((items) => {
    const values = new Set(items.flatMap((one) => one.values))
    return { text: items.map((one) => one.text).join(","), matches: (time) => values.has(time[part]) }
  })

const star = fc.constant<Meaning>({ text: "*", matches: () => true })

const starWithStep = (part: Part, minimum: number, maximum: number): fc.Arbitrary<Meaning> =>
  numbers(2, 12).map((step) => ({
    text: `*/${step}`,
    matches: (time) => sequence(minimum, maximum, step).includes(time[part])
  }))

const cronField = (part: Part, minimum: number, maximum: number): fc.Arbitrary<Meaning> =>
  fc.oneof(star, starWithStep(part, minimum, maximum), list(part, minimum, maximum, "-"))

const isLastWorkday = ({ day, daysInMonth, weekday }: ShownTime): boolean =>
  weekday >= 1 && weekday <= 5 && (day === daysInMonth || (weekday === 5 && daysInMonth - day <= 2))

const cronDays = fc.oneof(
  { weight: 3, arbitrary: star },
  starWithStep("day", 1, 31),
  list("day", 1, 31, "-"),
  fc.constant<Meaning>({ text: "L", matches: ({ day, daysInMonth }) => day === daysInMonth }),
  fc.constant<Meaning>({ text: "LW", matches: isLastWorkday })
)

/** Weekdays from 0 to 7. Both 0 and 7 are Sunday. */
const cronWeekdays: fc.Arbitrary<Meaning> = fc.oneof(
  { weight: 3, arbitrary: star },
  fc.array(item(0, 7, "-"), { minLength: 1, maxLength: 2 }).map((items) => ({
    text: items.map((one) => one.text).join(","),
    matches: ({ weekday }: ShownTime) => items.some((one) => one.values.some((value) => value % 7 === weekday))
  })),
  numbers(0, 7).map((wanted) => ({
    text: `${wanted}L`,
    matches: ({ day, daysInMonth, weekday }: ShownTime) => weekday === wanted % 7 && daysInMonth - day < 7
  })),
  fc.tuple(numbers(0, 7), numbers(1, 5)).map(([wanted, week]) => ({
    text: `${wanted}#${week}`,
    matches: ({ day, weekday }: ShownTime) => weekday === wanted % 7 && day > 7 * (week - 1) && day <= 7 * week
  }))
)

/** A cron expression. `runsOnce` says whether Debian's rule for a fixed minute and hour applies. */
export interface CronMeaning extends Meaning {
  readonly runsOnce: boolean
}

export const cronExpressions = (hasSeconds: boolean): fc.Arbitrary<CronMeaning> =>
  fc
    .record({
      second: hasSeconds ? cronField("second", 0, 59) : fc.constant<Meaning>({ text: "", matches: () => true }),
      minute: cronField("minute", 0, 59),
      hour: cronField("hour", 0, 23),
      day: cronDays,
      month: fc.oneof({ weight: 4, arbitrary: star }, cronField("month", 1, 12)),
      weekday: cronWeekdays
    })
    .map(({ day, hour, minute, month, second, weekday }) => {
      const isBoth = day.text.startsWith("*") || weekday.text.startsWith("*")
      return {
        text: [second, minute, hour, day, month, weekday]
          .map(({ text }) => text)
          .join(" ")
          .trim(),
        runsOnce: !hasSeconds && !minute.text.startsWith("*") && !hour.text.startsWith("*"),
        matches: (time: ShownTime) =>
          [second, minute, hour, month].every((field) => field.matches(time)) &&
          (isBoth ? day.matches(time) && weekday.matches(time) : day.matches(time) || weekday.matches(time))
      }
    })
    .filter(({ text }) => text.length <= 100)

const NAMES = ["Sun", "mon", "Tuesday", "Wed", "THU", "Friday", "Sat"]
const nameOf = (weekday: number): string => NAMES[weekday] ?? ""

const calendarWeekdays = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Meaning>({ text: "", matches: () => true }) },
  fc.array(numbers(0, 6), { minLength: 1, maxLength: 3 }).map((wanted) => ({
    text: wanted.map(nameOf).join(","),
    matches: ({ weekday }: ShownTime) => wanted.includes(weekday)
  })),
  fc.tuple(numbers(1, 6), numbers(0, 6)).map(([first, more]) => {
    const wanted = sequence(first, Math.min(7, first + more), 1).map((weekday) => weekday % 7)
    return {
      text: `${nameOf(first)}..${nameOf(wanted.at(-1) ?? 0)}`,
      matches: ({ weekday }: ShownTime) => wanted.includes(weekday)
    }
  })
)

const calendarField = (part: Part, minimum: number, maximum: number) =>
  fc.oneof(star, list(part, minimum, maximum, ".."))

/**
 * Days counted from the end of the month: a range from its smaller number, or a value with a step towards the end of
 * the month.
 */
const daysFromEnd: fc.Arbitrary<Meaning> = fc
  .array(fc.tuple(ends(1, 28), numbers(1, 9), fc.boolean()), { minLength: 1, maxLength: 2 })
  .map((items) => {
    const values = new Set(
      items.flatMap(([[first, last], step, isRange]) =>
        isRange ? sequence(first, last, step) : sequence(0, last - 1, step).map((place) => last - place)
      )
    )
    const texts = items.map(([[first, last], step, isRange]) =>
      isRange ? `${first}..${last}/${step}` : `${last}/${step}`
    )
    return {
      text: `~${texts.join(",")}`,
      matches: ({ day, daysInMonth }: ShownTime) => values.has(daysInMonth - day + 1)
    }
  })

/** OnCalendar expressions of one line, without a time zone. */
export const calendarExpressions = (hasSeconds: boolean): fc.Arbitrary<Meaning> =>
  fc
    .record({
      weekday: calendarWeekdays,
      year: fc.oneof({ weight: 5, arbitrary: star }, list("year", 2_000, 2_040, "..")),
      month: fc.oneof({ weight: 4, arbitrary: star }, calendarField("month", 1, 12)),
      day: fc.oneof({ weight: 3, arbitrary: star }, list("day", 1, 31, ".."), daysFromEnd),
      hour: calendarField("hour", 0, 23),
      minute: calendarField("minute", 0, 59),
      second: hasSeconds
        ? calendarField("second", 0, 59)
        : fc.constant<Meaning>({ text: "0", matches: ({ second }) => second === 0 })
    })
    .map(({ day, hour, minute, month, second, weekday, year }) => ({
      text: `${weekday.text} ${year.text}-${month.text}${day.text.startsWith("~") ? "" : "-"}${day.text} ${hour.text}:${minute.text}:${second.text}`.trim(),
      matches: (time: ShownTime) =>
        [weekday, year, month, day, hour, minute, second].every((field) => field.matches(time))
    }))
