import {
  Blobs,
  type PageSnapshot,
  plainCheck,
  StoreError,
  type PageCheckResult,
  PageChecks,
  type PageClaim
} from "@mon/core-store"
import { type ScreenshotResult, Screenshots } from "@mon/screenshot/effect"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { type JobOutcome, WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connectivity, isSilent, PageChecker, type PageCheckOptions } from "../src/index.ts"
import { secrets } from "./fixtures.ts"

export const pageRules: PageClaim["rules"] = {
  include: [],
  exclude: [],
  ignoreLines: [],
  trigger: null,
  onlyLines: null,
  minimumChange: null
}

export const claim: PageClaim = {
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

export const pageResult = (more: Partial<CheckResult>): CheckResult => ({
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

export const answered = (html: string, more: Partial<CheckResult> = {}): CheckResult =>
  pageResult({ answer: { contentType: "text/html", body: new TextEncoder().encode(html), cut: false }, ...more })

export const reset = pageResult({
  outcome: "connect_reset",
  verdict: "down",
  message: "The connection was reset.",
  statusCode: null,
  totalUs: null
})
export const absent = { ...reset, outcome: "dns_nxdomain", deterministic: true, message: "No such name." } as const
export const refused = answered("<h1>Sorry</h1>", {
  outcome: "http_status",
  verdict: "down",
  statusCode: 500,
  message: "It answered 500.",
  deterministic: false
})
export const faulty = { ...reset, outcome: "prober_fault", verdict: "unknown", message: "Too busy." } as const

/** Provides a pool in which every job has this outcome. */
export const layerPool = (outcome: JobOutcome<never>) =>
  Layer.succeed(WorkerPool, { run: () => Effect.succeed(outcome) })

export const silent = pageResult({
  outcome: "connect_timeout",
  verdict: "down",
  message: "The server did not accept the connection in time.",
  statusCode: null,
  totalUs: null,
  bytesReceived: 0,
  heardFromServer: false
})

export type Judged = Parameters<Connectivity["Service"]["judge"]>

/** Provides a guard that suppresses the verdicts of all silent checks, as while its self-test fails. */
export const layerSuspicious = (judged: Array<Judged> = []) =>
  Layer.succeed(Connectivity, {
    ...Connectivity.trusting,
    judge: (...asked) =>
      Effect.sync(() => {
        judged.push(asked)
        return { suppressed: isSilent(asked[1]), network: "in_doubt" as const }
      }),
    suppressing: Effect.succeed(true)
  })

const noBrowser: ScreenshotResult = {
  status: "unavailable",
  reason: "no_browser",
  message: "Screenshots are unavailable: none."
}

export const previewPage = (
  answer: CheckResult,
  options: Partial<Parameters<PageChecker["Service"]["preview"]>[0]> = {},
  seen: ScreenshotResult = noBrowser,
  pool: Layer.Layer<WorkerPool> = WorkerPool.layerMemory,
  asked: Array<CheckRequest> = []
) =>
  Effect.flatMap(PageChecker, (checker) =>
    checker.preview({
      accountKey: "1",
      url: claim.url,
      timeoutMs: claim.timeoutMs,
      request: null,
      expect: [],
      degradedAfterMs: null,
      contentFaults: "down",
      contentMemory: null,
      screenshotWaitMs: 0,
      rules: pageRules,
      render: false,
      ...options
    })
  ).pipe(
    Effect.provide(
      PageChecker.layerNoDeps().pipe(
        Layer.provide([
          Layer.mock(PageChecks, {}),
          Layer.mock(Blobs, {}),
          UptimeProbe.layerMemory((request) => {
            asked.push(request)
            return answer
          }),
          Screenshots.layerMemory(() => seen),
          pool,
          Connectivity.layerTrusting,
          secrets
        ])
      )
    )
  )

/** Checks a page whose site gives these responses in order, and then repeats the last response. */
export const checkPage = (
  answers: ReadonlyArray<CheckResult>,
  stored: string | null,
  options: PageCheckOptions = {},
  pool: Layer.Layer<WorkerPool> = WorkerPool.layerMemory,
  guard: Layer.Layer<Connectivity> = Connectivity.layerTrusting,
  state: PageClaim["state"] = "active",
  more: Partial<PageClaim> = {},
  seen: ScreenshotResult = noBrowser
) =>
  Effect.gen(function* () {
    const recorded: Array<PageCheckResult> = []
    let created = 0
    let before: PageSnapshot | null = null
    const urlChecks = Layer.mock(PageChecks, {
      page: () => Effect.sync(() => before),
      record: (_claim: PageClaim, result: PageCheckResult) =>
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
    const layer = PageChecker.layerNoDeps({
      confirmAfterMs: 0,
      ...options,
      fetchPolicy: { attempts: 3, waitMs: 0 }
    }).pipe(Layer.provide([urlChecks, probe, images, screenshots, pool, guard, secrets]))
    yield* Effect.gen(function* () {
      const checker = yield* PageChecker
      if (stored !== null) {
        const own = created
        created = answers.length
        const first = PageChecker.layerNoDeps().pipe(
          Layer.provide([
            urlChecks,
            UptimeProbe.layerMemory(() => answered(stored)),
            images,
            Screenshots.layerMemory(() =>
              seen.status === "taken" ? { ...seen, statusCode: 200, html: stored } : seen
            ),
            WorkerPool.layerMemory,
            Connectivity.layerTrusting,
            secrets
          ])
        )
        yield* Effect.provide(
          Effect.flatMap(PageChecker, (one) =>
            one.check({
              ...claim,
              rules: more.rules ?? pageRules,
              render: seen.status === "taken" && more.render === true
            })
          ),
          first
        )
        before = recorded.pop()?.page ?? null
        created = own
      }
      yield* checker.check({ ...claim, state, ...more })
    }).pipe(Effect.provide(layer))
    return { result: recorded[0], answers: created }
  })
