import { MonitorSchedule } from "@mon/core-store"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { claimDomains, databaseTime } from "../src/domains/checkDomain.ts"
import { claim } from "./fixtures.ts"

const CLAIMED_AT = Date.UTC(2026, 10, 21)

/** A database whose statement for claims runs at once, and whose commit takes a while. */
const layerSchedule = (commitMs: number) =>
  Layer.mock(MonitorSchedule, {
    claim: () => Effect.delay(Effect.succeed([claim({ claimedAt: CLAIMED_AT })]), Duration.millis(commitMs)),
    now: () => Effect.succeed(CLAIMED_AT + commitMs)
  })

describe("a claimed domain", () => {
  for (const [name, commitMs, expected] of [
    ["has the time of the claim", 100, CLAIMED_AT],
    ["has the time of the end of a slow claim", 8_000, CLAIMED_AT + 8_000]
  ] as const)
    it.effect(name, () =>
      Effect.gen(function* () {
        const claiming = yield* Effect.forkChild(claimDomains(1, 15_000))
        yield* TestClock.adjust(Duration.millis(commitMs))
        const [claimed] = yield* Fiber.join(claiming)
        assert.isDefined(claimed)
        if (claimed !== undefined) assert.strictEqual(yield* databaseTime(claimed), expected)
      }).pipe(Effect.provide(layerSchedule(commitMs)))
    )
})
