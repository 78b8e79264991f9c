import { Connectivity, DnsObserver, PortObserver, RecordObserver, HostProofs } from "@mon/checks"
import { layerZone } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Domains, RegistryDocumentCache, Repairs, Secrets } from "@mon/core-store"
import { startRdapServer, startWhoisServer } from "@mon/tooling/testbed"
import { DomainExpiry, type CheckResult, type CheckRequest, ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { layerFactsWorkerNoDeps, WorkerConfig, WorkerTimings } from "../src/index.ts"
import { certificatesOf } from "./Certificates.ts"
import { listenToFacts } from "./FactEvents.ts"
import { runWorker } from "./runWorker.ts"
import {
  fastTimings,
  layerSecrets,
  layerWorld,
  of,
  openSite,
  settings,
  TestWorld,
  watch,
  type Watched
} from "./TestWorld.ts"

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)

const record = (watched: Watched) => Effect.flatMap(Domains, (domains) => domains.find(watched.viewer, watched.id))

const notificationsOf = ({ key }: Watched) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{ type: string; threshold: number | null }>`
      select type, (data ->> 'thresholdDays')::int as threshold from notification where monitor_id = ${key}::bigint order by type`
  )

layer(layerWorld, { excludeTestServices: true })("two workers", (it) => {
  it.effect("notify once of certificates that expire soon or became invalid", () =>
    Effect.gen(function* () {
      const { dns, checks } = yield* TestWorld
      const facts = yield* listenToFacts
      const certificates = yield* certificatesOf
      const soonSite = yield* openSite({
        tls: yield* certificates.issue({ names: ["soon.example.com"], notBefore: inDays(-84), notAfter: inDays(5.5) })
      })
      const badSite = yield* openSite({ tls: yield* certificates.issue({ names: ["other.example.net"] }) })
      for (const name of ["soon", "bad"]) dns.zone.set(`${name}.example.com`, { A: [soonSite.host] })
      for (const _ of [1, 2]) yield* runWorker({ extraCa: [certificates.rootPem] })
      const soon = yield* watch(soonSite, { hostname: "soon.example.com", scheme: "https" })
      const bad = yield* watch(badSite, { hostname: "bad.example.com", scheme: "https" })
      yield* facts.seen("ssl_expiry", soon.key)
      yield* facts.seen("ssl_invalid", bad.key)
      for (let count = 0; count < 8; count++)
        yield* Effect.all([checks.next(of(soon, "up")), checks.next(of(bad, "up"))])
      assert.deepStrictEqual(yield* notificationsOf(soon), [{ type: "ssl_expiry", threshold: 7 }])
      assert.deepStrictEqual(yield* notificationsOf(bad), [{ type: "ssl_invalid", threshold: null }])
      assert.deepInclude((yield* record(soon))?.ssl, { valid: true, daysRemaining: 5, problems: [] })
      assert.deepInclude(yield* record(bad), { status: "up" })
      assert.deepInclude((yield* record(bad))?.ssl, { valid: false, problems: ["wrong_host"] })
      // A check has no response time while the machine is busy.
      yield* Effect.repeat(Effect.andThen(checks.next(of(soon, "up")), record(soon)), {
        until: (found) => (found?.responseTime?.p50 ?? 0) > 0
      })
    })
  )

  it.effect("follow the repair of a certificate from the checks that find it invalid to those that find it valid", () =>
    Effect.gen(function* () {
      const { dns } = yield* TestWorld
      const facts = yield* listenToFacts
      const { issue, rootPem } = yield* certificatesOf
      const name = "repaired.example.com"
      const before = yield* openSite({ tls: yield* issue({ names: ["other.example.net"] }) })
      dns.zone.set(name, { A: [before.host] })
      for (const _ of [1, 2]) yield* runWorker({ extraCa: [rootPem] })
      const { id, key, viewer } = yield* watch(before, { hostname: name, scheme: "https" })
      yield* facts.seen("repair", key)
      const repair = Effect.map((yield* Repairs).list(viewer, id, { limit: 1 }), (page) =>
        page?._tag === "Repairs" ? page.repairs[0] : undefined
      )
      assert.deepInclude(yield* repair, {
        kind: "certificate",
        state: "open",
        message: "The certificate is not valid (wrong host)."
      })
      yield* Effect.promise(before.close)
      yield* openSite({ host: before.host, port: before.port, tls: yield* issue({ names: [name] }) })
      yield* facts.seen("repair", key, 2)
      const closed = yield* repair
      assert.deepInclude(closed, { state: "closed", reopened: 0 })
      assert.deepStrictEqual(
        closed?.locations.map(({ sees }) => sees),
        ["valid"]
      )
    })
  )

  it.effect(
    "query the registry once for a domain with several monitors, and notify each of them when it expires soon",
    () =>
      Effect.gen(function* () {
        const { dns } = yield* TestWorld
        const facts = yield* listenToFacts
        const rdap = yield* Effect.acquireRelease(
          Effect.promise(() => startRdapServer({ name: "rdap.nic.com" })),
          (server) => Effect.promise(server.close)
        )
        const whois = yield* Effect.acquireRelease(
          Effect.promise(() => startWhoisServer()),
          (server) => Effect.promise(server.close)
        )
        for (const name of ["rdap.nic.com", "whois.root.com", "whois.nic.io"]) dns.zone.set(name, { A: ["127.0.0.1"] })
        rdap.list(["com"], [rdap.base])
        const ends = inDays(20.5).toISOString()
        rdap.register("facts.com", { expiresAt: ends, registrar: "Names Inc.", statuses: ["client hold"] })
        whois.answer("io", "domain: IO\nwhois: whois.nic.io\n")
        whois.answer(
          "facts.io",
          `Domain Name: facts.io\nRegistrar: Islands Ltd\nRegistry Expiry Date: ${inDays(400).toISOString()}\n`
        )
        const registry = { rdapBootstrapUrl: rdap.bootstrapUrl, whoisServer: `whois.root.com:${whois.port}` }
        for (const _ of [1, 2]) yield* runWorker(registry)
        const site = yield* openSite()
        const names = ["www.facts.com", "shop.facts.com", "www.facts.io"]
        for (const name of names) dns.zone.set(name, { A: [site.host] })
        const watched = yield* Effect.forEach(names, (hostname) => watch(site, { hostname, facts: true }))
        for (const { key } of watched) yield* facts.seen("registration", key)
        const [www, shop, io] = yield* Effect.forEach(watched, record)
        for (const domain of [www, shop]) {
          assert.deepInclude(domain?.domainExpiry, {
            expiresAt: ends,
            daysRemaining: 20,
            registrar: "Names Inc.",
            source: "rdap",
            statuses: ["clientHold"]
          })
        }
        assert.deepInclude(io?.domainExpiry, { registrar: "Islands Ltd", source: "whois", daysRemaining: 399 })
        assert.deepStrictEqual(rdap.asked(), ["facts.com"])
        assert.deepStrictEqual(
          whois.questions.filter((question) => question.startsWith("facts")),
          ["facts.io"]
        )
        for (const each of watched) {
          const expected = each.hostname.endsWith(".io") ? [] : [{ type: "domain_expiry", threshold: 30 }]
          assert.deepStrictEqual(yield* notificationsOf(each), expected)
        }
        const stored = yield* (yield* RegistryDocumentCache).find(`rdap-bootstrap ${rdap.bootstrapUrl}`)
        assert.include(stored?.document, "rdap.nic.com")
      })
  )
})

