import { SEED } from "@mon/tooling/seed"
import * as fc from "fast-check"
import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { nextTimes, parseOnCalendar } from "../../src/index.ts"
import { scheduleOf } from "./parsed.ts"
import { calendarExpressions, type Meaning, timeOf } from "./randomExpressions.ts"

const EXPRESSIONS = 14_000
/** The minimum number of expressions with equal times. systemd refuses a quarter of the expressions. */
const ANSWERED = 10_000
/** The maximum number of expressions for which systemd fails or is wrong. There are usually fewer than 20. */
const MOST_EXCEPTIONS = 50
/** The number of expressions that one process reads, all from the same moment. */
const BATCH = 100
const TIMES = 4
const DAY = 86_400_000

/**
 * Zones with clock changes of an hour, of half an hour or at midnight, and zones without clock changes. The systemd
 * process uses the first zone.
 */
const zones = ["UTC", "Europe/Riga", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Asia/Kolkata"]
/** Moments before clock changes in some of these zones, and before a leap day. */
const moments = [
  "2021-03-27T20:00Z",
  "2021-10-30T20:00Z",
  "2027-03-13T20:00Z",
  "2026-10-03T10:00Z",
  "2024-02-27T12:00Z"
]

/**
 * The reasons for which systemd 252 gives no times:
 *
 * - `refused`: it refuses a value with a step that leads beyond the end of the field, such as `*:50/20`, some lists
 *   with steps after `~`, and seconds as a range of one value. `parseOnCalendar` accepts them, as oncalendar 1.1 does.
 * - `deadlock`: it fails at some changes of clocks (EDEADLK).
 */
type Unanswered = "refused" | "deadlock"

/** The answer of systemd to an expression: its next times, or the reason why there are none. */
type Answer = ReadonlyArray<number> | Unanswered

const TIME = /(?:Next elapse|Iter\. #\d+): \w+ (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/gu
const REFUSED = /^Failed to parse calendar specification '(.*)': Invalid argument$/gmu
const GAVE_UP = /^Failed to determine next elapse for '(.*)': Resource deadlock avoided$/gmu

const askSystemd = (expressions: ReadonlyArray<string>, base: number): ReadonlyArray<Answer> => {
  const options = [`--iterations=${TIMES}`, `--base-time=@${base / 1_000}`]
  const env = { ...process.env, TZ: "UTC", LC_ALL: "C" }
  const { stderr, stdout } = spawnSync("systemd-analyze", ["calendar", ...options, "--", ...expressions], {
    encoding: "utf8",
    env
  })
  const unanswered = new Map<string | undefined, Unanswered>()
  for (const [, expression] of stderr.matchAll(REFUSED)) unanswered.set(expression, "refused")
  for (const [, expression] of stderr.matchAll(GAVE_UP)) unanswered.set(expression, "deadlock")
  const blocks = stdout.split("Normalized form: ").slice(1)
  return expressions.map((expression) => {
    const reason = unanswered.get(expression)
    if (reason !== undefined) return reason
    return [...(blocks.shift() ?? "").matchAll(TIME)].map(([, date, time]) => Date.parse(`${date}T${time}Z`))
  })
}

/** The largest values of year, month, day, hour, minute and second. */
const LARGEST = [2_199, 12, 31, 23, 59, 59]

/** Whether systemd refuses an expression for one of the reasons above. */
const isRefusedForKnownReason = (expression: string): boolean => {
  const [date = "", time = ""] = expression.split(" ").filter((token) => /^[\d*]/u.test(token))
  if (/~.*,/u.test(date) && /~.*\//u.test(date)) return true
  if (/:.*:(?:.*,)?(\d+)\.\.\1(?:,|\/|$)/u.test(time)) return true
  return [...date.replace("~", "-~").split("-"), ...time.split(":")].some((field, index) =>
    field.split(",").some((item) => {
      const [, tilde, first, step] = /^(~?)(\d+)\/(\d+)$/u.exec(item) ?? []
      if (tilde === "~") return Number(first) - Number(step) < 1
      return Number(first) + Number(step) > (LARGEST[index] ?? 0)
    })
  )
}

const shownOffset = (zone: string, time: number): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset", year: "numeric" }).format(time)

/** Whether clocks repeat a time within a day. systemd 252 may then choose either of two equal clock times. */
const isNearRepeatedTime = (zone: string, time: number): boolean => {
  const [before = "", after = ""] = [time - DAY, time + DAY].map((moment) => shownOffset(zone, moment).slice(-6))
  return before !== after && Date.parse(`2000-01-01T00:00${before}`) < Date.parse(`2000-01-01T00:00${after}`)
}

/**
 * Whether systemd leaves out times that match the expression, or chooses the other one of two equal clock times.
 * systemd 252 does this for a few expressions in zones other than UTC, such as `0/16:43`.
 */
const isFaultOfSystemd = (
  meaning: Meaning,
  zone: string,
  answer: ReadonlyArray<number>,
  times: ReadonlyArray<number>
) => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
  const matches = (time: number) => meaning.matches(timeOf(Date.parse(`${format.format(time).replace(" ", "T")}Z`)))
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY
  const others = answer.filter((time) => time <= last && !times.includes(time))
  return zone !== "UTC" && times.every(matches) && others.every((time) => isNearRepeatedTime(zone, time))
}

const isInstalled = spawnSync("systemd-analyze", ["--version"]).status === 0
const shown = (times: ReadonlyArray<number>): string => times.map((time) => new Date(time).toISOString()).join(" ")

// systemd-analyze exists only on machines with systemd.
it.skipIf(!isInstalled)(
  "10,000 random expressions have the same next times as in systemd",
  () => {
    const texts = fc.sample(calendarExpressions(true), { numRuns: EXPRESSIONS, seed: SEED })
    const differences: Array<string> = []
    const counts = { agree: 0, refused: 0, deadlock: 0, other: 0 }
    for (let start = 0; start < EXPRESSIONS; start += BATCH) {
      const number = start / BATCH
      const base = Date.parse(moments[number % moments.length] ?? "")
      const zone = zones[number % zones.length] ?? "UTC"
      const expressions = texts.slice(start, start + BATCH).map(({ text }) => `${text} ${zone}`)
      for (const [index, answer] of askSystemd(expressions, base).entries()) {
        const [expression, meaning] = [expressions[index], texts[start + index]]
        if (expression === undefined || meaning === undefined) continue
        const times = nextTimes(scheduleOf(parseOnCalendar(expression, "UTC")), base, TIMES)
        if (answer === "refused" && !isRefusedForKnownReason(expression)) differences.push(`${expression}: refused`)
        if (typeof answer === "string") counts[answer] += 1
        else if (shown(answer) === shown(times)) counts.agree += 1
        else if (isFaultOfSystemd(meaning, zone, answer, times)) counts.other += 1
        else differences.push(`${shown([base])} ${expression}: ${shown(answer)}, but here ${shown(times)}`)
      }
    }
    expect(differences).toEqual([])
    expect(counts.agree).toBeGreaterThan(ANSWERED)
    expect(counts.deadlock + counts.other).toBeLessThan(MOST_EXCEPTIONS)
  },
  600_000
)
