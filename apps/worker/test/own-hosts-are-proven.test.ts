import { Connectivity, DnsObserver, PortObserver, RecordObserver, HostProofs } from "@mon/checks"
import { Secrets, ServiceProofs, Services, StatusPageDocuments, StatusPageHosts, StatusPages } from "@mon/core-store"
import { serviceDefaults } from "@mon/model"
import { layerZone } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { DomainExpiry, ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { layerFactsWorkerNoDeps, WorkerConfig, WorkerTimings } from "../src/index.ts"
import { layerGround, newAccount, TEST_SECRET } from "./deliveries/DeliveryWorld.ts"
import { newPage } from "./deliveries/SubscriberWorld.ts"
import { polled } from "./polled.ts"

const HOSTNAME = "status.proven.com"
const BASE = "https://mon.vendor.com"

const workerWith = (zone: Parameters<typeof layerZone>[0]) =>
  Layer.provide(Layer.fresh(layerFactsWorkerNoDeps), [
    UptimeProbe.layerMemory(() => {
      throw new Error("No monitor is checked.")
    }),
    DomainExpiry.layerMemory(() => {
      throw new Error("No registration is looked up.")
    }),
    Layer.provide(Layer.merge(DnsObserver.layer(), RecordObserver.layer()), [layerZone(zone), NetworkPolicy.layer()]),
    ServiceProbe.layerMemory({}),
    Layer.provide(PortObserver.layer(), NetworkPolicy.layer()),
    Layer.provide(HostProofs.layer, [layerZone(zone), Secrets.layer([TEST_SECRET])]),
    Connectivity.layerTrusting,
    WorkerConfig.layer({
      dnsServers: [],
      allowPrivateNetworks: [],
      extraCa: [],
      referenceTargets: [],
      location: "local",
      concurrency: 10,
      leaseMarginMs: 1_000,
      serviceHost: "mon.vendor.com"
    }),
    Layer.succeed(WorkerTimings, { ...WorkerTimings.defaultValue(), dueMs: 10 }),
    Layer.succeed(References.MinimumLogLevel, "Error")
  ])

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a worker", (it) => {
  it.effect("finds the TXT record of an own host name by itself, and where its addresses lead", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { page, viewer } = yield* newPage
      const stranger = yield* newAccount
      yield* (yield* StatusPageHosts).set(viewer, page.id, HOSTNAME, 50)
      const [account] = yield* sql<{ readonly id: string }>`
        select public_id as id from account where id = ${viewer.accountKey}::bigint`
      const proofs = yield* Effect.provide(
        HostProofs,
        Layer.provide(HostProofs.layer, [layerZone({}), Secrets.layer([TEST_SECRET])])
      )
      const { name, value } = proofs.record(account?.id ?? "", HOSTNAME)
      const [other] = yield* sql<{ readonly id: string }>`
        select public_id as id from account where id = ${stranger.viewer.accountKey}::bigint`
      const zone = {
        [name]: { TXT: ["v=spf1 -all", proofs.record(other?.id ?? "", HOSTNAME).value, value] },
        [HOSTNAME]: { CNAME: ["mon.vendor.com"] },
        "mon.vendor.com": { A: ["192.0.2.7"] }
      }
      yield* sql`update host_proof set next_at = mon_now() where hostname = ${HOSTNAME}`
      yield* Layer.build(workerWith(zone))
      const find = Effect.flatMap(StatusPages, (pages) => pages.find(viewer, page.id))
      yield* polled(find, (found) => found?.host?.state === "active")
      assert.strictEqual((yield* find)?.host?.address, "here")
      const served = yield* (yield* StatusPageDocuments).document({ id: page.id }, BASE)
      assert.strictEqual(served?.document.url, `https://${HOSTNAME}`)
    }).pipe(Effect.scoped)
  )

  it.effect("stops the checks of a service whose proof has been missing for 7 days, and lets them go on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const [account] = yield* sql<{ readonly id: string }>`
        select public_id as id from account where id = ${viewer.accountKey}::bigint`
      const address = { url: "tcp://db.proven.com:4000", hostname: "db.proven.com" }
      const check = { type: "tcp", target: "db.proven.com:4000" } as const
      const services = yield* Services
      const made = yield* services.create(viewer, { ...serviceDefaults, name: "Database", check, ...address }, 10)
      if (made._tag !== "Created") return assert.fail(made._tag)
      yield* (yield* ServiceProofs).require(true)
      yield* sql`update service_proof set absent_since = mon_now() - interval '8 days'`
      const stopped = Effect.map(services.find(viewer, made.monitor.id), (found) => found?.stoppedOptions[0])
      const proofs = yield* Effect.provide(
        HostProofs,
        Layer.provide(HostProofs.layer, [layerZone({}), Secrets.layer([TEST_SECRET])])
      )
      const { name, value } = proofs.record(account?.id ?? "", "db.proven.com", [4_000])
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(workerWith({ [name]: { TXT: [value.split(" ")[0] ?? ""] } }))
          yield* polled(stopped, (one) => one?.reason === "host_not_proven")
        })
      )
      assert.include((yield* stopped)?.message, `"${value}"`)
      yield* (yield* ServiceProofs).hurry(viewer, "db.proven.com")
      yield* Layer.build(workerWith({ [name]: { TXT: [value] } }))
      yield* polled(stopped, (one) => one === undefined)
    }).pipe(Effect.scoped)
  )
})
