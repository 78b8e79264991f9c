import * as fc from "fast-check"
import type { ActiveHours, HandOff, OnCallLayer, OnCallOverride, OnCallSchedule } from "../src/index.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Zones with changes at different times of the day, of half an hour and of two hours, and zones without changes. */
export const oddZones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Antarctica/Troll",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Beirut",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Chatham",
  "America/St_Johns"
]

const people = ["ann", "bob", "cat", "dan", "eve"]
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

const clockTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`)
const weekTime = fc.tuple(fc.constantFrom(...DAYS), clockTime).map(([day, time]) => `${day} ${time}`)

const activeHours: fc.Arbitrary<ReadonlyArray<ActiveHours>> = fc.oneof(
  fc.array(fc.record({ start: weekTime, end: weekTime }), { minLength: 1, maxLength: 3 }),
  fc
    .tuple(clockTime, clockTime)
    .map(([start, end]) => DAYS.slice(0, 5).map((day) => ({ start: `${day} ${start}`, end: `${day} ${end}` })))
)

const group = fc.subarray(people, { maxLength: 2 })

const handOffs = (start: number): fc.Arbitrary<HandOff> =>
  fc
    .tuple(
      fc.oneof(
        fc.tuple(fc.constant("hours" as const), fc.constantFrom(1, 2, 3, 4, 6, 8, 12, 24, 5, 7, 36, 100, 168)),
        fc.tuple(fc.constant("days" as const), fc.constantFrom(1, 2, 3, 5, 7, 10)),
        fc.tuple(fc.constant("weeks" as const), fc.constantFrom(1, 2, 4)),
        fc.tuple(fc.constant("months" as const), fc.constantFrom(1, 2, 3, 12))
      ),
      fc.integer({ min: -3, max: 90 }),
      clockTime
    )
    .map(([[unit, every], daysBefore, time]) => ({
      every,
      unit,
      start: `${new Date(start - daysBefore * DAY).toISOString().slice(0, 10)}T${time}`
    }))

const instants = (start: number, days: number) =>
  fc.integer({ min: -24 * 4, max: (days + 1) * 24 * 4 }).map((quarter) => start + quarter * (HOUR / 4))

const layers = (start: number, days: number): fc.Arbitrary<OnCallLayer> =>
  fc
    .record(
      {
        groups: fc.array(group, { minLength: 1, maxLength: 4 }),
        handOff: handOffs(start),
        active: activeHours,
        counts: fc.constantFrom("all" as const, "active" as const),
        from: instants(start, days),
        until: instants(start, days),
        joinsPrevious: fc.boolean(),
        zone: fc.constantFrom(...oddZones)
      },
      { requiredKeys: ["groups", "handOff"] }
    )
    .map(({ counts, from, until, ...layer }) => ({
      ...layer,
      ...(counts === undefined || layer.active === undefined || !canCount(layer.handOff) ? {} : { counts }),
      ...(from === undefined ? {} : { from }),
      ...(until === undefined || until <= (from ?? 0) ? {} : { until })
    }))

const canCount = ({ every, unit }: HandOff): boolean => unit !== "hours" || 24 % every === 0

const overrides = (start: number, days: number): fc.Arbitrary<OnCallOverride> =>
  fc
    .record(
      {
        start: instants(start, days),
        length: fc.integer({ min: 1, max: 96 }),
        people: group,
        replaces: fc.constantFrom(...people)
      },
      { requiredKeys: ["start", "length", "people"] }
    )
    .map(({ length, ...override }) => ({ ...override, end: override.start + length * (HOUR / 4) }))

/** Random schedules whose layers and overrides change within some days. */
export const schedules = (zone: fc.Arbitrary<string>, start: number, days: number): fc.Arbitrary<OnCallSchedule> =>
  fc.record(
    {
      zone,
      layers: fc.array(layers(start, days), { minLength: 1, maxLength: 4 }),
      overrides: fc.array(overrides(start, days), { maxLength: 4 }),
      mode: fc.constantFrom("layered" as const, "together" as const)
    },
    { requiredKeys: ["zone", "layers"] }
  )

/** Windows around changes of clocks in the zones, from 2025 to 2027. */
export const windows = [
  "2025-03-08",
  "2025-03-29",
  "2025-04-05",
  "2025-04-24",
  "2025-09-06",
  "2025-10-04",
  "2025-10-25",
  "2025-10-30",
  "2025-11-01",
  "2026-01-30",
  "2026-02-14",
  "2026-03-28",
  "2027-04-03"
].map((day) => Date.parse(`${day}T00:00Z`))
