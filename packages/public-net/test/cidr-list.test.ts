import * as fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { makeAddressPolicy, parseCidrList } from "../src/index.ts"

describe("a comma list of networks", () => {
  test.each([
    ["", []],
    [" , ,", []],
    ["10.0.0.0/8", ["10.0.0.0/8"]],
    [" 10.1.2.3/8 ,\tFD00::1/8,", ["10.0.0.0/8", "fd00::/8"]],
    ["127.0.0.1,::1", ["127.0.0.1/32", "::1/128"]],
    ["0.0.0.0/0,::/0", ["0.0.0.0/0", "::/0"]],
    ["::ffff:10.0.0.0/104", ["10.0.0.0/8"]]
  ])("%j is read", (text, cidrs) => {
    expect(parseCidrList(text)).toEqual({ ok: true, cidrs })
  })

  test.each([
    "10/8",
    "10.0.0.0/33",
    "10.0.0.0/8 11.0.0.0/8",
    "fe80::1%eth0/64",
    "example.com",
    "10.0.0.0/1e1",
    "::/+1"
  ])("%j is named as wrong", (text) => {
    expect(parseCidrList(`127.0.0.0/8,${text}`)).toEqual({
      ok: false,
      message: `${JSON.stringify(text)} is not a network such as 10.0.0.0/8 or fd00::/8.`
    })
  })

  it("has an end", () => {
    expect(parseCidrList("::1,".repeat(2000))).toEqual({ ok: false, message: "At most 1000 networks can be listed." })
  })

  it("never throws, and what it accepts makes a policy and reads back the same", () => {
    const piece = fc.oneof(
      fc.ipV4().map((address) => `${address}/12`),
      fc.ipV6().map((address) => `${address}/61`),
      fc.string({ unit: fc.constantFrom(..."0123456789abcdef:./, ") })
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const list = parseCidrList(pieces.join(","))
        if (!list.ok) return
        expect(parseCidrList(list.cidrs.join(","))).toEqual(list)
        expect(() => makeAddressPolicy({ allow: list.cidrs })).not.toThrow()
      })
    )
  })
})
