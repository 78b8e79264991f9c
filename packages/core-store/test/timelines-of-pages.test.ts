import { assert, layer } from "@effect/vitest"
import { timelineFields, pageLimits } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AccessScope, Timelines, PageChecks, type PageCheckResult, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount, newMember } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { addUrl, changePage, claimed, result } from "./watchedPage.ts"

/** Midnight, in Unix seconds. */
const START = Date.UTC(2026, 5, 1) / 1_000
const HOUR = 3_600
const iso = (at: number) => new Date(at * 1_000).toISOString()

const check = Effect.fn("check")(function* (
  viewer: AccessScope,
  monitor: string,
  at: number,
  more: Partial<PageCheckResult> = {}
) {
  yield* setClock(iso(at))
  const claim = yield* claimed(viewer, monitor)
  yield* (yield* PageChecks).record(claim, result(claim, more))
})

const failure = {
  state: "error",
  page: null,
  statusCode: 503,
  responseUs: null,
  error: { code: "http_status", message: "It answered 503." }
} as const

const proberFault = { ...failure, state: null, statusCode: null, error: { code: "prober_fault", message: "Busy." } }

layer(layerStore, { excludeTestServices: true })("the timeline of a page", (it) => {
  it.effect("has its checks, availability, changes and pauses", () =>
    Effect.gen(function* () {
      yield* installClock(iso(START))
      const { viewer } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      yield* check(viewer, monitor, START + HOUR, { responseUs: 200_000 })
      const change = yield* changePage(viewer, monitor, iso(START + 2 * HOUR))
      yield* check(viewer, monitor, START + 3 * HOUR, failure)
      yield* check(viewer, monitor, START + 3 * HOUR + pageLimits.checkNowSeconds, failure)
      yield* check(viewer, monitor, START + 4 * HOUR, { ...proberFault })
      yield* check(viewer, monitor, START + 6 * HOUR, { responseUs: 300_000 })
      yield* setClock(iso(START + 8 * HOUR))
      yield* (yield* PageMonitors).pause(viewer, monitor)
      yield* setClock(iso(START + 10 * HOUR))
      const found = yield* (yield* Timelines).readUrl(viewer, monitor, "7d")
      const buckets = found?.buckets.map((bucket) =>
        Object.fromEntries(timelineFields.map((field, index) => [field, bucket[index]]))
      )
      assert.deepStrictEqual(
        buckets?.map(({ checks, down, p50, start, tls, up }) => [(start ?? 0) - START, checks, up, down, p50, tls]),
        [
          [HOUR, 1, 1, 0, 200, null],
          [2 * HOUR, 1, 1, 0, 1.5, null],
          [3 * HOUR, 2, 0, 2, null, null],
          [4 * HOUR, 1, 0, 0, null, null],
          [6 * HOUR, 1, 1, 0, 300, null]
        ]
      )
      assert.deepStrictEqual(found?.changes, [{ id: change, at: START + 2 * HOUR }])
      assert.deepStrictEqual(found?.incidents, [])
      assert.deepStrictEqual(
        found?.gaps.map(({ end, start, state }) => [start - START, end - START, state]),
        [
          [(found?.start ?? 0) - START, 0, "unknown"],
          [0, HOUR, "unknown"],
          [8 * HOUR, 10 * HOUR, "paused"]
        ]
      )
      // The page is unavailable from 03:00:00, when the manual check failed, to 06:00.
      const today = found?.days.at(-1)
      assert.deepInclude(today, { checks: 6, failures: 2, incidents: 0 })
      assert.approximately(today?.uptime ?? 0, (4 / 7) * 100, 0.01)
    })
  )

  it.effect("of a monitor from before this release begins with its next check", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      yield* sql`delete from status_period p using monitor m where m.id = p.monitor_id and m.public_id = ${monitor}::uuid`
      yield* sql`update monitor_schedule s set state = 1 from monitor m where m.id = s.monitor_id and m.public_id = ${monitor}::uuid`
      const at = START + 24 * HOUR
      yield* check(viewer, monitor, at)
      yield* setClock(iso(at + HOUR))
      const found = yield* (yield* Timelines).readUrl(viewer, monitor, "24h")
      assert.deepStrictEqual(found?.gaps, [{ start: found?.start ?? 0, end: at, state: "unknown" }])
    })
  )

  it.effect("is absent for other accounts, for members, and in the timelines of domains", () =>
    Effect.gen(function* () {
      const { read, readUrl } = yield* Timelines
      const { viewer } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      assert.isNotNull(yield* readUrl(viewer, monitor, "24h"))
      assert.isNull(yield* read(viewer, monitor, "24h"))
      assert.isNull(yield* readUrl(yield* newMember(viewer), monitor, "24h"))
      assert.isNull(yield* readUrl((yield* newAccount).viewer, monitor, "24h"))
      assert.isNull(yield* readUrl(viewer, "nonsense", "24h"))
    })
  )
})
