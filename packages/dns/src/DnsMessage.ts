import {
  argumentError,
  argumentsOf,
  aBoolean,
  aString,
  aUint8Array,
  optional,
  optionsOf,
  whole
} from "@mon/bundled/arguments"
import { recordType } from "./argumentKinds.ts"
import { labelsOf } from "./DnsName.ts"
import type { RecordType } from "./Records.ts"
import { decode, encodeQuery, type Message, type Resource } from "./wire/Message.ts"
import { recordData } from "./wire/recordData.ts"
import { rcodeName } from "./wire/rcodes.ts"
import { typeName, typeNumber } from "./wire/recordTypes.ts"

/** A query to encode. */
export interface DnsQueryFields {
  /** A number from 0 to 65535. Choose it at random for each query (RFC 5452 section 9.2). */
  readonly id: number
  readonly name: string
  readonly type: RecordType
  /** The RD flag: whether a server that is not authoritative for the name should ask other servers. Default: true. */
  readonly recursion?: boolean
  /** Whether the query has EDNS(0), which allows answers of 1232 octets over UDP. Default: true. */
  readonly edns?: boolean
}

/** One record of a message. */
export interface DnsRecord {
  /** The owner of the record, in lower case and without a trailing dot. The root is "". */
  readonly name: string
  readonly type: RecordType
  /** The time to live, in seconds. */
  readonly ttl: number
  /**
   * The data as in zone files (RFC 1035 section 5.1), such as "10 mx.example.com.". The data of an unknown type is in
   * the form of RFC 3597.
   */
  readonly data: string
}

/** A complete message from a server. */
export interface DnsMessage {
  readonly id: number
  /** The name of the response code including its extension, such as "NOERROR", or "RCODE3841" if it has no name. */
  readonly rcode: string
  /** The AA flag: whether the server answers from its own zone. */
  readonly authoritative: boolean
  /** The TC flag: whether records are missing because the message was too long. */
  readonly truncated: boolean
  /** The RA flag: whether the server offers recursion. */
  readonly recursionAvailable: boolean
  /** The AD flag: whether the resolver has validated the answer with DNSSEC (RFC 4035 section 3.2.3). */
  readonly authenticated: boolean
  /** The question that the message answers. Null if the message does not repeat it. */
  readonly question: { readonly name: string; readonly type: RecordType } | null
  readonly answers: ReadonlyArray<DnsRecord>
  readonly authority: ReadonlyArray<DnsRecord>
  /** The additional records, without the pseudo record of EDNS. */
  readonly additional: ReadonlyArray<DnsRecord>
}

const acceptEncode = /* @__PURE__ */ argumentsOf("encodeDnsQuery", () => ({
  query: optionsOf<DnsQueryFields>({
    id: whole(0, 0xffff),
    name: aString,
    type: recordType(),
    recursion: optional(aBoolean),
    edns: optional(aBoolean)
  })
}))
const acceptDecode = /* @__PURE__ */ argumentsOf("decodeDnsMessage", () => ({ bytes: aUint8Array }))

/**
 * Encodes a query (RFC 1035 section 4.1), for programs that send it themselves. Throws a TypeError if the name is not a
 * domain name in ASCII.
 *
 * @example
 * ```ts
 * encodeDnsQuery({ id: 1, name: "example.com", type: "MX", edns: false }).length // => 29
 * ```
 */
export const encodeDnsQuery = (query: DnsQueryFields): Uint8Array => {
  acceptEncode(query)
  const { edns = true, id, name, recursion = true, type } = query
  const labels = labelsOf(name)
  if (labels === null) throw argumentError("encodeDnsQuery: query.name must be a domain name in ASCII.")
  return encodeQuery(id, labels, typeNumber(type) ?? 0, { edns, recursion })
}

const recordOf = (message: Message, resource: Resource): DnsRecord | null => {
  const type = typeName(resource.type)
  const data = recordData(type, message.bytes, resource)
  return data === null ? null : { name: resource.name, type, ttl: resource.ttl, data }
}

const allOf = (message: Message, resources: ReadonlyArray<Resource>): ReadonlyArray<DnsRecord> | null => {
  const records = resources.map((resource) => recordOf(message, resource)).filter((record) => record !== null)
  return records.length === resources.length ? records : null
}

/**
 * Decodes a message from a server. Returns null if any part is malformed, and never throws for any bytes. Compare `id`
 * and `question` with the query, because anybody can send a forged datagram.
 *
 * @example
 * ```ts
 * decodeDnsMessage(new Uint8Array([0, 1, 0x84, 0x03, 0, 0, 0, 0, 0, 0, 0, 0]))?.rcode // => "NXDOMAIN"
 * ```
 */
export const decodeDnsMessage = (bytes: Uint8Array): DnsMessage | null => {
  acceptDecode(bytes)
  const message = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (message === null) return null
  const answers = allOf(message, message.answers)
  const authority = allOf(message, message.authority)
  const additional = allOf(message, message.additional)
  if (answers === null || authority === null || additional === null) return null
  const { authenticated, authoritative, extendedRcode, id, question, recursionAvailable, truncated } = message
  return {
    id,
    rcode: rcodeName(extendedRcode),
    authoritative,
    truncated,
    recursionAvailable,
    authenticated,
    question: question === null ? null : { name: question.name, type: typeName(question.type) },
    answers,
    authority,
    additional
  }
}
