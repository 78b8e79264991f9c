import { assert, it } from "@effect/vitest"
import { MonitorSchedule, PageChecks } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { CheckPageNow, PageChecker } from "../src/index.ts"

const viewer = { accountKey: "1", userKey: "1", membershipKey: "1", role: "owner" } as const

/** Asks for a check while another check is under way, which ends after this many seconds. */
const joinedFor = (seconds: number) =>
  Effect.gen(function* () {
    const calls: Array<string> = []
    let isUnderWay = true
    const now = CheckPageNow.layerNoDeps.pipe(
      Layer.provide([
        Layer.mock(PageChecks, {
          claimManually: () => Effect.succeed({ _tag: "UnderWay", leaseToken: "t", leaseUntil: 0 } as const),
          isUnderWay: () => Effect.sync(() => isUnderWay),
          joined: (_viewer, id) => Effect.sync(() => void calls.push(`joined ${id}`)),
          lastFound: () => Effect.sync(() => (calls.push("found"), null))
        }),
        Layer.mock(MonitorSchedule, {}),
        Layer.mock(PageChecker, {})
      ])
    )
    const asked = yield* Effect.forkChild(
      Effect.provide(
        Effect.flatMap(CheckPageNow, (checks) => checks.check(viewer, "1")),
        now
      )
    )
    yield* TestClock.adjust(`${seconds} seconds`)
    isUnderWay = false
    yield* TestClock.adjust("1 second")
    return { done: yield* Fiber.join(asked), calls }
  })

it.effect("a manual check that joins another one counts as soon as that one has ended", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* joinedFor(5), {
      done: { _tag: "Checked", change: null },
      calls: ["joined 1", "found"]
    })
  })
)

it.effect("a manual check does not count while the one that it joins is under way", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* joinedFor(61), { done: { _tag: "StillUnderWay" }, calls: [] })
  })
)
