import * as fc from "fast-check"
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net"
import { describe, expect, it, test } from "vitest"
import {
  canonicalAddress,
  formatIpAddress,
  inSameNetwork,
  isPublicAddress,
  makeAddressPolicy,
  parseIpAddress,
  reverseDnsName,
  vetAddresses
} from "../src/index.ts"
import { SPECIAL_NETWORKS } from "../src/SpecialNetworks.ts"

const policy = makeAddressPolicy()
const octet = fc.integer({ min: 0, max: 255 })
const v4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."))
const v6 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map((group) => group.toString(16)).join(":"))
const addressLike = fc.string({ unit: fc.constantFrom(..."0123456789abcdefF:.%/x "), maxLength: 48 })

describe("addresses that are not public", () => {
  test.each([
    ["0.0.0.0", "0.0.0.0/8", "this network", "RFC 791"],
    ["10.0.0.0", "10.0.0.0/8", "private-use", "RFC 1918"],
    ["10.255.255.255", "10.0.0.0/8", "private-use", "RFC 1918"],
    ["100.64.0.0", "100.64.0.0/10", "shared address space", "RFC 6598"],
    ["100.100.100.200", "100.64.0.0/10", "shared address space", "RFC 6598"],
    ["100.127.255.255", "100.64.0.0/10", "shared address space", "RFC 6598"],
    ["127.0.0.1", "127.0.0.0/8", "loopback", "RFC 1122"],
    ["127.255.255.254", "127.0.0.0/8", "loopback", "RFC 1122"],
    ["168.63.129.16", "168.63.129.16/32", "cloud platform endpoint", "Azure virtual public IP"],
    ["169.254.169.254", "169.254.0.0/16", "link-local", "RFC 3927"],
    ["172.16.0.1", "172.16.0.0/12", "private-use", "RFC 1918"],
    ["172.31.255.255", "172.16.0.0/12", "private-use", "RFC 1918"],
    ["192.0.0.9", "192.0.0.0/24", "IETF protocol assignments", "RFC 6890"],
    ["192.0.0.192", "192.0.0.0/24", "IETF protocol assignments", "RFC 6890"],
    ["192.0.2.1", "192.0.2.0/24", "documentation", "RFC 5737"],
    ["192.88.99.1", "192.88.99.0/24", "6to4 relay anycast", "RFC 7526"],
    ["192.168.1.1", "192.168.0.0/16", "private-use", "RFC 1918"],
    ["198.18.0.1", "198.18.0.0/15", "benchmarking", "RFC 2544"],
    ["198.19.255.255", "198.18.0.0/15", "benchmarking", "RFC 2544"],
    ["198.51.100.7", "198.51.100.0/24", "documentation", "RFC 5737"],
    ["203.0.113.7", "203.0.113.0/24", "documentation", "RFC 5737"],
    ["224.0.0.1", "224.0.0.0/4", "multicast", "RFC 5771"],
    ["240.0.0.1", "240.0.0.0/4", "reserved", "RFC 1112"],
    ["255.255.255.255", "255.255.255.255/32", "limited broadcast", "RFC 919"],
    ["::", "::/128", "unspecified", "RFC 4291"],
    ["0:0:0:0:0:0:0:1", "::1/128", "loopback", "RFC 4291"],
    ["::127.0.0.1", "::/96", "IPv4-compatible", "RFC 4291"],
    ["::ffff:127.0.0.1", "127.0.0.0/8", "loopback", "RFC 1122"],
    ["::FFFF:A9FE:A9FE", "169.254.0.0/16", "link-local", "RFC 3927"],
    ["0:0:0:0:0:ffff:10.0.0.1", "10.0.0.0/8", "private-use", "RFC 1918"],
    ["::ffff:0:127.0.0.1", "::/0", "not allocated as global unicast", "RFC 4291"],
    ["64:ff9b::7f00:1", "127.0.0.0/8", "loopback", "RFC 1122"],
    ["64:ff9b::10.0.0.1", "10.0.0.0/8", "private-use", "RFC 1918"],
    ["64:ff9b:1::1", "64:ff9b:1::/48", "local-use IPv4/IPv6 translation", "RFC 8215"],
    ["100::1", "100::/64", "discard-only", "RFC 6666"],
    ["100:0:0:1::1", "100:0:0:1::/64", "dummy prefix", "RFC 9780"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001::/32", "Teredo", "RFC 4380"],
    ["2001:1::1", "2001::/23", "IETF protocol assignments", "RFC 2928"],
    ["2001:2::1", "2001:2::/48", "benchmarking", "RFC 5180"],
    ["2001:10::1", "2001:10::/28", "ORCHID", "RFC 4843"],
    ["2001:db8::1", "2001:db8::/32", "documentation", "RFC 3849"],
    ["2002:7f00:1::", "127.0.0.0/8", "loopback", "RFC 1122"],
    ["2002:c0a8:101::1", "192.168.0.0/16", "private-use", "RFC 1918"],
    ["3fff:0fff::1", "3fff::/20", "documentation", "RFC 9637"],
    ["5f00::1", "5f00::/16", "segment routing SIDs", "RFC 9602"],
    ["fc00::1", "fc00::/7", "unique-local", "RFC 4193"],
    ["fd00:ec2::254", "fc00::/7", "unique-local", "RFC 4193"],
    ["fe80::1", "fe80::/10", "link-local", "RFC 4291"],
    ["febf::1", "fe80::/10", "link-local", "RFC 4291"],
    ["fec0::1", "fec0::/10", "site-local", "RFC 3879"],
    ["ff02::1", "ff00::/8", "multicast", "RFC 4291"],
    ["4000::1", "::/0", "not allocated as global unicast", "RFC 4291"],
    ["fe80::1%eth0", "::/0", "scoped to an interface", "RFC 4007"],
    ["2606:4700::1%1", "::/0", "scoped to an interface", "RFC 4007"],
    ["[::1]", "", "not an IP address", "RFC 4291"],
    ["127.1", "", "not an IP address", "RFC 4291"],
    ["2130706433", "", "not an IP address", "RFC 4291"],
    ["0x7f.0.0.1", "", "not an IP address", "RFC 4291"],
    ["0177.0.0.1", "", "not an IP address", "RFC 4291"],
    ["08.8.8.8", "", "not an IP address", "RFC 4291"],
    ["9.9.9.9 ", "", "not an IP address", "RFC 4291"],
    ["9.9.9.9\n", "", "not an IP address", "RFC 4291"],
    ["", "", "not an IP address", "RFC 4291"]
  ])("%s belongs to %s (%s, %s)", (address, network, use, source) => {
    expect(policy.classify(address)).toEqual({ public: false, network, use, source })
    expect(policy.allows(address)).toBe(false)
  })

  test.each([
    "1.0.0.0",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.88.98.255",
    "192.88.100.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "203.0.114.0",
    "223.255.255.255",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2001:200::1",
    "2001:db7:ffff::1",
    "2001:db9::1",
    "2002:808:808::1",
    "2606:4700:4700::1111",
    "3ffe::1",
    "3fff:1000::1"
  ])("%s is public", (address) => {
    expect(policy.classify(address)).toEqual({ public: true })
  })
})

describe("allowed networks", () => {
  const allowing = makeAddressPolicy({ allow: ["127.0.0.0/8", "fd00::/8", "192.168.1.1"] })

  test.each(["127.0.0.1", "127.9.9.9", "::ffff:127.0.0.1", "::ffff:7f00:1", "fd12::1", "192.168.1.1", "9.9.9.9"])(
    "%s is allowed",
    (address) => {
      expect(allowing.allows(address)).toBe(true)
    }
  )

  test.each([
    "128.0.0.1%1",
    "192.168.1.2",
    "fc00::1",
    "::127.0.0.1",
    "64:ff9b::192.168.1.2",
    "fd12::1%eth0",
    "10.0.0.1"
  ])("%s is not allowed", (address) => {
    expect(allowing.allows(address)).toBe(false)
  })

  it("treats an IPv4-mapped network as the IPv4 network", () => {
    expect(makeAddressPolicy({ allow: ["::ffff:10.0.0.0/104"] }).allows("10.1.2.3")).toBe(true)
  })

  test.each([
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "10.0.0.0/08",
    "fd00::/129",
    "localhost",
    "",
    "10.0.0"
  ])("the TypeError names %j", (cidr) => {
    expect(() => makeAddressPolicy({ allow: ["127.0.0.0/8", cidr] })).toThrow(
      `makeAddressPolicy: ${JSON.stringify(cidr)} is not a network such as 10.0.0.0/8 or fd00::/8.`
    )
  })
})

describe("a set of addresses", () => {
  it("is rejected for any member that is not public, at any position", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("9.9.9.9", "2606:4700::1"), { maxLength: 6 }),
        fc.nat(6),
        fc.constantFrom("10.0.0.1", "::1", "junk"),
        (decoys, at, target) => {
          const addresses = [...decoys.slice(0, at), target, ...decoys.slice(at)]
          expect(vetAddresses(policy, addresses)).toMatchObject({ ok: false, address: target })
          expect(vetAddresses(policy, decoys)).toEqual({ ok: true })
        }
      )
    )
  })
})

