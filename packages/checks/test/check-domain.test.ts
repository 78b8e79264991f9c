import { type CheckResult, type CheckRequest, outcomes, unmadeCheck } from "@mon/uptime-probe"
import type { DiagnosisFacts } from "@mon/diagnosis"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, describe, it } from "@effect/vitest"
import { metricsText } from "@mon/process-runtime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { checkDomain, type ClaimedMonitor } from "../src/domains/checkDomain.ts"
import { Location } from "../src/Location.ts"
import { Connectivity } from "../src/ownNetwork/Connectivity.ts"
import { claim, check, secrets, silentCheck } from "./fixtures.ts"

const claimed: ClaimedMonitor = { ...claim({ claimedAt: 1_700_000_000_000 }), receivedAt: 0n }

const probeThat = (answers: (request: CheckRequest) => Effect.Effect<CheckResult>) =>
  Layer.succeed(UptimeProbe, { check: answers })
const seeing = (seen: CheckResult) =>
  Layer.mergeAll(
    UptimeProbe.layerMemory(() => seen),
    Connectivity.layerTrusting,
    secrets
  )

const settled = Effect.repeat(Effect.yieldNow, { times: 50 })

describe("the check of a domain", () => {
  it.effect("converts a successful check to a row", () =>
    Effect.gen(function* () {
      const row = yield* checkDomain(claimed)
      assert.deepStrictEqual(row, {
        monitorKey: "1",
        leaseToken: claimed.leaseToken,
        at: 1_700_000_000_000,
        verdict: "up",
        deterministic: false,
        suppressed: false,
        statusCode: 200,
        errorCode: null,
        errorMessage: null,
        responseUs: 150,
        degraded: null,
        content: null,
        dnsUs: 10,
        connectUs: 20,
        tlsUs: 30,
        waitUs: 40,
        downloadUs: 50,
        location: "somewhere",
        stalled: false,
        evidence: null,
        ssl: null,
        redirect: { detected: false, finalUrl: "https://shop.example.com/", kind: null, hops: [] },
        address: null
      })
    }).pipe(Effect.provide(seeing(check())), Effect.provideService(Location, "somewhere"))
  )

  it.effect(
    "probes with the monitor's URL and timeout, and timestamps the row with the database's time at the start",
    () =>
      Effect.gen(function* () {
        const requests: Array<CheckRequest> = []
        const slow = probeThat((request) => {
          requests.push(request)
          return Effect.as(Effect.sleep("3 seconds"), check())
        })
        yield* TestClock.adjust("250 millis")
        const running = yield* Effect.forkChild(
          Effect.provide(checkDomain(claimed), [slow, Connectivity.layerTrusting, secrets])
        )
        yield* settled
        yield* TestClock.adjust("3 seconds")
        assert.strictEqual((yield* Fiber.join(running)).at, 1_700_000_000_250)
        assert.deepStrictEqual(requests, [
          { url: claimed.url, timeoutMs: claimed.timeoutMs, contentFaults: "off", keepFailedAnswer: true }
        ])
      })
  )

  for (const [outcome, facts] of Object.entries(outcomes)) {
    if (outcome === "ok") continue
    it.effect(`maps ${outcome} to its verdict, its code and a sentence`, () => {
      const seen = check({
        // Object.entries widens the keys of the closed table.
        outcome: outcome as keyof typeof outcomes,
        verdict: facts.verdict,
        deterministic: facts.deterministic,
        message: null,
        certificate: null
      })
      return Effect.gen(function* () {
        const row = yield* checkDomain(claimed)
        assert.deepInclude(row, {
          verdict: facts.verdict,
          deterministic: facts.deterministic,
          errorCode: outcome,
          errorMessage: `${facts.title}.`
        })
      }).pipe(Effect.provide(seeing(seen)))
    })
  }

  it.effect("records the certificate's facts and problems independently of the verdict", () => {
    const link = {
      subject: "CN=shop.example.com\u0000",
      issuer: "CN=Testbed",
      validFrom: "2026-01-01T00:00:00.000Z",
      validTo: "2026-02-01T00:00:00.000Z",
      fingerprint256: "AA",
      serialNumber: "01",
      keyType: "ec",
      keyBits: 256,
      signatureAlgorithm: "ecdsa-with-SHA256"
    }
    const certificate = {
      ...link,
      valid: false,
      problems: ["expired"] as const,
      daysRemaining: -3,
      endsFirst: link,
      protocol: "TLSv1.3",
      cipher: "TLS_AES_256_GCM_SHA384",
      names: ["shop.example.com"],
      host: "shop.example.com",
      chainError: "CERT_HAS_EXPIRED",
      chain: [link]
    }
    return Effect.gen(function* () {
      const row = yield* checkDomain(claimed)
      assert.strictEqual(row.verdict, "up")
      assert.deepStrictEqual(row.ssl, {
        valid: false,
        issuer: "CN=Testbed",
        subject: "CN=shop.example.com",
        validFrom: link.validFrom,
        validTo: link.validTo,
        protocol: "TLSv1.3",
        keyType: "ec",
        keyBits: 256,
        problems: ["expired"],
        fingerprint256: "AA"
      })
    }).pipe(Effect.provide(seeing(check({ certificate }))))
  })

  it.effect("records the end of the certificate of the chain that ends first, with its name", () => {
    const link = {
      subject: "CN=shop.example.com",
      issuer: "CN=Testbed",
      validFrom: "2026-01-01T00:00:00.000Z",
      validTo: "2026-12-01T00:00:00.000Z",
      fingerprint256: "AA",
      serialNumber: "01",
      keyType: "ec",
      keyBits: 256,
      signatureAlgorithm: "ecdsa-with-SHA256"
    }
    const issuer = { ...link, subject: "CN=Testbed", issuer: "CN=Root", validTo: "2026-02-01T00:00:00.000Z" }
    const endsFirst = { ...issuer, fingerprint256: "BB" }
    const certificate = {
      ...link,
      valid: true,
      problems: [],
      daysRemaining: 5,
      endsFirst,
      protocol: "TLSv1.3",
      cipher: "TLS_AES_256_GCM_SHA384",
      names: ["shop.example.com"],
      host: "shop.example.com",
      chainError: null,
      chain: [link, endsFirst]
    }
    return Effect.gen(function* () {
      const { ssl } = yield* checkDomain(claimed)
      assert.deepInclude(ssl, { subject: link.subject, fingerprint256: "AA", validTo: endsFirst.validTo })
      assert.strictEqual(ssl?.endsFirst, "CN=Testbed")
      assert.deepStrictEqual(ssl?.ending, {
        subject: "CN=Testbed",
        issuer: "CN=Root",
        validFrom: endsFirst.validFrom,
        validTo: endsFirst.validTo,
        fingerprint256: "BB"
      })
    }).pipe(Effect.provide(seeing(check({ certificate }))))
  })

  it.effect("limits text and durations to what the store accepts", () => {
    const seen = check({
      outcome: "protocol_error",
      verdict: "down",
      message: `a\u0000${"x".repeat(5_000)}`,
      totalUs: 1e12
    })
    return Effect.gen(function* () {
      const row = yield* checkDomain(claimed)
      assert.strictEqual(row.errorMessage, `a${"x".repeat(499)}`)
      assert.strictEqual(row.responseUs, 2_147_483_647)
    }).pipe(Effect.provide(seeing(seen)))
  })

  it.effect("has no redirect facts without a final response", () =>
    Effect.gen(function* () {
      assert.isNull((yield* checkDomain(claimed)).redirect)
    }).pipe(Effect.provide(seeing(silentCheck)))
  )

  it.effect("marks a verdict that the guard suppresses", () =>
    Effect.gen(function* () {
      assert.isTrue((yield* checkDomain(claimed)).suppressed)
    }).pipe(
      Effect.provide([UptimeProbe.layerMemory(() => silentCheck), secrets]),
      Effect.provideService(Connectivity, {
        ...Connectivity.trusting,
        judge: () => Effect.succeed({ suppressed: true, network: "in_doubt" }),
        suppressing: Effect.succeed(true)
      })
    )
  )

  for (const network of ["ok", "in_doubt", null] as const)
    it.effect(`stores what the guard knows about our network with a failed check: ${network ?? "nothing"}`, () =>
      Effect.gen(function* () {
        const facts = (yield* checkDomain(claimed)).evidence as DiagnosisFacts
        assert.deepStrictEqual(facts.network, network === null ? undefined : { state: network })
      }).pipe(
        Effect.provide([UptimeProbe.layerMemory(() => silentCheck), secrets]),
        Effect.provideService(Connectivity, {
          ...Connectivity.trusting,
          judge: () => Effect.succeed({ suppressed: false, network }),
          suppressing: Effect.succeed(false)
        })
      )
    )

  it.effect("has no verdict if the probe fails with a defect", () =>
    Effect.gen(function* () {
      const row = yield* checkDomain(claimed)
      assert.deepInclude(row, { verdict: "unknown", errorCode: "prober_fault", statusCode: null })
    }).pipe(Effect.provide([probeThat(() => Effect.die(new Error("broken"))), Connectivity.layerTrusting, secrets]))
  )

  for (const [name, probe] of [
    ["the engine says what its own code threw", Effect.succeed(unmadeCheck("u", 0, "m", new TypeError("broken")))],
    ["the probe fails with a defect", Effect.die(new TypeError("broken"))]
  ] as const)
    it.effect(`is counted and logged with its stack if ${name}`, () =>
      Effect.gen(function* () {
        const counted = Effect.map(metricsText, (text) =>
          Number(/^mon_internal_errors_total\{work="check"\} (\d+)/mu.exec(text)?.[1] ?? 0)
        )
        const before = yield* counted
        const logged: Array<unknown> = []
        const logger = Logger.make(({ cause }) => void logged.push(Cause.pretty(cause)))
        const row = yield* Effect.provide(checkDomain(claimed), Logger.layer([logger]))
        assert.deepInclude(row, { verdict: "unknown", errorCode: "prober_fault", evidence: null })
        assert.strictEqual(yield* counted, before + 1)
        assert.match(String(logged[0]), /TypeError: broken[^]*check-domain\.test/u)
      }).pipe(Effect.provide([probeThat(() => probe), Connectivity.layerTrusting, secrets]))
    )

  it.effect("has no verdict if the probe is stuck 2 s after its deadline", () =>
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(checkDomain(claimed))
      yield* settled
      yield* TestClock.adjust("6999 millis")
      assert.isUndefined(running.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepInclude(yield* Fiber.join(running), { verdict: "unknown", errorCode: "prober_fault" })
    }).pipe(Effect.provide([probeThat(() => Effect.never), Connectivity.layerTrusting, secrets]))
  )
})
