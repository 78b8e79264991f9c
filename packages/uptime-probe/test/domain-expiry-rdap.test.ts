import { makeAddressPolicy } from "@mon/public-net"
import { makeAuthority } from "@mon/tooling/testbed"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makeDomainExpiry, type Registration } from "../src/domain-expiry.ts"
import { makeRegistryLab, NOW, type RegistryLab } from "./registryLab.ts"

let lab: RegistryLab
beforeEach(async () => {
  lab = await makeRegistryLab()
  lab.rdap.list(["com"], [lab.rdap.base])
})
afterEach(() => lab.close())

const DATE = "2026-03-02T00:00:00.000Z"

const dated = (expiresAt: string) => ({
  body: JSON.stringify({
    objectClassName: "domain",
    ldhName: "example.com",
    events: [{ eventAction: "expiration", eventDate: expiresAt }]
  })
})

describe("a domain whose registry speaks RDAP", () => {
  it("is looked up by its registrable domain", async () => {
    lab.rdap.register("example.com", {
      expiresAt: "2026-03-02T00:00:00Z",
      registrar: "Names Inc.",
      statuses: ["client transfer prohibited", "active"]
    })
    expect(await lab.expiryWith().lookup({ hostname: "www.shop.Example.com." })).toEqual({
      hostname: "www.shop.Example.com.",
      domain: "example.com",
      checkedAt: NOW,
      outcome: "registered",
      registration: {
        expiresAt: DATE,
        registrar: "Names Inc.",
        statuses: ["clientTransferProhibited", "ok"],
        conditions: [],
        source: "rdap",
        server: "rdap.nic.com",
        checkedAt: NOW
      },
      stale: false,
      daysRemaining: 60,
      message: null,
      retryAt: null,
      attempts: [{ source: "rdap", server: "rdap.nic.com", result: "registered", message: null }]
    })
    const asked = lab.rdap.requests.find(({ path }) => path === "/rdap/domain/example.com")
    expect(asked?.headers["accept"]).toBe("application/rdap+json")
    expect(lab.whois.questions).toEqual([])
  })

  it("is looked up at the server that is named for the longest suffix, without the list", async () => {
    const own = await lab.addRdap("rdap.own.example")
    own.register("example.co.uk", { expiresAt: "2027-01-01T00:00:00Z" })
    const expiry = lab.expiryWith({ rdapServers: { uk: lab.rdap.base, "Co.Uk": own.base.replace(/\/$/u, "") } })
    expect(await expiry.lookup("www.example.co.uk")).toMatchObject({
      outcome: "registered",
      registration: { server: "rdap.own.example" }
    })
    lab.rdap.register("example.org.uk", { expiresAt: DATE })
    expect(await expiry.lookup("example.org.uk")).toMatchObject({ registration: { server: "rdap.nic.com" } })
    const list = new URL(lab.rdap.bootstrapUrl).pathname
    expect(lab.rdap.requests.filter(({ path }) => path === list)).toEqual([])
  })

  it("has the registry's date, not the registrar's", async () => {
    lab.rdap.register("example.com", {
      expiresAt: DATE,
      events: [{ eventAction: "registrar expiration", eventDate: "2031-01-01T00:00:00Z" }]
    })
    expect((await lab.expiryWith().lookup({ hostname: "example.com" })).registration?.expiresAt).toBe(DATE)
  })

  it.each([
    ["none", {}],
    ["two", { expiresAt: DATE, events: [{ eventAction: "expiration", eventDate: "2031-01-01T00:00:00Z" }] }],
    ["one that is none", { expiresAt: "soon" }]
  ])("has no date when there is %s", async (_, registration) => {
    lab.rdap.register("example.com", registration)
    const check = await lab.expiryWith().lookup({ hostname: "example.com" })
    expect([check.outcome, check.registration?.expiresAt, check.daysRemaining]).toEqual(["registered", null, null])
  })

  it("reports holds, redemption and deletion as conditions", async () => {
    lab.rdap.register("example.com", {
      expiresAt: DATE,
      statuses: ["client hold", "server hold", "redemption period", "pending delete"]
    })
    expect((await lab.expiryWith().lookup({ hostname: "example.com" })).registration?.conditions).toEqual([
      "hold",
      "redemption",
      "pending_delete"
    ])
  })

  it("is not registered when the registry says so twice", async () => {
    const check = await lab.expiryWith().lookup({ hostname: "gone.com" })
    expect([check.outcome, check.registration, check.attempts.length]).toEqual(["not_registered", null, 2])
    expect(lab.rdap.asked()).toEqual(["gone.com", "gone.com"])
  })

  it("is queried in its ASCII form", async () => {
    lab.rdap.register("xn--bcher-kva.com", { expiresAt: DATE })
    expect((await lab.expiryWith().lookup({ hostname: "www.bücher.com" })).registration?.expiresAt).toBe(DATE)
  })

  it("is queried at the next server when one fails", async () => {
    const second = await lab.addRdap("rdap2.nic.net")
    lab.rdap.list(["net"], [lab.rdap.base, second.base])
    lab.rdap.behave({ status: 500 })
    second.register("example.net", { expiresAt: DATE })
    const check = await lab.expiryWith().lookup({ hostname: "example.net" })
    expect(check.registration?.server).toBe("rdap2.nic.net")
    expect(check.attempts.map(({ server, result }) => [server, result])).toEqual([
      ["rdap.nic.com", "failed"],
      ["rdap2.nic.net", "registered"]
    ])
  })

  it.each([
    ["an error", { status: 500 }, "failed"],
    ["a reset", { reset: true }, "failed"],
    ["HTML", { body: "<html>hello</html>" }, "unreadable"],
    ["another domain", { body: JSON.stringify({ objectClassName: "domain", ldhName: "evil.com" }) }, "unreadable"]
  ] as const)("keeps what was known when the answer is %s", async (_, behaviour, result) => {
    lab.rdap.behave(behaviour)
    const previous: Registration = {
      expiresAt: DATE,
      registrar: "Names Inc.",
      statuses: ["ok"],
      conditions: [],
      source: "rdap",
      server: "rdap.nic.com",
      checkedAt: NOW - 86_400_000
    }
    const check = await lab.expiryWith().lookup({ hostname: "example.com", previous })
    expect([check.outcome, check.stale, check.registration, check.daysRemaining]).toEqual([
      "unavailable",
      true,
      previous,
      60
    ])
    expect(check.attempts.map((attempt) => attempt.result)).toEqual([result])
    expect((await lab.expiryWith().lookup({ hostname: "example.com" })).registration).toBeNull()
  })

  it("is not trusted over an invalid certificate, nor after a redirect to http", async () => {
    const authority = await makeAuthority()
    const good = await lab.addRdap("good.nic.org", { tls: await authority.issue({ names: ["good.nic.org"] }) })
    const bad = await lab.addRdap("bad.nic.org", { tls: await authority.issue({ names: ["else.nic.org"] }) })
    lab.rdap.list(["org"], [bad.base])
    lab.rdap.list(["net"], [good.base])
    for (const server of [good, bad]) server.register("example.org", { expiresAt: DATE })
    const expiry = lab.expiryWith({ extraCa: [authority.rootPem] })
    const check = await expiry.lookup({ hostname: "example.org" })
    expect([check.outcome, check.attempts[0]?.message]).toEqual([
      "unavailable",
      "The server's certificate is not valid (wrong_host)."
    ])
    good.register("example.net", { expiresAt: DATE })
    expect((await expiry.lookup({ hostname: "example.net" })).outcome).toBe("registered")
    good.behave({ redirectTo: `${lab.rdap.base}domain/example.net` })
    expect((await expiry.lookup({ hostname: "example.net" })).attempts[0]?.message).toBe(
      "The server redirects from https to http."
    )
  })

  it("follows redirects", async () => {
    const other = await lab.addRdap("other.nic.com")
    other.register("example.com", { expiresAt: DATE })
    lab.rdap.behave({ redirectTo: `${other.base}domain/example.com` })
    expect((await lab.expiryWith().lookup({ hostname: "example.com" })).registration?.expiresAt).toBe(DATE)
    expect(other.requests[0]?.headers["accept"]).toBe("application/rdap+json")
  })

  it("is never queried at an address that is not public", async () => {
    lab.rdap.register("example.com", { expiresAt: DATE })
    const narrow = lab.expiryWith({ policy: makeAddressPolicy() })
    expect((await narrow.lookup({ hostname: "example.com" })).outcome).toBe("unavailable")
    expect([lab.rdap.requests, lab.whois.questions]).toEqual([[], []])
  })
})

