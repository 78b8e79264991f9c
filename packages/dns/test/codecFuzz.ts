import * as packet from "dns-packet"
import * as fc from "fast-check"
import { interpret } from "../src/Interpretation.ts"
import type { KnownType } from "../src/index.ts"
import { decode } from "../src/wire/Message.ts"
import { typeNumber } from "../src/wire/recordTypes.ts"
import { readKnown } from "../src/wire/WireData.ts"

/** An assertion that two values are deeply equal. The test runner or the script provides it. */
export type ExpectEqual = (actual: unknown, expected: unknown) => void

const label = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_*"), minLength: 1, maxLength: 12 })
const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join("."))
const u8 = fc.nat(0xff)
const u16 = fc.nat(0xffff)
const u32 = fc.nat(0xffffffff)
const hex = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes))
const latin1 = (bytes: Buffer): string => bytes.toString("latin1")
const lower = (text: string): string => text.toLowerCase()

/** Returns the same text for all notations of an IPv6 address. */
const canonicalV6 = (address: string): string => new URL(`http://[${address}]/`).hostname

/** The record types that dns-packet supports. */
type PacketType = Exclude<KnownType, "SVCB" | "HTTPS">

interface Sample {
  readonly type: PacketType
  /** The data in the form that dns-packet accepts. */
  readonly data: unknown
  /** The data in the form of an answer of this package. */
  readonly expected: object
}

const sample = <A>(
  type: PacketType,
  arbitrary: fc.Arbitrary<A>,
  data: (value: A) => unknown,
  expected: (value: A) => object
): fc.Arbitrary<Sample> => arbitrary.map((value) => ({ type, data: data(value), expected: expected(value) }))

const same = <A>(value: A): A => value
const target = (value: string): object => ({ target: lower(value) })

const SAMPLES: ReadonlyArray<fc.Arbitrary<Sample>> = [
  sample("A", fc.ipV4(), same, (address) => ({ address })),
  sample(
    "AAAA",
    fc.array(u16, { minLength: 8, maxLength: 8 }).map((groups) => groups.map((group) => group.toString(16)).join(":")),
    same,
    (address) => ({ address: canonicalV6(address) })
  ),
  sample("MX", fc.record({ preference: u16, exchange: name }), same, (mx) => ({ ...mx, exchange: lower(mx.exchange) })),
  sample(
    "TXT",
    fc.array(
      fc.uint8Array({ maxLength: 255 }).map((bytes) => Buffer.from(bytes)),
      { minLength: 1, maxLength: 3 }
    ),
    same,
    (chunks) => ({ chunks: chunks.map(latin1) })
  ),
  sample("NS", name, same, target),
  sample("PTR", name, same, target),
  sample("CNAME", name, same, target),
  sample(
    "SOA",
    fc.record({ mname: name, rname: name, serial: u32, refresh: u32, retry: u32, expire: u32, minimum: u32 }),
    same,
    (soa) => ({ ...soa, mname: lower(soa.mname), rname: lower(soa.rname) })
  ),
  sample("SRV", fc.record({ priority: u16, weight: u16, port: u16, target: name }), same, (srv) => ({
    ...srv,
    target: lower(srv.target)
  })),
  sample(
    "CAA",
    fc.record({
      flags: u8,
      tag: label,
      value: fc.string({ unit: fc.constantFrom(..."ca.example; =/:"), maxLength: 30 })
    }),
    same,
    (caa) => ({ ...caa })
  ),
  sample("DS", fc.record({ keyTag: u16, algorithm: u8, digestType: u8, digest: hex }), same, (ds) => ({
    ...ds,
    digest: ds.digest.toString("hex")
  })),
  sample(
    "TLSA",
    fc.record({ usage: u8, selector: u8, matchingType: u8, certificate: hex }),
    same,
    ({ certificate, ...tlsa }) => ({ ...tlsa, data: certificate.toString("hex") })
  )
]

const section = fc.array(fc.tuple(name, u32, fc.oneof(...SAMPLES)), { maxLength: 4 })

/** Answers that contain the queried records among other records. */
const answers = fc.record({
  id: u16,
  rcode: fc.constantFrom(0, 3),
  authenticated: fc.boolean(),
  name,
  found: fc
    .oneof(...SAMPLES)
    .chain((first) => fc.array(fc.tuple(fc.nat(0x7fffffff), fc.constant(first)), { minLength: 1, maxLength: 4 })),
  others: section,
  authority: section,
  edns: fc.boolean()
})

type Sampled = typeof answers extends fc.Arbitrary<infer A> ? A : never

/**
 * dns-packet declares a separate type for each record type. The cast is safe, because each sample has data that fits
 * its record type.
 */
const record = (owner: string, ttl: number, { type, data }: Sample): packet.Answer =>
  ({ type, name: owner, ttl, data }) as packet.Answer

const OPT: packet.OptAnswer = {
  type: "OPT",
  name: ".",
  udpPayloadSize: 1232,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: []
}

const encode = (sampled: Sampled): Buffer => {
  const type = sampled.found[0]?.[1].type ?? "A"
  const foreign = ({ 0: owner, 1: ttl, 2: data }: readonly [string, number, Sample]): packet.Answer =>
    record(`other.${owner}`, ttl, data)
  return packet.encode({
    type: "response",
    id: sampled.id,
    flags: packet.RECURSION_AVAILABLE | (sampled.authenticated ? packet.AUTHENTIC_DATA : 0) | sampled.rcode,
    questions: [{ type, name: sampled.name }],
    answers: [...sampled.others.map(foreign), ...sampled.found.map(([ttl, data]) => record(sampled.name, ttl, data))],
    authorities: sampled.authority.map(foreign),
    additionals: sampled.edns ? [OPT] : []
  })
}

