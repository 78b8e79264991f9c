import { expect, it } from "vitest"
import { nextTime, parseCron, type ParsedSchedule, parseOnCalendar, type Schedule } from "../../src/index.ts"
import { scheduleOf } from "./parsed.ts"

/** Returns a schedule that counts how often it asks for the offset of its zone. Nothing else in a search is slow. */
const counted = (parsed: ParsedSchedule): { readonly schedule: Schedule; readonly asked: () => number } => {
  const { kind, rules } = scheduleOf(parsed)
  let count = 0
  const counting = rules.map((rule) => ({
    ...rule,
    clock: {
      periodAt: (instant: number) => {
        count += 1
        return rule.clock.periodAt(instant)
      }
    }
  }))
  return { schedule: { kind, rules: counting }, asked: () => count }
}

const now = Date.UTC(2026, 10, 29)

const hostile: ReadonlyArray<readonly [expression: string, parsed: ParsedSchedule, next: string | null]> = [
  ["59 59 23 29 2 SUN#5", parseCron("59 59 23 29 2 SUN#5", "Europe/Riga"), "2028-02-29T21:59:59.000Z"],
  ["1 1 */100 * MON#4", parseCron("1 1 */100 * MON#4", "Europe/Riga"), null],
  ["0 0 */28 2 MON#5", parseCron("0 0 */28 2 MON#5", "Europe/Riga"), "2044-02-28T22:00:00.000Z"],
  ["*/30 3 * 3 0L, which clocks skip", parseCron("*/30 3 * 3 0L", "Europe/Riga"), null],
  ["* 2 * 3 0#2, which clocks skip", parseCron("* 2 * 3 0#2", "America/New_York"), null],
  ["0-59 0-23 * * *", parseCron("0-59 0-23 * * *", "Europe/Riga"), "2026-11-29T00:01:00.000Z"],
  ["Sun *-3~1..7 3:*:*, which clocks skip", parseOnCalendar("Sun *-3~1..7 3:*:*", "Europe/Riga"), null],
  ["Mon 2-30", parseOnCalendar("Mon 2-30", "Europe/Riga"), null],
  ["2199-12-31 23:59:59", parseOnCalendar("2199-12-31 23:59:59", "Europe/Riga"), "2199-12-31T21:59:59.000Z"]
]

it.each(hostile)("%s", (_expression, parsed, next) => {
  const { asked, schedule } = counted(parsed)
  const time = nextTime(schedule, now)
  expect(time === null ? null : new Date(time).toISOString()).toBe(next)
  expect(asked()).toBeLessThan(500)
})

it("every moment of a repeated hour is as cheap as any other", () => {
  const { asked, schedule } = counted(parseCron("0-59 0-23 * * *", "Antarctica/Troll"))
  // In the second pass of the two repeated hours, all 120 clock times of the first pass are over.
  const after = Date.parse("2026-10-25T01:00Z")
  expect(new Date(nextTime(schedule, after) ?? 0).toISOString()).toBe("2026-10-25T03:00:00.000Z")
  expect(asked()).toBeLessThan(10)
})
