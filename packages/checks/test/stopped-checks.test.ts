import { assert, describe, it } from "@effect/vitest"
import {
  type DnsWatchClaim,
  DnsWatches,
  type DnsWatchResult,
  HostProofChecks,
  type HostProofFinding,
  MonitorSchedule,
  PageChecks,
  type PageClaim
} from "@mon/core-store"
import type { Zone } from "@mon/dns"
import { DnsResolver, layerZone } from "@mon/dns/effect"
import type { DnsObservation } from "@mon/uptime-probe"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  checkDueDnsWatch,
  checkDueHostProof,
  CheckPageNow,
  checkService,
  Connectivity,
  DnsObserver,
  HostProofs,
  RecordObserver,
  PageChecker
} from "../src/index.ts"
import { checkDomain } from "../src/domains/checkDomain.ts"
import { answered, checkPage, claim as pageClaim, layerSuspicious } from "./checkPage.ts"
import { check, claim, secrets } from "./fixtures.ts"

const stopped = "Your plan allows requests with GET, HEAD; checks with POST are stopped."
const inDoubt = layerSuspicious()

describe("a stopped check", () => {
  it.effect("of a domain sends nothing, gives no verdict and says why", () =>
    Effect.gen(function* () {
      let requests = 0
      const probe = UptimeProbe.layerMemory(() => {
        requests += 1
        return check()
      })
      for (const state of ["up", "down"] as const) {
        const row = yield* Effect.provide(
          checkDomain({ ...claim({ state, stopped }), receivedAt: 0n }),
          Layer.mergeAll(probe, Connectivity.layerTrusting, secrets)
        )
        assert.deepInclude(row, { verdict: "unknown", statusCode: null, errorMessage: stopped })
      }
      assert.strictEqual(requests, 0)
    })
  )

  it.effect("of a service connects to nothing, gives no verdict and says why", () =>
    Effect.gen(function* () {
      const probe = Layer.mock(ServiceProbe, { check: () => Effect.die("A stopped check was made.") })
      const row = yield* Effect.provide(
        checkService({ ...claim({ kind: "service", state: "up", stopped }), receivedAt: 0n }),
        Layer.mergeAll(probe, Connectivity.layerTrusting, secrets)
      )
      assert.deepInclude(row, { verdict: "unknown", errorCode: "prober_fault", errorMessage: stopped })
    })
  )

  it.live("of a page sends nothing, changes nothing and says why", () =>
    Effect.gen(function* () {
      for (const state of ["active", "error"] as const) {
        const { answers, result } = yield* checkPage(
          [answered("<p>49 EUR")],
          "<p>39 EUR",
          {},
          undefined,
          undefined,
          state,
          { stopped }
        )
        assert.strictEqual(answers, 0)
        assert.deepInclude(result, { state: null, page: null, change: null, screenshot: null })
        assert.deepStrictEqual(result?.error, { code: "prober_fault", message: stopped })
      }
    })
  )

  it.effect("of a page is refused when a person asks for it", () =>
    Effect.gen(function* () {
      const released: Array<PageClaim> = []
      const now = CheckPageNow.layerNoDeps.pipe(
        Layer.provide([
          Layer.mock(PageChecks, {
            claimManually: () => Effect.succeed({ _tag: "Claimed", claim: { ...pageClaim, stopped } } as const),
            release: (claims) => Effect.sync(() => void released.push(...claims))
          }),
          Layer.mock(MonitorSchedule, {}),
          Layer.mock(PageChecker, {})
        ])
      )
      const viewer = { accountKey: "1", userKey: "1", membershipKey: "1", role: "owner" } as const
      const done = yield* Effect.provide(
        Effect.flatMap(CheckPageNow, (checks) => checks.check(viewer, "1")),
        now
      )
      assert.deepStrictEqual(done, { _tag: "Stopped", message: stopped })
      assert.strictEqual(released.length, 1)
    })
  )

  it.live("of a rendered page is none: it is compared without its scripts, without an alert of a change", () =>
    Effect.gen(function* () {
      const { result } = yield* checkPage(
        [answered("<p>without scripts")],
        "<p>without scripts",
        {},
        undefined,
        undefined,
        "active",
        { render: "refused" }
      )
      assert.deepInclude(result, { state: "active", change: null })
      assert.strictEqual(result?.error?.code, "render_not_in_plan")
    })
  )
})

