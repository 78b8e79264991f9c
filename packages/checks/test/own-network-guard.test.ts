import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  afterResponse,
  afterSelfTest,
  guardPolicy,
  type GuardState,
  initial,
  isFailing,
  isSuspicious,
  passes,
  suppresses
} from "../src/ownNetwork/OwnNetworkGuard.ts"

const MINUTE = 60_000

const failed = (state: GuardState, from: number, to = from) => afterSelfTest(state, { from, to }, false, guardPolicy)
const passed = (state: GuardState, at: number) => afterSelfTest(state, { from: at, to: at }, true, guardPolicy)

describe("the own-network guard", () => {
  it("becomes suspicious at 30 % of the checks over 5 domains, and not below", () => {
    assert.isTrue(isSuspicious({ checks: 20, silentChecks: 6, silentDomains: 5 }, guardPolicy))
    assert.isFalse(isSuspicious({ checks: 20, silentChecks: 5, silentDomains: 5 }, guardPolicy))
    assert.isFalse(isSuspicious({ checks: 20, silentChecks: 20, silentDomains: 4 }, guardPolicy))
    assert.isFalse(isSuspicious({ checks: 0, silentChecks: 0, silentDomains: 0 }, guardPolicy))
  })

  it("passes a self-test if the resolver and a site respond", () => {
    const when = { isAlone: false, isSuspicious: true }
    assert.isTrue(passes({ resolverAnswers: true, requested: 3, answered: 1 }, when))
    assert.isFalse(passes({ resolverAnswers: false, requested: 3, answered: 1 }, when))
    assert.isFalse(passes({ resolverAnswers: true, requested: 3, answered: 0 }, when))
  })

  it("passes a self-test without a response only if there is no second domain and the window is not suspicious", () => {
    const findings = { resolverAnswers: true, requested: 0, answered: 0 }
    assert.isTrue(passes(findings, { isAlone: true, isSuspicious: false }))
    assert.isFalse(passes(findings, { isAlone: false, isSuspicious: false }))
    assert.isFalse(passes(findings, { isAlone: true, isSuspicious: true }))
  })

  it("suppresses nothing before a self-test has failed", () => {
    assert.isFalse(suppresses(initial, 0, guardPolicy))
    assert.isTrue(suppresses(failed(initial, 1_000), 1_000, guardPolicy))
  })

  it("suppresses for at most 15 minutes after the first failed self-test, even if the test still fails", () => {
    let state = initial
    for (let now = MINUTE; now <= 20 * MINUTE; now += 10_000) {
      state = failed(state, now)
      assert.strictEqual(suppresses(state, now, guardPolicy), now < 16 * MINUTE, `at ${now}`)
    }
    assert.isTrue(isFailing(state))
  })

  it("suppresses for 15 minutes again if the network worked in between", () => {
    const state = failed(passed(failed(initial, 0), 14 * MINUTE), 15 * MINUTE)
    assert.isTrue(suppresses(state, 29 * MINUTE, guardPolicy))
    assert.isFalse(suppresses(state, 30 * MINUTE, guardPolicy))
  })

  it("ends with a response to a request that was sent after the failed self-test began, and not with an older one", () => {
    const state = failed(initial, 1_000, 6_000)
    assert.isTrue(isFailing(afterResponse(state, 999)))
    assert.isFalse(isFailing(afterResponse(state, 1_001)))
  })

  it("suppresses only after a failed test and never longer than 15 minutes in a row, whatever happens", () => {
    const event = fc.record({ wait: fc.integer({ min: 0, max: 2 * MINUTE }), passes: fc.boolean() })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        let state = initial
        let now = 0
        let since: number | null = null
        for (const each of events) {
          now += each.wait
          if (suppresses(state, now, guardPolicy)) assert.isBelow(now - (since ?? now), guardPolicy.suppressMs)
          state = each.passes ? passed(state, now) : failed(state, now)
          since = each.passes ? null : (since ?? now)
          assert.isTrue(isFailing(state) || !suppresses(state, now, guardPolicy))
        }
      })
    )
  })
})
