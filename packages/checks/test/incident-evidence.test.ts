import { diagnose, plainText } from "@mon/diagnosis"
import { assert, describe, it } from "@effect/vitest"
import { incidentEvidence } from "../src/diagnoses/incidentEvidence.ts"
import { observedDns } from "../src/diagnoses/observedDns.ts"
import { check } from "./fixtures.ts"

const stamp = {
  at: 1_700_000_000_000,
  location: "fra1",
  network: null,
  isSecret: false,
  hostname: "shop.example.com",
  url: "https://shop.example.com/"
}

const failed = check({
  outcome: "expectation_failed",
  verdict: "down",
  expectations: [
    {
      expectation: { text: "Our shop" },
      holds: false,
      expected: "the text “Our shop”",
      message: "The text is `token 123`."
    }
  ],
  failedAnswer: { headers: { server: "nginx", "set-cookie": "session=secret" }, text: "token 123\u0000" }
})

describe("the evidence of a failed check", () => {
  it("has what a diagnosis needs, and no cookies", () => {
    const evidence = incidentEvidence(failed, stamp)
    assert.deepInclude(evidence?.check, {
      at: "2023-11-14T22:13:20.000Z",
      outcome: "expectation_failed",
      location: "fra1"
    })
    assert.deepStrictEqual(evidence?.page, { headers: { server: "nginx" }, body: "token 123" })
    assert.deepStrictEqual(evidence?.target, { url: stamp.url, host: stamp.hostname, domain: "example.com" })
    assert.strictEqual(diagnose(evidence ?? {}).causes[0]?.class, "expected_text_gone")
  })

  it("says what was found instead of what the monitor expects", () => {
    const expected = "the text “Our shop”"
    const message = `Expected ${expected}, not found.`
    const expectations = [{ expectation: { text: "Our shop" }, holds: false, expected, message }]
    const [cause] = diagnose(incidentEvidence({ ...failed, expectations }, stamp) ?? {}).causes
    const sentences = (cause?.evidence ?? []).map(({ text }) => plainText(text))
    assert.include(sentences, "The monitor expects the text “Our shop”. Result: not found.")
  })

  it("has no text of the answer to a request with credentials", () => {
    const evidence = incidentEvidence(failed, { ...stamp, isSecret: true })
    assert.notInclude(JSON.stringify(evidence), "token 123")
  })

  /** Returns the evidence of a check that expects IPv6 and got its response over IPv4. */
  const overIpv4 = (ipv6: "connect_refused" | "abandoned" | "local_fault") => {
    const { timings } = check()
    const hop = { url: stamp.url, statusCode: 200, location: null, address: "192.0.2.1", httpVersion: "1.1", timings }
    const attempt = { startedUs: 0, durationUs: 1, errno: null }
    return incidentEvidence(
      check({
        outcome: "expectation_failed",
        verdict: "down",
        statusCode: 200,
        hops: [
          {
            ...hop,
            certificate: null,
            attempts: [
              { ...attempt, address: "2001:db8::1", outcome: ipv6 },
              { ...attempt, address: "192.0.2.1", outcome: "connected" }
            ]
          }
        ],
        expectations: [
          { expectation: { ipVersion: 6 }, holds: false, expected: "an answer over IPv6", message: "IPv4" }
        ]
      }),
      stamp
    )
  }

  it("says that IPv6 fails if the check only wants an answer over it", () => {
    for (const ipv6 of ["connect_refused", "abandoned"] as const)
      assert.strictEqual(diagnose(overIpv4(ipv6) ?? {}).causes[0]?.class, "ipv6_broken", ipv6)
  })

  it("does not blame IPv6 of the site if our own network has none", () => {
    const evidence = overIpv4("local_fault")
    assert.deepStrictEqual(evidence?.addresses, [{ address: "192.0.2.1", outcome: "ok" }])
    assert.strictEqual(diagnose(evidence ?? {}).result, "not_known")
  })

  it("is stored for failures only", () => {
    assert.isNull(incidentEvidence(check(), stamp))
    assert.isNull(incidentEvidence(check({ outcome: "prober_fault", verdict: "unknown" }), stamp))
  })
})

describe("an observation of the DNS", () => {
  it("says which servers answer, and what they have of the host", () => {
    const observation = {
      hostname: "www.shop.example",
      domain: "shop.example",
      observedAt: 0,
      names: {},
      findings: [],
      sets: {
        NS: [{ server: "a.nic.example 192.0.2.1", status: "ok", records: ["ns1.shop.example"], serial: null }],
        zoneNS: [
          { server: "ns1.shop.example 192.0.2.2", status: "failed", reason: "Refused" },
          { server: "ns2.shop.example 192.0.2.3", status: "failed", reason: "Timeout" },
          { server: "ns3.shop.example 192.0.2.4", status: "ok", records: [], serial: 1 }
        ],
        A: [
          { server: "ns3.shop.example 192.0.2.4", status: "nodata", records: [], serial: 1 },
          { server: "resolver", status: "nxdomain", records: [], serial: null }
        ],
        CNAME: [{ server: "ns3.shop.example 192.0.2.4", status: "ok", records: ["gone.example.net"], serial: 1 }]
      }
    } as const
    assert.deepStrictEqual(observedDns(observation), {
      answers: [
        { server: "ns3.shop.example 192.0.2.4", type: "A", status: "nodata", records: [] },
        { server: "ns3.shop.example 192.0.2.4", type: "CNAME", status: "ok", records: ["gone.example.net"] }
      ],
      servers: [
        { server: "ns1.shop.example 192.0.2.2", status: "lame" },
        { server: "ns2.shop.example 192.0.2.3", status: "silent" },
        { server: "ns3.shop.example 192.0.2.4", status: "ok", serial: 1 }
      ],
      alias: { target: "gone.example.net", status: "nxdomain" },
      delegation: { parent: ["ns1.shop.example"] }
    })
  })

  it("without answers says nothing", () => {
    assert.deepStrictEqual(
      observedDns({ hostname: "a.example", domain: "a.example", observedAt: 0, names: {}, findings: [], sets: {} }),
      {}
    )
  })
})
