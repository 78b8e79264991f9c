import { randomFillSync } from "node:crypto"
import { createSocket, type Socket } from "node:dgram"
import { isIPv6 } from "node:net"
import type { ServerAddress } from "../ServerList.ts"

/**
 * Requested from the system, which may grant less, so that a burst of answers is not dropped while the process is busy.
 */
const RECEIVE_BUFFER = 4 * 1024 * 1024
const IDS = 0x10000

/** A query that waits for its answer. */
interface PendingQuery {
  /** Encodes the query with the id that was chosen for it. */
  readonly encode: (id: number) => Buffer
  /** Receives a datagram with its id; false when it is not the answer, and the query keeps waiting. */
  readonly accept: (datagram: Buffer) => boolean
  /** The socket was closed; takes the system's error code. */
  readonly fail: (errno: string) => void
}

/** A socket with its own random port, connected to one server. */
export interface UdpChannel {
  /** Sends a query; the returned function cancels it. */
  readonly send: (query: PendingQuery) => () => void
  readonly sentCount: () => number
  readonly pendingCount: () => number
  readonly isClosed: () => boolean
  /** Closes once no query is pending. */
  readonly retire: () => void
  /** Closes now; pending queries fail. */
  readonly close: () => void
}

const randomIds = new Uint16Array(512)
let unused = 0

/** A 16-bit random number from the system's generator (RFC 5452 section 9.2). */
const randomId = (): number => {
  if (unused === 0) {
    randomFillSync(randomIds)
    unused = randomIds.length
  }
  return randomIds[--unused] ?? 0
}

const errnoOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "UNKNOWN")

/** Opens a channel. The system chooses its port and delivers only datagrams from the server. */
export const openChannel = ({ host, port }: ServerAddress): UdpChannel => {
  const waiting = new Map<number, PendingQuery>()
  const unsent: Array<() => void> = []
  let sentCount = 0
  let state: "opening" | "open" | "closed" = "opening"
  let retired = false

  const socket: Socket = createSocket({
    type: isIPv6(host) ? "udp6" : "udp4",
    recvBufferSize: RECEIVE_BUFFER,
    lookup: (address, _options, callback) => callback(null, address, isIPv6(address) ? 6 : 4)
  })

  const close = (errno: string): void => {
    if (state === "closed") return
    state = "closed"
    const lost = [...waiting.values()]
    waiting.clear()
    socket.close()
    for (const query of lost) query.fail(errno)
  }

  const drop = (id: number, query: PendingQuery): void => {
    if (waiting.get(id) !== query) return
    waiting.delete(id)
    if (retired && waiting.size === 0) close("ECLOSED")
  }

  const freeId = (): number => {
    let id = randomId()
    while (waiting.has(id)) id = (id + 1) % IDS
    return id
  }

  socket.on("error", (error) => close(errnoOf(error)))
  socket.on("message", (datagram) => {
    const id = datagram.length < 2 ? -1 : datagram.readUInt16BE(0)
    const query = waiting.get(id)
    if (query?.accept(datagram) === true) drop(id, query)
  })
  socket.once("connect", () => {
    state = "open"
    for (const send of unsent.splice(0)) send()
  })
  socket.connect(port, host)
  socket.unref()

  return {
    send: (query) => {
      const id = freeId()
      waiting.set(id, query)
      sentCount++
      const transmit = (): void => {
        if (state !== "open" || waiting.get(id) !== query) return
        socket.send(query.encode(id), (error) => {
          if (error !== null) close(errnoOf(error))
        })
      }
      if (state === "opening") unsent.push(transmit)
      else transmit()
      return () => drop(id, query)
    },
    sentCount: () => sentCount,
    pendingCount: () => waiting.size,
    isClosed: () => state === "closed",
    retire: () => {
      retired = true
      if (waiting.size === 0) close("ECLOSED")
    },
    close: () => close("ECLOSED")
  }
}
