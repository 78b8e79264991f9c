import type { KnownType, RecordData, ServiceData } from "../Records.ts"
import { ipv4At, ipv6At } from "./wireAddress.ts"
import { readParameters } from "./serviceParameters.ts"
import * as WireName from "./WireName.ts"

/** The position of a record's data in its message, and the record's time to live. */
export interface DataSpan {
  readonly start: number
  readonly end: number
  readonly ttl: number
}

type Read<T extends KnownType> = (bytes: Buffer, span: DataSpan) => RecordData[T] | null

/** Returns null if the name does not fill the data exactly. */
const nameTo = (bytes: Buffer, start: number, end: number): string | null => {
  const read = WireName.read(bytes, start)
  return read === null || read.next !== end ? null : read.name
}

const hex = (bytes: Buffer, start: number, end: number): string => bytes.toString("hex", start, end)

const target = (bytes: Buffer, { start, end }: DataSpan): { readonly target: string } | null => {
  const name = nameTo(bytes, start, end)
  return name === null ? null : { target: name }
}

const service = (bytes: Buffer, { start, end }: DataSpan): ServiceData | null => {
  const name = end - start < 3 ? null : WireName.read(bytes, start + 2)
  if (name === null || name.next > end) return null
  const priority = bytes.readUInt16BE(start)
  const parameters = readParameters(bytes, name.next, end)
  if (parameters === null) return null
  // Parameters of an alias are dropped, because recipients ignore them (RFC 9460 section 2.4.2).
  return { priority, target: name.name, parameters: priority === 0 ? {} : parameters }
}

const chunks = (bytes: Buffer, start: number, end: number): ReadonlyArray<string> | null => {
  const found: Array<string> = []
  let at = start
  while (at < end) {
    const next = at + 1 + bytes.readUInt8(at)
    if (next > end) return null
    found.push(bytes.toString("latin1", at + 1, next))
    at = next
  }
  return found
}

/**
 * The reader for the data of each type (RFC 1035 section 3.3 and the documents in `Records.ts`). A reader returns null
 * if the data is malformed. The span must be within the bytes.
 */
const READ: { readonly [T in KnownType]: Read<T> } = {
  A: (bytes, { start, end, ttl }) => (end - start === 4 ? { address: ipv4At(bytes, start), ttl } : null),
  AAAA: (bytes, { start, end, ttl }) => (end - start === 16 ? { address: ipv6At(bytes, start), ttl } : null),
  MX: (bytes, { start, end }) => {
    const exchange = end - start > 2 ? nameTo(bytes, start + 2, end) : null
    return exchange === null ? null : { exchange, preference: bytes.readUInt16BE(start) }
  },
  TXT: (bytes, { start, end }) => {
    const found = chunks(bytes, start, end)
    return found === null ? null : { chunks: found }
  },
  CNAME: target,
  NS: target,
  PTR: target,
  SOA: (bytes, { start, end }) => {
    const mname = WireName.read(bytes, start)
    const rname = mname === null ? null : WireName.read(bytes, mname.next)
    if (mname === null || rname === null || rname.next + 20 !== end) return null
    const [serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0] = [0, 4, 8, 12, 16].map((offset) =>
      bytes.readUInt32BE(rname.next + offset)
    )
    return { mname: mname.name, rname: rname.name, serial, refresh, retry, expire, minimum }
  },
  CAA: (bytes, { start, end }) => {
    const tagEnd = end - start < 2 ? end + 1 : start + 2 + bytes.readUInt8(start + 1)
    if (tagEnd > end) return null
    return {
      flags: bytes.readUInt8(start),
      tag: bytes.toString("latin1", start + 2, tagEnd),
      value: bytes.toString("latin1", tagEnd, end)
    }
  },
  SRV: (bytes, { start, end }) => {
    const name = end - start > 6 ? nameTo(bytes, start + 6, end) : null
    if (name === null) return null
    return {
      priority: bytes.readUInt16BE(start),
      weight: bytes.readUInt16BE(start + 2),
      port: bytes.readUInt16BE(start + 4),
      target: name
    }
  },
  TLSA: (bytes, { start, end }) => {
    if (end - start < 3) return null
    return {
      usage: bytes.readUInt8(start),
      selector: bytes.readUInt8(start + 1),
      matchingType: bytes.readUInt8(start + 2),
      data: hex(bytes, start + 3, end)
    }
  },
  DS: (bytes, { start, end }) => {
    if (end - start < 4) return null
    return {
      keyTag: bytes.readUInt16BE(start),
      algorithm: bytes.readUInt8(start + 2),
      digestType: bytes.readUInt8(start + 3),
      digest: hex(bytes, start + 4, end)
    }
  },
  SVCB: service,
  HTTPS: service
}

export const readKnown = <T extends KnownType>(type: T, bytes: Buffer, span: DataSpan): RecordData[T] | null =>
  READ[type](bytes, span)

export const readRaw = (bytes: Buffer, { start, end }: DataSpan): { readonly data: string } => ({
  data: hex(bytes, start, end)
})
