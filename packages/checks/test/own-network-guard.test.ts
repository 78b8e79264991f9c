import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  guardPolicy,
  type GuardState,
  suppresses,
  initial,
  isSuspicious,
  afterCheck,
  afterSelfTest
} from "../src/ownNetwork/OwnNetworkGuard.ts"
import type { WindowSummary } from "../src/ownNetwork/CheckWindow.ts"

const calm: WindowSummary = { checks: 100, silentChecks: 0, silentDomains: 0 }
const bad: WindowSummary = { checks: 100, silentChecks: 40, silentDomains: 10 }

const failedAt = (now: number) =>
  afterSelfTest(afterCheck(initial, now, bad, guardPolicy).state, now, false, guardPolicy)

describe("the own-network guard", () => {
  it("becomes suspicious at 30 % of the checks over 5 domains, and not below", () => {
    assert.isTrue(isSuspicious({ checks: 20, silentChecks: 6, silentDomains: 5 }, guardPolicy))
    assert.isFalse(isSuspicious({ checks: 20, silentChecks: 5, silentDomains: 5 }, guardPolicy))
    assert.isFalse(isSuspicious({ checks: 20, silentChecks: 20, silentDomains: 4 }, guardPolicy))
    assert.isFalse(isSuspicious({ checks: 0, silentChecks: 0, silentDomains: 0 }, guardPolicy))
  })

  it("requests one self-test when it becomes suspicious, and suppresses nothing until the test has failed", () => {
    const first = afterCheck(initial, 1_000, bad, guardPolicy)
    assert.isTrue(first.startTest)
    assert.isFalse(suppresses(first.state, 1_000, guardPolicy))
    assert.isFalse(afterCheck(first.state, 1_001, bad, guardPolicy).startTest)
    assert.isTrue(suppresses(afterSelfTest(first.state, 1_500, false, guardPolicy), 1_500, guardPolicy))
    assert.isFalse(suppresses(afterSelfTest(first.state, 1_500, true, guardPolicy), 1_500, guardPolicy))
  })

  it("tests again 10 s after a test while it is suspicious or the last test failed", () => {
    const failed = failedAt(1_000)
    assert.isFalse(afterCheck(failed, 10_999, calm, guardPolicy).startTest)
    assert.isTrue(afterCheck(failed, 11_000, calm, guardPolicy).startTest)
    const passed = afterSelfTest(afterCheck(initial, 0, bad, guardPolicy).state, 0, true, guardPolicy)
    assert.isFalse(afterCheck(passed, 9_999, bad, guardPolicy).startTest)
    assert.isTrue(afterCheck(passed, 10_000, bad, guardPolicy).startTest)
    assert.isFalse(afterCheck(passed, 10_000, calm, guardPolicy).startTest)
  })

  it("suppresses for at most 120 s from the first failed test, however often the test fails afterwards", () => {
    let state: GuardState = failedAt(1_000)
    for (let now = 11_000; now <= 300_000; now += 10_000) {
      state = afterSelfTest(afterCheck(state, now, bad, guardPolicy).state, now, false, guardPolicy)
      assert.strictEqual(suppresses(state, now, guardPolicy), now < 121_000, `at ${now}`)
    }
  })

  it("does not restart the 120 s if the test passes once within an episode", () => {
    let state = failedAt(0)
    state = afterSelfTest(afterCheck(state, 60_000, bad, guardPolicy).state, 60_000, true, guardPolicy)
    assert.isFalse(suppresses(state, 60_000, guardPolicy))
    state = afterSelfTest(afterCheck(state, 70_000, bad, guardPolicy).state, 70_000, false, guardPolicy)
    assert.isTrue(suppresses(state, 119_999, guardPolicy))
    assert.isFalse(suppresses(state, 120_000, guardPolicy))
  })

  it("suppresses again for 120 s in a new episode, after the test passed and the window was calm", () => {
    let state = failedAt(0)
    state = afterSelfTest(afterCheck(state, 20_000, bad, guardPolicy).state, 20_000, true, guardPolicy)
    state = afterCheck(state, 90_000, calm, guardPolicy).state
    state = afterSelfTest(afterCheck(state, 600_000, bad, guardPolicy).state, 600_000, false, guardPolicy)
    assert.isTrue(suppresses(state, 719_999, guardPolicy))
    assert.isFalse(suppresses(state, 720_000, guardPolicy))
  })

  it("suppresses only after a failed test and never longer than 120 s in a row, whatever happens", () => {
    const event = fc.record({
      wait: fc.integer({ min: 0, max: 30_000 }),
      suspicious: fc.boolean(),
      passes: fc.boolean()
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        let state = initial
        let now = 0
        let suppressedSince: number | null = null
        let longest = 0
        for (const { passes, suspicious, wait } of events) {
          now += wait
          const step = afterCheck(state, now, suspicious ? bad : calm, guardPolicy)
          state = step.startTest ? afterSelfTest(step.state, now, passes, guardPolicy) : step.state
          const suppressed = suppresses(state, now, guardPolicy)
          suppressedSince = suppressed ? (suppressedSince ?? now) : null
          longest = Math.max(longest, now - (suppressedSince ?? now))
          assert.isTrue(state.failing || !suppressed)
        }
        assert.isBelow(longest, guardPolicy.suppressMs)
      })
    )
  })
})
