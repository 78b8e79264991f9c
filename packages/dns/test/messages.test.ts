import * as packet from "dns-packet"
import { describe, expect, it, test } from "vitest"
import { interpret } from "../src/Interpretation.ts"
import type { RecordType } from "../src/index.ts"
import { decode, decodeHeader, encodeQuery } from "../src/wire/Message.ts"
import { typeNumber } from "../src/wire/recordTypes.ts"

const soa: packet.Answer = {
  type: "SOA",
  name: "example.com",
  ttl: 900,
  data: { mname: "ns.example.com", rname: "root.example.com", serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 60 }
}
const RECURSIVE = packet.RECURSION_AVAILABLE
const RCODE = { NXDOMAIN: 3, YXDOMAIN: 6 }

const answer = (parts: packet.Packet, name = "www.example.com", type: packet.RecordType = "A"): Buffer =>
  packet.encode({ type: "response", id: 7, flags: RECURSIVE, questions: [{ type, name }], ...parts })

const read = (bytes: Buffer, name = "www.example.com", type: RecordType = "A") => {
  const message = decode(bytes)
  if (message === null) throw new Error("malformed")
  return interpret(message, name, type, typeNumber(type) ?? 0)
}

const a = (name: string, data: string, ttl = 300): packet.Answer => ({ type: "A", name, ttl, data })
const cname = (name: string, data: string, ttl = 300): packet.Answer => ({ type: "CNAME", name, ttl, data })

