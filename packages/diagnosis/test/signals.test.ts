import { describe, expect, it } from "vitest"
import { type CauseClass, diagnose, type DiagnosisFacts, plainText } from "../src/index.ts"
import { ADDRESS, answered, failed, GOOD_CERTIFICATE, OTHER } from "./facts/base.ts"
import { factsOf } from "./facts/allFacts.ts"
import { GOOD_MAIL } from "./facts/mail.ts"

const causeIn = (facts: DiagnosisFacts, name: CauseClass) =>
  diagnose(facts).causes.find((cause) => cause.class === name)
const codesOf = (facts: DiagnosisFacts, name: CauseClass) =>
  causeIn(facts, name)?.evidence.map(({ code }) => code) ?? []

const everywhere = (outcome: string) => [
  { location: "fra", provider: "one", outcome },
  { location: "nyc", provider: "two", outcome }
]

/** Returns the facts of a zone with two servers, for which a resolver answers SERVFAIL. */
const refusedZone = (state: "signed" | "insecure", second: "ok" | "failed") =>
  failed(
    { outcome: "dns_servfail" },
    {
      dns: {
        dnssec: { state },
        answers: [
          { server: "ns1", type: "A", status: "ok", records: ["192.0.2.10"] },
          { server: "ns2", type: "A", status: second }
        ]
      }
    }
  )

