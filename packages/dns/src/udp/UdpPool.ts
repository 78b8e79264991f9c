import { guard, type Guard } from "@mon/bundled/callbacks"
import { randomFillSync, randomInt } from "node:crypto"
import { createSocket, type Socket } from "node:dgram"
import { isIPv6 } from "node:net"
import type { ServerAddress } from "../ServerList.ts"

/**
 * The requested receive buffer in bytes, so that a burst of answers is not dropped while the process is busy. The
 * system may grant less.
 */
const RECEIVE_BUFFER = 4 * 1024 * 1024
const IDS = 0x10000

interface PendingQuery {
  readonly encode: (id: number) => Buffer
  /**
   * Receives a datagram with the query's id. Returns false if the datagram is not the answer, so that the query
   * continues to wait.
   */
  readonly accept: (datagram: Buffer) => boolean
  /** Reports that the socket was closed. `errno` is the system's error code. */
  readonly fail: (errno: string) => void
  /** Reports an error that this package's own code threw while it sent the query or read an answer. */
  readonly thrown: (error: unknown) => void
}

/** A socket on a random port, connected to one server. */
interface UdpChannel {
  /** Sends a query. Returns a function that cancels the query. */
  readonly send: (query: PendingQuery) => () => void
  readonly sentCount: () => number
  readonly pendingCount: () => number
  readonly isClosed: () => boolean
  /** Closes the socket as soon as no query is pending. */
  readonly retire: () => void
  /** Closes the socket at once. Pending queries fail. */
  readonly close: () => void
}

const randomIds = new Uint16Array(512)
let unused = 0

/** Returns a random 16-bit number from the system's generator (RFC 5452 section 9.2). */
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

  /** Ends all pending queries, for an error that does not belong to a single query. */
  const safely = guard((error) => {
    const lost = [...waiting.values()]
    waiting.clear()
    for (const query of lost) query.thrown(error)
    close("ECLOSED")
  })
  /** Wraps a callback of one query, so that an error in the callback ends only that query. */
  const safelyFor = (id: number, query: PendingQuery): Guard =>
    guard((error) => {
      query.thrown(error)
      drop(id, query)
    })
  const onMessage = safely((datagram: Buffer) => {
    const id = datagram.length < 2 ? -1 : datagram.readUInt16BE(0)
    const query = waiting.get(id)
    if (query === undefined) return
    const accept = safelyFor(
      id,
      query
    )(() => {
      if (query.accept(datagram)) drop(id, query)
    })
    accept()
  })
  const onConnect = safely(() => {
    state = "open"
    for (const send of unsent.splice(0)) send()
  })
  const onError = safely((error: Error) => close(errnoOf(error)))
  const onSent = safely((error: Error | null) => {
    if (error !== null) close(errnoOf(error))
  })
  socket.on("error", onError).on("message", onMessage).once("connect", onConnect)
  socket.connect(port, host)
  socket.unref()

  return {
    send: (query) => {
      const id = freeId()
      waiting.set(id, query)
      sentCount++
      const transmit = safelyFor(
        id,
        query
      )(() => {
        if (state === "open" && waiting.get(id) === query) socket.send(query.encode(id), onSent)
      })
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

/**
 * The number of open ports for each server. Each query uses one of these ports, chosen at random (RFC 5452 section
 * 9.2).
 */
const PORTS = 8
/** The number of queries after which a port is replaced. */
const QUERIES_PER_PORT = 200

export interface UdpPool {
  readonly channel: () => UdpChannel
  readonly close: () => void
}

export const makePool = (server: ServerAddress): UdpPool => {
  const channels = new Map<number, UdpChannel>()
  return {
    channel: () => {
      const slot = randomInt(PORTS)
      const known = channels.get(slot)
      if (known !== undefined && !known.isClosed() && known.sentCount() < QUERIES_PER_PORT) return known
      known?.retire()
      const opened = openChannel(server)
      channels.set(slot, opened)
      return opened
    },
    close: () => {
      for (const channel of channels.values()) channel.close()
      channels.clear()
    }
  }
}
