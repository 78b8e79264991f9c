import { createSocket, type RemoteInfo, type Socket as UdpSocket } from "node:dgram"
import { createServer, type AddressInfo, type Server, type Socket } from "node:net"
import { makeArrivals } from "./Arrivals.ts"
import { canonical } from "./DnsName.ts"
import { decodeQuery, encodeResponse, type Query, type Response, udpLimit } from "./DnsMessage.ts"
import { type DnsType, typeName } from "./DnsRecord.ts"
import { type DnsFailure, type DnsZone, makeZone } from "./DnsZone.ts"

export interface DnsQuery {
  /** The name in lower case, without a trailing dot. */
  readonly name: string
  /** The name with the upper and lower case of the query. */
  readonly asked: string
  readonly type: DnsType | `TYPE${number}`
  readonly transport: "udp" | "tcp"
  readonly recursionDesired: boolean
  readonly edns: Query["edns"]
}

export interface DnsServer {
  readonly host: string
  readonly port: number
  /** The address as `host:port`, the form that resolvers accept. */
  readonly address: string
  readonly zone: DnsZone
  /** All queries since the start, in order of arrival. */
  readonly queries: ReadonlyArray<DnsQuery>
  readonly nextQuery: (matches?: (query: DnsQuery) => boolean) => Promise<DnsQuery>
  readonly close: () => Promise<void>
}

const listenTcp = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

const bindUdp = (host: string, port: number) =>
  new Promise<UdpSocket | null>((resolve, reject) => {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4")
    socket.once("error", (error: NodeJS.ErrnoException) => {
      socket.close()
      if (error.code === "EADDRINUSE") resolve(null)
      else reject(error)
    })
    socket.bind(port, host, () => {
      socket.removeAllListeners("error")
      socket.on("error", () => {})
      resolve(socket)
    })
  })

/** Opens one port for TCP and UDP. TCP selects a free port; if UDP cannot use it, tries another one. */
const openBoth = async (host: string, port: number, onConnection: (socket: Socket) => void) => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const tcp = createServer(onConnection)
    const bound = await listenTcp(tcp, host, port)
    const udp = await bindUdp(host, bound)
    if (udp !== null) return { tcp, udp, port: bound }
    await new Promise((done) => tcp.close(done))
    if (port !== 0) break
  }
  throw new Error(`no port of ${host} is free for UDP and TCP`)
}

/** Returns the bytes that are sent for a failure, or null to send nothing. */
const disguise = (
  query: Query,
  response: Response,
  failure: DnsFailure | null,
  transport: "udp" | "tcp"
): Buffer | null => {
  switch (failure) {
    case "DROP":
    case "CLOSE":
      return null
    case "DROP_UDP":
      return transport === "udp" ? null : encodeResponse(query, response)
    case "TRUNCATE":
      return encodeResponse(
        query,
        transport === "udp" ? { ...response, answers: [], authority: [], truncated: true } : response
      )
    case "GARBAGE":
      return Buffer.from("this is no message")
    case "WRONG_ID":
      return encodeResponse({ ...query, id: query.id ^ 0x5555 }, response)
    case "WRONG_QUESTION":
      return encodeResponse({ ...query, name: "elsewhere.invalid" }, response)
    default:
      return encodeResponse(query, response)
  }
}

/**
 * Starts a DNS server on one port of a loopback address, for UDP and TCP. A test defines its zone.
 *
 * @example
 * ```ts
 * const dns = await startDnsServer()
 * dns.zone.set("shop.example.com", { A: ["127.0.0.9"] })
 * await dns.close()
 * ```
 */
export const startDnsServer = async (
  options: { readonly host?: string; readonly port?: number } = {}
): Promise<DnsServer> => {
  const host = options.host ?? "127.0.0.1"
  const zone = makeZone()
  const arrivals = makeArrivals<DnsQuery>()
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()

  const later = (milliseconds: number, run: () => void) => {
    if (milliseconds <= 0) return run()
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, milliseconds)
    timers.add(timer)
  }

  const handle = (bytes: Buffer, transport: "udp" | "tcp", send: (reply: Buffer) => void, drop: () => void) => {
    const query = decodeQuery(bytes)
    if (query === null) return
    const type = typeName(query.type)
    arrivals.push({
      name: canonical(query.name),
      asked: query.name,
      type,
      transport,
      recursionDesired: query.recursionDesired,
      edns: query.edns
    })
    const { response, failure, delayMs } = zone.resolve(query.name, type)
    const reply = disguise(query, response, failure, transport)
    if (reply === null) {
      if (failure === "CLOSE") drop()
      return
    }
    const cut = transport === "udp" && reply.length > udpLimit(query)
    later(delayMs, () =>
      send(cut ? encodeResponse(query, { ...response, answers: [], authority: [], truncated: true }) : reply)
    )
  }

  const { tcp, udp, port } = await openBoth(host, options.port ?? 0, (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => {})
    let pending = Buffer.alloc(0)
    socket.on("data", (bytes: Buffer) => {
      pending = Buffer.concat([pending, bytes])
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0)
        const message = pending.subarray(2, end)
        pending = pending.subarray(end)
        const send = (reply: Buffer) => {
          if (socket.destroyed) return
          const length = Buffer.alloc(2)
          length.writeUInt16BE(reply.length)
          socket.write(Buffer.concat([length, reply]))
        }
        handle(message, "tcp", send, () => socket.destroy())
      }
    })
  })
  let open = true
  udp.on("message", (bytes: Buffer, from: RemoteInfo) => {
    const send = (reply: Buffer) => {
      if (open) udp.send(reply, from.port, from.address)
    }
    handle(bytes, "udp", send, () => {})
  })

  return {
    host,
    port,
    address: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
    zone,
    queries: arrivals.all,
    nextQuery: arrivals.next,
    close: async () => {
      if (!open) return
      open = false
      for (const timer of timers) clearTimeout(timer)
      arrivals.close(new Error("the DNS server was closed"))
      for (const socket of sockets) socket.destroy()
      await Promise.all([new Promise<void>((done) => udp.close(() => done())), new Promise((done) => tcp.close(done))])
    }
  }
}
