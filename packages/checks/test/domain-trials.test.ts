import { assert, describe, it } from "@effect/vitest"
import { plainCheck } from "@mon/core-store"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DomainTrials, sealRequest } from "../src/index.ts"
import { check, secrets } from "./fixtures.ts"

const { stopped: _, ...plain } = plainCheck
const target = { ...plain, accountKey: "1", url: "https://shop.example.com/", timeoutMs: 5_000 }

const answered = (contentType: string | null, body: string | Uint8Array): Partial<CheckResult> => ({
  answer: { contentType, body: typeof body === "string" ? Buffer.from(body) : body, cut: false }
})

const failed: Partial<CheckResult> = {
  ...answered("text/html", "secret answer"),
  outcome: "expectation_failed",
  verdict: "down",
  message: "Expected the text “In stock”, not found.",
  expectations: [
    {
      expectation: { status: "200" },
      holds: true,
      expected: "the status “200”",
      message: "As expected: the status “200”."
    },
    {
      expectation: { text: "In stock" },
      holds: false,
      expected: "the text “In stock”",
      message: "Expected the text “In stock”, not found."
    }
  ]
}

const tryWith = Effect.fn("tryWith")(function* (
  result: Partial<CheckResult>,
  options: Partial<typeof target> = {},
  asked: Array<CheckRequest> = []
) {
  const probe = UptimeProbe.layerMemory((request) => {
    asked.push(request)
    return check(result)
  })
  const trials = DomainTrials.layerNoDeps.pipe(Layer.provide(probe), Layer.provide(secrets))
  return yield* Effect.flatMap(DomainTrials, ({ run }) => run({ ...target, ...options })).pipe(Effect.provide(trials))
})

describe("a trial of a domain", () => {
  it.effect("shows the outcome, the phases and each expectation", () =>
    Effect.gen(function* () {
      const trial = yield* tryWith(failed)
      assert.deepStrictEqual(trial, {
        status: "down",
        slow: null,
        statusCode: 200,
        responseTimeMs: 0.15,
        timings: { dnsMs: 0.01, connectMs: 0.02, tlsMs: 0.03, waitMs: 0.04, downloadMs: 0.05 },
        finalUrl: "https://shop.example.com/",
        error: { code: "expectation_failed", message: "Expected the text “In stock”, not found." },
        expectations: [
          { expected: "the status “200”", holds: true, found: null },
          { expected: "the text “In stock”", holds: false, found: "not found" }
        ],
        certificateProblems: [],
        contentFault: null,
        contentType: "text/html",
        excerpt: "secret answer"
      })
    })
  )

  it.effect("sends credentials, and then shows nothing of the answer, which may repeat them", () =>
    Effect.gen(function* () {
      const asked: Array<CheckRequest> = []
      const sealed = yield* sealRequest("1", target.url, { headers: { "X-Key": "canary" } }, null)
      const request = sealed.ok ? sealed.value : null
      const trial = yield* tryWith(failed, { request }, asked)
      assert.deepInclude(asked[0], { secret: true, headers: { "X-Key": "canary" } })
      assert.strictEqual(trial.excerpt, null)
      assert.deepInclude(trial.expectations[1], { holds: false, found: null })
      assert.notInclude(JSON.stringify(trial), "not found")
      const elsewhere = yield* tryWith(failed, { request, url: "https://other.example.com/" }, asked)
      assert.deepInclude(elsewhere, { status: "unknown", statusCode: null })
      assert.lengthOf(asked, 1)
    }).pipe(Effect.provide(secrets))
  )

  it.effect.each([
    ["in its charset", "text/plain; charset=iso-8859-1", Uint8Array.of(0x43, 0x61, 0x66, 0xe9), "Café"],
    ["in UTF-8 if the charset is unknown", "application/problem+json; charset=klingon", '"Café"', '"Café"'],
    [
      "in the charset that it declares",
      "text/html",
      Uint8Array.of(...Buffer.from("<meta charset=windows-1251>"), 0xcf),
      "<meta charset=windows-1251>П"
    ],
    [
      "in UTF-8 if its end is cut within a character",
      "text/html",
      Buffer.from(`x${"é".repeat(8_000)}`).subarray(0, 16_000),
      `x${"é".repeat(3_999)}`
    ],
    ["at most 4,000 characters of it", "text/html", "é".repeat(9_000), "é".repeat(4_000)],
    ["without NUL", "text/html", "a\u0000b", "ab"],
    ["nothing of a picture", "image/png", "PNG", null],
    ["nothing without a type", null, "text", null]
  ] as const)("shows of a text %s", ([, contentType, body, excerpt]) =>
    Effect.map(tryWith(answered(contentType, body)), (trial) => assert.strictEqual(trial.excerpt, excerpt))
  )

  it.effect("says whether the answer was slow", () =>
    Effect.gen(function* () {
      const slowness = (degradedAfterMs: number | null) =>
        Effect.map(tryWith({ totalUs: 900_000 }, { degradedAfterMs }), ({ slow }) => slow)
      assert.deepStrictEqual([yield* slowness(null), yield* slowness(1_000), yield* slowness(800)], [null, false, true])
    })
  )
})