describe("facts that no plan of the laboratory builds", () => {
  it.each([
    ["connection_refused", failed({ outcome: "connect_refused" }, { locations: everywhere("connect_refused") })],
    ["server_silent", failed({ outcome: "connect_timeout" }, { locations: everywhere("connect_timeout") })],
    ["name_servers_silent", failed({ outcome: "dns_timeout" }, { locations: everywhere("dns_timeout") })],
    ["connection_reset", failed({ outcome: "connect_reset" }, { locations: everywhere("connect_reset") })],
    ["bad_gateway", answered(502, "", { locations: everywhere("http_status") })],
    ["service_unavailable", answered(503, "", { locations: everywhere("http_status") })],
    ["gateway_timeout", answered(504, "", { locations: everywhere("http_status") })],
    ["cdn_origin_error", answered(522, "", { locations: everywhere("http_status") }, { server: "cloudflare" })]
  ] as ReadonlyArray<readonly [CauseClass, DiagnosisFacts]>)("that all locations fail supports %s", (name, facts) => {
    expect(codesOf(facts, name)).toContain("others_fail_too")
  })

  it("that a resolver refuses what all servers of a signed zone answer is broken DNSSEC, and nothing without a signature", () => {
    expect(codesOf(refusedZone("signed", "ok"), "dnssec_broken")).toContain("signed_and_refused")
    expect(diagnose(refusedZone("signed", "ok")).causes[0]?.class).toBe("dnssec_broken")
    expect(causeIn(refusedZone("insecure", "ok"), "dnssec_broken")).toBeUndefined()
    expect(causeIn(refusedZone("signed", "failed"), "dnssec_broken")).toBeUndefined()
  })

  it("that one server of a zone fails is a zone that differs, if the resolver has no answer", () => {
    expect(diagnose(refusedZone("insecure", "failed")).title).toBe(
      diagnose(factsOf.name_servers_differ({ behind: "nxdomain", servers: "one_of_two" })).title
    )
    expect(codesOf(refusedZone("insecure", "failed"), "name_servers_differ")).toContain("servers_disagree")
    expect(codesOf(refusedZone("insecure", "ok"), "name_servers_differ")).toEqual([])
  })

  it("that the host is an alias at some servers only is a zone that differs", () => {
    const answers = [
      { server: "ns1", type: "A", status: "ok" as const, records: ["192.0.2.10"] },
      { server: "ns2", type: "CNAME", status: "ok" as const, records: ["old.example.com"] }
    ]
    const facts = failed({ outcome: "connect_refused" }, { dns: { answers } })
    expect(codesOf(facts, "name_servers_differ")).toContain("servers_have_other_records")
    const onlyFirst = failed({ outcome: "connect_refused" }, { dns: { answers: answers.slice(0, 1) } })
    expect(codesOf(onlyFirst, "name_servers_differ")).toEqual([])
  })

  it.each([
    ["of different versions of the zone are behind, whatever failed at the address", [2, 1], "name_servers_differ"],
    ["of the same version rotate on purpose", [2, 2], "connection_refused"],
    ["of unknown versions may rotate on purpose", [undefined, undefined], "connection_refused"]
  ] as const)("that other servers have other records %s", (_, serials, expected) => {
    const dns = {
      servers: serials.map((serial, index) => ({
        server: `ns${index}`,
        status: "ok" as const,
        ...(serial === undefined ? {} : { serial })
      })),
      answers: [ADDRESS, OTHER].map((address, index) => ({
        server: `ns${index}`,
        type: "A",
        status: "ok" as const,
        records: [address]
      }))
    }
    const addresses = [{ address: ADDRESS, outcome: "connect_refused" }]
    expect(diagnose(failed({ outcome: "connect_refused" }, { dns, addresses })).causes[0]?.class).toBe(expected)
  })

  it("that all servers have both addresses of the host is no address of one server", () => {
    const answers = ["ns1", "ns2"].flatMap((server) => [
      { server, type: "A", status: "ok" as const, records: [ADDRESS] },
      { server, type: "AAAA", status: "ok" as const, records: ["2001:db8::1"] },
      { server: `${server} as well`, type: "A", status: "nodata" as const }
    ])
    expect(codesOf(failed({ outcome: "connect_refused" }, { dns: { answers } }), "name_servers_differ")).not.toContain(
      "address_of_one_server"
    )
  })

  it("that the parent lists no name servers is no other delegation", () => {
    const delegation = { parent: [], before: ["ns1.example.net"] }
    const changes = [{ type: "NS", added: [], removed: ["ns1.example.net"] }]
    const facts = failed({ outcome: "dns_nxdomain" }, { dns: { delegation, changes } })
    expect(causeIn(facts, "delegation_changed")).toBeUndefined()
  })

  it.each([
    ["dns_nxdomain", "known"],
    ["dns_servfail", "not_known"]
  ])("that a server has no address is a removed one only if the resolver says so, too: %s", (outcome, result) => {
    const answers = [
      { server: "ns1", type: "A", status: "nxdomain" as const },
      { server: "ns2", type: "A", status: "failed" as const }
    ]
    expect(diagnose(failed({ outcome }, { dns: { answers } })).result).toBe(result)
  })

  it("that the name was resolved speaks against its name servers", () => {
    for (const status of ["lame", "silent"] as const) {
      const dns = { servers: [{ server: "ns1", status }] }
      expect(diagnose(failed({ outcome: "connect_refused" }, { dns })).causes[0]?.class).toBe("connection_refused")
    }
  })

  it("that a connection is reset in the handshake is a reset, not a handshake", () => {
    const facts = failed({ outcome: "tls_handshake", tlsError: "ECONNRESET" })
    expect(codesOf(facts, "connection_reset")).toContain("reset_in_handshake")
    expect(diagnose(facts).causes[0]?.class).toBe("connection_reset")
  })

  it("that the watched alias changed speaks for a changed alias", () => {
    const changes = [{ type: "CNAME", added: ["new.example.net."], removed: ["old.example.net."] }]
    const facts = failed({ outcome: "connect_refused" }, { dns: { changes } })
    expect(diagnose(facts).causes[0]?.class).toBe("cname_changed")
  })

  it("that one of two locations fails is no more than a guess", () => {
    const facts = failed(
      { outcome: "connect_timeout" },
      {
        locations: [
          { location: "fra", outcome: "connect_timeout" },
          { location: "nyc", outcome: "ok" }
        ]
      }
    )
    expect([diagnose(facts).result, causeIn(facts, "one_location")?.confidence]).toEqual(["not_known", 0.4])
  })

  it("that an issuer is neither sent nor trusted leads to two causes", () => {
    const facts = failed(
      { outcome: "tls_handshake" },
      { certificate: { ...GOOD_CERTIFICATE, problems: ["unknown_issuer"] } }
    )
    expect(diagnose(facts).causes.map((cause) => cause.class)).toEqual(["certificate_untrusted", "chain_incomplete"])
  })

  it("that a chain is invalid is a certificate without trust", () => {
    const facts = failed(
      { outcome: "tls_handshake" },
      { certificate: { ...GOOD_CERTIFICATE, problems: ["invalid_chain"] } }
    )
    expect(diagnose(facts).causes[0]?.class).toBe("certificate_untrusted")
  })

  it("that a certificate ended, although nobody judged it", () => {
    const { problems: _, ...dates } = GOOD_CERTIFICATE
    const facts = failed({ outcome: "tls_handshake" }, { certificate: { ...dates, validTo: "2026-11-20T00:00:00Z" } })
    expect(codesOf(facts, "certificate_expired")).toContain("certificate_ended")
  })

  it("that some mail servers are gone", () => {
    const facts: DiagnosisFacts = { mail: { mx: GOOD_MAIL.mx?.slice(0, 1) ?? [] }, mailBefore: GOOD_MAIL }
    expect(codesOf(facts, "mx_moved")).toEqual(["mx_reduced"])
  })
})

describe("what speaks against a cause", () => {
  it("is shown with it", () => {
    const facts = failed(
      { outcome: "connect_refused" },
      { windows: [{ name: "Update", from: "2026-11-23T11:00:00Z", to: "2026-11-23T13:00:00Z" }] }
    )
    const cause = causeIn(facts, "connection_refused")
    expect(cause?.against.map(({ code, fact, points }) => [code, fact, points])).toEqual([["in_window", "windows", 35]])
    expect(plainText(cause?.against[0]?.text ?? [])).toBe("The failure began in the maintenance window Update.")
  })
})

describe("an explanation in German", () => {
  it("has German titles, evidence and next steps", () => {
    const [cause] = diagnose(factsOf.connection_refused({ port: 443, addresses: "one" }), { language: "de" }).causes
    expect(cause?.title).toBe("Auf dem Port läuft kein Dienst")
    expect(plainText(cause?.evidence[0]?.text ?? [])).toBe(
      "Die Prüfung schlug fehl: der Server lehnte die Verbindung ab."
    )
    expect(plainText(cause?.nextStep ?? [])).toContain("Starten Sie den Webserver auf www.example.com")
  })
})
