import { type DnsQuery, echoes } from "../udp/DnsQuery.ts"
import type { Exchanged } from "./Connection.ts"
import { ExchangeFault } from "./ExchangeFault.ts"

/** The media type of queries and answers (RFC 8484 section 6). */
export const DNS_MESSAGE = "application/dns-message"
/** The maximum length of a message, in bytes (RFC 8484 section 6). */
const MAX_MESSAGE = 65_535

export interface HttpAnswer {
  readonly status: number
  readonly contentType: string
  readonly contentEncoding: string
  readonly age: string
  readonly body: Buffer
}

const MANY_REQUESTS = 429

const statusFault = (status: number): ExchangeFault =>
  new ExchangeFault(status >= 500 || status === MANY_REQUESTS ? "ServFail" : "Refused", `HTTP ${status}`)

/**
 * Returns the message in a response. Throws an ExchangeFault if the response does not contain an answer to the query.
 * Does not follow redirects.
 */
export const messageIn = (answer: HttpAnswer, dnsQuery: DnsQuery): Exchanged => {
  if (answer.status !== 200) throw statusFault(answer.status)
  const type = answer.contentType.split(";", 1)[0]?.trim().toLowerCase()
  if (type !== DNS_MESSAGE || !["", "identity"].includes(answer.contentEncoding.trim().toLowerCase()))
    throw new ExchangeFault("FormErr", "The response is not a DNS message.")
  // Queries over HTTPS have the id 0 (RFC 8484 section 4.1).
  if (answer.body.length < 2 || answer.body.readUInt16BE(0) !== 0 || !echoes(answer.body, dnsQuery))
    throw new ExchangeFault("FormErr", "The answer is for a different question.")
  return { message: answer.body, age: /^[0-9]{1,10}$/.test(answer.age) ? Number(answer.age) : 0 }
}

/** Calls `full` if the body is longer than any message can be. */
export const makeBody = (full: () => void): { readonly add: (chunk: Buffer) => void; readonly all: () => Buffer } => {
  const chunks: Array<Buffer> = []
  let size = 0
  return {
    add: (chunk) => {
      size += chunk.length
      if (size > MAX_MESSAGE) full()
      else chunks.push(chunk)
    },
    all: () => Buffer.concat(chunks)
  }
}

export const tooLong = (): ExchangeFault => new ExchangeFault("FormErr", "The response is too long.")
