// Measures the CPU time of the main functions. Usage: node --conditions=@mon/source bench/schedules.ts [rounds]
import { onCallAt, type OnCallSchedule, shiftsBetween } from "../src/index.ts"

const ROUNDS = Number(process.argv[2] ?? 20)
/** One call is shorter than a step of the kernel's CPU clock, so each measurement repeats it. */
const REPEAT = 200
const DAY = 86_400_000
const AT = Date.UTC(2026, 6, 1, 10)
const TARGETS_MS = { now: 1, year: 20, thousand: 100 }
const ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney", "UTC", "America/Sao_Paulo"]

const workHours = ["mon", "tue", "wed", "thu", "fri"].map((day) => ({ start: `${day} 09:00`, end: `${day} 17:00` }))

/** Ten layers: weekly, daily and monthly, some of them only on work days, and 50 overrides. */
const schedule = (zone: string): OnCallSchedule => ({
  zone,
  layers: Array.from({ length: 10 }, (_, index) => ({
    groups: [["ann"], ["bob"], [], ["cat", "dan"]],
    handOff: {
      every: 1,
      unit: (["weeks", "days", "months"] as const)[index % 3] ?? "weeks",
      start: "2025-01-06T09:00"
    },
    ...(index % 2 === 1 ? { active: workHours, counts: "active" as const } : {})
  })),
  overrides: Array.from({ length: 50 }, (_, index) => ({
    start: AT + index * 7 * DAY,
    end: AT + index * 7 * DAY + DAY,
    people: ["eve"],
    replaces: "ann"
  }))
})

const cpuOf = (run: () => void, repeat: number): number => {
  const before = process.threadCpuUsage()
  for (let count = 0; count < repeat; count += 1) run()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1_000 / repeat
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const measured = (run: () => void, repeat: number): number =>
  median(Array.from({ length: ROUNDS }, () => cpuOf(run, repeat)))

const one = schedule("Europe/Berlin")
const many = Array.from({ length: 1_000 }, (_, index) => schedule(ZONES[index % ZONES.length] ?? "UTC"))
const year = { from: AT, to: AT + 365 * DAY }
const hourly = { groups: [["ann"], ["bob"]], handOff: { every: 1, unit: "hours", start: "2025-01-06T09:00" } } as const
const largest: OnCallSchedule = {
  zone: "Europe/Berlin",
  mode: "together",
  layers: Array.from({ length: 100 }, (_, index) => ({
    ...hourly,
    handOff: { ...hourly.handOff, start: `2025-01-06T09:${10 + (index % 50)}` },
    active: workHours
  }))
}

const first = cpuOf(() => onCallAt(one, AT), 1)
const now = measured(() => onCallAt(one, AT), REPEAT)
const ofYear = measured(() => shiftsBetween(one, year), 5)
const ofMany = measured(() => many.forEach((each) => onCallAt(each, AT)), 1)
const worst = cpuOf(() => shiftsBetween(largest, { from: AT, to: AT + 400 * DAY }), 1)

console.log(`${now.toFixed(3)} ms of CPU for one schedule at one instant (${first.toFixed(1)} ms for the first call)`)
console.log(`${ofYear.toFixed(1)} ms for a year of ten layers`)
console.log(`${ofMany.toFixed(1)} ms for 1,000 schedules at one instant`)
console.log(`${worst.toFixed(0)} ms for 400 days of the most expensive schedule: 100 layers that change each hour`)
process.exitCode = now <= TARGETS_MS.now && ofYear <= TARGETS_MS.year && ofMany <= TARGETS_MS.thousand ? 0 : 1
