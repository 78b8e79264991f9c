import { isIPv6 } from "node:net"
import * as DnsName from "./DnsName.ts"

/** Numbers of the record types that the server serves (IANA "Resource Record (RR) TYPEs"). */
export const typeNumbers = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DS: 43,
  TLSA: 52,
  CAA: 257
} as const

export type DnsType = keyof typeof typeNumbers

export const typeName = (code: number): DnsType | `TYPE${number}` => {
  for (const [name, number] of Object.entries(typeNumbers)) if (number === code) return name as DnsType
  return `TYPE${code}`
}

/** The value that a test passes for one record of each type. */
export interface DnsRecordInput {
  readonly A: string
  readonly AAAA: string
  readonly NS: string
  readonly CNAME: string
  readonly PTR: string
  readonly SOA: {
    readonly mname: string
    readonly rname: string
    readonly serial: number
    readonly refresh?: number
    readonly retry?: number
    readonly expire?: number
    readonly minimum: number
  }
  readonly MX: { readonly preference: number; readonly exchange: string }
  /** A string is split into chunks of 255 octets. The items of a list are the chunks. */
  readonly TXT: string | ReadonlyArray<string>
  readonly SRV: { readonly priority: number; readonly weight: number; readonly port: number; readonly target: string }
  readonly DS: {
    readonly keyTag: number
    readonly algorithm: number
    readonly digestType: number
    readonly digest: string
  }
  readonly TLSA: {
    readonly usage: number
    readonly selector: number
    readonly matchingType: number
    readonly data: string
  }
  readonly CAA: { readonly flags?: number; readonly tag: string; readonly value: string }
}

const u8 = (value: number) => Buffer.of(value & 0xff)
const u16 = (value: number) => Buffer.of((value >> 8) & 0xff, value & 0xff)
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** Encodes a name in wire form without compression (RFC 1035 section 3.1). */
export const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...DnsName.labels(name).map((label) => {
      const bytes = Buffer.from(label, "latin1")
      return Buffer.concat([u8(bytes.length), bytes])
    }),
    u8(0)
  ])

const chunk = (bytes: Buffer) => Buffer.concat([u8(bytes.length), bytes])

const textChunks = (text: string): ReadonlyArray<Buffer> => {
  const bytes = Buffer.from(text, "utf8")
  const count = Math.max(1, Math.ceil(bytes.length / 255))
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * 255, (index + 1) * 255))
}

const groups = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)))

const v6Bytes = (address: string): Buffer => {
  if (!isIPv6(address)) throw new TypeError(`${address} is not an IPv6 address`)
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const plain = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address
  const [head = "", tail] = plain.split("::")
  const left = groups(head)
  const right = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0)
  return Buffer.concat([...left, ...zeros, ...right].map(u16))
}

const encoders: { readonly [T in DnsType]: (record: DnsRecordInput[T]) => Buffer } = {
  A: (address) => Buffer.from(address.split(".").map(Number)),
  AAAA: v6Bytes,
  NS: encodeName,
  CNAME: encodeName,
  PTR: encodeName,
  SOA: (soa) =>
    Buffer.concat([
      encodeName(soa.mname),
      encodeName(soa.rname),
      u32(soa.serial),
      u32(soa.refresh ?? 7200),
      u32(soa.retry ?? 900),
      u32(soa.expire ?? 1_209_600),
      u32(soa.minimum)
    ]),
  MX: (mx) => Buffer.concat([u16(mx.preference), encodeName(mx.exchange)]),
  TXT: (text) =>
    Buffer.concat(
      (typeof text === "string" ? textChunks(text) : text.map((part) => Buffer.from(part, "latin1"))).map(chunk)
    ),
  SRV: (srv) => Buffer.concat([u16(srv.priority), u16(srv.weight), u16(srv.port), encodeName(srv.target)]),
  DS: (ds) => Buffer.concat([u16(ds.keyTag), u8(ds.algorithm), u8(ds.digestType), Buffer.from(ds.digest, "hex")]),
  TLSA: (tlsa) =>
    Buffer.concat([u8(tlsa.usage), u8(tlsa.selector), u8(tlsa.matchingType), Buffer.from(tlsa.data, "hex")]),
  CAA: (caa) =>
    Buffer.concat([u8(caa.flags ?? 0), chunk(Buffer.from(caa.tag, "latin1")), Buffer.from(caa.value, "latin1")])
}

export const encodeData = <T extends DnsType>(type: T, record: DnsRecordInput[T]): Buffer => encoders[type](record)
