import { assert, describe, it } from "@effect/vitest"
import type { PageClaim } from "@mon/core-store"
import type { CheckResult } from "@mon/uptime-probe"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import {
  absent,
  answered,
  checkPage,
  claim,
  faulty,
  layerPool,
  layerSuspicious,
  pageResult,
  refused,
  reset,
  silent,
  type Judged
} from "./checkPage.ts"

describe("a check of a page", () => {
  it.live("stores the first successful fetch as the baseline", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage([answered("<p>39 EUR")], null)
      assert.deepInclude(result, { state: "active", change: null, statusCode: 200 })
      assert.strictEqual(result?.page?.text, "39 EUR")
    })
  )

  it.live("reports what changed", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage([answered("<p>49 EUR")], "<p>39 EUR")
      assert.strictEqual(result?.state, "changed")
      assert.deepInclude(result?.change, { summary: "1 change: +1 / -1 line", added: ["49 EUR"], removed: ["39 EUR"] })
    })
  )

  it.live("reports a change immediately, or only after a second fetch if that is configured", () =>
    Effect.gen(function* () {
      const once = yield* checkPage([answered("<p>49 EUR"), answered("<p>39 EUR")], "<p>39 EUR")
      assert.deepInclude(once, { answers: 1 })
      assert.strictEqual(once.result?.state, "changed")
      const twice = yield* checkPage([answered("<p>49 EUR"), answered("<p>39 EUR")], "<p>39 EUR", {
        confirmChanges: true
      })
      assert.deepInclude(twice, { answers: 2 })
      assert.strictEqual(twice.result?.state, "active")
      const sure = yield* checkPage([answered("<p>49 EUR")], "<p>39 EUR", { confirmChanges: true })
      assert.strictEqual(sure.result?.state, "changed")
    })
  )

  it.live("retries temporary failures before they count, but not permanent ones", () =>
    Effect.gen(function* () {
      const passed = yield* checkPage([reset, reset, answered("<p>39 EUR")], "<p>39 EUR")
      assert.deepInclude(passed, { answers: 3 })
      assert.strictEqual(passed.result?.state, "active")
      const failed = yield* checkPage([reset], "<p>39 EUR")
      assert.deepInclude(failed, { answers: 3 })
      assert.deepInclude(failed.result, {
        state: "error",
        page: null,
        error: { code: "connect_reset", message: "The connection was reset." }
      })
      assert.deepInclude(yield* checkPage([absent], null), { answers: 1 })
    })
  )

  it.live("reports an error status as a failure, even if its body is a page", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage([refused], "<p>39 EUR")
      assert.deepInclude(result, {
        state: "error",
        statusCode: 500,
        change: null,
        error: { code: "http_status", message: "It answered 500." }
      })
    })
  )

  it.live("recognises a bot wall, an empty page and one that is too large", () =>
    Effect.gen(function* () {
      const wall = yield* checkPage(
        [answered("<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x>")],
        "<p>39 EUR"
      )
      assert.deepInclude(wall.result?.error, { code: "blocked" })
      assert.deepInclude((yield* checkPage([answered("<p> </p>")], "<p>39 EUR")).result?.error, { code: "empty" })
      const cut = pageResult({ answer: { contentType: "text/html", body: new Uint8Array(10), cut: true } })
      assert.deepInclude((yield* checkPage([cut], "<p>39 EUR")).result?.error, { code: "too_large" })
    })
  )

  it.live("has no verdict if it fails with an internal error", () =>
    Effect.gen(function* () {
      assert.deepInclude((yield* checkPage([faulty], "<p>39 EUR")).result, { state: null, page: null })
    })
  )

  it.live("has no verdict if it ends without a byte while the own network may be away", () =>
    Effect.gen(function* () {
      const judged: Array<Judged> = []
      const whileAway = (answer: CheckResult, state: PageClaim["state"] = "active") =>
        checkPage([answer], "<p>39 EUR", {}, WorkerPool.layerMemory, layerSuspicious(judged), state)
      assert.deepInclude((yield* whileAway(silent)).result, { state: null, page: null, change: null, screenshot: null })
      assert.strictEqual(judged.length, 1)
      assert.deepInclude(judged[0]?.[0], { url: claim.url, hostname: claim.hostname, state: "up" })
      assert.deepInclude((yield* whileAway(silent, "error")).result, { state: null })
      assert.deepInclude(judged[1]?.[0], { state: "down" })
      // A response of the site counts, even while the own network may be away.
      assert.deepInclude((yield* whileAway(refused)).result, { state: "error" })
      assert.deepInclude((yield* whileAway(answered("<p>49 EUR"))).result, { state: "changed" })
    })
  )

  it.live("is an error if it ends without a byte while the own network works", () =>
    Effect.gen(function* () {
      assert.deepInclude((yield* checkPage([silent], "<p>39 EUR")).result, { state: "error" })
    })
  )

  it.live("gives the guard at most half of what is left of its lease", () =>
    Effect.gen(function* () {
      const judged: Array<Judged> = []
      yield* checkPage([silent], null, {}, WorkerPool.layerMemory, layerSuspicious(judged))
      const lease = claim.leaseUntil - claim.claimedAt
      assert.isAtMost(judged[0]?.[2].decideWithinMs ?? lease, lease / 2)
    })
  )

  it.live("stores no characters that the database refuses", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage([answered("<p>a&#0;b\u0000c \ud800")], "<p>39 EUR")
      assert.notInclude(JSON.stringify(result?.change), "\\u0000")
      assert.isTrue(JSON.stringify(result?.change).isWellFormed())
    })
  )

  it.live("is read and compared in a thread", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage([answered("<p>49 EUR")], "<p>39 EUR", {}, WorkerPool.layer)
      assert.strictEqual(result?.state, "changed")
      assert.deepInclude(result?.change, { added: ["49 EUR"], removed: ["39 EUR"] })
    })
  )

  it.live("is an error and never a change if reading it takes too long or too much memory", () =>
    Effect.gen(function* () {
      const slow = layerPool({ _tag: "TooSlow", deadlineMs: 10_000 })
      assert.deepInclude((yield* checkPage([answered("<p>49 EUR")], "<p>39 EUR", {}, slow)).result, {
        state: "error",
        change: null,
        page: null,
        error: {
          code: "too_slow",
          message: "Reading the page takes more than 10 seconds. Monitor a smaller page of the site instead."
        }
      })
      const large = layerPool({ _tag: "TooLarge" })
      assert.deepInclude((yield* checkPage([answered("<p>49 EUR")], "<p>39 EUR", {}, large)).result, {
        state: "error",
        change: null,
        page: null,
        error: {
          code: "too_large",
          message: "Reading the page needs too much memory. Monitor a smaller page of the site instead."
        }
      })
      // The status of the response is the more important failure.
      assert.deepInclude((yield* checkPage([refused], "<p>39 EUR", {}, slow)).result?.error, { code: "http_status" })
    })
  )

  it.live("has no verdict if no thread has time to read it", () =>
    Effect.gen(function* () {
      const busy = layerPool({ _tag: "Busy" })
      const { result } = yield* checkPage([answered("<p>49 EUR")], "<p>39 EUR", {}, busy)
      assert.deepInclude(result, { state: null, page: null, change: null })
      assert.deepStrictEqual(result?.error, {
        code: "prober_fault",
        message: "The page was not compared, because too many pages were waiting for a thread."
      })
    })
  )
})
