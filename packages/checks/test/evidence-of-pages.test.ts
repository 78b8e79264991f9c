import { diagnose, readDiagnosisFacts } from "@mon/diagnosis"
import type { PageCheckResult } from "@mon/core-store"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connectivity, sealRequest } from "../src/index.ts"
import { answered, checkPage, claim, layerPool, refused, reset } from "./checkPage.ts"
import { secrets } from "./fixtures.ts"

const WALL = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>token 123"

const layerNetwork = (network: "ok" | "in_doubt" | null) =>
  Layer.succeed(Connectivity, {
    ...Connectivity.trusting,
    judge: () => Effect.succeed({ suppressed: false, network }),
    suppressing: Effect.succeed(false)
  })

const factsOf = (result: PageCheckResult | undefined) =>
  result?.evidence == null ? null : (readDiagnosisFacts(result.evidence) ?? assert.fail("unreadable facts"))

const causeOf = (result: PageCheckResult | undefined): string | null => {
  const facts = factsOf(result)
  if (facts === null) return null
  const { causes, result: found } = diagnose(facts)
  return found === "known" ? (causes[0]?.class ?? null) : "not known"
}

const connectRefused = { ...reset, outcome: "connect_refused" } as const
const badGateway = {
  ...refused,
  statusCode: 502,
  failedAnswer: { headers: { "set-cookie": "session=1", server: "nginx" }, text: "<h1>502 Bad Gateway</h1>nginx" }
} as const

describe("a failed check of a page", () => {
  it.live("shows its cause, like that of a domain", () =>
    Effect.gen(function* () {
      const table = [
        [connectRefused, "ok", "connection_refused"],
        [badGateway, null, "bad_gateway"],
        // A bot wall that responds with status 200, like a page.
        [answered(WALL), null, "bot_wall"],
        // These pages show no cause.
        [answered("<p> </p>"), null, null],
        [answered("<p>39 EUR"), null, null],
        [refused, null, "application_error"],
        // Our own network may be the cause, so the site is not blamed.
        [connectRefused, "in_doubt", "own_network"]
      ] as const
      for (const [answer, network, cause] of table) {
        const { result } = yield* checkPage([answer], "<p>39 EUR", {}, WorkerPool.layerMemory, layerNetwork(network))
        assert.strictEqual(causeOf(result), cause, `${answer.outcome} ${answer.statusCode}`)
      }
    })
  )

  it.live("says when and what was checked, and has no cookies", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage([badGateway], "<p>39 EUR")
      const facts = factsOf(result)
      assert.deepInclude(facts?.check, { at: "1970-01-01T00:00:01.000Z", outcome: "http_status", statusCode: 502 })
      assert.deepStrictEqual(facts?.target, { url: claim.url, host: claim.hostname, domain: "example.com" })
      assert.notInclude(JSON.stringify(facts), "session=1")
    })
  )

  it.live("has no text of the answer to a request with credentials", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.provide(
        sealRequest("1", claim.url, { headers: { "X-Key": "canary" } }, null),
        secrets
      )
      const request = sealed.ok ? sealed.value : assert.fail("not sealed")
      const guard = layerNetwork(null)
      for (const answer of [{ ...badGateway, failedAnswer: { headers: {}, text: "token 123" } }, answered(WALL)])
        for (const [given, isShown] of [
          [null, true],
          [request, false]
        ] as const) {
          const { result } = yield* checkPage([answer], null, {}, WorkerPool.layerMemory, guard, "active", {
            request: given
          })
          assert.isNotNull(factsOf(result))
          assert.strictEqual(JSON.stringify(result).includes("token 123"), isShown)
        }
    })
  )

  it.live("shows nothing if it is ours", () =>
    Effect.gen(function* () {
      const busy = layerPool({ _tag: "Busy" })
      const { result } = yield* checkPage([answered(WALL)], "<p>39 EUR", {}, busy)
      assert.notExists(result?.evidence)
    })
  )
})