describe("an answer", () => {
  it("contains only the records of the queried name and type", () => {
    const bytes = answer({
      answers: [
        a("WWW.Example.COM", "192.0.2.1", 5),
        a("other.example.com", "192.0.2.9", 1),
        { type: "TXT", name: "www.example.com", ttl: 1, data: "x" },
        a("www.example.com", "192.0.2.2", 9)
      ]
    })
    expect(read(bytes)).toEqual({
      ok: true,
      status: "ok",
      records: [
        { address: "192.0.2.1", ttl: 5 },
        { address: "192.0.2.2", ttl: 9 }
      ],
      cnames: [],
      ttl: 5,
      authenticated: false
    })
  })

  it("follows CNAME records in any order, with the smallest time to live of the chain", () => {
    const bytes = answer({
      answers: [
        a("c.example.net", "192.0.2.1", 50),
        cname("b.example.net", "C.example.net", 40),
        cname("www.example.com", "b.example.net", 30)
      ]
    })
    expect(read(bytes)).toMatchObject({
      status: "ok",
      cnames: ["b.example.net", "c.example.net"],
      ttl: 30,
      records: [{ address: "192.0.2.1" }]
    })
    expect(read(bytes, "www.example.com", "CNAME")).toMatchObject({
      status: "ok",
      cnames: [],
      records: [{ target: "b.example.net" }]
    })
  })

  it("is NXDOMAIN or NODATA for the end of the chain, with the time to live of the SOA (RFC 2308)", () => {
    expect(read(answer({ flags: RECURSIVE | RCODE.NXDOMAIN, authorities: [soa] }))).toEqual({
      ok: true,
      status: "nxdomain",
      records: [],
      cnames: [],
      ttl: 60,
      authenticated: false
    })
    expect(
      read(answer({ flags: RECURSIVE | RCODE.NXDOMAIN, answers: [cname("www.example.com", "gone.example.com")] }))
    ).toMatchObject({ status: "nxdomain", cnames: ["gone.example.com"], ttl: null })
    expect(read(answer({ authorities: [{ ...soa, ttl: 10 }] }))).toMatchObject({ status: "nodata", ttl: 10 })
  })

  it("contains the AD flag", () => {
    expect(
      read(answer({ flags: RECURSIVE | packet.AUTHENTIC_DATA, answers: [a("www.example.com", "192.0.2.1")] }))
    ).toMatchObject({ authenticated: true })
  })

  it("is an error when the server only refers to other servers", () => {
    const referral: packet.Packet = {
      flags: 0,
      authorities: [{ type: "NS", name: "example.com", ttl: 1, data: "ns.example.com" }]
    }
    expect(read(answer(referral))).toMatchObject({ ok: false, reason: "ServFail" })
    expect(read(answer({ ...referral, flags: RECURSIVE }))).toMatchObject({ ok: true, status: "nodata" })
    expect(read(answer({ ...referral, flags: packet.AUTHORITATIVE_ANSWER }))).toMatchObject({
      ok: true,
      status: "nodata"
    })
  })

  test.each([
    [1, "FormErr", "FORMERR"],
    [2, "ServFail", "SERVFAIL"],
    [4, "Refused", "NOTIMP"],
    [5, "Refused", "REFUSED"],
    [9, "ServFail", "RCODE 9"]
  ])("is an error with code %d", (rcode, reason, detail) => {
    expect(read(answer({ flags: RECURSIVE | rcode }))).toEqual({ ok: false, reason, detail })
  })

  it("is an error with a code that is extended by EDNS", () => {
    const opt: packet.OptAnswer = {
      type: "OPT",
      name: ".",
      udpPayloadSize: 1232,
      extendedRcode: 1,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: []
    }
    expect(read(answer({ additionals: [opt] }))).toEqual({ ok: false, reason: "FormErr", detail: "BADVERS" })
  })

  it("is malformed when the CNAME chain is endless or a record cannot be read", () => {
    expect(
      read(answer({ answers: [cname("www.example.com", "b.example.com"), cname("b.example.com", "www.example.com")] }))
    ).toMatchObject({ ok: false, reason: "FormErr" })
    expect(read(answer({ answers: [cname("www.example.com", "www.example.com")] }))).toMatchObject({
      ok: false,
      reason: "FormErr"
    })
    const chain = Array.from({ length: 18 }, (_, index) =>
      cname(index === 0 ? "www.example.com" : `n${index}.example.com`, `n${index + 1}.example.com`)
    )
    expect(read(answer({ answers: chain.slice(0, 16) }))).toMatchObject({ ok: true, status: "nodata" })
    expect(read(answer({ answers: chain }))).toMatchObject({ ok: false, reason: "FormErr" })
    const cut = answer({ answers: [a("www.example.com", "192.0.2.1")] })
    cut.writeUInt16BE(3, cut.length - 6)
    expect(read(cut.subarray(0, -1))).toMatchObject({ ok: false, reason: "FormErr" })
  })

  it("ignores other classes, and treats a negative time to live as zero (RFC 2181)", () => {
    expect(
      read(answer({ answers: [{ ...a("www.example.com", "192.0.2.1"), class: "CH" } as packet.Answer] }))
    ).toMatchObject({ status: "nodata" })
    expect(read(answer({ answers: [a("www.example.com", "192.0.2.1", 0x80000001)] }))).toMatchObject({ ttl: 0 })
  })

  it("is unparsed for a type without fields", () => {
    const bytes = answer({
      answers: [
        {
          type: "UNKNOWN_65",
          name: "www.example.com",
          ttl: 9,
          data: Buffer.from("0001ff", "hex")
        } as unknown as packet.Answer
      ]
    })
    bytes.writeUInt16BE(65, bytes.length - 3 - 10)
    expect(read(bytes, "www.example.com", "TYPE65")).toMatchObject({ status: "ok", records: [{ data: "0001ff" }] })
  })
})

describe("a query", () => {
  it("is encoded as dns-packet reads it, with recursion, the AD flag and EDNS 1232", () => {
    expect(packet.decode(encodeQuery(0xbeef, ["www", "example", "com"], 15))).toMatchObject({
      id: 0xbeef,
      type: "query",
      opcode: "QUERY",
      flag_rd: true,
      flag_ad: true,
      flag_cd: false,
      questions: [{ name: "www.example.com", type: "MX", class: "IN" }],
      additionals: [{ type: "OPT", name: ".", udpPayloadSize: 1232, ednsVersion: 0, flag_do: false }]
    })
    expect(packet.decode(encodeQuery(1, [], 2, { edns: false }))).toMatchObject({
      questions: [{ name: ".", type: "NS" }],
      additionals: []
    })
  })
})

