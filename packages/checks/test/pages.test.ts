import { assert, describe, it } from "@effect/vitest"
import {
  Blobs,
  type PageSnapshot,
  plainCheck,
  StoreError,
  type UrlCheckResult,
  UrlChecks,
  type UrlClaim
} from "@mon/core-store"
import { type ScreenshotResult, Screenshots } from "@mon/screenshot/effect"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { type JobOutcome, WorkerPool } from "@mon/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connectivity, isSilent, layerUrlChecker, UrlChecker, type UrlCheckerOptions } from "../src/index.ts"
import { secrets } from "./fixtures.ts"

const pageRules: UrlClaim["rules"] = {
  include: [],
  exclude: [],
  ignoreLines: [],
  trigger: null,
  onlyLines: null,
  minimumChange: null
}

const claim: UrlClaim = {
  accountKey: "1",
  monitorKey: "1",
  id: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  leaseToken: "t",
  url: "https://shop.example.com/",
  hostname: "shop.example.com",
  timeoutMs: 5_000,
  state: "active",
  screenshotEnabled: false,
  screenshotWaitMs: 0,
  rules: pageRules,
  render: false,
  plan: "pro",
  dueAt: 0,
  claimedAt: 1_000,
  leaseUntil: 99_000,
  manual: false,
  ...plainCheck
}

const noTimings = { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null }

const pageResult = (more: Partial<CheckResult>): CheckResult => ({
  url: claim.url,
  startedAt: 0,
  outcome: "ok",
  verdict: "up",
  deterministic: false,
  message: null,
  statusCode: 200,
  totalUs: 2_000,
  timings: noTimings,
  bytesReceived: 10,
  heardFromServer: true,
  hops: [],
  finalUrl: claim.url,
  certificate: null,
  delayed: false,
  ...more
})

const answered = (html: string, more: Partial<CheckResult> = {}): CheckResult =>
  pageResult({ answer: { contentType: "text/html", body: new TextEncoder().encode(html), cut: false }, ...more })

const reset = pageResult({
  outcome: "connect_reset",
  verdict: "down",
  message: "The connection was reset.",
  statusCode: null,
  totalUs: null
})
const absent = { ...reset, outcome: "dns_nxdomain", deterministic: true, message: "No such name." } as const
const refused = answered("<h1>Sorry</h1>", {
  outcome: "http_status",
  verdict: "down",
  statusCode: 500,
  message: "It answered 500.",
  deterministic: false
})
const faulty = { ...reset, outcome: "prober_fault", verdict: "unknown", message: "Too busy." } as const

/** A pool whose jobs all end like this. */
const layerPool = (outcome: JobOutcome<never>) => Layer.succeed(WorkerPool, { run: () => Effect.succeed(outcome) })

const silent = pageResult({
  outcome: "connect_timeout",
  verdict: "down",
  message: "The server did not accept the connection in time.",
  statusCode: null,
  totalUs: null,
  bytesReceived: 0,
  heardFromServer: false
})

type Judged = Parameters<Connectivity["Service"]["judge"]>

/** A guard that suppresses the verdicts of all silent checks, as while its self-test fails. */
const layerSuspicious = (judged: Array<Judged> = []) =>
  Layer.succeed(Connectivity, {
    judge: (...asked) =>
      Effect.sync(() => {
        judged.push(asked)
        return isSilent(asked[1])
      }),
    suppressing: Effect.succeed(true)
  })

