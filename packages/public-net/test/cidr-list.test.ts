import * as fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import {
  type Cidr,
  cidrContains,
  countAddresses,
  formatCidr,
  hasHostBits,
  makeAddressPolicy,
  mergeCidrs,
  networkOf,
  parseCidr,
  parseCidrList,
  parseIpAddress
} from "../src/index.ts"

describe("a comma-separated list of networks", () => {
  test.each([
    ["", []],
    [" , ,", []],
    ["10.0.0.0/8", ["10.0.0.0/8"]],
    [" 10.1.2.3/8 ,\tFD00::1/8,", ["10.0.0.0/8", "fd00::/8"]],
    ["127.0.0.1,::1", ["127.0.0.1/32", "::1/128"]],
    ["0.0.0.0/0,::/0", ["0.0.0.0/0", "::/0"]],
    ["::ffff:10.0.0.0/104", ["10.0.0.0/8"]]
  ])("%j is parsed", (text, cidrs) => {
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
  ])("%j is reported as invalid", (text) => {
    expect(parseCidrList(`127.0.0.0/8,${text}`)).toEqual({
      ok: false,
      message: `${JSON.stringify(text)} is not a network such as 10.0.0.0/8 or fd00::/8.`
    })
  })

  it("is limited in length", () => {
    expect(parseCidrList("::1,".repeat(2000))).toEqual({ ok: false, message: "At most 1000 networks can be listed." })
  })

  it("never throws, and accepted lists make a policy and parse to the same list", () => {
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

const cidr = (text: string): Cidr => {
  const parsed = parseCidr(text)
  if (parsed === null) throw new Error(`Not a network: ${text}`)
  return parsed
}

describe("a set of networks", () => {
  test.each([
    [[], []],
    [["10.0.0.0/9", "10.128.0.0/9"], ["10.0.0.0/8"]],
    [
      ["10.1.0.0/16", "10.0.0.0/8", "::1"],
      ["10.0.0.0/8", "::1/128"]
    ],
    [
      ["192.0.2.1", "192.0.2.2"],
      ["192.0.2.1/32", "192.0.2.2/32"]
    ],
    [
      ["::/1", "8000::/1", "0.0.0.0/0"],
      ["0.0.0.0/0", "::/0"]
    ]
  ])("%j is covered by %j", (texts, merged) => {
    expect(mergeCidrs(texts.map(cidr)).map(formatCidr)).toEqual(merged)
  })

  it("covers the same addresses after merging, each counted once", () => {
    const network = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 24, max: 32 }))
    fc.assert(
      fc.property(fc.array(network, { maxLength: 6 }), (networks) => {
        const cidrs = networks.map(([octet, prefix]) => cidr(`192.0.2.${octet}/${prefix}`))
        const merged = mergeCidrs(cidrs)
        const covered = Array.from({ length: 256 }, (_, octet) => parseIpAddress(`192.0.2.${octet}`)).filter(
          (address) => address !== null && cidrs.some((one) => cidrContains(one, address))
        )
        expect(countAddresses(cidrs, 4)).toBe(BigInt(covered.length))
        expect(countAddresses(merged, 4)).toBe(BigInt(covered.length))
        expect(countAddresses(merged, 6)).toBe(0n)
      })
    )
  })

  it("keeps host bits until they are cleared", () => {
    const address = parseIpAddress("10.1.2.3")
    if (address === null) throw new Error("Not an address")
    const network: Cidr = { address, prefix: 8 }
    expect(hasHostBits(network)).toBe(true)
    expect(formatCidr(networkOf(network))).toBe("10.0.0.0/8")
    expect(hasHostBits(networkOf(network))).toBe(false)
  })
})
