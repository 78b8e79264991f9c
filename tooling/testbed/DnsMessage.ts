import * as DnsName from "./DnsName.ts"
import { encodeName } from "./DnsRecord.ts"

/** Response codes (RFC 1035 section 4.1.1). */
export const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const

export type Rcode = keyof typeof rcodes

export interface Query {
  readonly id: number
  /** The name with the upper and lower case of the query. A client may vary the case to recognize responses. */
  readonly name: string
  readonly type: number
  readonly class: number
  readonly recursionDesired: boolean
  readonly checkingDisabled: boolean
  readonly authenticData: boolean
  /** The largest response and the DO bit in the OPT record. Null: no EDNS (RFC 6891). */
  readonly edns: { readonly size: number; readonly dnssecOk: boolean } | null
}

export interface ResourceRecord {
  readonly name: string
  readonly type: number
  readonly ttl: number
  readonly data: Buffer
}

export interface Response {
  readonly rcode: Rcode
  readonly answers: ReadonlyArray<ResourceRecord>
  readonly authority: ReadonlyArray<ResourceRecord>
  /** The glue records of a referral. Default: none. */
  readonly additional?: ReadonlyArray<ResourceRecord>
  /** Whether this is a referral to other servers, which has neither the AA nor the RA flag. */
  readonly isReferral?: boolean
  readonly authenticated: boolean
  readonly truncated: boolean
}

const OPT = 41

const readName = (bytes: Buffer, start: number): { readonly name: string; readonly next: number } => {
  const parts: Array<string> = []
  let at = start
  for (;;) {
    const length = bytes.readUInt8(at)
    if (length === 0) return { name: DnsName.fromLabels(parts), next: at + 1 }
    if (length > 63) throw new RangeError("compressed names do not occur in queries")
    parts.push(bytes.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
}

/** Decodes the query in a datagram. Returns null if it is not a query. */
export const decodeQuery = (bytes: Buffer): Query | null => {
  try {
    const flags = bytes.readUInt16BE(2)
    if ((flags & 0x8000) !== 0 || bytes.readUInt16BE(4) !== 1) return null
    const { name, next } = readName(bytes, 12)
    let edns: Query["edns"] = null
    if (bytes.readUInt16BE(10) > 0 && bytes.length >= next + 15 && bytes.readUInt16BE(next + 5) === OPT) {
      edns = { size: bytes.readUInt16BE(next + 7), dnssecOk: (bytes.readUInt16BE(next + 11) & 0x8000) !== 0 }
    }
    return {
      id: bytes.readUInt16BE(0),
      name,
      type: bytes.readUInt16BE(next),
      class: bytes.readUInt16BE(next + 2),
      recursionDesired: (flags & 0x0100) !== 0,
      checkingDisabled: (flags & 0x0010) !== 0,
      authenticData: (flags & 0x0020) !== 0,
      edns
    }
  } catch {
    return null
  }
}

const encodeRecord = (record: ResourceRecord): Buffer => {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(record.type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(record.ttl, 4)
  fixed.writeUInt16BE(record.data.length, 8)
  return Buffer.concat([encodeName(record.name), fixed, record.data])
}

const optRecord = (): Buffer => {
  const fixed = Buffer.alloc(11)
  fixed.writeUInt16BE(OPT, 1)
  fixed.writeUInt16BE(1232, 3)
  return fixed
}

/** Encodes the response to a query, with the query's id and question. */
export const encodeResponse = (query: Query, response: Response): Buffer => {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.id, 0)
  header.writeUInt16BE(
    (response.isReferral === true ? 0x8000 : 0x8480) |
      (query.recursionDesired ? 0x0100 : 0) |
      (query.checkingDisabled ? 0x0010 : 0) |
      (response.truncated ? 0x0200 : 0) |
      (response.authenticated ? 0x0020 : 0) |
      rcodes[response.rcode],
    2
  )
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(response.answers.length, 6)
  header.writeUInt16BE(response.authority.length, 8)
  const additional = response.additional ?? []
  header.writeUInt16BE(additional.length + (query.edns ? 1 : 0), 10)
  const question = Buffer.alloc(4)
  question.writeUInt16BE(query.type, 0)
  question.writeUInt16BE(query.class, 2)
  return Buffer.concat([
    header,
    encodeName(query.name),
    question,
    ...response.answers.map(encodeRecord),
    ...response.authority.map(encodeRecord),
    ...additional.map(encodeRecord),
    ...(query.edns ? [optRecord()] : [])
  ])
}

/** Returns the largest UDP response that the client accepts (RFC 1035: 512 octets without EDNS). */
export const udpLimit = (query: Query): number => Math.max(512, query.edns?.size ?? 512)
