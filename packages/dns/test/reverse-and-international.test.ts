import { describe, expect, it, test } from "vitest"
import { makeNodeClient, makeZoneClient, toAsciiName } from "../src/index.ts"

const zone = () =>
  makeZoneClient({
    "1.2.0.192.in-addr.arpa": { PTR: ["host.example.com"] },
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa": { PTR: ["six.example.com"] },
    "xn--bcher-kva.example": { A: ["192.0.2.1"] }
  })

describe("the names of an address", () => {
  test.each([
    ["192.0.2.1", ["host.example.com"]],
    ["::ffff:192.0.2.1", ["host.example.com"]],
    ["2001:DB8::1", ["six.example.com"]],
    ["192.0.2.2", []]
  ])("%s", async (address, names) => {
    const { records } = await zone().reverse(address)
    expect(records.map(({ target }) => target)).toEqual(names)
  })

  test.each(["", "192.0.2", "0x7f.1", "example.com", "[::1]", "fe80::1%eth0"])("%j is no address", async (address) => {
    await expect(zone().reverse(address)).rejects.toThrow(TypeError)
  })
})

describe("a name with international characters", () => {
  it("is queried in its ASCII form", async () => {
    const { query, queries, resolveAddresses } = zone()
    expect(await query("Bücher.example", "A")).toMatchObject({ name: "xn--bcher-kva.example", status: "ok" })
    expect(await resolveAddresses("bücher.example", new AbortController().signal)).toEqual({
      status: "ok",
      addresses: ["192.0.2.1"]
    })
    expect(new Set(queries.map(({ name }) => name))).toEqual(new Set(["xn--bcher-kva.example"]))
  })

  test.each([
    ["straße.example", "xn--strae-oqa.example"],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
    ["_dmarc.münchen.example", "_dmarc.xn--mnchen-3ya.example"],
    ["plain.example", "plain.example"],
    [String.raw`a\.b.example`, String.raw`a\.b.example`],
    ["ü%41.example", null],
    [String.raw`ü\.b.example`, null],
    ["ü b.example", null],
    ["ü/b.example", null],
    ["ü／b.example", null],
    ["ü:53", null],
    [`${"ü".repeat(80)}.example`, null]
  ])("%s is %s", (name, ascii) => {
    expect(toAsciiName(name)).toBe(ascii)
  })

  it("that has no ASCII form is a bad name", async () => {
    await expect(zone().query("ü b.example", "A")).rejects.toMatchObject({ reason: "BadName" })
  })
})

test("node:dns cannot query every type", async () => {
  const { query } = makeNodeClient({ servers: ["127.0.0.1:1"], timeoutMs: 100, tries: 1 })
  for (const type of ["DS", "HTTPS", "SVCB", "TYPE99"] as const)
    await expect(query("example.com", type)).rejects.toMatchObject({
      reason: "FormErr",
      detail: `node:dns cannot query ${type} records.`
    })
})
