import type { Zone } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { inspectMx } from "../src/mx/inspectMx.ts"

const D = "example.com"
const examine = (zone: Zone) => Effect.runPromise(inspectMx(makeZoneResolver(zone), D))
const mx = (...exchanges: ReadonlyArray<string>) =>
  exchanges.map((exchange, index) => ({ preference: (index + 1) * 10, exchange }))

describe("how a domain receives email", () => {
  test.each<readonly [section: string, says: string, zone: Zone, kind: string]>([
    ["RFC 5321 5.1", "mail hosts", { [D]: { MX: mx("mx.example.com") } }, "hosts"],
    ["RFC 5321 5.1", "an address in place of an MX", { [D]: { A: ["8.8.8.8"] } }, "implicit"],
    ["RFC 5321 5.1", "an IPv6 address in place of an MX", { [D]: { AAAA: ["2620:fe::fe"] } }, "implicit"],
    ["RFC 5321 5.1", "neither", { [D]: { TXT: ["x"] } }, "none"],
    ["RFC 7505 3", "a null MX", { [D]: { MX: mx(".") } }, "null"],
    ["RFC 8020 2", "no such domain", {}, "nxdomain"],
    ["RFC 2308 7", "no answer is not absence", { [D]: { MX: { fail: "ServFail" } } }, "unknown"],
    [
      "RFC 2308 7",
      "no MX, and no answer about addresses",
      { [D]: { A: { fail: "Timeout" }, AAAA: { fail: "Timeout" } } },
      "unknown"
    ],
    ["RFC 2181 10.3", "an alias to nothing exists", { [D]: { CNAME: ["gone.example.net"] } }, "none"]
  ])("%s: %s", async (_section, _says, zone, kind) => expect((await examine(zone)).kind).toBe(kind))

  test("reports a null MX beside others (RFC 7505 section 3)", async () =>
    expect((await examine({ [D]: { MX: mx(".", "mx.example.com") } })).mixed).toBe(true))
  test("lists hosts by preference, each once", async () => {
    const { hosts, duplicates } = await examine({
      [D]: {
        MX: [
          { preference: 20, exchange: "b.example.com" },
          { preference: 10, exchange: "a.example.com" },
          { preference: 30, exchange: "a.example.com" }
        ]
      }
    })
    expect([hosts.map(({ host, preference }) => [host, preference]), duplicates]).toEqual([
      [
        ["a.example.com", 10],
        ["b.example.com", 20]
      ],
      ["a.example.com"]
    ])
  })
  test.each([
    ["8.8.8.8", {}, "address"],
    ["gone.example.com", {}, "unresolvable"],
    ["mx.example.com", { "mx.example.com": { A: ["8.8.8.8"], AAAA: { fail: "Timeout" } } }, "ok"],
    ["mx.example.com", { "mx.example.com": { A: { fail: "Timeout" } } }, "unknown"]
  ] as const)("the host %s is %s", async (host, zone, status) =>
    expect((await examine({ [D]: { MX: mx(host) }, ...zone })).hosts[0]?.status).toBe(status)
  )
})

describe("the reverse DNS of an address (RFC 8601 section 2.7.3)", () => {
  const host: Zone = { [D]: { MX: mx("mx.example.com") }, "mx.example.com": { A: ["8.8.8.8"] } }
  const reverse = "8.8.8.8.in-addr.arpa"
  test.each<readonly [string, Zone]>([
    ["confirmed", { [reverse]: { PTR: ["mx.example.com"] } }],
    ["no_name", {}],
    ["mismatch", { [reverse]: { PTR: ["other.example.com"] }, "other.example.com": { A: ["9.9.9.9"] } }],
    ["mismatch", { [reverse]: { PTR: ["gone.example.com"] } }],
    ["unknown", { [reverse]: { fail: "ServFail" } }],
    ["unknown", { [reverse]: { PTR: ["slow.example.com"] }, "slow.example.com": { fail: "Timeout" } }]
  ])("%s", async (status, zone) =>
    expect((await examine({ ...host, ...zone })).hosts[0]?.addresses[0]?.reverse).toBe(status)
  )
  test("is not queried for an address that is not public", async () =>
    expect((await examine({ ...host, "mx.example.com": { A: ["10.0.0.1"] } })).hosts[0]?.addresses[0]).toMatchObject({
      public: false,
      reverse: "not_asked"
    }))
})