describe("an alarming answer", () => {
  const previous: Registration = {
    expiresAt: DATE,
    registrar: null,
    statuses: [],
    conditions: [],
    source: "rdap",
    server: "rdap.nic.com",
    checkedAt: NOW
  }
  const inTurn = (...dates: ReadonlyArray<string>) => {
    const left = [...dates]
    lab.rdap.behave(() => dated(left.shift() ?? ""))
  }

  it.each([
    ["a date that has passed", null, ["2025-12-01T00:00:00Z", "2025-12-01T00:00:00Z"]],
    ["a date that moved back", previous, ["2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z"]]
  ])("is given twice: %s", async (_, before, dates) => {
    inTurn(...dates)
    const check = await lab.expiryWith().lookup({ hostname: "example.com", previous: before })
    expect([check.outcome, check.registration?.expiresAt, check.attempts.length]).toEqual([
      "registered",
      new Date(dates[0] ?? "").toISOString(),
      2
    ])
  })

  it.each([
    ["a later date", previous, "2027-03-02T00:00:00Z"],
    ["the same date", previous, DATE],
    ["a passed date that was known", { ...previous, expiresAt: "2025-12-01T00:00:00.000Z" }, "2025-12-01T00:00:00Z"],
    ["any date to come at first", null, "2026-02-01T00:00:00Z"]
  ])("is not %s", async (_, before, date) => {
    inTurn(date)
    expect((await lab.expiryWith().lookup({ hostname: "example.com", previous: before })).attempts).toHaveLength(1)
  })

  it("is discarded when the second one contradicts it", async () => {
    inTurn("2025-12-01T00:00:00Z", "2027-03-02T00:00:00Z")
    const check = await lab.expiryWith().lookup({ hostname: "example.com", previous })
    expect([check.outcome, check.registration, check.stale]).toEqual(["unavailable", previous, true])
  })

  it("is discarded when there is no second one", async () => {
    let first = true
    lab.rdap.behave(() => {
      const behaviour = first ? dated("2025-12-01T00:00:00Z") : { status: 500 }
      first = false
      return behaviour
    })
    expect((await lab.expiryWith().lookup({ hostname: "example.com", previous })).outcome).toBe("unavailable")
  })
})