const parsed = (text: string) => {
  const address = parseIpAddress(text)
  if (address === null) throw new Error(`Not an address: ${text}`)
  return address
}

describe("reading addresses", () => {
  test.each([
    "1.2.3.4::1",
    "1.2.3.4::",
    "::1.2.3.4:1",
    "::1.2.3",
    "::1.2.3.256",
    "1.2.3.4:5",
    ":::",
    "1::2::3",
    "::1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::8:9",
    "1:2:3:4:5:6:7:1.2.3.4",
    "12345::",
    "::g",
    ":1",
    "1:",
    ":",
    "::\u0661",
    "::ffff:0x7f.1"
  ])("%j is not an address", (text) => {
    expect(parseIpAddress(text)).toBeNull()
  })

  it("reads an address and formats it as the URL parser does", () => {
    fc.assert(
      fc.property(fc.oneof(v6, fc.ipV6()), (text) => {
        const address = parsed(text)
        const host = new URL(`http://[${text}]/`).hostname.slice(1, -1)
        expect(parsed(host)).toEqual(address)
        if (!host.startsWith("::ffff:")) expect(formatIpAddress(address)).toBe(host)
      })
    )
  })

  test.each([
    ["192.0.2.10", "10.2.0.192.in-addr.arpa"],
    ["2001:db8::1", `1.${"0.".repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`]
  ])("the PTR record of %s is at %s", (text, name) => {
    expect(reverseDnsName(parsed(text))).toBe(name)
  })

  it("compares the leading bits of two addresses of one family", () => {
    expect(inSameNetwork(parsed("192.0.2.1"), parsed("192.0.2.255"), 24)).toBe(true)
    expect(inSameNetwork(parsed("192.0.2.1"), parsed("192.0.3.1"), 24)).toBe(false)
    expect(inSameNetwork(parsed("2001:db8::1"), parsed("2001:db8:ffff::"), 32)).toBe(true)
    expect(inSameNetwork(parsed("0.0.0.1"), parsed("::1"), 0)).toBe(false)
  })

  it("knows whether a single address is public", () => {
    expect(isPublicAddress("9.9.9.9")).toBe(true)
    expect(isPublicAddress("::ffff:10.0.0.1")).toBe(false)
    expect(isPublicAddress("9.9.9")).toBe(false)
  })

  it("agrees with node:net about what an address is", () => {
    fc.assert(
      fc.property(fc.oneof(addressLike, v4, v6), (text) => {
        const zoned = text.includes("%")
        expect(canonicalAddress(text) !== null).toBe(isIP(text) !== 0 && !zoned)
      }),
      { numRuns: 2000 }
    )
  })

  it("has one canonical form that parses to the same address", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          v4,
          v6,
          fc.ipV6(),
          v4.map((address) => `::ffff:${address}`)
        ),
        (text) => {
          const canonical = canonicalAddress(text) ?? ""
          expect(isIP(canonical)).not.toBe(0)
          expect(canonicalAddress(canonical)).toBe(canonical)
          expect(canonical).toBe(
            isIPv6(canonical) ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text.replace("::ffff:", "")
          )
        }
      )
    )
  })

  it("matches addresses to networks as node:net does", () => {
    const list = new BlockList()
    for (const { network } of SPECIAL_NETWORKS) {
      const [base = "", prefix] = network.split("/")
      list.addSubnet(base, Number(prefix), isIPv6(base) ? "ipv6" : "ipv4")
    }
    const edges = SPECIAL_NETWORKS.map(({ network }) => network.split("/")[0] ?? "").filter((base) => isIPv4(base))
    fc.assert(
      fc.property(fc.oneof(v4, fc.constantFrom(...edges)), (address) => {
        expect(policy.allows(address)).toBe(!list.check(address, "ipv4"))
      }),
      { numRuns: 2000 }
    )
  })

  it("never throws and never allows text that is not an address", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), addressLike), (text) => {
        expect(policy.allows(text) && isIP(text) === 0).toBe(false)
      })
    )
  })
})
