import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Domains, EmailHealthChecks, MonitorLists } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { LEASE_MS, resultOf, watched } from "./watchedEmail.ts"

layer(layerStore, { excludeTestServices: true })("the email health of a domain", (it) => {
  it.effect(
    "is neither due nor announced nor shown while it is switched off, and is due at once when it is on again",
    () =>
      Effect.gen(function* () {
        const { checks, claim, id, result, scheduled, viewer } = yield* watched("switched-off.example")
        const domains = yield* Domains
        yield* result("A")
        const switchTo = (emailHealthEnabled: boolean) => domains.update(viewer, [id], { emailHealthEnabled })
        const late = yield* claim
        yield* switchTo(false)
        assert.isNull((yield* scheduled).next_at)
        assert.isFalse((yield* checks.record(late, resultOf(late, "F"))).accepted)
        // Other changes of the domain do not make the email health check due.
        yield* domains.update(viewer, [id], { emailHealthInterval: 3_600 })
        yield* domains.pause(viewer, id)
        yield* domains.resume(viewer, id)
        assert.isNull((yield* scheduled).next_at)
        const asked = resultOf(late, "F", { checkedAt: late.claimedAt + 5 })
        assert.deepStrictEqual(yield* checks.note(viewer, id, asked), { accepted: true, announced: null })
        assert.strictEqual((yield* checks.history(viewer, id, 5))?.length, 2)
        const shown = Effect.gen(function* () {
          const [standing] = yield* checks.standings(viewer)
          const { fields, rows } = yield* (yield* MonitorLists).read(viewer)
          return [
            standing?.emailHealthEnabled,
            standing?.grade,
            standing?.checkedAt === null,
            (yield* domains.find(viewer, id))?.emailHealth?.grade,
            rows[0]?.[fields.indexOf("mailGrade")]
          ]
        })
        assert.deepStrictEqual(yield* shown, [false, null, true, undefined, null])
        yield* switchTo(true)
        const { next_at: next, now } = yield* scheduled
        assert.isAtMost(next?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime())
        assert.deepStrictEqual(yield* shown, [true, "F", false, "F", "F"])
        const again = yield* claim
        const bad = resultOf(again, "F", { checkedAt: again.claimedAt + 10 })
        assert.strictEqual((yield* checks.record(again, bad)).announced, "email_health_alert")
      })
  )

  it.effect("is not due for a domain that is added with the check switched off", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const domain = { ...newDomain("never-on.example"), emailHealthEnabled: false }
      const made = yield* (yield* Domains).create(viewer, domain, 100)
      assert.strictEqual(made._tag === "Created" && made.monitor.emailHealthEnabled, false)
      const hosts = (yield* (yield* EmailHealthChecks).claim(1_000, LEASE_MS)).map(({ hostname }) => hostname)
      assert.notInclude(hosts, "never-on.example")
    })
  )
})