describe("settings", () => {
  it.each([
    { whoisServer: "not a host" },
    { whoisServer: "whois.nic.io:0" },
    { whoisServer: "" },
    { bootstrapUrl: "ftp://data.iana.org/" },
    { timeoutMs: 0 },
    { minIntervalMs: -1 }
  ])("that are wrong throw: %j", (settings) => expect(() => makeDomainExpiry(settings)).toThrow(TypeError))

  it("an aborted lookup rejects with the reason", async () => {
    const reason = new Error("enough")
    await expect(lab.expiryWith().lookup({ hostname: "example.com" }, AbortSignal.abort(reason))).rejects.toBe(reason)
    lab.rdap.behave({ hang: "before-headers" })
    const controller = new AbortController()
    const checking = lab.expiryWith().lookup({ hostname: "example.com" }, controller.signal)
    await lab.rdap.nextRequest(({ path }) => path.endsWith("example.com"))
    controller.abort(reason)
    await expect(checking).rejects.toBe(reason)
  })

  it.each(["127.0.0.1", "[::1]", "co.uk", "localhost", "", "no such name", "example.invalid-tld"])(
    "%j is within no registrable domain",
    async (hostname) => {
      expect((await lab.expiryWith().lookup({ hostname })).outcome).toBe("no_domain")
      expect(lab.rdap.requests).toEqual([])
    }
  )
})
