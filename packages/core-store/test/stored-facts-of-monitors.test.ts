import { assert, describe, it, layer } from "@effect/vitest"
import { SEED } from "@mon/tooling/seed"
import { DomainExpiry, EmailHealthGrade, RedirectFacts, SslFacts } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Domains, type AccessScope } from "../src/index.ts"
import { isEmailGrade, isRedirect, isStoredExpiry } from "../src/monitors/Domains.ts"
import { isStoredSsl } from "../src/monitors/storedCertificate.ts"
import { layerStore } from "./account.ts"
import { watched } from "./watchedDomain.ts"

const { daysRemaining: _, ...certificate } = SslFacts.fields
const { daysRemaining: __, ...expiry } = DomainExpiry.fields

const columns = [
  ["ssl", isStoredSsl, Schema.Struct(certificate)],
  ["domain_expiry", isStoredExpiry, Schema.Struct(expiry)],
  ["redirect", isRedirect, RedirectFacts],
  ["email_health", isEmailGrade, EmailHealthGrade]
] as const

const others = [undefined, null, "text", 1, true, [], [1], {}, [{ url: "https://example.com/" }]]

describe.each(columns)("the column %s", (_column, guard, schema) => {
  it.prop(
    "is read when the schema of the model reads it, and only then",
    [schema as Schema.Codec<object>],
    ([value]) => {
      const accepts = Schema.is(schema as Schema.Codec<object>)
      const stored = JSON.parse(JSON.stringify(value))
      assert.strictEqual(guard(stored), accepts(stored))
      for (const field of Object.keys(stored))
        for (const other of others) {
          const changed = { ...stored, [field]: other }
          assert.strictEqual(guard(changed), accepts(changed), `${field}: ${JSON.stringify(other)}`)
        }
      for (const other of others) assert.strictEqual(guard(other), accepts(other), JSON.stringify(other))
    },
    { arbitrary: { seed: SEED } }
  )
})

layer(layerStore, { excludeTestServices: true })("facts that another release stored in another form", (facts) => {
  facts.effect("are not known, and the domain is shown all the same", () =>
    Effect.gen(function* () {
      const { id, key, sql, viewer } = yield* watched("other-release.example")
      const domains = yield* Domains
      const shown = (scope: AccessScope) =>
        Effect.map(domains.list(scope, { page: 1, limit: 10 }), ({ items }) => items.find((one) => one.id === id))
      for (const json of ['{"valid": true}', "[]", '"text"', '{"detected": true, "hops": [{}]}', "1"]) {
        yield* sql`
          insert into monitor_facts (monitor_id, ssl, domain_expiry, redirect, email_health)
          select ${key}::bigint, j, j, j, j from (select ${json}::text::jsonb as j) x
          on conflict (monitor_id) do update set ssl = excluded.ssl, domain_expiry = excluded.domain_expiry,
            redirect = excluded.redirect, email_health = excluded.email_health`
        for (const domain of [yield* domains.find(viewer, id), yield* shown(viewer)])
          assert.deepInclude(domain, { id, ssl: null, domainExpiry: null, redirect: null, emailHealth: null })
      }
    })
  )
})
