import { guard } from "@mon/bundled/callbacks"
import { decodeDnsMessage, type DnsMessage, encodeDnsQuery, type RecordType } from "@mon/dns"
import { randomInt } from "node:crypto"
import { createSocket } from "node:dgram"
import { isIPv6 } from "node:net"
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

/**
 * The failures for the errors of a connected UDP socket: an ICMP message arrived, or the system could not send the
 * datagram.
 */
const FAILURES: ReadonlyMap<string, Failure> = new Map([
  ["ECONNREFUSED", { outcome: "connect_refused", message: "Nothing is listening on the DNS server's port." }],
  ["EHOSTUNREACH", { outcome: "no_route", message: "There is no route to the DNS server." }],
  ["ENETUNREACH", { outcome: "no_route", message: "There is no route to the DNS server." }],
  ["EACCES", { outcome: "prober_fault", message: "This machine does not allow the check to send UDP." }],
  ["EMFILE", { outcome: "prober_fault", message: "This machine has no free file handles." }]
])

const failureOf = (error: Error): Failure => {
  const code = "code" in error ? String(error.code) : error.name
  return FAILURES.get(code) ?? { outcome: "prober_fault", message: `This machine could not send UDP (${code}).` }
}

export interface UdpEnd {
  readonly message: DnsMessage | null
  readonly failure: Failure | null
  /** Whether the server responded in any way. */
  readonly heard: boolean
  readonly bytesReceived: number
  readonly waitMs: number
}

/** The time after which the query is sent again, because a datagram may have been lost, in milliseconds. */
const REPEAT_MS = 1_000
const REPEATS = 3
/**
 * The maximum number of datagrams that are ignored because they are not the answer. Anybody can send such datagrams.
 */
const MOST_OTHERS = 1_000

/**
 * Asks a server over UDP. The caller must have checked the server's address against the policy. Rejects only with an
 * error of this package's own code.
 */
export const askOverUdp = (
  { host, port }: { readonly host: string; readonly port: number },
  { answer, query }: DnsExchange,
  signal: AbortSignal
): Promise<UdpEnd> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const socket = createSocket({
      type: isIPv6(host) ? "udp6" : "udp4",
      // An IP address needs no lookup. A host name here would bypass the address policy.
      lookup: (address, _options, callback) => callback(null, address, isIPv6(address) ? 6 : 4)
    })
    let bytesReceived = 0
    let others = 0
    let sent = 0
    let isOver = false
    const safely = guard((error) => {
      isOver = true
      reject(error)
      clearInterval(timer)
      signal.removeEventListener("abort", onAbort)
      socket.close()
    })
    const settle = (message: DnsMessage | null, failure: Failure | null, heard: boolean) => {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      signal.removeEventListener("abort", onAbort)
      socket.close()
      resolve({ message, failure, heard, bytesReceived, waitMs: performance.now() - startedAt })
    }
    const onAbort = safely(() =>
      settle(null, { outcome: "header_timeout", message: "The DNS server did not respond in time." }, false)
    )
    const onSent = safely((error: Error | null) => {
      if (error !== null) settle(null, failureOf(error), false)
    })
    const send = safely(() => {
      if (isOver || sent > REPEATS) return
      sent += 1
      socket.send(query, onSent)
    })
    const timer = setInterval(send, REPEAT_MS)
    signal.addEventListener("abort", onAbort)
    const onError = safely((error: Error) => {
      const failure = failureOf(error)
      settle(null, failure, failure.outcome === "connect_refused")
    })
    const onMessage = safely((bytes: Buffer) => {
      if (isOver) return
      bytesReceived += bytes.length
      const found = answer(bytes)
      if (found === null) return settle(null, UNREADABLE, true)
      if (found !== "other") return settle(found, null, true)
      others += 1
      if (others > MOST_OTHERS)
        settle(null, { outcome: "protocol_error", message: "The DNS server sent too many unrelated messages." }, true)
    })
    socket.on("error", onError).on("message", onMessage)
    socket.once("connect", send)
    socket.connect(port, host)
    if (signal.aborted) onAbort()
  })
