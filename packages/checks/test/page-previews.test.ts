import { assert, describe, it } from "@effect/vitest"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import { Connectivity, sealRequest } from "../src/index.ts"
import {
  absent,
  answered,
  checkPage,
  claim,
  faulty,
  layerPool,
  pageResult,
  pageRules,
  previewPage,
  refused,
  reset
} from "./checkPage.ts"
import { secrets } from "./fixtures.ts"

const HTML = "<title>Shop</title><p>39 EUR<p>7 visitors"

const expectations: CheckResult["expectations"] = [
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
const failed = answered(HTML, {
  outcome: "expectation_failed",
  verdict: "down",
  message: "Expected the text “In stock”, not found.",
  expectations
})
const wall = "<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/h></script><p>Just a moment..."
const rules = { ...pageRules, ignoreLines: [{ text: "visitors" }] }

describe("a preview of a page", () => {
  it.live.each<readonly [string, CheckResult, Pick<Partial<typeof claim>, "degradedAfterMs" | "request" | "rules">?]>([
    ["can be read", answered(HTML)],
    ["is slow", answered(HTML, { totalUs: 900_000 }), { degradedAfterMs: 800 }],
    ["is fast", answered(HTML, { totalUs: 900_000 }), { degradedAfterMs: 1_000 }],
    ["answers with an error status", refused],
    ["does not meet an expectation", failed],
    ["shows that the site blocks Mon", { ...refused, ...answered(wall), statusCode: 403 }],
    ["has no text", answered("<p>")],
    ["does not have a part", answered(HTML), { rules: { ...pageRules, include: ["#price"] } }],
    ["has stored rules that are no longer valid", answered(HTML), { rules: { ...pageRules, include: ["p[["] } }],
    [
      "does not have a part, and has nothing else",
      answered(HTML),
      { rules: { ...pageRules, include: ["#price"], exclude: ["p"] } }
    ],
    ["is too large", pageResult({ answer: { contentType: "text/html", body: new Uint8Array(1), cut: true } })],
    ["cannot be reached", reset],
    ["has no address", absent],
    ["could not be checked", faulty],
    ["is slow, and empty", answered("<p>", { totalUs: 900_000 }), { degradedAfterMs: 800 }],
    ["has a request that cannot be read", answered(HTML), { request: { headers: { "X-Key": "not sealed" } } }]
  ])("says what a check says of a page that %s", ([, answer, more = {}]) =>
    Effect.gen(function* () {
      const { result } = yield* checkPage(
        [answer],
        null,
        {},
        WorkerPool.layerMemory,
        Connectivity.layerTrusting,
        "active",
        more
      )
      const preview = yield* previewPage(answer, more)
      assert.deepInclude<object>(preview ?? {}, {
        status: result?.state ?? "unknown",
        statusCode: result?.statusCode ?? null,
        responseTimeMs: result?.responseUs == null ? null : result.responseUs / 1_000,
        slow: result?.speed?.slow ?? null,
        error: result?.error ?? null
      })
    })
  )

  it.live("shows the expectations, the phases and the compared lines", () =>
    Effect.gen(function* () {
      const asked: Array<CheckRequest> = []
      const expect = [{ text: "In stock" }]
      const request = { method: "HEAD" } as const
      const preview = yield* previewPage(failed, { expect, request, rules }, undefined, undefined, asked)
      assert.deepStrictEqual(preview, {
        status: "error",
        slow: null,
        statusCode: 200,
        responseTimeMs: 2,
        timings: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
        finalUrl: claim.url,
        error: { code: "expectation_failed", message: "Expected the text “In stock”, not found." },
        expectations: [
          { expected: "the status “200”", holds: true, found: null },
          { expected: "the text “In stock”", holds: false, found: "not found" }
        ],
        certificateProblems: [],
        contentFault: null,
        contentType: "text/html",
        title: "Shop",
        lineCount: 1,
        lines: ["39 EUR"],
        leftOut: [{ option: "ignoreLines", lineCount: 1, lines: ["7 visitors"] }],
        cause: null
      })
      assert.lengthOf(asked, 1)
      assert.deepInclude(asked[0], { expect, method: "HEAD" })
    })
  )

  it.live("shows no lines of a page that is rendered only if its check passes", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* previewPage(failed, { render: true }), { status: "error", lineCount: 0, title: null })
    })
  )

  it.live("sends credentials where they are stored for, and then shows no text of the answer", () =>
    Effect.gen(function* () {
      const asked: Array<CheckRequest> = []
      const sealed = yield* sealRequest("1", claim.url, { headers: { "X-Key": "canary" } }, null)
      const request = sealed.ok ? sealed.value : null
      for (const answer of [answered(HTML), failed]) {
        const preview = yield* previewPage(answer, { request, rules }, undefined, undefined, asked)
        assert.deepInclude(preview, { title: null, lineCount: 1, lines: [] })
        assert.deepStrictEqual(preview?.leftOut, [{ option: "ignoreLines", lineCount: 1, lines: [] }])
        assert.notMatch(JSON.stringify(preview), /Shop|39 EUR|visitors"\]|not found/u)
      }
      assert.deepInclude(asked[0], { secret: true, headers: { "X-Key": "canary" } })
      const elsewhere = yield* previewPage(
        answered(HTML),
        { request, url: "https://other.example.com/" },
        undefined,
        undefined,
        asked
      )
      assert.deepInclude(elsewhere, { status: "unknown", statusCode: null, lines: [] })
      assert.lengthOf(asked, 2)
    }).pipe(Effect.provide(secrets))
  )

  it.live("is refused if no thread or browser is free for it", () =>
    Effect.gen(function* () {
      assert.isNull(yield* previewPage(answered(HTML), {}, undefined, layerPool({ _tag: "Busy" })))
      assert.isNull(yield* previewPage(answered(HTML), { render: true }))
    })
  )
})
