import { randomFillSync } from "node:crypto"
import { createSocket, type Socket } from "node:dgram"
import { isIPv6 } from "node:net"
import type { ServerAddress } from "../ServerList.ts"

/** Asked of the system, which grants what it allows: a burst of answers must not be dropped while the process is busy. */
const RECEIVE_BUFFER = 4 * 1024 * 1024
const IDS = 0x10000

/** One question on its way. */
export interface PendingQuery {
  /** Makes the question with the id that was drawn for it. */
  readonly encode: (id: number) => Buffer
  /** Takes a datagram with its id; false when it is no answer to it, and the question stays open. */
  readonly accept: (datagram: Buffer) => boolean
  /** The socket is gone; the system's code. */
  readonly fail: (errno: string) => void
}

/** A socket with a random port of its own that talks to one server only. */
export interface UdpChannel {
  /** Sends; the returned function takes the question back. */
  readonly ask: (query: PendingQuery) => () => void
  readonly asked: () => number
  readonly pending: () => number
  readonly dead: () => boolean
  /** Closes as soon as nothing is waited for. */
  readonly retire: () => void
  /** Closes now; what is waited for fails. */
  readonly close: () => void
}

const randomIds = new Uint16Array(512)
let unused = 0

/** A random number of 16 bits from the system's generator (RFC 5452 section 9.2). */
const randomId = (): number => {
  if (unused === 0) {
    randomFillSync(randomIds)
    unused = randomIds.length
  }
  return randomIds[--unused] ?? 0
}

const errnoOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "UNKNOWN")

/** Opens a channel; the system draws its port, and lets in only what comes from the server. */
export const openChannel = ({ host, port }: ServerAddress): UdpChannel => {
  const waiting = new Map<number, PendingQuery>()
  const unsent: Array<() => void> = []
  let asked = 0
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
    ask: (query) => {
      const id = freeId()
      waiting.set(id, query)
      asked++
      const send = (): void => {
        if (state !== "open" || waiting.get(id) !== query) return
        socket.send(query.encode(id), (error) => {
          if (error !== null) close(errnoOf(error))
        })
      }
      if (state === "opening") unsent.push(send)
      else send()
      return () => drop(id, query)
    },
    asked: () => asked,
    pending: () => waiting.size,
    dead: () => state === "closed",
    retire: () => {
      retired = true
      if (waiting.size === 0) close("ECLOSED")
    },
    close: () => close("ECLOSED")
  }
}
