import { CertificateChecks, type SeenCertificate } from "@mon/core-store"
import type { CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkDueCertificate, Connectivity } from "../src/index.ts"
import { check, silentCheck } from "./fixtures.ts"

const due = {
  monitorKey: "1",
  accountKey: "1",
  leaseToken: "t",
  hostname: "shop.example.com",
  timeoutMs: 5_000,
  location: "default",
  claimedAt: 0,
  receivedAt: 0n
}

const refused = { ...silentCheck, outcome: "connect_refused" } as const
const otherProtocol = check({ outcome: "tls_handshake", verdict: "down", bytesReceived: 20 })

/**
 * Returns the tag of the recorded result of a check of port 443. `suppressed`: the guard suppresses the verdicts of
 * silent checks.
 */
const recorded = (result: CheckResult, suppressed: boolean) =>
  Effect.gen(function* () {
    const found: Array<SeenCertificate> = []
    const checks = Layer.mock(CertificateChecks)({
      record: (_claim, _at, seen) => Effect.sync(() => found.push(seen) > 0)
    })
    const guard = Layer.succeed(Connectivity, {
      ...Connectivity.trusting,
      judge: (_site, seen) => Effect.succeed({ suppressed: suppressed && seen.bytesReceived === 0, network: null }),
      suppressing: Effect.succeed(suppressed)
    })
    yield* Effect.provide(checkDueCertificate(due), [UptimeProbe.layerMemory(() => result), checks, guard])
    return found[0]?._tag
  })

describe("a due certificate of a host with an http URL", () => {
  it.effect("is gone if the host refuses connections to port 443, or speaks something else there", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* recorded(refused, false), "NoTls")
      assert.strictEqual(yield* recorded(otherProtocol, false), "NoTls")
    })
  )

  it.effect("stays as it is while the own network may be away, also if that network refuses connections", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* recorded(refused, true), "Unknown")
      assert.strictEqual(yield* recorded(silentCheck, true), "Unknown")
      assert.strictEqual(yield* recorded(otherProtocol, true), "NoTls")
    })
  )

  it.effect("stays as it is if the check itself could not be made", () =>
    Effect.gen(function* () {
      const fault = { ...silentCheck, outcome: "prober_fault", verdict: "unknown" } as const
      assert.strictEqual(yield* recorded(fault, false), "Unknown")
    })
  )
})
