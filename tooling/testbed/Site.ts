import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse
} from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { createSecureContext, type SecureVersion, type TLSSocket } from "node:tls"
import { makeArrivals } from "./Arrivals.ts"
import type { Behaviour, SiteRequest } from "./Behaviour.ts"
import { playBeforeRequest, playBehaviour } from "./playBehaviour.ts"

export interface SiteTls {
  readonly certPem: string
  readonly keyPem: string
  /** Additional certificates by the server name in the handshake (SNI). */
  readonly byName?: Readonly<Record<string, { readonly certPem: string; readonly keyPem: string }>>
  readonly minVersion?: SecureVersion
  readonly maxVersion?: SecureVersion
  /** The OpenSSL cipher list. `DEFAULT@SECLEVEL=0` allows weak keys and old protocols. */
  readonly ciphers?: string
  /** The authority that must have signed the client's certificate. Undefined: no client certificate is required. */
  readonly clientCaPem?: string
}

export interface SiteOptions {
  /** Any address of 127.0.0.0/8 or ::1. Default: 127.0.0.1. */
  readonly host?: string
  /** The port. Default: 0, which selects any free port. */
  readonly port?: number
  readonly tls?: SiteTls
  readonly behaviour?: Behaviour
}

export interface Site {
  readonly host: string
  readonly port: number
  /** The origin, such as `http://127.0.0.1:8080`. */
  readonly origin: string
  /** Sets the behaviour for later requests. */
  readonly behave: (behaviour: Behaviour) => void
  /** Every request since the start. */
  readonly requests: ReadonlyArray<SiteRequest>
  /** Returns the oldest request that was not returned yet, or waits for the next one. */
  readonly nextRequest: (matches?: (request: SiteRequest) => boolean) => Promise<SiteRequest>
  /** The number of open TCP connections. */
  readonly connections: number
  /** The number of TCP connections since the start. */
  readonly accepted: number
  /** Resolves when this number of connections was accepted since the start. */
  readonly whenAccepted: (count: number) => Promise<void>
  /** Resolves when no connection is open. */
  readonly whenIdle: () => Promise<void>
  readonly close: () => Promise<void>
}

const MAX_BODY_BYTES = 16 * 1024 * 1024

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const toRequest = (message: IncomingMessage, body: Buffer): SiteRequest => {
  const tls = "servername" in message.socket ? (message.socket as TLSSocket) : null
  return {
    method: message.method ?? "",
    path: message.url ?? "",
    headers: message.headers,
    host: message.headers.host ?? "",
    body,
    httpVersion: message.httpVersion,
    servername: typeof tls?.servername === "string" ? tls.servername : null,
    alpn: typeof tls?.alpnProtocol === "string" ? tls.alpnProtocol : null,
    remotePort: message.socket.remotePort ?? 0
  }
}

const makeHttpServer = (tls: SiteTls | undefined): HttpServer => {
  const settings = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, connectionsCheckingInterval: 2 ** 30 }
  if (tls === undefined) return createHttpServer(settings)
  const contexts = new Map(
    Object.entries(tls.byName ?? {}).map(([name, pair]) => [
      name,
      createSecureContext({ cert: pair.certPem, key: pair.keyPem })
    ])
  )
  return createHttpsServer({
    ...settings,
    cert: tls.certPem,
    key: tls.keyPem,
    ...(tls.minVersion === undefined ? {} : { minVersion: tls.minVersion }),
    ...(tls.maxVersion === undefined ? {} : { maxVersion: tls.maxVersion }),
    ...(tls.ciphers === undefined ? {} : { ciphers: tls.ciphers }),
    ...(tls.clientCaPem === undefined ? {} : { ca: tls.clientCaPem, requestCert: true, rejectUnauthorized: true }),
    ALPNProtocols: ["http/1.1"],
    SNICallback: (name, done) => done(null, contexts.get(name))
  })
}

/**
 * Starts a web site on loopback whose behaviour a test controls. With `tls`, it uses HTTPS.
 *
 * @example
 * ```ts
 * const site = await startSite()
 * site.behave({ status: 503, body: "closed for today" })
 * await site.close()
 * ```
 */
export const startSite = async (options: SiteOptions = {}): Promise<Site> => {
  const host = options.host ?? "127.0.0.1"
  const arrivals = makeArrivals<SiteRequest>()
  const sockets = new Set<Socket>()
  const under = new WeakMap<object, Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const watchers = new Set<() => void>()
  let behaviour: Behaviour = options.behaviour ?? {}
  let accepted = 0

  const changed = () => {
    for (const watcher of watchers) watcher()
  }
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const watcher = () => {
        if (!holds()) return
        watchers.delete(watcher)
        resolve()
      }
      watchers.add(watcher)
      watcher()
    })

  const later = (milliseconds: number, run: () => void) => {
    if (milliseconds <= 0) return run()
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, milliseconds)
    timers.add(timer)
  }

  const http = makeHttpServer(options.tls)
  http.on("tlsClientError", () => {})
  http.on("request", (message: IncomingMessage, response: ServerResponse) => {
    const socket = message.socket
    const act = async () => {
      const request = toRequest(message, await readBody(message))
      arrivals.push(request)
      await playBehaviour(
        {
          request,
          response,
          stream: socket,
          resetConnection: () => (under.get(socket) ?? socket).resetAndDestroy(),
          later,
          every: (milliseconds, run) => {
            const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : run()), milliseconds)
            timers.add(timer)
          }
        },
        behaviour
      )
    }
    act().catch(() => socket.destroy())
  })

  const server = createServer((socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => {
      sockets.delete(socket)
      changed()
    })
    changed()
    if (playBeforeRequest(socket, behaviour)) return
    const wait = typeof behaviour === "object" && "tlsDelayMs" in behaviour ? behaviour.tlsDelayMs : 0
    later(wait, () => http.emit("connection", socket))
  })
  http.on("secureConnection", (secure: TLSSocket) => {
    const raw = [...sockets].find((socket) => socket.remotePort === secure.remotePort)
    if (raw !== undefined) under.set(secure, raw)
    secure.on("error", () => {})
  })

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    host,
    port,
    origin: `${options.tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    behave: (next) => {
      behaviour = next
    },
    requests: arrivals.all,
    nextRequest: arrivals.next,
    get connections() {
      return sockets.size
    },
    get accepted() {
      return accepted
    },
    whenAccepted: (count) => until(() => accepted >= count),
    whenIdle: () => until(() => sockets.size === 0),
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      arrivals.close(new Error("the site was closed"))
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      http.close()
      await closed
    }
  }
}
