import { describe, expect, it } from "vitest"
import { diagnose } from "@mon/diagnosis"
import { makeProbe } from "@mon/uptime-probe"
import type { RegistrationResult } from "@mon/uptime-probe/domain-expiry"
import { type DomainPorts, gatherFacts } from "../src/local/gatherFacts.ts"
import { localPolicy } from "../src/local/localPolicy.ts"
import { monRun, NOW } from "./monRun.ts"
import { testService } from "./testService.ts"

const service = testService()

describe("mon explain", () => {
  it("names the cause, what it rests on and the next step", async () => {
    const { code, out } = await monRun(["explain", "http://127.0.0.1:9/", "--allow-private"])
    expect(code).toBe(1)
    expect(out).toMatch(/^down {2}http:\/\/127\.0\.0\.1:9\/\n {2}connect_refused: /u)
    expect(out).toMatch(/\nLikely cause: \S.*\n\n/u)
    expect(out).toMatch(/\n {2}Next step, for whoever runs the server: /u)
    expect(out).toMatch(/\n {2}\+ /u)
  })

  it("prints the causes with their codes as JSON", async () => {
    const { code, out } = await monRun(["explain", "http://127.0.0.1:9/", "--allow-private", "--json"])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      verdict: "down",
      outcome: "connect_refused",
      diagnosis: {
        result: "known",
        causes: [
          {
            class: "connection_refused",
            who: "site_operator",
            nextStep: expect.any(String),
            evidence: [{ code: "outcome" }, { code: "all_addresses_refuse" }]
          }
        ]
      }
    })
  })

  it("explains nothing about a URL that is up", async () => {
    service.answer("GET /", {})
    const { code, out } = await monRun(["explain", service.url, "--allow-private"])
    expect({ code, lines: out.split("\n").length }).toEqual({ code: 0, lines: 2 })
    expect(out).toMatch(/^up {2}/u)
    const json = await monRun(["explain", service.url, "--allow-private", "--json"])
    expect(JSON.parse(json.out)).toMatchObject({ verdict: "up", diagnosis: null })
  })

  it("connects to private addresses only if it may, and says so", async () => {
    const seen = service.seen.length
    const { code, out } = await monRun(["explain", service.url, "--json"])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      outcome: "blocked_address",
      diagnosis: { causes: [{ class: "address_not_public" }] }
    })
    expect(service.seen).toHaveLength(seen)
  })

  it("refuses what is no URL", async () => {
    expect((await monRun(["explain", "ftp://example.com"])).code).toBe(64)
    expect((await monRun(["explain"])).code).toBe(64)
  })
})

const URL_DOWN = "http://shop.example.com/"

const registration = (more: Partial<RegistrationResult>): RegistrationResult => ({
  hostname: "shop.example.com",
  domain: "example.com",
  checkedAt: NOW,
  outcome: "unavailable",
  registration: null,
  stale: false,
  daysRemaining: null,
  message: null,
  retryAt: null,
  attempts: [],
  ...more
})

const observed = (sets: Awaited<ReturnType<DomainPorts["observe"]>>["sets"]) => ({
  hostname: "shop.example.com",
  domain: "example.com",
  observedAt: NOW,
  sets,
  names: {},
  findings: []
})

/** A check of a host that no resolver knows. */
const failedCheck = async () => {
  const check = await makeProbe(localPolicy(true)).check({ url: "http://127.0.0.1:9/" }, new AbortController().signal)
  return { ...check, outcome: "dns_nxdomain" as const, hops: [], url: URL_DOWN, finalUrl: URL_DOWN }
}

const causesWith = async (ports: DomainPorts) => {
  const facts = await gatherFacts(await failedCheck(), URL_DOWN, NOW, ports)
  return diagnose(facts ?? {}).causes.map((cause) => cause.class)
}

describe("the facts of this machine", () => {
  it("contain what the registry says", async () => {
    const asked: Array<string> = []
    const causes = await causesWith({
      observe: async (hostname, domain) => {
        asked.push(`${hostname} of ${domain}`)
        return observed({})
      },
      lookup: async (hostname) => {
        asked.push(hostname)
        return registration({
          outcome: "registered",
          registration: {
            expiresAt: "2026-11-20T00:00:00.000Z",
            registrar: "Example Registrar",
            statuses: [],
            conditions: [],
            source: "rdap",
            server: "rdap.example",
            checkedAt: NOW
          }
        })
      }
    })
    expect(causes[0]).toBe("registration_expired")
    expect(asked).toEqual(["shop.example.com of example.com", "shop.example.com"])
  })

  it("contain what the name servers say", async () => {
    const server = { server: "ns1.example.net 192.0.2.53" }
    const causes = await causesWith({
      observe: async () =>
        observed({
          zoneNS: [{ ...server, status: "ok", records: ["ns1.example.net."], serial: 1 }],
          A: [{ ...server, status: "nxdomain", records: [], serial: 1 }]
        }),
      lookup: async () => registration({})
    })
    expect(causes[0]).toBe("address_removed")
  })

  it("put the network of this machine in doubt if nobody outside answered", async () => {
    const causes = await causesWith({ observe: async () => observed({}), lookup: async () => registration({}) })
    expect(causes).toEqual(["own_network"])
  })
})
