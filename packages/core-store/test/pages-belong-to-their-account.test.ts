import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { PageChecks, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount, newMember } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { storedFacts } from "./storedFacts.ts"
import { addUrl, change, claimed, id, idsOf, page, result } from "./watchedPage.ts"

const absent = "00000000-0000-7000-8000-000000000000"
layer(layerStore, { excludeTestServices: true })("URL monitors", (it) => {
  it.effect("of another account are absent for every operation, and a member sees none", () =>
    Effect.gen(function* () {
      yield* installClock("2026-11-21T08:00:00Z")
      const urls = yield* PageMonitors
      const checks = yield* PageChecks
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const member = yield* newMember(mine)
      const monitor = yield* addUrl(mine)
      for (const viewer of [theirs, member]) {
        for (const one of [monitor, absent, "x", "\0"]) {
          assert.isNull(yield* urls.find(viewer, one))
          assert.isNull(yield* urls.pause(viewer, one))
          assert.isNull(yield* urls.resume(viewer, one))
          assert.strictEqual(yield* urls.changes(viewer, one, { limit: 20 }), "NoMonitor")
          assert.strictEqual(yield* urls.change(viewer, one, absent), "NoMonitor")
          assert.strictEqual(yield* urls.markChange(viewer, one, absent, true), "NoMonitor")
          assert.isNull(yield* urls.markAllChanges(viewer, one))
          assert.isNull(yield* urls.screenshots(viewer, one, 20))
          assert.isNull(yield* checks.claimManually(viewer, one, 1_000))
          assert.isNull(yield* checks.lastFound(viewer, one))
        }
        assert.deepStrictEqual(yield* urls.update(viewer, [monitor], { name: "Theirs" }), [])
        assert.deepStrictEqual(yield* urls.remove(viewer, [monitor]), [])
        assert.deepStrictEqual(yield* urls.list(viewer, { page: 1, limit: 10 }), { total: 0, items: [] })
      }
      assert.strictEqual((yield* urls.find(mine, monitor))?.isPaused, false)
    })
  )

  it.effect("are claimed once and recorded once, and a result without a lease changes nothing", () =>
    Effect.gen(function* () {
      const checks = yield* PageChecks
      const { viewer } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      const claims = yield* checks.claim(100, 60_000)
      const claim = claims.find((one) => one.id === monitor)
      assert.isDefined(claim)
      if (claim === undefined) return
      assert.isUndefined((yield* checks.claim(100, 60_000)).find((one) => one.id === monitor))
      assert.isNull(yield* checks.page(claim.monitorKey))
      assert.isTrue(yield* checks.isUnderWay(monitor, claim.leaseToken))
      assert.deepInclude(yield* checks.claimManually(viewer, monitor, 1_000), {
        _tag: "UnderWay",
        leaseToken: claim.leaseToken
      })
      assert.isTrue(yield* checks.record(claim, result(claim)))
      assert.isFalse(yield* checks.record(claim, result(claim, { state: "error" })))
      assert.isFalse(yield* checks.isUnderWay(monitor, claim.leaseToken))
      assert.deepStrictEqual(yield* checks.page(claim.monitorKey), page("one"))
      assert.deepInclude(yield* (yield* PageMonitors).find(viewer, monitor), {
        status: "active",
        lastStatusCode: 200,
        lastResponseTimeMs: 2,
        changeCount: 0
      })
    })
  )

  it.effect("allow a manual check 30 s after the end of one that somebody waited for", () =>
    Effect.gen(function* () {
      const checks = yield* PageChecks
      const { viewer } = yield* newAccount
      const { viewer: other } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      yield* setClock("2026-11-21T08:30:00Z")
      const claim = (yield* checks.claim(100, 60_000)).find((one) => one.id === monitor)
      assert.isDefined(claim)
      if (claim === undefined) return
      yield* checks.record(claim, result(claim))
      for (const [viewing, pageId] of [
        [other, monitor],
        [viewer, absent],
        [viewer, "x"]
      ] as const) {
        yield* checks.joined(viewing, pageId)
        yield* checks.release([yield* claimed(viewer, monitor)])
      }
      yield* checks.joined(viewer, monitor)
      assert.deepStrictEqual(yield* checks.claimManually(viewer, monitor, 1_000), { _tag: "TooSoon", seconds: 30 })
      yield* setClock("2026-11-21T08:30:30Z")
      assert.deepInclude(yield* checks.claimManually(viewer, monitor, 1_000), { _tag: "Claimed" })
    })
  )

  it.effect(
    "announce each change once and only the first of several failures, and allow a manual check every 30 s",
    () =>
      Effect.gen(function* () {
        const checks = yield* PageChecks
        const urls = yield* PageMonitors
        const { viewer } = yield* newAccount
        const monitor = yield* addUrl(viewer)
        yield* setClock("2026-11-21T09:00:00Z")
        const first = yield* claimed(viewer, monitor)
        yield* checks.record(first, result(first))
        yield* setClock("2026-11-21T09:00:29.5Z")
        assert.deepStrictEqual(yield* checks.claimManually(viewer, monitor, 1_000), { _tag: "TooSoon", seconds: 1 })
        yield* setClock("2026-11-21T09:00:30Z")
        const second = yield* claimed(viewer, monitor)
        const found = change()
        yield* checks.record(second, result(second, { state: "changed", page: page("two"), change: found }))
        assert.deepInclude(yield* checks.lastFound(viewer, monitor), {
          id: found.id,
          urlId: monitor,
          detectedAt: "2026-11-21T09:00:30.000Z"
        })
        const failure = {
          state: "error",
          page: null,
          statusCode: 503,
          error: { code: "http_status", message: "It answered 503." }
        } as const
        for (const minute of ["09:01:30", "09:02:30"]) {
          yield* setClock(`2026-11-21T${minute}Z`)
          const failed = yield* claimed(viewer, monitor)
          yield* checks.record(failed, result(failed, failure))
        }
        assert.isNull(yield* checks.lastFound(viewer, monitor))
        assert.deepStrictEqual(yield* checks.page(second.monitorKey), page("two"))
        assert.deepInclude(yield* urls.find(viewer, monitor), {
          status: "error",
          changeCount: 1,
          lastChangedAt: "2026-11-21T09:00:30.000Z"
        })
        const [changed, failed, ...more] = yield* storedFacts(viewer)
        assert.deepStrictEqual(more, [])
        assert.deepInclude(changed?.fact, { kind: "page_changed", changeId: found.id, summary: found.summary })
        assert.deepInclude(failed?.fact, { kind: "page_error", statusCode: 503, error: failure.error })
        assert.deepStrictEqual(yield* idsOf(urls.changes(viewer, monitor, { limit: 20 })), [found.id])
      })
  )

  it.effect("that are paused or deleted during a check change only through a manual check of a paused one", () =>
    Effect.gen(function* () {
      const checks = yield* PageChecks
      const urls = yield* PageMonitors
      const { viewer } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      yield* setClock("2026-11-21T10:00:00Z")
      const running = yield* claimed(viewer, monitor)
      yield* urls.pause(viewer, monitor)
      assert.isFalse(yield* checks.record(running, result(running)))
      const byHand = yield* claimed(viewer, monitor)
      assert.isTrue(yield* checks.record(byHand, result(byHand)))
      assert.deepInclude(yield* urls.find(viewer, monitor), { isPaused: true, nextCheckAt: null, status: "active" })
      assert.deepStrictEqual(yield* storedFacts(viewer), [])
      yield* setClock("2026-11-21T10:01:00Z")
      const again = yield* claimed(viewer, monitor)
      yield* urls.remove(viewer, [monitor])
      assert.isFalse(yield* checks.record(again, result(again)))
    })
  )

  it.effect("that could not be checked get no verdict and are checked again soon", () =>
    Effect.gen(function* () {
      const checks = yield* PageChecks
      const urls = yield* PageMonitors
      const { viewer } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      yield* setClock("2026-11-21T11:00:00Z")
      const first = yield* claimed(viewer, monitor)
      yield* checks.record(first, result(first))
      yield* setClock("2026-11-21T11:05:00Z")
      const faulty = yield* claimed(viewer, monitor)
      yield* checks.record(faulty, result(faulty, { state: null, page: null, statusCode: null, responseUs: null }))
      assert.deepInclude(yield* urls.find(viewer, monitor), {
        status: "active",
        lastStatusCode: 200,
        nextCheckAt: "2026-11-21T11:06:00.000Z"
      })
    })
  )

  it.effect("list screenshots until they expire; expired screenshots and unused texts are deleted", () =>
    Effect.gen(function* () {
      const checks = yield* PageChecks
      const urls = yield* PageMonitors
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const monitor = yield* addUrl(viewer)
      yield* setClock("2026-11-21T12:00:00Z")
      const claim = yield* claimed(viewer, monitor)
      const keepUntil = new Date("2026-11-28T12:00:00Z")
      const shot = {
        image: "a".repeat(64),
        thumbnail: "b".repeat(64),
        width: 1_280,
        height: 900,
        bytes: 10,
        format: "image/webp",
        reason: "check",
        keepUntil
      } as const
      yield* checks.record(claim, result(claim, { page: page("only once"), screenshot: { ...shot, id: id() } }))
      assert.deepInclude((yield* urls.screenshots(viewer, monitor, 20))?.[0], {
        urlId: monitor,
        image: shot.image,
        reason: "check",
        bytes: 10
      })
      yield* setClock("2026-11-21T12:01:00Z")
      const next = yield* claimed(viewer, monitor)
      yield* checks.record(next, result(next, { page: page("another") }))
      yield* setClock("2026-11-28T12:00:00Z")
      assert.deepStrictEqual(yield* urls.screenshots(viewer, monitor, 20), [])
      assert.isAtLeast(yield* checks.purge(1_000), 2)
      const [left] = yield* sql<{ n: number }>`
        select count(*)::int as n from page_text t where not exists (select 1 from url_page p where p.text_hash = t.hash)
          and not exists (select 1 from url_change c where t.hash in (c.before_text, c.after_text))`
      assert.strictEqual(left?.n, 0)
    })
  )
})
