import { SEED } from "@mon/tooling/seed"
import { assert, layer } from "@effect/vitest"
import { Fact, factKey, type FactKind, toStoredFact } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { certificateKinds } from "../src/monitors/CertificateChecks.ts"
import { factKeySql, insertFacts, writeFact } from "../src/monitors/writeFacts.ts"
import { layerStore, newAccount } from "./account.ts"
import { storedFacts } from "./storedFacts.ts"

const kinds = Object.keys(Fact.cases) as ReadonlyArray<FactKind>

/** SQL that computes the key of the given data for each kind, as the statements that write facts compute it. */
const keysStatement = `select ${kinds.map((kind) => `${factKeySql(kind, "d.data")} as ${kind}`).join(", ")} from (select $1::text::jsonb as data) d`

/** PostgreSQL accepts no text with NUL or with half of a surrogate pair. */
const isStorable = (fact: Fact): boolean => {
  const text = JSON.stringify(fact)
  return !/\\u0000|\\ud[89a-f]/iu.test(text) && text.isWellFormed()
}

layer(layerStore, { excludeTestServices: true })("the key of a fact", (it) => {
  it.effect.prop(
    "is the same in SQL and in the model",
    [Fact],
    ([fact]) =>
      Effect.gen(function* () {
        if (!isStorable(fact)) return
        const sql = yield* SqlClient.SqlClient
        const { data } = toStoredFact(fact)
        const [keys] = yield* sql.unsafe<Record<FactKind, string>>(keysStatement, [JSON.stringify(data)])
        assert.strictEqual(keys?.[fact.kind], factKey(fact))
      }),
    { arbitrary: { runs: 300, seed: SEED } }
  )

  it.effect("lets a fact become one notification, whichever statement finds it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const fact: Fact = {
        kind: "certificate_expiring",
        monitor: { id: "m1", name: "It's 'quoted'", url: "https://shop.example.com/" },
        certificate: {
          subject: "CN=shop",
          issuer: "CN=Testbed",
          validTo: "2026-11-28T09:00:00.000Z",
          daysRemaining: 7,
          fingerprint256: "AB:CD:EF"
        },
        thresholdDays: 7
      }
      const { data, kind } = toStoredFact(fact)
      const bySql = sql.unsafe(
        `with found as (
          select gen_random_uuid() as public_id, $1::bigint as account_id, $2::text as kind, null::bigint as monitor_id,
            null::bigint as incident_id, $3::text::jsonb as data
        ) ${insertFacts("found", certificateKinds)} returning 1`,
        [viewer.accountKey, kind, JSON.stringify(data)]
      )
      const row = { id: crypto.randomUUID(), accountKey: viewer.accountKey, monitorKey: null }
      assert.lengthOf(yield* bySql, 1)
      assert.lengthOf(yield* bySql, 0)
      assert.lengthOf(yield* writeFact(sql, fact, row), 0)
      assert.deepStrictEqual(yield* storedFacts(viewer), [{ fact, key: factKey(fact), status: "pending" }])
    })
  )
})
