import { assert, it } from "@effect/vitest"
import { makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makeEmailHealth } from "../src/EmailHealth.ts"
import { but } from "./zones.ts"
import { CHECK_DEADLINE_MS } from "../src/CheckLimits.ts"

const silent: Resolver = { query: () => Effect.never }

it.effect("returns a report with unknown components after 20 seconds when the DNS never answers", () =>
  Effect.gen(function* () {
    const service = yield* makeEmailHealth(silent)
    const check = yield* Effect.forkChild(service.check("example.com"), { startImmediately: true })
    yield* TestClock.adjust(CHECK_DEADLINE_MS - 1)
    assert.strictEqual(check.pollUnsafe(), undefined)
    yield* TestClock.adjust(1)
    const { score, grade, incomplete, findings } = yield* Fiber.join(check)
    assert.deepStrictEqual([score, grade, incomplete], [null, null, true])
    assert.deepStrictEqual(
      findings.filter(({ severity }) => severity !== "info"),
      []
    )
  })
)

it.effect("waits five seconds for a policy file that never arrives, without affecting the score", () =>
  Effect.gen(function* () {
    const zone = makeZoneResolver(but({ "_mta-sts.example.com": { TXT: ["v=STSv1; id=1"] } }))
    const service = yield* makeEmailHealth(zone, {
      transport: () => ({ get: () => new Promise(() => {}), startTls: null })
    })
    const check = yield* Effect.forkChild(service.check("example.com"), { startImmediately: true })
    yield* TestClock.adjust(5000)
    const { score, extras } = yield* Fiber.join(check)
    assert.deepStrictEqual([score, extras.mtaSts.fault, extras.mtaSts.policy], [100, "not_checked", null])
  })
)