const comparable = (data: object): object =>
  "address" in data && typeof data.address === "string"
    ? { address: data.address.includes(":") ? canonicalV6(data.address) : data.address }
    : data

/** Checks that messages which dns-packet has written are read with the original values. */
export const readsWhatWasWritten = (expectEqual: ExpectEqual) =>
  fc.property(answers, (sampled) => {
    const [first] = sampled.found
    if (first === undefined) return
    const { type, expected } = first[1]
    const asked = lower(sampled.name)
    const message = decode(encode(sampled))
    expectEqual(message?.id, sampled.id)
    expectEqual(message?.question, { name: asked, type: typeNumber(type), class: 1 })
    expectEqual(
      [message?.answers.length, message?.authority.length],
      [sampled.others.length + sampled.found.length, sampled.authority.length]
    )
    if (message === null) return
    const answer = interpret(message, asked, type, typeNumber(type) ?? 0)
    expectEqual(answer.ok && { ...answer, records: answer.records.map(comparable) }, {
      ok: true,
      status: "ok",
      records: sampled.found.map(() => expected),
      cnames: [],
      ttl: Math.min(...sampled.found.map(([ttl]) => ttl)),
      authenticated: sampled.authenticated
    })
  })

const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))

/**
 * Writes a name after the bytes so far. If the message already contains an ending of the name, the longest such ending
 * becomes a pointer (RFC 1035 section 4.1.4).
 */
const writeCompressed = (before: Buffer, owner: string, known: Map<string, number>): Buffer => {
  const labels = owner.split(".")
  const parts: Array<Buffer> = []
  let at = before.length
  for (let index = 0; index < labels.length; index++) {
    const ending = labels.slice(index).join(".")
    const place = known.get(ending)
    if (place !== undefined) return Buffer.concat([before, ...parts, Buffer.of(0xc0 | (place >> 8), place & 0xff)])
    const text = labels[index] ?? ""
    known.set(ending, at)
    parts.push(Buffer.of(text.length), Buffer.from(text, "latin1"))
    at += text.length + 1
  }
  return Buffer.concat([before, ...parts, Buffer.of(0)])
}

/** Answers with PTR records at the root whose targets share endings. */
const compressed = fc
  .tuple(
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.array(label, { maxLength: 2 }), fc.nat(2)), { minLength: 1, maxLength: 12 })
  )
  .map(([endings, heads]) => {
    const names = heads.map(([head, pick]) => [...head, endings[pick % endings.length] ?? "x"].join("."))
    const known = new Map<string, number>()
    let bytes: Buffer = Buffer.from([0, 9, 0x80, 0x80, 0, 0, 0, names.length, 0, 0, 0, 0])
    for (const owner of names) {
      const start = bytes.length + 11
      bytes = writeCompressed(Buffer.concat([bytes, Buffer.from([0, 0, 12, 0, 1, 0, 0, 0, 60, 0, 0])]), owner, known)
      bytes.writeUInt16BE(bytes.length - start, start - 2)
    }
    return { bytes, names }
  })

interface Damage {
  readonly at: number
  readonly cut: number
  readonly insert: Uint8Array
}

const octet = fc.oneof(u8, fc.constantFrom(0, 0xc0, 0xff, 12, 63))
const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(600),
  cut: fc.nat(4),
  insert: fc.array(octet, { maxLength: 4 }).map((octets) => Uint8Array.from(octets))
})

const apply = (bytes: Buffer, { at, cut, insert }: Damage): Buffer => {
  const place = at % (bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + cut)])
}

const readByPacket = (bytes: Buffer): packet.DecodedPacket | null => {
  try {
    return packet.decode(bytes)
  } catch {
    return null
  }
}

const isAscii = (text: string): boolean => /^[\u0021-\u005b\u005d-\u007e]*$/.test(text)

/**
 * Checks that damaged bytes are read or refused, without an exception or an endless loop. If both decoders read the
 * bytes, their results must be equal.
 */
export const survivesDamage = (expectEqual: ExpectEqual) =>
  fc.property(
    fc.oneof(
      answers.map(encode),
      compressed.map(({ bytes }) => bytes),
      noise
    ),
    fc.array(damage, { maxLength: 5 }),
    fc.oneof(...SAMPLES),
    (bytes, damages, { type }) => {
      const broken = damages.reduce(apply, bytes)
      const message = decode(broken)
      if (message === null) return
      interpret(message, message.question?.name ?? "", type, typeNumber(type) ?? 0)
      const other = readByPacket(broken)
      if (other === null) return
      const flags = broken.readUInt16BE(2)
      expectEqual(
        [message.id, message.truncated, message.authenticated, message.rcode],
        [other.id, other.flag_tc, other.flag_ad, flags & 15]
      )
      expectEqual(message.answers.length <= (other.answers?.length ?? 0), true)
      const asked = lower(other.questions?.[0]?.name ?? "")
      expectEqual(
        message.question === null || !isAscii(asked) || message.question.name === (asked === "." ? "" : asked),
        true
      )
    }
  )

/** Checks that names which share endings by pointers are read correctly, by dns-packet as well. */
export const readsCompressedNames = (expectEqual: ExpectEqual) =>
  fc.property(compressed, ({ bytes, names }) => {
    const message = decode(bytes)
    expectEqual(
      message?.answers.map((resource) => readKnown("PTR", bytes, resource)),
      names.map((owner) => ({ target: lower(owner) }))
    )
    expectEqual(
      packet.decode(bytes).answers?.map((answer) => (answer.type === "PTR" ? answer.data : null)),
      names
    )
  })
