import { guard } from "@mon/bundled/callbacks"
import { randomBytes } from "node:crypto"
import { connect, isIPv6 } from "node:net"
import * as Effect from "effect/Effect"
import type { DnsErrorReason } from "../DnsError.ts"
import type { ServerAddress } from "../ServerList.ts"
import { decodeHeader, encodeQuery } from "../wire/Message.ts"
import type { UdpPool } from "./UdpPool.ts"

export interface DnsQuery {
  /** The queried name in its canonical form. */
  readonly name: string
  readonly labels: ReadonlyArray<string>
  readonly type: number
  readonly edns: boolean
  /**
   * Whether to ask the server for recursion. False for authoritative servers (RFC 1034 section 4.3.1). Default: true.
   */
  readonly recursion?: boolean
  /** Whether the letters of the name have random case, which an answer over UDP must repeat exactly. Default: false. */
  readonly mixedCase?: boolean
}

export interface ServerFault {
  readonly reason: DnsErrorReason
  readonly detail: string
}

const IN = 1
const NOERROR = 0
const NXDOMAIN = 3

/**
 * Returns whether a message repeats the question. Error messages may omit the question, because servers answer queries
 * that they cannot read with FORMERR.
 */
export const echoes = (message: Buffer, { name, type }: DnsQuery): boolean => {
  const header = decodeHeader(message)
  if (header === null) return false
  const { question, rcode } = header
  if (question === null) return rcode !== NOERROR && rcode !== NXDOMAIN
  return question.name === name && question.type === type && question.class === IN
}

const network = (errno: string): ServerFault => ({ reason: "Network", detail: errno })

const HEADER = 12
const LETTER = /[a-z]/g

/** Writes each letter in random case, so that a forger has to guess more bits (draft-vixie-dnsext-dns0x20). */
const mixCase = (labels: ReadonlyArray<string>): ReadonlyArray<string> =>
  labels.map((label) => {
    const random = randomBytes(label.length)
    let at = 0
    return label.replace(LETTER, (letter) => ((random[at++] ?? 0) & 1 ? letter.toUpperCase() : letter))
  })

/**
 * Returns whether the message repeats the name with the same case as in the query. Returns true if the message has no
 * question.
 */
const repeatsCase = (message: Buffer, sent: Buffer): boolean => {
  const end = sent.indexOf(0, HEADER)
  return message.readUInt16BE(4) === 0 || message.subarray(HEADER, end).equals(sent.subarray(HEADER, end))
}

/** Queries over UDP. Ignores datagrams whose id, server, port or question differs. The caller sets the timeout. */
export const queryOverUdp = (pool: UdpPool, dnsQuery: DnsQuery): Effect.Effect<Buffer, ServerFault> =>
  Effect.callback((resume) => {
    const safely = guard((error) => resume(Effect.die(error)))
    const mixed = dnsQuery.mixedCase === true
    const labels = mixed ? mixCase(dnsQuery.labels) : dnsQuery.labels
    const sent = mixed ? encodeQuery(0, labels, dnsQuery.type, dnsQuery) : null
    const cancel = pool.channel().send({
      encode: (id) => encodeQuery(id, labels, dnsQuery.type, dnsQuery),
      accept: (datagram) => {
        const matches = echoes(datagram, dnsQuery) && (sent === null || repeatsCase(datagram, sent))
        if (matches) resume(Effect.succeed(datagram))
        return matches
      },
      fail: safely((errno) => resume(Effect.fail(network(errno)))),
      thrown: (error) => resume(Effect.die(error))
    })
    return Effect.sync(cancel)
  })

/** Returns a message preceded by its length (RFC 1035 section 4.2.2). */
export const framed = (message: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}

/**
 * Returns a function that collects the pieces of a message that is preceded by its length (RFC 1035 section 4.2.2). The
 * function returns null until the message is complete.
 */
const makeFrame = (): ((bytes: Buffer) => Buffer | null) => {
  const received: Array<Buffer> = []
  let size = 0
  let end = Number.POSITIVE_INFINITY
  return (bytes) => {
    received.push(bytes)
    size += bytes.length
    if (size >= 2 && end === Number.POSITIVE_INFINITY) end = 2 + Buffer.concat(received).readUInt16BE(0)
    return size < end ? null : Buffer.concat(received).subarray(2, end)
  }
}

/**
 * Queries over a new TCP connection (RFC 7766). The caller sets the timeout. Fails with "Truncated" if the connection
 * closes early, or if the answer is truncated or has a different question, because TCP is used only after a truncated
 * answer.
 */
export const queryOverTcp = (
  { host, port }: ServerAddress,
  id: number,
  dnsQuery: DnsQuery
): Effect.Effect<Buffer, ServerFault> =>
  Effect.callback((resume) => {
    const socket = connect({ host, port, family: isIPv6(host) ? 6 : 4, noDelay: true })
    const frame = makeFrame()
    const end = (result: Effect.Effect<Buffer, ServerFault>): void => {
      resume(result)
      socket.destroy()
    }
    const lost = (detail: string): void => end(Effect.fail({ reason: "Truncated", detail }))
    const safely = guard((error) => end(Effect.die(error)))
    const onConnect = safely(() => {
      socket.write(framed(encodeQuery(id, dnsQuery.labels, dnsQuery.type, dnsQuery)))
    })
    const onData = safely((bytes: Buffer) => {
      const message = frame(bytes)
      if (message === null) return
      if (message.length < 2 || message.readUInt16BE(0) !== id || !echoes(message, dnsQuery))
        lost("The answer over TCP is for a different question.")
      // A truncated answer is incomplete, and says nothing about the missing records (RFC 2181 section 9).
      else if (decodeHeader(message)?.truncated === true) lost("The answer over TCP is also truncated.")
      else end(Effect.succeed(message))
    })
    const onError = safely((error: Error) => lost(`No answer over TCP: ${error.message}`))
    const onClose = safely(() => lost("The connection closed before the answer arrived."))
    socket.on("connect", onConnect).on("data", onData).on("error", onError).on("close", onClose)
    return Effect.sync(() => {
      socket.removeAllListeners()
      socket.on("error", () => {})
      socket.destroy()
    })
  })
