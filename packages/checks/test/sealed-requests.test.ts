import { assert, describe, it } from "@effect/vitest"
import { Blobs, plainCheck, Secrets, type PageCheckResult, PageChecks, type PageClaim } from "@mon/core-store"
import { Screenshots } from "@mon/screenshot/effect"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connectivity, sealRequest, PageChecker } from "../src/index.ts"
import { checkDomain } from "../src/domains/checkDomain.ts"
import { openRequest } from "../src/requests/sealedRequest.ts"
import { check, claim, secrets } from "./fixtures.ts"

const url = "https://shop.example.com/login"
const request = { headers: { "X-Key": "canary" }, auth: { token: "canary" }, method: "POST", body: "canary" } as const

const sealed = (target = url, earlier: Parameters<typeof sealRequest>[3] = null, given: object = request) =>
  Effect.flatMap(sealRequest("1", target, given, earlier), (result) =>
    result.ok ? Effect.succeed(result.value) : Effect.die(new Error(result.where))
  )

describe("the secrets of a request", () => {
  it.effect("open for the same account and origin only", () =>
    Effect.gen(function* () {
      const stored = yield* sealed()
      assert.notInclude(JSON.stringify(stored), "canary")
      assert.deepStrictEqual(yield* openRequest("1", url, stored), request)
      assert.deepStrictEqual(yield* openRequest("1", "https://shop.example.com/other", stored), request)
      for (const [account, target] of [
        ["2", url],
        ["1", "http://shop.example.com/login"],
        ["1", "https://shop.example.com:8443/login"],
        ["1", "https://other.example.com/login"]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(openRequest(account, target, stored)))._tag, "SecretError")
      }
    }).pipe(Effect.provide(secrets))
  )

  it.effect("stay when *** is sent back, but only while scheme, host and port stay the same", () =>
    Effect.gen(function* () {
      const stored = yield* sealed()
      const shown = { headers: { "x-key": "***" }, auth: { token: "***" } }
      const kept = yield* sealed("https://shop.example.com/", { url, request: stored }, shown)
      assert.deepStrictEqual(yield* openRequest("1", url, kept), {
        headers: { "x-key": "canary" },
        auth: { token: "canary" }
      })
      for (const target of ["http://shop.example.com/", "https://shop.example.com:444/", "https://www.example.com/"]) {
        assert.deepStrictEqual(yield* sealRequest("1", target, shown, { url, request: stored }), {
          ok: false,
          where: "headers.x-key"
        })
      }
    }).pipe(Effect.provide(secrets))
  )

  it.effect("go to no server whose certificate is not valid, but headers that only say what is wanted do", () =>
    Effect.gen(function* () {
      const isSecret = Effect.fn("isSecret")(function* (given: object) {
        const asked: Array<CheckRequest> = []
        const probe = Layer.succeed(UptimeProbe, {
          check: (each: CheckRequest) => {
            asked.push(each)
            return Effect.succeed(check())
          }
        })
        const stored = yield* sealed(url, null, given)
        yield* Effect.provide(
          checkDomain({ ...claim({ url, request: stored }), receivedAt: 0n }),
          Layer.mergeAll(probe, Connectivity.layerTrusting, secrets)
        )
        return asked[0]?.secret === true
      })
      assert.isTrue(yield* isSecret({ headers: { "X-Team": "blue" } }))
      assert.isTrue(yield* isSecret({ headers: { Accept: "text/html", Cookie: "a=b" } }))
      assert.isTrue(yield* isSecret({ method: "POST", body: "a=b" }))
      assert.isTrue(yield* isSecret({ auth: { token: "a" } }))
      assert.isFalse(yield* isSecret({ method: "HEAD" }))
      assert.isFalse(yield* isSecret({ headers: { Accept: "text/html", "Content-Type": "text/plain" } }))
    }).pipe(Effect.provide(secrets))
  )

  it.effect("that none of our keys opens give no verdict, and nothing is sent", () =>
    Effect.gen(function* () {
      const stored = yield* Effect.provide(sealed(), Secrets.layer(["another secret of at least 32 characters"]))
      const asked: Array<CheckRequest> = []
      const probe = Layer.succeed(UptimeProbe, {
        check: (given: CheckRequest) => {
          asked.push(given)
          return Effect.succeed(check())
        }
      })
      const row = yield* Effect.provide(
        checkDomain({ ...claim({ url, request: stored }), receivedAt: 0n }),
        Layer.mergeAll(probe, Connectivity.layerTrusting, secrets)
      )
      assert.deepInclude(row, { verdict: "unknown", errorCode: "prober_fault" })
      assert.include(row.errorMessage, "MON_SECRET")
      assert.deepStrictEqual(asked, [])
    })
  )

  it.live("of a page reach the probe, no picture is taken, and the lines of a change stay out of alerts", () =>
    Effect.gen(function* () {
      const recorded: Array<PageCheckResult> = []
      const asked: Array<CheckRequest> = []
      let pictures = 0
      const answers = ["<p>one", "<p>two"]
      const result = (body: string): CheckResult => ({
        ...check({ url }),
        answer: { contentType: "text/html", body: Buffer.from(body), cut: false }
      })
      const layer = PageChecker.layerNoDeps().pipe(
        Layer.provide([
          Layer.mock(PageChecks, {
            page: () => Effect.sync(() => recorded.at(-1)?.page ?? null),
            record: (_: PageClaim, found: PageCheckResult) => Effect.sync(() => recorded.push(found) > 0)
          }),
          Layer.succeed(UptimeProbe, {
            check: (given: CheckRequest) => {
              asked.push(given)
              return Effect.succeed(result(answers.shift() ?? ""))
            }
          }),
          Layer.mock(Blobs, {}),
          Screenshots.layerMemory(() => {
            pictures += 1
            return { status: "unavailable", reason: "no_browser", message: "None." }
          }),
          WorkerPool.layerMemory,
          Connectivity.layerTrusting,
          secrets
        ])
      )
      const page: PageClaim = {
        ...claim({ url }),
        ...plainCheck,
        id: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
        state: "active",
        screenshotEnabled: true,
        screenshotWaitMs: 0,
        rules: { include: [], exclude: [], ignoreLines: [], trigger: null, onlyLines: null, minimumChange: null },
        render: false,
        plan: "pro",
        manual: false,
        request: yield* Effect.provide(sealed(url, null, { headers: { "X-Key": "canary" } }), secrets)
      }
      const checker = yield* Effect.provide(Effect.service(PageChecker), layer)
      yield* checker.check(page)
      yield* checker.check(page)
      assert.deepInclude(asked[0], { headers: { "X-Key": "canary" } })
      assert.strictEqual(pictures, 0)
      assert.deepInclude(recorded[1]?.change, { added: [], removed: [], addedLines: 1, removedLines: 1 })
    })
  )
})
