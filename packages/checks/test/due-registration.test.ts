import { type RegistrationFound, Registrations, type StoredRegistration } from "@mon/core-store"
import { DomainExpiry, type RegistrationResult, type DomainRequest } from "@mon/uptime-probe/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkDueRegistration, claimRegistrations } from "../src/registrations/checkDueRegistration.ts"

const stored: StoredRegistration = {
  expiresAt: "2027-01-01T00:00:00.000Z",
  registrar: "Names Inc.",
  statuses: ["clientHold"],
  conditions: ["hold"],
  source: "rdap",
  server: "rdap.example",
  checkedAt: 1_000
}

const lookupResult = (fields: Partial<RegistrationResult>): RegistrationResult => ({
  hostname: "example.com",
  domain: "example.com",
  checkedAt: 5_000,
  outcome: "unavailable",
  registration: null,
  stale: false,
  daysRemaining: null,
  message: null,
  retryAt: null,
  attempts: [],
  ...fields
})

/** Returns the recorded result of a lookup, and the requests to the engine. */
const recorded = (result: RegistrationResult, previous: StoredRegistration | null = null) =>
  Effect.gen(function* () {
    const requests: Array<DomainRequest> = []
    const found: Array<RegistrationFound> = []
    const engine = DomainExpiry.layerMemory((request) => {
      requests.push(request)
      return result
    })
    const registrations = Layer.mock(Registrations)({
      record: (_claim, _at, what) => Effect.sync(() => found.push(what) > 0)
    })
    yield* Effect.provide(
      checkDueRegistration({ domain: "example.com", leaseToken: "a", previous, claimedAt: 0, receivedAt: 0n }),
      [engine, registrations]
    )
    return { requests, found: found[0] }
  })

describe("a due registration", () => {
  it.effect("is looked up with its previous state, and recorded without text that the store refuses", () =>
    Effect.gen(function* () {
      const registration = { ...stored, conditions: ["hold"] as const, registrar: `Na\u0000mes ${"x".repeat(500)}` }
      const { requests, found } = yield* recorded(lookupResult({ outcome: "registered", registration }), stored)
      assert.deepStrictEqual(requests, [{ hostname: "example.com", previous: { ...stored, conditions: ["hold"] } }])
      assert.deepStrictEqual(found, {
        _tag: "Registered",
        registration: { ...stored, registrar: `Names ${"x".repeat(194)}` }
      })
    })
  )

  it.effect("that no longer exists is recorded with its source", () =>
    Effect.gen(function* () {
      const attempts = [
        { source: "rdap", server: "one.example", result: "failed", message: "It is away." },
        { source: "whois", server: "two.example", result: "not_registered", message: null }
      ] as const
      assert.deepStrictEqual((yield* recorded(lookupResult({ outcome: "not_registered", attempts }))).found, {
        _tag: "NotRegistered",
        source: "whois",
        server: "two.example"
      })
    })
  )

  it.effect("that could not be determined is recorded as unavailable, with the time for a retry", () =>
    Effect.gen(function* () {
      const stale = lookupResult({ registration: { ...stored, conditions: ["hold"] }, stale: true, retryAt: 65_000 })
      assert.deepStrictEqual((yield* recorded(stale, stored)).found, { _tag: "Unavailable", retryAfterMs: 60_000 })
      assert.deepStrictEqual((yield* recorded(lookupResult({}))).found, { _tag: "Unavailable", retryAfterMs: null })
      assert.deepStrictEqual((yield* recorded(lookupResult({ outcome: "unsupported" }))).found, { _tag: "Unsupported" })
    })
  )

  it.effect("is looked up for the registrable domain of new monitors", () =>
    Effect.gen(function* () {
      const assigned: Array<readonly [string, string | null]> = []
      const hostnames = ["www.shop.co.uk", "shop.example.com", "co.uk"]
      const registrations = Layer.mock(Registrations)({
        unassigned: () => Effect.succeed(hostnames.map((hostname) => ({ monitorKey: hostname, hostname }))),
        assign: (monitors) =>
          Effect.sync(() => assigned.push(...monitors.map(({ domain, monitorKey }) => [monitorKey, domain] as const))),
        claim: () => Effect.succeed([])
      })
      yield* Effect.provide(claimRegistrations(10, 1_000), registrations)
      assert.deepStrictEqual(assigned, [
        ["www.shop.co.uk", "shop.co.uk"],
        ["shop.example.com", "example.com"],
        ["co.uk", null]
      ])
    })
  )
})
