import * as packet from "dns-packet"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeDnsMessage, encodeDnsQuery } from "../src/index.ts"

const encode = (parts: packet.Packet): Buffer =>
  packet.encode({ type: "response", id: 7, questions: [{ type: "MX", name: "Example.com" }], ...parts })

describe("a message", () => {
  it("has its flags, its response code and the records of all sections in the form of zone files", () => {
    const bytes = encode({
      flags: packet.AUTHORITATIVE_ANSWER | packet.RECURSION_AVAILABLE | packet.AUTHENTIC_DATA,
      answers: [
        { type: "MX", name: "Example.com", ttl: 300, data: { preference: 10, exchange: "MX.example.com" } },
        { type: "TXT", name: "example.com", ttl: 1, data: ['a "b\\', Buffer.of(0, 0xff)] },
        { type: "CAA", name: "example.com", ttl: 1, data: { flags: 0, tag: "issue", value: "ca.example" } },
        { type: "SRV", name: "example.com", ttl: 1, data: { priority: 1, weight: 2, port: 3, target: "a.example" } },
        { type: "NULL", name: "example.com", ttl: 1, data: Buffer.of(1, 0xab) }
      ],
      authorities: [
        {
          type: "SOA",
          name: "example.com",
          ttl: 900,
          data: {
            mname: "ns.example.com",
            rname: "root.example.com",
            serial: 7,
            refresh: 2,
            retry: 3,
            expire: 4,
            minimum: 60
          }
        }
      ],
      additionals: [
        { type: "A", name: "mx.example.com", ttl: 60, data: "192.0.2.1" },
        { type: "AAAA", name: "mx.example.com", ttl: 60, data: "2001:db8::1" },
        {
          type: "OPT",
          name: ".",
          udpPayloadSize: 1232,
          extendedRcode: 0,
          ednsVersion: 0,
          flags: 0,
          flag_do: false,
          options: []
        }
      ]
    })
    expect(decodeDnsMessage(bytes)).toEqual({
      id: 7,
      rcode: "NOERROR",
      authoritative: true,
      truncated: false,
      recursionAvailable: true,
      authenticated: true,
      question: { name: "example.com", type: "MX" },
      answers: [
        { name: "example.com", type: "MX", ttl: 300, data: "10 mx.example.com." },
        { name: "example.com", type: "TXT", ttl: 1, data: String.raw`"a \"b\\" "\000\255"` },
        { name: "example.com", type: "CAA", ttl: 1, data: '0 issue "ca.example"' },
        { name: "example.com", type: "SRV", ttl: 1, data: "1 2 3 a.example." },
        { name: "example.com", type: "TYPE10", ttl: 1, data: String.raw`\# 2 01ab` }
      ],
      authority: [{ name: "example.com", type: "SOA", ttl: 900, data: "ns.example.com. root.example.com. 7 2 3 4 60" }],
      additional: [
        { name: "mx.example.com", type: "A", ttl: 60, data: "192.0.2.1" },
        { name: "mx.example.com", type: "AAAA", ttl: 60, data: "2001:db8::1" }
      ]
    })
  })

  it("has a response code without a name, and may repeat no question", () => {
    const bytes = Buffer.from([0, 9, 0x80, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(decodeDnsMessage(bytes)).toMatchObject({ id: 9, rcode: "RCODE12", question: null, answers: [] })
  })

  it("is null if any part is malformed", () => {
    const good = encode({
      answers: [{ type: "MX", name: "a.example", ttl: 1, data: { preference: 1, exchange: "b.example" } }]
    })
    expect(decodeDnsMessage(good)?.answers).toHaveLength(1)
    expect(decodeDnsMessage(good.subarray(0, -1))).toBe(null)
    expect(decodeDnsMessage(new Uint8Array())).toBe(null)
    expect(decodeDnsMessage(encodeDnsQuery({ id: 1, name: "a.example", type: "A" }))).toBe(null)
  })

  it("is read without an error, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(0xff), (rest, count) => {
        const bytes = Uint8Array.of(0, 1, 0x84, 0, 0, 0, 0, count % 4, 0, count % 3, 0, count % 2, ...rest)
        const message = decodeDnsMessage(bytes)
        return message === null || message.answers.length <= 3
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("a query", () => {
  it("is read by others", () => {
    const query = packet.decode(Buffer.from(encodeDnsQuery({ id: 77, name: "_dmarc.Example.com", type: "TXT" })))
    expect(query).toMatchObject({
      id: 77,
      type: "query",
      flag_rd: true,
      questions: [{ name: "_dmarc.example.com", type: "TXT" }],
      additionals: [{ type: "OPT" }]
    })
    const plain = encodeDnsQuery({ id: 1, name: "", type: "TYPE65", recursion: false, edns: false })
    expect(packet.decode(Buffer.from(plain))).toMatchObject({
      flag_rd: false,
      additionals: [],
      questions: [{ name: ".", type: "UNKNOWN_65" }]
    })
  })

  it("needs a name in ASCII", () => {
    expect(() => encodeDnsQuery({ id: 1, name: "a..example", type: "A" })).toThrow(TypeError)
  })
})
