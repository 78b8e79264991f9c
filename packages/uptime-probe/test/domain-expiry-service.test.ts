import { DnsResolver, layerNode } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { DomainExpiry, type DomainExpirySettings, type RegistrationResult } from "../src/effect.ts"
import { makeRegistryLab, type RegistryLab } from "./registryLab.ts"

let lab: RegistryLab
beforeEach(async () => {
  lab = await makeRegistryLab()
  lab.rdap.list(["com"], [lab.rdap.base])
  lab.rdap.register("example.com", { expiresAt: "2026-03-02T00:00:00Z" })
})
afterEach(() => lab.close())

const settings = (): DomainExpirySettings => ({
  bootstrapUrl: lab.rdap.bootstrapUrl,
  whoisServer: lab.whois.address,
  minIntervalMs: 0,
  clock: lab.clock
})
const check = (hostname: string) => Effect.flatMap(DomainExpiry, (expiry) => expiry.lookup({ hostname }))

describe("DomainExpiry", () => {
  it("has a layer without requirements", async () => {
    const layer = DomainExpiry.layer({ ...settings(), dnsServers: [lab.dns.address], allow: ["127.0.0.0/8"] })
    expect(await Effect.runPromise(check("www.example.com").pipe(Effect.provide(layer)))).toMatchObject({
      outcome: "registered",
      domain: "example.com"
    })
  })

  it("uses a given resolver and policy", async () => {
    const others: Layer.Layer<DnsResolver | NetworkPolicy> = Layer.mergeAll(
      layerNode({ servers: [lab.dns.address] }),
      NetworkPolicy.layer()
    )
    const layer = DomainExpiry.layerNoDeps(settings()).pipe(Layer.provide(others))
    expect((await Effect.runPromise(check("example.com").pipe(Effect.provide(layer)))).outcome).toBe("unavailable")
    expect(lab.rdap.requests).toEqual([])
  })

  it("ends at once when it is interrupted", async () => {
    lab.rdap.behave({ hang: "before-headers" })
    const layer = DomainExpiry.layer({ ...settings(), dnsServers: [lab.dns.address], allow: ["127.0.0.0/8"] })
    const fiber = Effect.runFork(check("example.com").pipe(Effect.provide(layer)))
    await lab.rdap.nextRequest(({ path }) => path.endsWith("example.com"))
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect((await Effect.runPromise(Fiber.await(fiber)))._tag).toBe("Failure")
  })

  it("answers from a function in tests", async () => {
    const answer: RegistrationResult = {
      hostname: "example.com",
      domain: "example.com",
      checkedAt: 0,
      outcome: "not_registered",
      registration: null,
      stale: false,
      daysRemaining: null,
      message: null,
      retryAt: null,
      attempts: []
    }
    expect(
      await Effect.runPromise(check("example.com").pipe(Effect.provide(DomainExpiry.layerMemory(() => answer))))
    ).toBe(answer)
  })
})
