import { assert, describe, it } from "@effect/vitest"
import { DomainTrials } from "@mon/checks"
import { Secrets } from "@mon/core-store"
import { startSite } from "@mon/tooling/testbed"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

describe("a trial of a domain", () => {
  it.live("asks the server once, under the address policy", () =>
    Effect.gen(function* () {
      const site = yield* Effect.acquireRelease(
        Effect.promise(() => startSite({ behaviour: { headers: { "content-type": "text/html" }, body: "Sold out" } })),
        (open) => Effect.promise(() => open.close())
      )
      const run = (allow: ReadonlyArray<string>) =>
        Effect.flatMap(DomainTrials, (trials) =>
          trials.run({
            accountKey: "1",
            url: site.origin,
            timeoutMs: 5_000,
            degradedAfterMs: null,
            contentFaults: "down",
            contentMemory: null,
            request: { method: "GET" },
            expect: [{ status: "200" }, { text: "In stock" }]
          })
        ).pipe(
          Effect.provide(
            Layer.provide(DomainTrials.layerNoDeps, [
              UptimeProbe.layer({ allow }),
              Secrets.layer(["a secret of at least 32 characters"])
            ])
          )
        )
      assert.deepInclude(yield* run([]), { status: "down", statusCode: null, expectations: [], excerpt: null })
      assert.strictEqual(site.accepted, 0)
      const trial = yield* run(["127.0.0.0/8"])
      assert.deepInclude(trial, { status: "down", statusCode: 200, excerpt: "Sold out" })
      assert.deepStrictEqual(
        trial.expectations.map(({ holds }) => holds),
        [true, false]
      )
      assert.strictEqual(site.requests.length, 1)
    })
  )
})
