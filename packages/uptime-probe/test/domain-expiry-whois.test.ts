import { makeAddressPolicy } from "@mon/public-net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makeRegistryLab, NOW, type RegistryLab } from "./registryLab.ts"

let lab: RegistryLab
beforeEach(async () => {
  lab = await makeRegistryLab()
  lab.rdap.list(["com"], [lab.rdap.base])
  lab.whois.answer(
    "io",
    "% IANA WHOIS server\n\ndomain:       IO\n\nwhois:        whois.nic.io\n\nstatus:       ACTIVE\n"
  )
})
afterEach(() => lab.close())

const ANSWER =
  "Domain Name: EXAMPLE.IO\nRegistry Expiry Date: 2026-03-02T00:00:00Z\nRegistrar: Names Inc.\nDomain Status: clientHold https://icann.org/epp#clientHold\n"

describe("a domain whose registry speaks WHOIS only", () => {
  it("is looked up at the server that IANA names", async () => {
    lab.whois.answer("example.io", ANSWER)
    const expiry = lab.expiryWith()
    expect(await expiry.lookup({ hostname: "www.example.io" })).toMatchObject({
      domain: "example.io",
      outcome: "registered",
      daysRemaining: 60,
      registration: {
        expiresAt: "2026-03-02T00:00:00.000Z",
        registrar: "Names Inc.",
        statuses: ["clientHold"],
        conditions: ["hold"],
        source: "whois",
        server: "whois.nic.io",
        checkedAt: NOW
      },
      attempts: [{ source: "whois", server: "whois.nic.io", result: "registered" }]
    })
    await expiry.lookup({ hostname: "example.io" })
    expect(lab.whois.questions).toEqual(["io", "example.io", "example.io"])
  })

  it("is queried in the syntax of its server", async () => {
    lab.dns.zone.set("whois.denic.de", { A: [lab.whois.host] })
    lab.whois.answer("de", "domain: DE\nwhois: whois.denic.de\n")
    lab.whois.answer("-T dn,ace example.de", "Domain: example.de\nStatus: connect\n")
    const check = await lab.expiryWith().lookup({ hostname: "example.de" })
    expect([check.outcome, check.registration?.expiresAt, check.registration?.statuses]).toEqual([
      "registered",
      null,
      ["connect"]
    ])
  })

  it("may have an international top-level domain", async () => {
    lab.whois.answer("xn--p1ai", "domain:       РФ\ndomain-ace:   XN--P1AI\nwhois:        whois.nic.io\n")
    lab.whois.answer(
      "xn--e1afmkfd.xn--p1ai",
      "domain:        XN--E1AFMKFD.XN--P1AI\nstate:         REGISTERED, DELEGATED\npaid-till:     2026-03-02T00:00:00Z\nfree-date:     2026-04-02\n"
    )
    const check = await lab.expiryWith().lookup({ hostname: "www.пример.рф" })
    expect([check.outcome, check.registration?.expiresAt, check.registration?.statuses]).toEqual([
      "registered",
      "2026-03-02T00:00:00.000Z",
      ["REGISTERED", "DELEGATED"]
    ])
  })

  it("is not registered when the registry says so twice", async () => {
    const check = await lab.expiryWith().lookup({ hostname: "gone.io" })
    expect([check.outcome, check.attempts.length]).toEqual(["not_registered", 2])
  })

  it("has no date when the answer is cut off within it", async () => {
    lab.whois.answer("example.io", "Domain Name: EXAMPLE.IO\nRegistry Expiry Date: 2026-03-02")
    const check = await lab.expiryWith().lookup({ hostname: "example.io" })
    expect([check.outcome, check.registration?.expiresAt]).toEqual(["registered", null])
  })

  it.each([
    ["hang", "The server did not respond in time."],
    ["reset", "The server closed the connection too early."],
    ["endless", "The server's response is too long."]
  ] as const)("is unavailable when the server does this: %s", async (behaviour, message) => {
    lab.whois.answer("example.io", behaviour)
    const check = await lab.expiryWith({ timeoutMs: 200 }).lookup({ hostname: "example.io" })
    expect([check.outcome, check.attempts[0]]).toEqual([
      "unavailable",
      { source: "whois", server: "whois.nic.io", result: "failed", message }
    ])
  })

  it("is not queried again while the server limits queries", async () => {
    lab.whois.answer("example.io", "Your query limit has been exceeded.\n")
    const expiry = lab.expiryWith()
    expect(await expiry.lookup({ hostname: "example.io" })).toMatchObject({
      outcome: "unavailable",
      retryAt: NOW + 60_000,
      attempts: [{ result: "limited" }]
    })
    lab.whois.answer("example.io", ANSWER)
    expect((await expiry.lookup({ hostname: "example.io" })).outcome).toBe("unavailable")
    lab.clock.advance(60_000)
    expect((await expiry.lookup({ hostname: "example.io" })).outcome).toBe("registered")
    expect(lab.whois.questions.filter((question) => question === "example.io")).toHaveLength(2)
  })

  it("is read in latin1 when it is not UTF-8", async () => {
    lab.whois.answer("example.io", Buffer.from("Domain Name: example.io\nRegistrar: Númer ehf.\n", "latin1"))
    expect((await lab.expiryWith().lookup({ hostname: "example.io" })).registration?.registrar).toBe("Númer ehf.")
  })

  it("is never queried at an address that is not public", async () => {
    lab.dns.zone.set("whois.nic.io", { A: ["10.0.0.1"] })
    const check = await lab.expiryWith().lookup({ hostname: "example.io" })
    expect([check.outcome, check.attempts[0]?.message]).toEqual(["unavailable", expect.stringContaining("10.0.0.1")])
    const narrow = lab.expiryWith({ policy: makeAddressPolicy() })
    expect((await narrow.lookup({ hostname: "example.io" })).attempts).toEqual([])
  })
})

describe("a top-level domain", () => {
  it.each(["domain: ZZ\nstatus: ACTIVE\n", "% This query returned 0 objects.\n"])(
    "without RDAP and WHOIS is unsupported: %j",
    async (answer) => {
      lab.whois.answer("zw", answer.replace("ZZ", "ZW"))
      expect((await lab.expiryWith().lookup({ hostname: "example.org.zw" })).outcome).toBe("unsupported")
    }
  )

  it.each(["busy\n", "domain: OTHER\nwhois: whois.evil.io\n", ""])(
    "about which IANA says nothing is unavailable: %j",
    async (answer) => {
      lab.whois.answer("io", answer)
      const expiry = lab.expiryWith()
      expect((await expiry.lookup({ hostname: "example.io" })).outcome).toBe("unavailable")
      lab.whois.answer("io", "domain: IO\nwhois: whois.nic.io\n")
      lab.whois.answer("example.io", ANSWER)
      expect((await expiry.lookup({ hostname: "example.io" })).outcome).toBe("registered")
    }
  )

  it("keeps using its server when IANA stops answering", async () => {
    lab.whois.answer("example.io", ANSWER)
    const expiry = lab.expiryWith({ timeoutMs: 200 })
    await expiry.lookup({ hostname: "example.io" })
    lab.whois.answer("io", "reset")
    lab.clock.advance(25 * 60 * 60 * 1_000)
    expect((await expiry.lookup({ hostname: "example.io" })).outcome).toBe("registered")
    expect(lab.whois.questions).toEqual(["io", "example.io", "io", "example.io"])
  })
})