/** Returns the result of a check of port 443. */
const checkOf = ({ url }: CheckRequest, found: Pick<CheckResult, "outcome" | "certificate">): CheckResult => ({
  url,
  startedAt: 0,
  verdict: found.outcome === "ok" ? "up" : "down",
  deterministic: false,
  message: null,
  statusCode: null,
  totalUs: null,
  timings: { dnsUs: null, connectUs: null, tlsUs: null, waitUs: null, downloadUs: null },
  bytesReceived: 0,
  heardFromServer: true,
  hops: [],
  finalUrl: url,
  delayed: false,
  ...found
})

layer(layerWorld, { excludeTestServices: true })("a worker and an http URL", (it) => {
  it.effect("checks the certificate on port 443, whose absence is not downtime", () =>
    Effect.gen(function* () {
      const facts = yield* listenToFacts
      const world = yield* TestWorld
      const requests: Array<CheckRequest> = []
      let found: Pick<CheckResult, "outcome" | "certificate"> = {
        outcome: "ok",
        certificate: (yield* certificatesOf).facts
      }
      const probe = UptimeProbe.layerMemory((request) => {
        requests.push(request)
        return checkOf(request, found)
      })
      const expiry = DomainExpiry.layerMemory(({ hostname }) => ({
        hostname,
        domain: hostname,
        checkedAt: 0,
        outcome: "unavailable",
        registration: null,
        stale: false,
        daysRemaining: null,
        message: "Nobody answers.",
        retryAt: null,
        attempts: []
      }))
      yield* Layer.build(
        Layer.provide(Layer.fresh(layerFactsWorkerNoDeps), [
          probe,
          expiry,
          Layer.provide(Layer.merge(DnsObserver.layer(), RecordObserver.layer()), [
            layerZone({}),
            NetworkPolicy.layer()
          ]),
          ServiceProbe.layerMemory({}),
          Layer.provide(PortObserver.layer(), NetworkPolicy.layer()),
          Layer.provide(HostProofs.layer, [layerZone({}), Secrets.layer(["a secret of at least 32 characters"])]),
          Connectivity.layerTrusting,
          layerSecrets,
          WorkerConfig.layer(settings(world)),
          Layer.succeed(WorkerTimings, fastTimings),
          Layer.succeed(References.MinimumLogLevel, "Error")
        ])
      )
      const watched = yield* watch({ host: "127.0.0.1", port: 8_080 }, { hostname: "plain.example.com", facts: true })
      yield* facts.seen("ssl", watched.key)
      assert.deepStrictEqual(requests, [
        { url: "https://plain.example.com/", timeoutMs: 5_000, method: "HEAD", followRedirects: false }
      ])
      assert.deepInclude((yield* record(watched))?.ssl, { valid: true })
      found = { outcome: "connect_refused", certificate: null }
      const sql = yield* SqlClient.SqlClient
      yield* sql`update certificate_schedule set next_at = mon_now() where monitor_id = ${watched.key}::bigint`
      yield* facts.seen("ssl", watched.key, 2)
      assert.deepInclude(yield* record(watched), { ssl: null, status: "unknown", lastError: null })
    })
  )
})
