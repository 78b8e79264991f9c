import * as packet from "dns-packet"
import { type Authority, makeAuthority } from "@mon/tooling/testbed"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer as createHttps } from "node:https"
import { createSecureServer } from "node:http2"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createServer, type Server, type TLSSocket } from "node:tls"
import { fileURLToPath } from "node:url"

export const NAME = "dns.example"

let authority: Promise<Authority> | undefined
/** Returns the certificate authority that all test servers share. */
export const theAuthority = (): Promise<Authority> => (authority ??= makeAuthority({ name: "DNS" }))

export const resolve = async () => ({ status: "ok" as const, addresses: ["127.0.0.1"] })

const credentials = async (names: ReadonlyArray<string>) => {
  const { certPem: cert, keyPem: key } = await (await theAuthority()).issue({ names })
  return { cert, key }
}

const listen = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

export const answerTo = (query: packet.DecodedPacket, more: packet.Packet = {}): Buffer =>
  packet.encode({
    type: "response",
    id: query.id ?? 0,
    questions: query.questions ?? [],
    answers: (query.questions ?? []).map(({ name }) => ({ type: "A", name, ttl: 60, data: "192.0.2.1" })),
    ...more,
    flags: packet.RECURSION_AVAILABLE | (more.flags ?? 0)
  })

export const framed = (message: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}

export interface TlsQuery {
  readonly query: packet.DecodedPacket
  /** The query as it arrived, without the length before it. */
  readonly bytes: Buffer
  readonly socket: TLSSocket
  readonly reply: (more?: packet.Packet) => void
}

export const startTlsServer = async (
  onQuery: (query: TlsQuery) => void,
  { names = [NAME], onConnection }: { names?: ReadonlyArray<string>; onConnection?: (socket: TLSSocket) => void } = {}
) => {
  const sockets: Array<TLSSocket> = []
  const server = createServer(await credentials(names), (socket) => {
    sockets.push(socket)
    socket.on("error", () => {})
    onConnection?.(socket)
    let held = Buffer.alloc(0)
    socket.on("data", (chunk) => {
      held = Buffer.concat([held, chunk])
      while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
        const bytes = held.subarray(2, 2 + held.readUInt16BE(0))
        held = held.subarray(2 + bytes.length)
        const query = packet.decode(bytes)
        onQuery({ query, bytes, socket, reply: (more) => void socket.write(framed(answerTo(query, more))) })
      }
    })
  })
  server.on("tlsClientError", () => {})
  const port = await listen(server)
  return {
    port,
    sockets,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, "close")
    }
  }
}

export interface HttpQuery {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: packet.DecodedPacket
  readonly reply: (more?: packet.Packet, headers?: Readonly<Record<string, string>>) => void
}

/** Starts a server of DNS over HTTPS that offers only one HTTP version. */
export const startHttpsServer = async (version: "h2" | "http/1.1", onQuery: (query: HttpQuery) => void) => {
  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.on("error", () => {})
    response.on("error", () => {})
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? "/", "https://server")
    const bytes =
      request.method === "GET" ? Buffer.from(url.searchParams.get("dns") ?? "", "base64url") : Buffer.concat(chunks)
    const query = packet.decode(bytes)
    onQuery({
      request,
      response,
      query,
      reply: (more, headers = {}) => {
        response.writeHead(200, { "content-type": "application/dns-message", ...headers })
        response.end(answerTo(query, more))
      }
    })
  }
  const secure = await credentials([NAME])
  const handle = (request: unknown, response: unknown): void => {
    onRequest(request as IncomingMessage, response as ServerResponse).catch(() => {})
  }
  const server = version === "h2" ? createSecureServer(secure, handle) : createHttps(secure, handle)
  const sockets = new Set<TLSSocket>()
  server.on("secureConnection", (socket: TLSSocket) => {
    sockets.add(socket)
    socket.on("error", () => {})
  })
  server.on("sessionError", () => {})
  const port = await listen(server)
  return {
    port,
    url: `https://${NAME}:${port}/dns-query`,
    connections: () => sockets.size,
    sockets,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, "close")
    }
  }
}

const abandonedQuery = fileURLToPath(new URL("abandonedQuery.ts", import.meta.url))

/** Starts a process that abandons a query while the connection for it is being opened, and never closes its client. */
export const startAbandonedQuery = async (transport: "https" | "tls", server: string): Promise<ChildProcess> => {
  const { rootPem } = await theAuthority()
  return spawn(process.execPath, ["--conditions=@mon/source", abandonedQuery, transport, server, rootPem], {
    stdio: ["ignore", "ignore", "inherit"]
  })
}