describe("bytes that are not an answer", () => {
  const good = answer({
    answers: [cname("www.example.com", "b.example.com"), a("b.example.com", "192.0.2.1")],
    authorities: [soa]
  })
  const header = Buffer.from([0, 7, 0x80, 0x80, 0, 1, 0, 0, 0, 0, 0, 0])
  const withName = (...name: ReadonlyArray<number>): Buffer =>
    Buffer.concat([header, Buffer.from(name), Buffer.from([0, 1, 0, 1])])

  it("are rejected wherever they are truncated", () => {
    expect(decode(good)).not.toBeNull()
    for (let length = 0; length < good.length; length++)
      expect(decode(good.subarray(0, length)), `${length} octets`).toBeNull()
  })

  test.each<[string, Buffer]>([
    ["a pointer to itself", withName(0xc0, 12)],
    ["a pointer ahead", withName(0xc0, 14, 0)],
    ["two pointers to each other", withName(0xc0, 14, 0xc0, 12)],
    ["a label that leads back into itself", withName(1, 97, 0xc0, 12)],
    ["a pointer into nowhere", withName(0xff, 0xff)],
    ["half a pointer", Buffer.concat([header, Buffer.from([0xc0])])],
    ["an extended label (RFC 6891 section 4.2)", withName(0x41, 97, 0)],
    ["a reserved label", withName(0x80, 0)],
    ["a label beyond the end", withName(63, 97, 0)],
    ["a name of 256 octets", withName(...Array.from({ length: 127 }, () => [1, 97]).flat(), 1, 97, 0)],
    ["a query", Buffer.from([0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ["another opcode", Buffer.from([0, 7, 0xa8, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ["two questions", Buffer.from([0, 7, 0x80, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1])],
    ["more records than there are", Buffer.from([0, 7, 0x80, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0])]
  ])("are rejected: %s", (_what, bytes) => {
    expect(decode(bytes)).toBeNull()
  })

  it("still have a readable header when only the rest is truncated", () => {
    const cut = Buffer.from(good.subarray(0, 40))
    cut.writeUInt16BE(cut.readUInt16BE(2) | 0x0200, 2)
    expect(decodeHeader(cut)).toMatchObject({
      id: 7,
      truncated: true,
      question: { name: "www.example.com", type: 1, class: 1 }
    })
  })
})

const record = (owner: ReadonlyArray<number>, type: number, data: ReadonlyArray<number>) => [
  ...owner,
  0,
  type,
  0,
  1,
  0,
  0,
  0,
  60,
  0,
  data.length,
  ...data
]

describe("names on the wire", () => {
  const question = [3, ...Buffer.from("wWw"), 7, ...Buffer.from("Example"), 3, ...Buffer.from("com"), 0, 0, 1, 0, 1]
  const message = (...records: ReadonlyArray<ReadonlyArray<number>>): Buffer =>
    Buffer.from([0, 7, 0x80, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0, ...question, ...records.flat()])

  it("are read through pointers, in owners and in data, in lower case", () => {
    const bytes = message(record([0xc0, 12], 5, [1, 98, 0xc0, 16]), record([1, 66, 0xc0, 16], 1, [192, 0, 2, 1]))
    expect(read(bytes)).toMatchObject({ ok: true, cnames: ["b.example.com"], records: [{ address: "192.0.2.1" }] })
  })

  it("are escaped when they contain dots and other octets", () => {
    expect(
      read(message(record([0xc0, 12], 12, [3, 97, 46, 98, 2, 0, 255, 0])), "www.example.com", "PTR")
    ).toMatchObject({ records: [{ target: "a\\.b.\\000\\255" }] })
  })

  it("may have the maximum length, and end within their data", () => {
    const long = Array.from({ length: 127 }, () => [1, 97]).flat()
    expect(read(message(record([0xc0, 12], 12, [...long, 0])), "www.example.com", "PTR")).toMatchObject({
      records: [{ target: Array.from({ length: 127 }, () => "a").join(".") }]
    })
    expect(read(message(record([0xc0, 12], 12, [...long, 1, 97, 0])), "www.example.com", "PTR")).toMatchObject({
      ok: false,
      reason: "FormErr"
    })
    expect(read(message(record([0xc0, 12], 12, [1, 97, 0, 0])), "www.example.com", "PTR")).toMatchObject({
      ok: false,
      reason: "FormErr"
    })
    expect(
      read(message(record([0xc0, 12], 12, [1, 97]), record([0], 1, [192, 0, 2, 1])), "www.example.com", "PTR")
    ).toMatchObject({ ok: false, reason: "FormErr" })
  })
})
