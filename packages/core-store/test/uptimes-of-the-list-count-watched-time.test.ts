import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { Domains, MonitorLists } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { openWindow } from "./maintenanceWindow.ts"
import { installClock } from "./movableClock.ts"

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 23)
const SEED = 20_261_130
const MONITORS = 60
/** The history of a monitor is longer than the 30 days of the uptime. */
const HISTORY_HOURS = 40 * 24
const COUNTED_HOURS = 30 * 24

const states = { unknown: 0, up: 1, down: 2, paused: 3 } as const

/** Hours before {@link NOW}. */
interface Range {
  readonly from: number
  readonly hours: number
}

interface History {
  /** The states by the hour of their start. */
  readonly periods: ReadonlyArray<Range & { readonly state: keyof typeof states }>
  readonly unwatched: ReadonlyArray<Range>
  readonly maintenance: ReadonlyArray<Range>
}

const from = fc.integer({ min: 0, max: HISTORY_HOURS })
const range = fc.record({ from, hours: fc.integer({ min: 0, max: 90 }) })
const ranges = fc.uniqueArray(range, { selector: (one) => one.from, maxLength: 5 })
const history: fc.Arbitrary<History> = fc.record({
  periods: fc.uniqueArray(
    fc.record({ from, hours: fc.constant(0), state: fc.constantFrom("unknown", "up", "up", "down", "paused") }),
    { selector: (one) => one.from, maxLength: 8 }
  ),
  unwatched: ranges,
  maintenance: ranges
})

/** Counts each hour of the window on its own. */
const uptimeOf = ({ maintenance, periods, unwatched }: History): number | null => {
  const excluded = [...unwatched, ...maintenance]
  let up = 0
  let counted = 0
  for (let ago = COUNTED_HOURS; ago >= 1; ago--) {
    const state = periods.filter((one) => one.from >= ago).sort((one, other) => one.from - other.from)[0]?.state
    const isExcluded = excluded.some((one) => one.from >= ago && one.from - one.hours < ago)
    if (isExcluded || (state !== "up" && state !== "down")) continue
    counted += 1
    if (state === "up") up += 1
  }
  return counted === 0 ? null : Math.floor((10_000 * up) / counted) / 100
}

const timeOf = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString()

layer(layerStore, { excludeTestServices: true })("the list of monitors", (it) => {
  it.effect("counts the uptime of 30 days without unwatched time and maintenance", () =>
    Effect.gen(function* () {
      yield* installClock(timeOf(0))
      const sql = yield* SqlClient.SqlClient
      const domains = yield* Domains
      const { viewer } = yield* newAccount
      const histories = fc.sample(history, { seed: SEED, numRuns: MONITORS })
      const other = yield* domains.create(viewer, newDomain("other.example"), MONITORS + 1)
      if (other._tag !== "Created") return assert.fail("The domain was not created")
      const window = yield* openWindow(viewer, 60, { domainIds: [other.monitor.id] })
      const expected = new Map<string, number | null>()
      for (const [index, one] of histories.entries()) {
        const created = yield* domains.create(viewer, newDomain(`d${index}.example`), MONITORS + 1)
        if (created._tag !== "Created") return assert.fail("The domain was not created")
        const { id } = created.monitor
        expected.set(id, uptimeOf(one))
        const monitor = sql`select id from monitor where public_id = ${id}::uuid`
        yield* sql`delete from status_period where monitor_id = (${monitor})`
        for (const { from: start, state } of one.periods)
          yield* sql`insert into status_period (monitor_id, since, state)
            values ((${monitor}), ${timeOf(start)}::timestamptz, ${states[state]})`
        for (const { from: start, hours } of one.unwatched)
          yield* sql`insert into unwatched_period (monitor_id, since, until)
            values ((${monitor}), ${timeOf(start)}::timestamptz, ${timeOf(start - hours)}::timestamptz)`
        for (const { from: start, hours } of one.maintenance)
          yield* sql`insert into maintenance_period (monitor_id, since, until, window_id)
            select (${monitor}), ${timeOf(start)}::timestamptz, ${timeOf(start - hours)}::timestamptz, id
            from maintenance_window where public_id = ${window.id}::uuid`
      }
      const { fields, rows: listed } = yield* (yield* MonitorLists).read(viewer)
      const found = new Map(listed.map((row) => [row[fields.indexOf("id")], row[fields.indexOf("uptime30d")]]))
      for (const [id, uptime] of expected) assert.strictEqual(found.get(id), uptime)
    })
  )
})
