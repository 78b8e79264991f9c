import { decodeDnsMessage, type DnsMessage, encodeDnsQuery, type RecordType } from "@mon/dns"
import { randomInt } from "node:crypto"
import type { Failure } from "../Outcome.ts"
import type { Reading } from "./Received.ts"

export interface DnsQuestion {
  readonly name: string
  readonly type: RecordType
  readonly recursion: boolean
}

export interface DnsExchange {
  readonly query: Uint8Array
  /**
   * Returns the message if it answers the query, "other" if it does not, and null if the bytes are not a readable
   * message.
   */
  readonly answer: (bytes: Uint8Array) => DnsMessage | "other" | null
}

const IDS = 0x10000

const headerId = (bytes: Uint8Array): number => ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)

/** Makes a query with a random id (RFC 5452 section 9.2). */
export const makeDnsExchange = ({ name, recursion, type }: DnsQuestion): DnsExchange => {
  const id = randomInt(IDS)
  const query = encodeDnsQuery({ id, name, type, recursion })
  const own = name.replace(/\.$/u, "").toLowerCase()
  return {
    query,
    answer: (bytes) => {
      if (bytes.length < 2 || headerId(bytes) !== id) return "other"
      const message = decodeDnsMessage(bytes)
      if (message === null) return null
      const { question, rcode } = message
      // Servers answer queries that they cannot read with FORMERR, without repeating the question.
      if (question === null) return rcode === "NOERROR" || rcode === "NXDOMAIN" ? "other" : message
      return question.type === type && question.name === own ? message : "other"
    }
  }
}

/** Returns the query in the form for TCP: preceded by its length (RFC 1035 section 4.2.2). */
export const framed = (query: Uint8Array): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(query.length)
  return Buffer.concat([length, query])
}

/** Reads a message that is preceded by its length. */
export const readFramed = (bytes: Buffer): Reading<Buffer> => {
  if (bytes.length < 2) return null
  const end = 2 + bytes.readUInt16BE(0)
  return bytes.length < end ? null : { taken: end, value: bytes.subarray(2, end) }
}

export const UNREADABLE: Failure = { outcome: "protocol_error", message: "The response is not a valid DNS message." }
