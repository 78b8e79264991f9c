import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CertificateChecks, DnsWatches, EmailHealthChecks, HostProofChecks, Registrations } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { watched } from "./watchedDomain.ts"

const LEASE_MS = 1_000

layer(layerStore, { excludeTestServices: true })("work whose worker died", (it) => {
  it.effect("is leased for twice as long after each death, and as usual after a release", () =>
    Effect.gen(function* () {
      const { key, sql, viewer } = yield* watched("deadly.example")
      const certificates = yield* CertificateChecks
      const email = yield* EmailHealthChecks
      const registrations = yield* Registrations
      const watches = yield* DnsWatches
      const proofs = yield* HostProofChecks
      yield* sql`update monitor set dns_watch = '["A"]' where id = ${key}::bigint`
      yield* sql`insert into certificate_schedule (monitor_id, next_at) values (${key}::bigint, mon_now()) on conflict do nothing`
      yield* sql`insert into dns_watch (monitor_id, next_at) values (${key}::bigint, mon_now()) on conflict do nothing`
      yield* sql`insert into registration (domain, next_at) values ('deadly.example', mon_now())`
      yield* sql`update monitor_registration set domain = 'deadly.example' where monitor_id = ${key}::bigint`
      yield* sql`
        insert into host_proof (account_id, hostname, next_at) values (${viewer.accountKey}::bigint, 'deadly.example', mon_now())`
      yield* sql`update monitor set request = '{"method": "POST"}' where id = ${key}::bigint`
      const claims = {
        certificate_schedule: certificates.claim(10, LEASE_MS),
        dns_watch: watches.claim(10, LEASE_MS),
        email_health_schedule: email.claim(10, LEASE_MS),
        host_proof: proofs.claim(10, LEASE_MS),
        registration: registrations.claim(10, LEASE_MS)
      }
      for (const [table, claim] of Object.entries(claims)) {
        /** Returns the duration, in seconds, of the next lease of an item that has been due for `dueFor` seconds. */
        const leased = Effect.fnUntraced(function* (dueFor: number) {
          yield* sql`
            update ${sql(table)} set next_at = mon_now() - ${dueFor}::int * interval '1 second',
              lease_until = case when lease_token is not null then mon_now() - interval '1 second' end`
          assert.strictEqual((yield* claim).length, 1, table)
          const [row] = yield* sql<{ seconds: number }>`
            select round(extract(epoch from lease_until - mon_now()))::int as seconds from ${sql(table)}`
          return row?.seconds
        })
        assert.strictEqual(yield* leased(600), 1, table)
        assert.strictEqual(yield* leased(60), 60, table)
        assert.strictEqual(yield* leased(90_000), 3_600, table)
        yield* sql`update ${sql(table)} set lease_until = null, lease_token = null`
        assert.strictEqual(yield* leased(600), 1, table)
      }
    })
  )
})
