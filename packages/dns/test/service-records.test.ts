import * as packet from "dns-packet"
import { describe, expect, it, test } from "vitest"
import { decodeDnsMessage, makeZoneClient } from "../src/index.ts"
import { readKnown } from "../src/wire/WireData.ts"

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex")
const read = (bytes: Buffer) => readKnown("HTTPS", bytes, { start: 0, end: bytes.length, ttl: 60 })

/** Returns the data, in zone file form, of a message whose only answer has this data. */
const presented = (data: Buffer): string | undefined => {
  const query = packet.encode({ type: "response", id: 1, questions: [] })
  const record = Buffer.concat([hex("00 0041 0001 0000003c"), Buffer.of(data.length >> 8, data.length & 0xff), data])
  query.writeUInt16BE(1, 6)
  return decodeDnsMessage(Buffer.concat([query, record]))?.answers[0]?.data
}

const FOO_COM = "03 666f6f 07 6578616d706c65 03 636f6d 00"
const FOO_ORG = "03 666f6f 07 6578616d706c65 03 6f7267 00"

/** The test vectors of RFC 9460 appendix D, and one vector for each parameter that the appendix does not cover. */
const VECTORS: ReadonlyArray<readonly [string, string, object, string]> = [
  ["D.1 an alias", `0000 ${FOO_COM}`, { priority: 0, target: "foo.example.com", parameters: {} }, "0 foo.example.com."],
  ["D.2 the owner itself", "0001 00", { priority: 1, target: "", parameters: {} }, "1 ."],
  [
    "D.2 a port",
    `0010 ${FOO_COM} 0003 0002 0035`,
    { priority: 16, target: "foo.example.com", parameters: { port: 53 } },
    '16 foo.example.com. port="53"'
  ],
  [
    "D.2 an unknown key",
    `0001 ${FOO_COM} 029b 0005 68656c6c6f`,
    { priority: 1, target: "foo.example.com", parameters: { key667: "68656c6c6f" } },
    '1 foo.example.com. key667="hello"'
  ],
  [
    "D.2 an unknown key with an octet that is no letter",
    `0001 ${FOO_COM} 029b 0009 68656c6c6fd2716f6f`,
    { priority: 1, target: "foo.example.com", parameters: { key667: "68656c6c6fd2716f6f" } },
    String.raw`1 foo.example.com. key667="hello\210qoo"`
  ],
  [
    "D.2 two IPv6 hints",
    `0001 ${FOO_COM} 0006 0020 20010db8000000000000000000000001 20010db8000000000000000000530001`,
    { priority: 1, target: "foo.example.com", parameters: { ipv6hint: ["2001:db8::1", "2001:db8::53:1"] } },
    '1 foo.example.com. ipv6hint="2001:db8::1,2001:db8::53:1"'
  ],
  [
    "D.2 mandatory keys",
    `0010 ${FOO_ORG} 0000 0004 0001 0004 0001 0009 02 6832 05 68332d3139 0004 0004 c0000201`,
    {
      priority: 16,
      target: "foo.example.org",
      parameters: { mandatory: ["alpn", "ipv4hint"], alpn: ["h2", "h3-19"], ipv4hint: ["192.0.2.1"] }
    },
    '16 foo.example.org. mandatory="alpn,ipv4hint" alpn="h2,h3-19" ipv4hint="192.0.2.1"'
  ],
  [
    "D.2 a protocol with a comma and a backslash",
    `0010 ${FOO_ORG} 0001 000c 08 665c6f6f2c626172 02 6832`,
    { priority: 16, target: "foo.example.org", parameters: { alpn: [String.raw`f\oo,bar`, "h2"] } },
    String.raw`16 foo.example.org. alpn="f\\\\oo\\,bar,h2"`
  ],
  [
    "no default protocol, and Encrypted ClientHello",
    `0001 00 0001 0003 02 6832 0002 0000 0005 0003 010203`,
    { priority: 1, target: "", parameters: { alpn: ["h2"], noDefaultAlpn: true, ech: "AQID" } },
    '1 . alpn="h2" no-default-alpn ech="AQID"'
  ],
  [
    "the path of DNS over HTTPS",
    `0001 00 0007 0010 ${Buffer.from("/dns-query{?dns}").toString("hex")}`,
    { priority: 1, target: "", parameters: { dohpath: "/dns-query{?dns}" } },
    '1 . dohpath="/dns-query{?dns}"'
  ],
  [
    "the parameters of an alias are ignored",
    `0000 ${FOO_COM} 0003 0002 0035`,
    { priority: 0, target: "foo.example.com", parameters: {} },
    "0 foo.example.com."
  ]
]

describe("a record of a service (RFC 9460)", () => {
  test.each(VECTORS)("%s", (_what, data, expected, text) => {
    expect(read(hex(data))).toEqual(expected)
    expect(presented(hex(data))).toBe(text)
  })

  test.each([
    ["no target", "0001"],
    ["half a key", "0001 00 00"],
    ["a key without a length", "0001 00 0003"],
    ["a value that is too long for the record", "0001 00 0003 0003 0035"],
    ["a key twice", "0001 00 0003 0002 0035 0003 0002 0036"],
    ["keys in the wrong order", "0001 00 0004 0004 c0000201 0003 0002 0035"],
    ["a port of one octet", "0001 00 0003 0001 35"],
    ["no protocol", "0001 00 0001 0000"],
    ["an empty protocol", "0001 00 0001 0001 00"],
    ["a protocol beyond its value", "0001 00 0001 0002 05 68"],
    ["a value of no-default-alpn", "0001 00 0001 0003 02 6832 0002 0001 00"],
    ["an IPv4 hint of five octets", "0001 00 0004 0005 c000020100"],
    ["no IPv4 hint", "0001 00 0004 0000"],
    ["an IPv6 hint of four octets", "0001 00 0006 0004 c0000201"],
    ["an empty configuration of Encrypted ClientHello", "0001 00 0005 0000"],
    ["no mandatory key", "0001 00 0000 0000"],
    ["mandatory as mandatory", "0001 00 0000 0002 0000"],
    ["mandatory keys in the wrong order", "0001 00 0000 0004 0003 0001 0001 0003 02 6832 0003 0002 0035"],
    ["a mandatory key that is missing", "0001 00 0000 0002 0003"]
  ])("with %s is malformed", (_what, data) => {
    expect(read(hex(data))).toBeNull()
    expect(presented(hex(data))).toBeUndefined()
  })

  it("has at most 64 parameters", () => {
    const keys = Array.from({ length: 65 }, (_, at) => Buffer.of((at + 8) >> 8, (at + 8) & 0xff, 0, 0))
    const recordOf = (count: number): Buffer => Buffer.concat([hex("0001 00"), ...keys.slice(0, count)])
    const parameters = read(recordOf(64))
    expect(Object.keys((parameters as { parameters: object }).parameters)).toHaveLength(64)
    expect(read(recordOf(65))).toBeNull()
  })

  it("stands in a zone", async () => {
    const service = { priority: 1, target: "CDN.example.com", parameters: { alpn: ["h3"] } }
    const { query } = makeZoneClient({ "example.com": { HTTPS: [service], SVCB: [service] } })
    for (const type of ["HTTPS", "SVCB"] as const)
      expect((await query("example.com", type)).records).toEqual([{ ...service, target: "cdn.example.com" }])
  })
})
