// Tests a change of the records at one name server of a domain, from POST to alert.
import { assert, layer } from "@effect/vitest"
import type { DnsWatchRecord, Domain, Notification, Repair } from "@mon/model"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { Effect } from "effect"
import { request, Service } from "./Service.ts"

const data = <A>(method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), (answer) => answer.body.data as A)

const until = <A, E, R>(effect: Effect.Effect<A, E, R>, wanted: (value: A) => boolean) =>
  Effect.repeat(Effect.delay(effect, "20 millis"), { until: wanted })

const openServer = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startDnsServer({ host, port })),
    (server) => Effect.promise(() => server.close())
  )

const serve = (server: DnsServer, zone: string, serial: number, exchange: string): void =>
  server.zone.set(zone, {
    SOA: [{ mname: `ns1.${zone}`, rname: `root.${zone}`, serial, minimum: 60 }],
    NS: [`ns1.${zone}`, `ns2.${zone}`],
    MX: [{ preference: 10, exchange }],
    TXT: ["v=spf1 -all"]
  })

const openZone = Effect.fn("openZone")(function* (zone: string, network: string) {
  const { dns, site } = yield* Service
  const registry = yield* openServer(`${network}.1`, dns.port)
  const first = yield* openServer(`${network}.2`, dns.port)
  const second = yield* openServer(`${network}.3`, dns.port)
  dns.zone.set("com", { NS: ["a.gtld-servers.net"] })
  dns.zone.set("a.gtld-servers.net", { A: [`${network}.1`] })
  dns.zone.set(zone, { A: [site.host], MX: [{ preference: 10, exchange: "mx.example.net" }] })
  registry.zone.delegate(zone, { [`ns1.${zone}`]: [`${network}.2`], [`ns2.${zone}`]: [`${network}.3`] })
  for (const server of [first, second]) serve(server, zone, 1, "mx.example.net")
  return { first, second, url: `http://${zone}:${site.port}/` }
})

const notificationsOf = (id: string) =>
  Effect.map(data<ReadonlyArray<Notification>>("GET", "/notifications?limit=50"), (all) =>
    all.filter((one) => one.kind === "dns_changed" && one.domainId === id)
  )

layer(Service.layer, { excludeTestServices: true, timeout: 60_000 })("a watched domain", (it) => {
  it.effect("alerts once when its mail exchanger changes at one server, whatever else happens there", () =>
    Effect.gen(function* () {
      const { passSeconds } = yield* Service
      const { first, second, url } = yield* openZone("dns-watch.com", "127.0.71")
      const created = yield* request("POST", "/domains", { url, dnsWatch: { types: ["NS", "MX", "TXT"] } })
      assert.strictEqual(created.status, 201, created.body.message)
      const { id } = created.body.data as Domain
      const dns = data<DnsWatchRecord>("GET", `/domains/${id}/dns`)
      const baseline = yield* until(dns, ({ status }) => status === "watching")
      assert.deepStrictEqual(
        baseline.sets.map(({ records, source, type }) => [type, source, records]),
        [
          ["NS", "parent", ["ns1.dns-watch.com", "ns2.dns-watch.com"]],
          ["NS", "zone", ["ns1.dns-watch.com", "ns2.dns-watch.com"]],
          ["MX", "zone", ["10 mx.example.net"]],
          ["TXT", "zone", ['"v=spf1 -all"']]
        ]
      )
      // A failing server does not count as a change.
      first.zone.fail("*", "SERVFAIL")
      yield* passSeconds(180)
      yield* until(dns, ({ sets }) => sets[2]?.servers.some(({ status }) => status === "failed") === true)
      assert.deepStrictEqual((yield* dns).changes, [])
      first.zone.heal("*")
      serve(first, "dns-watch.com", 2, "mx.evil.example")
      yield* passSeconds(180)
      const suspected = yield* until(dns, ({ sets }) => sets[2]?.pending !== null)
      assert.deepStrictEqual(suspected.sets[2]?.pending?.records, ["10 mx.evil.example"])
      assert.deepStrictEqual(suspected.changes, [])
      yield* passSeconds(60)
      const changed = yield* until(dns, ({ changes }) => changes.length > 0)
      assert.deepInclude(changed.changes[0]?.changes[0], {
        type: "MX",
        name: "dns-watch.com",
        added: ["10 mx.evil.example"],
        removed: ["10 mx.example.net"]
      })
      const [alert] = yield* until(notificationsOf(id), (found) => found.length > 0)
      assert.deepInclude(alert, { type: "status_change", title: "DNS CHANGED dns-watch.com", domainId: id })
      assert.match(alert?.link ?? "", new RegExp(`/app/domains/${id}/dns$`, "u"))
      // The second server still has the old records, and gets the new records later.
      const before = changed.checkedAt
      yield* passSeconds(180)
      yield* until(dns, ({ checkedAt }) => checkedAt !== before)
      serve(second, "dns-watch.com", 2, "mx.evil.example")
      const between = (yield* dns).checkedAt
      yield* passSeconds(180)
      yield* until(dns, ({ checkedAt }) => checkedAt !== between)
      assert.strictEqual((yield* dns).changes.length, 1)
      assert.strictEqual((yield* notificationsOf(id)).length, 1)
      // The owner did not intend the change: first one name server has the old records again, then the other name
      // server.
      const repair = Effect.map(data<ReadonlyArray<Repair>>("GET", `/domains/${id}/repairs`), (repairs) =>
        repairs.find(({ kind }) => kind === "dns")
      )
      assert.deepInclude(yield* repair, { state: "open" })
      assert.deepStrictEqual((yield* repair)?.records, [
        { type: "MX", host: "dns-watch.com", values: ["10 mx.example.net"], replaces: ["10 mx.evil.example"] }
      ])
      serve(first, "dns-watch.com", 3, "mx.example.net")
      const later = Effect.andThen(passSeconds(60), repair)
      const applied = yield* until(later, (found) => found?.state !== "open")
      assert.strictEqual(applied?.state, "applied")
      assert.deepStrictEqual(
        applied?.answers?.servers.map(({ state }) => state),
        ["published", "old", "published"]
      )
      serve(second, "dns-watch.com", 3, "mx.example.net")
      const closed = yield* until(later, (found) => found?.state !== "applied")
      assert.deepInclude(closed, { state: "closed", reopened: 0, endedAt: null })
      yield* until(notificationsOf(id), (found) => found.length === 2)
    })
  )

  it.effect("has options that are validated, limited by rights and by the address policy", () =>
    Effect.gen(function* () {
      const { site } = yield* Service
      const url = (name: string) => `http://${name}.example.com:${site.port}/`
      const refused = Effect.fn("refused")(function* (dnsWatch: unknown, message: string) {
        const answer = yield* request("POST", "/domains", { url: url("refused"), dnsWatch })
        assert.deepStrictEqual([answer.status, answer.body.message], [400, message])
      })
      yield* refused({ types: [] }, "dnsWatch must have at least one type, and none more than once.")
      yield* refused({ types: ["PTR"] }, "dnsWatch.types[0] must be one of: NS, DS, MX, TXT, CAA, A, AAAA, CNAME.")
      yield* refused(
        { types: ["A"], addresses: ["shop.example.com"] },
        "dnsWatch.addresses[0] must be an IP address such as 192.0.2.80."
      )
      yield* refused("MX", "dnsWatch must be null or an object.")
    })
  )
})
