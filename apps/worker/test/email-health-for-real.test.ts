import { Domains, EmailHealthChecks } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import { OPEN_LISTS } from "@mon/email-health"
import type { DnsServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generateKeyPairSync } from "node:crypto"
import { listenToEmailHealth, makeDue } from "./EmailHealthEvents.ts"
import { runWorker } from "./runWorker.ts"
import { layerWorld, openSite, TestWorld, watch } from "./TestWorld.ts"

const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
const signingKey = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`

/** A public address that only occurs in records. Nothing connects to it. */
const MAIL_HOST = "93.184.216.25"
const REVERSED = MAIL_HOST.split(".").toReversed().join(".")

/** Publishes a domain with perfect records, and working blacklists. */
const publish = ({ zone }: DnsServer, domain: string) => {
  zone.set(domain, {
    A: ["127.0.0.1"],
    MX: [{ preference: 10, exchange: `mx.${domain}` }],
    TXT: [`v=spf1 ip4:${MAIL_HOST} -all`]
  })
  zone.set(`mx.${domain}`, { A: [MAIL_HOST] })
  zone.set(`${REVERSED}.in-addr.arpa`, { PTR: [`mx.${domain}`] })
  zone.set(`_dmarc.${domain}`, { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`] })
  zone.set(`default._domainkey.${domain}`, { TXT: [signingKey] })
  for (const list of OPEN_LISTS) zone.set(`2.0.0.127.${list.zone}`, { A: ["127.0.0.2"] })
}

layer(layerWorld, { excludeTestServices: true })(
  "a worker with the real email health engine over a DNS server",
  (it) => {
    it.effect("grades a domain, and notifies about a bad grade, a listing, and recovery from both", () =>
      Effect.gen(function* () {
        const { dns } = yield* TestWorld
        const checked = yield* listenToEmailHealth
        const site = yield* openSite()
        const domain = "mail.example.com"
        publish(dns, domain)
        yield* runWorker()
        const watched = yield* watch(site, { hostname: domain, emailHealth: true })
        const next = Effect.andThen(makeDue(watched.key), checked(watched.key))
        yield* checked(watched.key)
        const record = Effect.map((yield* Domains).find(watched.viewer, watched.id), (found) => found?.emailHealth)
        const before = yield* record
        assert.deepInclude(before, { grade: "A" })

        dns.zone.delete(`_dmarc.${domain}`)
        dns.zone.set(domain, { A: ["127.0.0.1"], MX: [{ preference: 10, exchange: `mx.${domain}` }] })
        const [spamcop] = OPEN_LISTS
        dns.zone.set(`${REVERSED}.${spamcop?.zone}`, { A: ["127.0.0.2"] })
        yield* next
        assert.deepInclude(yield* record, { grade: "F" })

        dns.zone.fail(domain, "SERVFAIL")
        yield* next
        dns.zone.delete(`${REVERSED}.${spamcop?.zone}`)
        dns.zone.heal(domain)
        publish(dns, domain)
        yield* next
        assert.strictEqual((yield* record)?.score, before?.score)

        const sql = yield* SqlClient
        const notes = yield* sql<{ kind: string; grade: string; listings: ReadonlyArray<string> | null }>`
        select kind, data ->> 'grade' as grade, data -> 'newListings' as listings from notification
        where monitor_id = ${watched.key}::bigint and type like 'email%' order by id`
        assert.deepStrictEqual(notes, [
          { kind: "email_health_alert", grade: "F", listings: [`${spamcop?.name}: ${MAIL_HOST}`] },
          { kind: "email_health_recovery", grade: "A", listings: null }
        ])
        const history = yield* (yield* EmailHealthChecks).history(watched.viewer, watched.id, 10)
        assert.deepStrictEqual(
          history?.map(({ grade, incomplete }) => (incomplete ? "incomplete" : grade)),
          ["A", "incomplete", "F", "A"]
        )
      })
    )

    it.effect("contacts the mail hosts of a monitored domain, unless the operator forbids it", () =>
      Effect.gen(function* () {
        const { dns } = yield* TestWorld
        const sql = yield* SqlClient
        const checked = yield* listenToEmailHealth
        const site = yield* openSite()
        const contacts = (host: string) =>
          sql<{ contact: string }>`select contact from mail_host_contact where host = ${host}`
        for (const [domain, contactMailHosts] of [
          ["forbidden.example.com", false],
          ["contacted.example.com", true]
        ] as const) {
          publish(dns, domain)
          dns.zone.set(`mx.${domain}`, { A: ["127.0.0.1"] })
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* runWorker({ contactMailHosts })
              const watched = yield* watch(site, { hostname: domain, emailHealth: true })
              yield* checked(watched.key)
            })
          )
        }
        assert.deepStrictEqual(yield* contacts("mx.forbidden.example.com"), [])
        const [row] = yield* contacts("mx.contacted.example.com")
        assert.isString(JSON.parse(row?.contact ?? "{}").status)
      })
    )
  }
)