/** Checks a page that gives these responses in order, and then repeats the last one. */
const checkPage = (
  answers: ReadonlyArray<CheckResult>,
  stored: string | null,
  options: UrlCheckerOptions = {},
  pool: Layer.Layer<WorkerPool> = WorkerPool.layerMemory,
  guard: Layer.Layer<Connectivity> = Connectivity.layerTrusting,
  state: UrlClaim["state"] = "active",
  more: Partial<UrlClaim> = {},
  seen: ScreenshotResult = {
    status: "unavailable",
    reason: "no_browser",
    message: "Screenshots are unavailable: none."
  }
) =>
  Effect.gen(function* () {
    const recorded: Array<UrlCheckResult> = []
    let created = 0
    let before: PageSnapshot | null = null
    const urlChecks = Layer.mock(UrlChecks, {
      page: () => Effect.sync(() => before),
      record: (_claim: UrlClaim, result: UrlCheckResult) =>
        Effect.sync(() => {
          recorded.push(result)
          return true
        })
    })
    const probe = UptimeProbe.layerMemory(() => answers[Math.min(created++, answers.length - 1)] ?? reset)
    const images = Layer.mock(Blobs, {
      get: () => Effect.fail(new StoreError({ reason: "Failed", operation: "none", cause: null }))
    })
    const screenshots = Screenshots.layerMemory(() => seen)
    const layer = layerUrlChecker({ confirmAfterMs: 0, ...options, fetchPolicy: { attempts: 3, waitMs: 0 } }).pipe(
      Layer.provide([urlChecks, probe, images, screenshots, pool, guard, secrets])
    )
    yield* Effect.gen(function* () {
      const checker = yield* UrlChecker
      if (stored !== null) {
        const own = created
        created = answers.length
        const first = layerUrlChecker().pipe(
          Layer.provide([
            urlChecks,
            UptimeProbe.layerMemory(() => answered(stored)),
            images,
            screenshots,
            WorkerPool.layerMemory,
            Connectivity.layerTrusting,
            secrets
          ])
        )
        yield* Effect.provide(
          Effect.flatMap(UrlChecker, (one) => one.check({ ...claim, rules: more.rules ?? pageRules })),
          first
        )
        before = recorded.pop()?.page ?? null
        created = own
      }
      yield* checker.check({ ...claim, state, ...more })
    }).pipe(Effect.provide(layer))
    return { result: recorded[0], answers: created }
  })

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
      const whileAway = (answer: CheckResult, state: UrlClaim["state"] = "active") =>
        checkPage([answer], "<p>39 EUR", {}, WorkerPool.layerMemory, layerSuspicious(judged), state)
      assert.deepInclude((yield* whileAway(silent)).result, { state: null, page: null, change: null, screenshot: null })
      assert.strictEqual(judged.length, 1)
      assert.deepInclude(judged[0]?.[0], { url: claim.url, hostname: claim.hostname, state: "up" })
      assert.deepInclude((yield* whileAway(silent, "error")).result, { state: null })
      assert.deepInclude(judged[1]?.[0], { state: "down" })
      // What a site has answered counts, also during such a time.
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
      assert.deepInclude(result, { state: null, error: null, page: null, change: null })
    })
  )

  const checkWith = (more: Partial<UrlClaim>, shows: string, seen?: ScreenshotResult) =>
    checkPage(
      [answered(shows)],
      "<p>39 EUR<p>a<p>b",
      {},
      WorkerPool.layerMemory,
      Connectivity.layerTrusting,
      "active",
      more,
      seen
    )

  it.live("stores what a rule of texts or lines ignores, so that the next check is compared with it", () =>
    Effect.gen(function* () {
      const rules = { ...pageRules, trigger: { appears: "49" } }
      const { result } = yield* checkWith({ rules }, "<p>59 EUR<p>a<p>b")
      assert.deepInclude(result, { state: "active", change: null })
      assert.strictEqual(result?.page?.text, "59 EUR\na\nb")
    })
  )

  it.live("stores nothing while a change is too small, so that small changes add up", () =>
    Effect.gen(function* () {
      const rules = { ...pageRules, minimumChange: { lines: 2 } }
      const { result } = yield* checkWith({ rules }, "<p>59 EUR<p>a<p>b")
      assert.deepInclude(result, { state: "active", change: null, page: null, error: null })
      assert.strictEqual((yield* checkWith({ rules }, "<p>59 EUR<p>c<p>b")).result?.state, "changed")
    })
  )

  it.live("has no verdict if the page must be rendered and there is no browser for it", () =>
    Effect.gen(function* () {
      assert.deepInclude((yield* checkWith({ render: true }, "<p>x")).result, { state: null, page: null, error: null })
      const busy = { status: "failed", reason: "busy", message: "Too many screenshots are waiting." } as const
      assert.deepInclude((yield* checkWith({ render: true }, "<p>x", busy)).result, { state: null, page: null })
    })
  )

  it.live("is an error if the browser cannot show the page", () =>
    Effect.gen(function* () {
      const late = { status: "failed", reason: "timeout", message: "The page was not rendered within 1 ms." } as const
      assert.deepInclude((yield* checkWith({ render: true }, "<p>x", late)).result, {
        state: "error",
        error: {
          code: "render_failed",
          message: "The browser could not show the page: The page was not rendered within 1 ms."
        }
      })
    })
  )

  it.live("is an error if the browser would send another request than the monitor", () =>
    Effect.gen(function* () {
      const { result } = yield* checkWith({ render: true, request: { method: "POST" } }, "<p>x")
      assert.deepInclude(result, {
        state: "error",
        error: {
          code: "not_applicable",
          message: "The option render does not apply, because the monitor has a request of its own."
        }
      })
    })
  )

  it.live("says that the page is not rendered if the plan does not include it, without an error", () =>
    Effect.gen(function* () {
      const { result } = yield* checkWith({ render: "refused" }, "<p>39 EUR<p>a<p>b")
      assert.deepInclude(result, { state: "active", change: null })
      assert.deepInclude(result?.error, { code: "render_not_in_plan" })
      assert.strictEqual((yield* checkWith({ render: "refused" }, "<p>49 EUR<p>a<p>b")).result?.state, "changed")
    })
  )
})
