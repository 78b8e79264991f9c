import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { DomainFactCache, type DomainFactClaim } from "../src/index.ts"
import { layerStore } from "./account.ts"

const lease = () => ({ token: randomUUID(), leaseMs: 60_000 })
const tags = (claims: ReadonlyArray<DomainFactClaim>) =>
  Object.fromEntries(claims.map(({ _tag, domain }) => [domain, _tag]))

layer(layerStore)("domain facts", (it) => {
  it.effect("are looked up by one of many concurrent callers, and the others get its result", () =>
    Effect.gen(function* () {
      const cache = yield* DomainFactCache
      const domains = Array.from({ length: 300 }, (_, index) => `d${index}.example`)
      const askers = Array.from({ length: 8 }, lease)
      const claims = yield* Effect.forEach(
        askers,
        (asker, index) => cache.claim("prospect", index % 2 === 0 ? domains : domains.toReversed(), asker),
        { concurrency: "unbounded" }
      )
      const claimed = claims.map((list) => list.filter(({ _tag }) => _tag === "Claimed").map(({ domain }) => domain))
      assert.deepStrictEqual(claimed.flat().toSorted(), domains.toSorted())
      yield* Effect.forEach(
        askers,
        ({ token }, index) =>
          cache.settle(
            "prospect",
            token,
            (claimed[index] ?? []).map((domain) => ({ domain, facts: { domain }, keepSeconds: 60 }))
          ),
        { concurrency: "unbounded" }
      )
      const known = yield* cache.claim("prospect", domains, lease())
      assert.isTrue(
        known.every((claim) => claim._tag === "Known" && (claim.facts as { domain: string }).domain === claim.domain)
      )
    })
  )

  it.effect("can be claimed again when a lease has ended or was released; a late result is not stored", () =>
    Effect.gen(function* () {
      const cache = yield* DomainFactCache
      const [dead, alive] = [lease(), lease()]
      assert.deepStrictEqual(tags(yield* cache.claim("sender", ["late.example", "left.example"], dead)), {
        "late.example": "Claimed",
        "left.example": "Claimed"
      })
      assert.deepStrictEqual(tags(yield* cache.claim("sender", ["late.example"], alive)), { "late.example": "Busy" })
      assert.deepStrictEqual(tags(yield* cache.claim("prospect", ["late.example"], alive)), {
        "late.example": "Claimed"
      })
      yield* (yield* SqlClient.SqlClient)`update domain_fact set lease_until = mon_now() where domain = 'late.example' and kind = 'sender'`
      assert.deepStrictEqual(tags(yield* cache.claim("sender", ["late.example"], alive)), { "late.example": "Claimed" })
      yield* cache.settle("sender", dead.token, [{ domain: "late.example", facts: 1, keepSeconds: 60 }])
      assert.deepStrictEqual(tags(yield* cache.claim("sender", ["late.example"], lease())), { "late.example": "Busy" })
      yield* cache.release(dead.token)
      assert.deepStrictEqual(tags(yield* cache.claim("sender", ["left.example"], lease())), {
        "left.example": "Claimed"
      })
    })
  )

  it.effect("are cached until they expire, then looked up again, and deleted", () =>
    Effect.gen(function* () {
      const cache = yield* DomainFactCache
      const first = lease()
      yield* cache.claim("prospect", ["old.example"], first)
      yield* cache.settle("prospect", first.token, [{ domain: "old.example", facts: 1, keepSeconds: 60 }])
      yield* (yield* SqlClient.SqlClient)`update domain_fact set expires_at = mon_now() where domain = 'old.example'`
      const second = lease()
      assert.deepStrictEqual(tags(yield* cache.claim("prospect", ["old.example"], second)), {
        "old.example": "Claimed"
      })
      yield* cache.release(second.token)
      assert.isAtLeast(yield* cache.purge(1_000), 1)
      assert.strictEqual(
        (yield* (yield* SqlClient.SqlClient)`select 1 from domain_fact where domain = 'old.example'`).length,
        0
      )
    })
  )
})
