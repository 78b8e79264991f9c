import { wireLength } from "../DnsName.ts"
import { OPT } from "./recordTypes.ts"
import type { DataSpan } from "./WireData.ts"
import * as WireName from "./WireName.ts"

/**
 * The maximum size of an answer over UDP, in octets. The size is small enough to avoid fragmentation. RFC 9715 section
 * 3.2 allows 1400, and DNS Flag Day 2020 recommends 1232.
 */
const EDNS_SIZE = 1232

const HEADER = 12
/** The octets of an OPT record with the root as owner and without data (RFC 6891 section 6.1.2). */
const OPT_LENGTH = 11
const IN = 1

const QR = 0x8000
const TC = 0x0200
const RD = 0x0100
const RA = 0x0080
const AD = 0x0020
const AA = 0x0400

interface Question {
  readonly name: string
  readonly type: number
  readonly class: number
}

/** One record of the Internet class. Its data is a span of the message. */
export interface Resource extends DataSpan {
  readonly name: string
  readonly type: number
}

export interface Header {
  readonly id: number
  readonly truncated: boolean
  readonly authoritative: boolean
  readonly recursionAvailable: boolean
  /** The AD flag: whether the resolver validated the answer with DNSSEC (RFC 4035 section 3.2.3). */
  readonly authenticated: boolean
  /** The response code in four bits, without the extension of EDNS. */
  readonly rcode: number
  readonly question: Question | null
}

export interface Message extends Header {
  readonly bytes: Buffer
  /** The response code with the extension of EDNS (RFC 6891 section 6.1.3). */
  readonly extendedRcode: number
  readonly answers: ReadonlyArray<Resource>
  readonly authority: ReadonlyArray<Resource>
  /** The additional records, without the pseudo record of EDNS. */
  readonly additional: ReadonlyArray<Resource>
}

interface Section {
  readonly resources: ReadonlyArray<Resource>
  readonly opt: Resource | null
  readonly next: number
}

interface QueryForm {
  /** Whether to use EDNS(0). Default: true. */
  readonly edns?: boolean
  /** Whether to ask for recursion. Default: true. */
  readonly recursion?: boolean
  /** Whether padding hides the length of the name (EDNS(0), RFC 7830). Default: false. */
  readonly padding?: boolean
}

/** The code of the padding option (RFC 7830 section 3). */
const PADDING = 12
/** The length of a query is a multiple of this number of octets (RFC 8467 section 4.1). */
const BLOCK = 128
const OPTION_HEADER = 4

/** Returns the length of the padding option that makes the message a whole number of blocks. */
const paddingLength = (length: number): number => OPTION_HEADER + ((BLOCK - ((length + OPTION_HEADER) % BLOCK)) % BLOCK)

/**
 * Encodes a query that asks for the AD flag (RFC 6840 section 5.7). By default, it uses EDNS(0) and asks for recursion.
 */
export const encodeQuery = (
  id: number,
  labels: ReadonlyArray<string>,
  type: number,
  { edns = true, padding = false, recursion = true }: QueryForm = {}
): Buffer => {
  const length = HEADER + wireLength(labels) + 4 + (edns ? OPT_LENGTH : 0)
  const padded = edns && padding ? paddingLength(length) : 0
  const bytes = Buffer.alloc(length + padded)
  bytes.writeUInt16BE(id, 0)
  bytes.writeUInt16BE((recursion ? RD : 0) | AD, 2)
  bytes.writeUInt16BE(1, 4)
  bytes.writeUInt16BE(edns ? 1 : 0, 10)
  const at = WireName.write(bytes, HEADER, labels)
  bytes.writeUInt16BE(type, at)
  bytes.writeUInt16BE(IN, at + 2)
  if (edns) {
    bytes.writeUInt16BE(OPT, at + 5)
    bytes.writeUInt16BE(EDNS_SIZE, at + 7)
    bytes.writeUInt16BE(padded, at + 13)
    if (padded > 0) {
      bytes.writeUInt16BE(PADDING, at + 15)
      bytes.writeUInt16BE(padded - OPTION_HEADER, at + 17)
    }
  }
  return bytes
}

const questionAt = (bytes: Buffer): (Question & { readonly next: number }) | null => {
  const read = WireName.read(bytes, HEADER)
  if (read === null || read.next + 4 > bytes.length) return null
  return {
    name: read.name,
    type: bytes.readUInt16BE(read.next),
    class: bytes.readUInt16BE(read.next + 2),
    next: read.next + 4
  }
}

/** Returns null if the bytes are not an answer to a standard query, or have more than one question. */
export const decodeHeader = (bytes: Buffer): (Header & { readonly next: number }) | null => {
  if (bytes.length < HEADER) return null
  const flags = bytes.readUInt16BE(2)
  const questions = bytes.readUInt16BE(4)
  const opcode = (flags >> 11) & 15
  if ((flags & QR) === 0 || opcode !== 0 || questions > 1) return null
  const question = questions === 0 ? null : questionAt(bytes)
  if (questions === 1 && question === null) return null
  return {
    id: bytes.readUInt16BE(0),
    truncated: (flags & TC) !== 0,
    authoritative: (flags & AA) !== 0,
    recursionAvailable: (flags & RA) !== 0,
    authenticated: (flags & AD) !== 0,
    rcode: flags & 15,
    question: question === null ? null : { name: question.name, type: question.type, class: question.class },
    next: question === null ? HEADER : question.next
  }
}

/** Reads a time to live. If its highest bit is set, it counts as zero (RFC 2181 section 8). */
const ttlAt = (bytes: Buffer, at: number): number => {
  const ttl = bytes.readUInt32BE(at)
  return ttl > 0x7fffffff ? 0 : ttl
}

const sectionAt = (bytes: Buffer, from: number, count: number): Section | null => {
  const resources: Array<Resource> = []
  let opt: Resource | null = null
  let next = from
  for (let index = 0; index < count; index++) {
    const owner = WireName.read(bytes, next)
    if (owner === null || owner.next + 10 > bytes.length) return null
    const start = owner.next + 10
    const end = start + bytes.readUInt16BE(owner.next + 8)
    if (end > bytes.length) return null
    const type = bytes.readUInt16BE(owner.next)
    if (type === OPT) opt = { name: owner.name, type, ttl: bytes.readUInt32BE(owner.next + 4), start, end }
    else if (bytes.readUInt16BE(owner.next + 2) === IN)
      resources.push({ name: owner.name, type, ttl: ttlAt(bytes, owner.next + 4), start, end })
    next = end
  }
  return { resources, opt, next }
}

/** Returns null if any part is malformed, and never throws. The work is linear in the length of the message. */
export const decode = (bytes: Buffer): Message | null => {
  WireName.begin(bytes)
  const header = decodeHeader(bytes)
  const answers = header === null ? null : sectionAt(bytes, header.next, bytes.readUInt16BE(6))
  const authority = answers === null ? null : sectionAt(bytes, answers.next, bytes.readUInt16BE(8))
  const additional = authority === null ? null : sectionAt(bytes, authority.next, bytes.readUInt16BE(10))
  if (header === null || answers === null || authority === null || additional === null) return null
  const extension = additional.opt === null ? 0 : additional.opt.ttl >>> 24
  return {
    ...header,
    bytes,
    extendedRcode: (extension << 4) | header.rcode,
    answers: answers.resources,
    authority: authority.resources,
    additional: additional.resources
  }
}
