import { makeNodeClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { type Authority, type Credentials, type DnsServer, makeAuthority, startDnsServer } from "@mon/tooling/testbed"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer, TLSSocket } from "node:tls"
import { toPorts } from "../src/probe/ProbePorts.ts"
import { toServiceProbe } from "../src/service/ServiceProbe.ts"

/** The behaviour of a server on one connection. */
export type Behave = (socket: Socket) => void

/**
 * Starts a name server, a certificate authority, and servers that last for one test. Loopback addresses are allowed.
 */
export const makeServiceLab = async () => {
  const dns: DnsServer = await startDnsServer()
  const authority: Authority = await makeAuthority()
  const servers: Array<Server> = []
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  const client = makeNodeClient({ servers: [dns.address], timeoutMs: 700, tries: 2 })
  const portsWith = (allow: ReadonlyArray<string> = ["127.0.0.0/8", "::1/128"]) => ({
    ...toPorts(
      {
        policy: makeAddressPolicy({ allow }),
        resolve: client.resolveAddresses,
        resolverAnswers: async (signal) => (await client.probe(signal)).answers
      },
      { extraCa: [authority.rootPem] }
    ),
    // Reports no delay, so that a busy machine changes no outcome.
    eventLoop: { begin: () => () => 0 }
  })
  const ports = portsWith()

  const track = (socket: Socket) => {
    sockets.add(socket)
    for (const watch of watchers) watch()
    socket.on("error", () => {})
    socket.on("close", () => {
      sockets.delete(socket)
      for (const watch of watchers) watch()
    })
    // Without a reader, the server never notices that the client has ended the connection.
    socket.resume()
  }

  /** Starts a server under a name. Returns "name:port". */
  const listen = async (name: string, behave: Behave, tls?: Credentials): Promise<string> => {
    const onSocket = (socket: Socket) => {
      track(socket)
      behave(socket)
    }
    const server =
      tls === undefined ? createServer(onSocket) : createTlsServer({ cert: tls.certPem, key: tls.keyPem }, onSocket)
    server.on("tlsClientError", () => {})
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    servers.push(server)
    dns.zone.set(name, { A: ["127.0.0.1"] })
    return `${name}:${(server.address() as AddressInfo).port}`
  }

  return {
    dns,
    authority,
    ports,
    portsWith,
    probe: toServiceProbe(ports),
    probeWith: (allow: ReadonlyArray<string>) => toServiceProbe(portsWith(allow)),
    listen,
    /** Resolves when this many connections to the servers are open. */
    whenOpen: (count: number) =>
      new Promise<void>((resolve) => {
        const watch = () => {
          if (sockets.size !== count) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
      await dns.close()
    }
  }
}

export type ServiceLab = Awaited<ReturnType<typeof makeServiceLab>>

/** Makes the server's side of a TLS handshake on a connection that began without it. */
export const secureServerSide = (socket: Socket, { certPem, keyPem }: Credentials): TLSSocket => {
  socket.removeAllListeners("data")
  const secured = new TLSSocket(socket, { isServer: true, cert: certPem, key: keyPem })
  secured.on("error", () => {})
  return secured
}

/** Answers each line of a client. If `answer` returns null, sends nothing. */
export const answerLines = (socket: Socket, answer: (line: string) => string | null): void => {
  let rest = ""
  socket.on("data", (bytes: Buffer) => {
    const lines = `${rest}${bytes.toString()}`.split("\r\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      const text = answer(line)
      if (text !== null && socket.writable) socket.write(text)
    }
  })
}

/** Returns the Sec-WebSocket-Accept value for a key (RFC 6455 section 4.2.2). */
export const acceptFor = (key: string): string =>
  createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64")

interface ClientFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/** Reads the frames of a client, which must be masked. */
const clientFrames = (bytes: Buffer): { readonly frames: ReadonlyArray<ClientFrame>; readonly rest: Buffer } => {
  const frames: Array<ClientFrame> = []
  let at = 0
  for (;;) {
    const rest = bytes.subarray(at)
    const short = (rest[1] ?? 0) & 0x7f
    const size = short === 126 ? (rest.length < 4 ? Infinity : rest.readUInt16BE(2)) : short
    const head = short === 126 ? 4 : 2
    if (rest.length < head + 4 + size) return { frames, rest }
    if (((rest[1] ?? 0) & 0x80) === 0) throw new Error("A client must mask its frames.")
    const mask = rest.subarray(head, head + 4)
    const payload = Buffer.from(
      rest.subarray(head + 4, head + 4 + size).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
    )
    frames.push({ opcode: (rest[0] ?? 0) & 0x0f, payload })
    at += head + 4 + size
  }
}

export const serverFrame = (opcode: number, payload: string | Buffer, first = 0x80): Buffer => {
  const bytes = Buffer.from(payload)
  const head = bytes.length > 125 ? [126, bytes.length >> 8, bytes.length & 0xff] : [bytes.length]
  return Buffer.concat([Buffer.of(first | opcode, ...head), bytes])
}

interface WebSocketServerOptions {
  /** Returns the header lines of the answer. Default: the header lines of a correct handshake. */
  readonly head?: (key: string, request: string) => string
  /** Answers a frame. Default: an echo that answers pings and close frames. */
  readonly onFrame?: (frame: ClientFrame, socket: Socket) => void
  readonly onOpen?: (socket: Socket, request: string) => void
}

const echo = ({ opcode, payload }: ClientFrame, socket: Socket) => {
  socket.write(serverFrame(opcode === 9 ? 10 : opcode, payload))
  if (opcode === 8) socket.end()
}

/** Returns the head of a correct answer, with additional header lines. */
export const switched = (key: string, more = ""): string =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptFor(key)}\r\n${more}\r\n`

export const webSocketServer =
  ({ head = (key) => switched(key), onFrame = echo, onOpen = () => {} }: WebSocketServerOptions = {}): Behave =>
  (socket) => {
    let received = Buffer.alloc(0)
    let isOpen = false
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      if (!isOpen) {
        const end = received.indexOf("\r\n\r\n")
        if (end === -1) return
        const request = received.toString("latin1", 0, end)
        received = received.subarray(end + 4)
        isOpen = true
        socket.write(head(/^sec-websocket-key: (.*)$/imu.exec(request)?.[1] ?? "", request))
        onOpen(socket, request)
      }
      const { frames, rest } = clientFrames(received)
      received = Buffer.from(rest)
      for (const frame of frames) onFrame(frame, socket)
    })
  }