describe("the proof of a host", () => {
  const account = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
  const due = { accountKey: "1", accountId: account, hostname: "api.example.com", isOfPage: false, leaseToken: "t" }

  /** Queries the proof, and returns the recorded finding. */
  const lookUp = (resolver: Layer.Layer<DnsResolver>, network: Layer.Layer<Connectivity>) =>
    Effect.gen(function* () {
      const recorded: Array<HostProofFinding> = []
      const store = Layer.mock(HostProofChecks, {
        record: (_, finding) =>
          Effect.sync(() => {
            recorded.push(finding)
            return finding
          })
      })
      yield* Effect.provide(
        checkDueHostProof(due),
        Layer.mergeAll(store, network, Layer.provide(HostProofs.layer, [resolver, secrets]))
      )
      return recorded[0]
    })

  const record = Effect.provide(
    Effect.map(HostProofs, (proofs) => proofs.record(account, "api.example.com")),
    Layer.provide(HostProofs.layer, [layerZone({}), secrets])
  )

  it.effect("is published, absent, or unknown while its lookup fails or the own network is in doubt", () =>
    Effect.gen(function* () {
      const { name, value } = yield* record
      assert.strictEqual(name, "_mon.api.example.com")
      const published = layerZone({ [name]: { TXT: ["v=spf1 -all", value] } })
      const other = layerZone({ [name]: { TXT: ["mon-proof=of-somebody-else"] } })
      const failing = layerZone({ [name]: { fail: "ServFail" } })
      const trusted = Connectivity.layerTrusting
      assert.strictEqual(yield* lookUp(published, trusted), "published")
      assert.strictEqual(yield* lookUp(other, trusted), "absent")
      assert.strictEqual(yield* lookUp(layerZone({}), trusted), "absent")
      assert.strictEqual(yield* lookUp(failing, trusted), "unknown")
      assert.strictEqual(yield* lookUp(layerZone({}), inDoubt), "unknown")
      assert.strictEqual(yield* lookUp(published, inDoubt), "published")
    })
  )
})

describe("the addresses of the own host name of a status page", () => {
  const service = { "mon.vendor.com": { A: ["192.0.2.7"], AAAA: ["2001:db8::7"] } }
  const due = { accountKey: "1", accountId: "a", hostname: "status.shop.com", isOfPage: true, leaseToken: "t" }

  /** Queries these records, and returns the recorded destination of the host name. Null if it is unknown. */
  const leadTo = (records: Zone[string], host: string | null = "mon.vendor.com") =>
    Effect.gen(function* () {
      const recorded: Array<unknown> = []
      const store = Layer.mock(HostProofChecks, {
        record: (_, finding, address) =>
          Effect.sync(() => {
            recorded.push(address)
            return finding
          })
      })
      const zone = layerZone({ ...service, "status.shop.com": records })
      yield* Effect.provide(
        checkDueHostProof(due, host),
        Layer.mergeAll(store, Connectivity.layerTrusting, Layer.provide(HostProofs.layer, [zone, secrets]))
      )
      return recorded[0]
    })

  it.effect("lead to the service, elsewhere or nowhere; without an answer, nothing is known", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* leadTo({ CNAME: ["mon.vendor.com"] }), "here")
      assert.strictEqual(yield* leadTo({ A: ["192.0.2.99"], AAAA: ["2001:db8::7"] }), "here")
      assert.strictEqual(yield* leadTo({ A: ["192.0.2.7"] }, "192.0.2.7"), "here")
      assert.strictEqual(yield* leadTo({ A: ["192.0.2.99"] }), "elsewhere")
      assert.strictEqual(yield* leadTo({ TXT: ["x"] }), "absent")
      assert.strictEqual(yield* leadTo({ fail: "ServFail" }), null)
      assert.strictEqual(yield* leadTo({ A: ["192.0.2.7"] }, "absent.vendor.com"), null)
      assert.strictEqual(yield* leadTo({ A: ["192.0.2.7"] }, null), null)
    })
  )
})

const seen = (records: ReadonlyArray<string>, observedAt: number): DnsObservation => ({
  hostname: "shop.example.com",
  domain: "shop.example.com",
  names: { MX: "shop.example.com" },
  observedAt,
  sets: { MX: [{ server: "ns1 192.0.2.53", status: "ok", records, serial: null }] },
  findings: []
})

describe("the DNS of a domain", () => {
  it.effect("has no changes while the own network is in doubt, and is observed again soon", () =>
    Effect.gen(function* () {
      const recorded: Array<DnsWatchResult> = []
      const watches = Layer.mock(DnsWatches, {
        record: (_: DnsWatchClaim, result: DnsWatchResult) => Effect.sync(() => recorded.push(result) > 0)
      })
      const observe = (
        records: ReadonlyArray<string>,
        at: number,
        state: unknown,
        network: Layer.Layer<Connectivity>
      ) =>
        Effect.provide(
          checkDueDnsWatch({
            monitorKey: "1",
            accountKey: "1",
            leaseToken: "t",
            hostname: "shop.example.com",
            watch: { types: ["MX"] },
            state,
            repair: null,
            plan: "pro",
            intervalMs: 300_000,
            claimedAt: at,
            receivedAt: 0n
          }),
          Layer.mergeAll(
            watches,
            network,
            Layer.mock(RecordObserver, {}),
            Layer.succeed(DnsObserver, { observe: () => Effect.succeed(seen(records, at)) })
          )
        )
      const trusted = Connectivity.layerTrusting
      const [old, other] = [["10 mx.example.net."], ["10 mx.evil.example."]]
      const state = () => recorded.at(-1)?.state ?? null
      yield* observe(old, 1_000, null, trusted)
      for (let minute = 1; minute < 5; minute++) {
        assert.strictEqual(yield* observe(other, minute * 60_000, state(), inDoubt), "in_doubt")
        assert.deepInclude(recorded.at(-1), { changes: [], nextInMs: 60_000 })
      }
      assert.strictEqual(yield* observe(other, 400_000, state(), trusted), "unconfirmed")
      assert.strictEqual(yield* observe(other, 430_000, state(), inDoubt), "in_doubt")
      assert.strictEqual(yield* observe(other, 470_000, state(), trusted), "changed")
    })
  )
})
