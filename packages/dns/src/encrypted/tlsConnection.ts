import { guard } from "@mon/bundled/callbacks"
import { randomInt } from "node:crypto"
import type { TLSSocket } from "node:tls"
import { type DnsQuery, echoes, framed } from "../udp/DnsQuery.ts"
import { encodeQuery } from "../wire/Message.ts"
import { type Connection, type Exchanged, IDLE_MS } from "./Connection.ts"
import { ExchangeFault, lostConnection } from "./ExchangeFault.ts"

/** The number of octets before a message that contain its length (RFC 1035 section 4.2.2). */
const LENGTH = 2

/** Copies each octet only once, even if the stream arrives in many pieces. */
const makeFrameReader = (onMessage: (message: Buffer) => void): ((bytes: Buffer) => void) => {
  const length = Buffer.alloc(LENGTH)
  let part = length
  let filled = 0
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      const copied = bytes.copy(part, filled, at)
      at += copied
      filled += copied
      if (filled < part.length) return
      filled = 0
      if (part !== length) {
        const message = part
        part = length
        onMessage(message)
      } else if (length.readUInt16BE(0) > 0) part = Buffer.alloc(length.readUInt16BE(0))
      else onMessage(Buffer.alloc(0))
    }
  }
}

const IDS = 0x10000
/** The maximum number of messages that match no pending query, for example because they arrive after the timeout. */
const MAX_STRAY = 256

interface Waiting {
  readonly dnsQuery: DnsQuery
  readonly answer: (message: Buffer) => void
  readonly fail: (fault: unknown) => void
}

/**
 * Makes a connection for DNS over TLS (RFC 7858). Several queries can be pending, and answers can come in any order.
 */
export const makeTlsConnection = (socket: TLSSocket, padding: boolean): Connection => {
  const waiting = new Map<number, Waiting>()
  let received = 0
  let stray = 0
  let used = false
  let lastError: unknown

  const freeId = (): number => {
    let id = randomInt(IDS)
    while (waiting.has(id)) id = (id + 1) % IDS
    return id
  }

  const becomeIdle = (): void => {
    socket.unref()
    socket.setTimeout(IDLE_MS)
  }

  const drop = (id: number): void => {
    waiting.delete(id)
    if (waiting.size === 0) becomeIdle()
  }

  const onMessage = (message: Buffer): void => {
    received += 1
    const id = message.length < 2 ? -1 : message.readUInt16BE(0)
    const query = waiting.get(id)
    if (query === undefined) {
      stray += 1
      if (stray > MAX_STRAY) socket.destroy()
      return
    }
    drop(id)
    if (!echoes(message, query.dnsQuery)) {
      query.fail(new ExchangeFault("FormErr", "The answer is for a different question."))
      return
    }
    used = true
    query.answer(message)
  }

  const failAll = (fault: unknown): void => {
    const lost = [...waiting.values()]
    waiting.clear()
    for (const query of lost) query.fail(fault)
  }
  const safely = guard((error) => {
    failAll(error)
    socket.destroy()
  })
  const onError = safely((error: Error) => {
    lastError = error
  })
  const onEnd = safely(() => socket.destroy())
  const onClose = safely(() => failAll(lostConnection(lastError)))
  socket.on("data", safely(makeFrameReader(onMessage)))
  socket.on("timeout", onEnd).on("error", onError).on("end", onEnd).on("close", onClose)
  // The query for which the connection was opened may have been abandoned.
  becomeIdle()

  const exchange = (dnsQuery: DnsQuery, signal: AbortSignal): Promise<Exchanged> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) {
        reject(lostConnection(lastError))
        return
      }
      const id = freeId()
      const before = received
      const giveUp = guard(reject)(() => {
        drop(id)
        // A server that sends nothing may have disappeared without closing the connection.
        if (received === before) socket.destroy()
        reject(new ExchangeFault("Timeout", "The query was abandoned."))
      })
      const settle = (): void => signal.removeEventListener("abort", giveUp)
      waiting.set(id, {
        dnsQuery,
        answer: (message) => {
          settle()
          resolve({ message, age: 0 })
        },
        fail: (fault) => {
          settle()
          reject(fault)
        }
      })
      signal.addEventListener("abort", giveUp, { once: true })
      socket.ref()
      socket.setTimeout(0)
      socket.write(framed(encodeQuery(id, dnsQuery.labels, dnsQuery.type, { ...dnsQuery, padding })))
    })

  return { exchange, isUsed: () => used, isOpen: () => !socket.destroyed, close: () => socket.destroy() }
}
