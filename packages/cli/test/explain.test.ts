import { describe, expect, it } from "vitest"
import { diagnose } from "@mon/diagnosis"
import { type CheckResult, makeProbe } from "@mon/uptime-probe"
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

const failedCheck = async (outcome: CheckResult["outcome"], more: Partial<CheckResult> = {}) => {
  const check = await makeProbe(localPolicy(true)).check({ url: "http://127.0.0.1:9/" }, new AbortController().signal)
  return { ...check, outcome, hops: [], url: URL_DOWN, finalUrl: URL_DOWN, ...more }
}

const silence: DomainPorts = {
  observe: async () => observed({}),
  lookup: async () => registration({}),
  connect: async () => []
}

const factsWith = async (ports: Partial<DomainPorts>, check = failedCheck("dns_nxdomain"), url = URL_DOWN) =>
  (await gatherFacts(await check, url, NOW, { ...silence, ...ports })) ?? {}

const causesWith = async (...given: Parameters<typeof factsWith>) =>
  diagnose(await factsWith(...given)).causes.map((cause) => cause.class)

/** Returns a check whose only attempt to connect got no response. */
const silentCheck = async () => {
  const address = "192.0.2.9"
  const check = await makeProbe(localPolicy(true)).check({ url: "http://127.0.0.1:9/" }, new AbortController().signal)
  const hops = check.hops.map((hop) => ({
    ...hop,
    address: null,
    attempts: (hop.attempts ?? []).map((attempt) => ({ ...attempt, address, outcome: "connect_timeout" as const }))
  }))
  return { ...check, outcome: "connect_timeout" as const, hops, url: URL_DOWN, finalUrl: URL_DOWN }
}

describe("the facts of this machine", () => {
  it("contain what the registry says", async () => {
    const asked: Array<string> = []
    const causes = await causesWith({
      observe: async ({ domain, hostname, types }) => {
        asked.push(`${hostname} of ${domain}: ${types?.join(" ")}`)
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
    expect(asked).toEqual(["shop.example.com of example.com: NS DS A AAAA CNAME", "shop.example.com"])
  })

  it("contain what the name servers say", async () => {
    const server = { server: "ns1.example.net 192.0.2.53" }
    const causes = await causesWith({
      observe: async () =>
        observed({
          zoneNS: [{ ...server, status: "ok", records: ["ns1.example.net."], serial: 1 }],
          A: [{ ...server, status: "nxdomain", records: [], serial: 1 }]
        })
    })
    expect(causes[0]).toBe("address_removed")
  })

  it("put the network of this machine in doubt if nobody outside answered", async () => {
    expect(await causesWith({})).toEqual(["own_network"])
  })

  it("put no network in doubt over which the site was heard", async () => {
    const heard = failedCheck("http_status", { statusCode: 502, bytesReceived: 200 })
    expect((await factsWith({}, heard)).network).toBeUndefined()
    expect(await causesWith({}, heard)).toEqual(["bad_gateway"])
  })

  it("contain the DS records of the domain", async () => {
    const server = { server: "a.nic.example 192.0.2.53" }
    const signed = observed({ DS: [{ ...server, status: "ok", records: ["1 13 2 AA"], serial: null }] })
    expect((await factsWith({ observe: async () => signed })).dns?.dnssec).toEqual({ state: "signed" })
  })

  it.each([
    ["ok", "connection_filtered"],
    ["connect_timeout", "server_silent"]
  ])("contain the other ports of a silent server: %s", async (outcome, cause) => {
    const asked: Array<string> = []
    const ports: Partial<DomainPorts> = {
      lookup: async () => registration({ outcome: "registered" }),
      connect: async (address, except) => {
        asked.push(`${address} except ${except}`)
        return [{ port: 443, outcome }]
      }
    }
    expect((await causesWith(ports, silentCheck()))[0]).toBe(cause)
    expect(asked).toEqual(["192.0.2.9 except 80"])
    expect((await factsWith(ports, silentCheck(), "https://192.0.2.9/")).otherPorts).toEqual([{ port: 443, outcome }])
    await factsWith(ports, failedCheck("connect_refused"))
    expect(asked).toEqual(["192.0.2.9 except 80", "192.0.2.9 except 443"])
  })
})
