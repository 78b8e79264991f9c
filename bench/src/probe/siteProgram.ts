import { createSecureServer, type ServerHttp2Stream } from "node:http2"
import { createServer, type AddressInfo, type Server, type Socket } from "node:net"
import { createServer as createTlsServer, type TLSSocket } from "node:tls"
import { answer } from "../harness/Child.ts"

export interface SitePorts {
  readonly http: number
  /** Speaks HTTP/1.1 only. */
  readonly https: number
  /** Speaks HTTP/2 only. */
  readonly http2: number
}

/** The process that serves the page which is checked. */
export type Site = {
  readonly start: (tls: { readonly certPem: string; readonly keyPem: string }) => Promise<SitePorts>
  /** Requests answered since the start, and TLS handshakes that resumed a session. */
  readonly counts: (none: null) => Promise<{ readonly requests: number; readonly resumed: number }>
}

/** A small page: a landing page without its images. */
const PAGE_BYTES = 2_290

/** The path of an ordinary page of 50 KB. */
const LONG = "/long"
const LONG_BYTES = 50_000

const item = `<li class="card"><a href="https://shop.example/anvils"><img src="/anvil.jpg" alt="Anvil"></a>
  <h2>An anvil for the workshop</h2><p>Forged from one piece of steel, and hardened by hand. In stock.</p></li>\n`

const longBody =
  `<!doctype html><html lang="en"><head><title>Anvils of all sizes</title></head><body><h1>Anvils</h1><ul>
${item.repeat(Math.floor(LONG_BYTES / item.length))}</ul></body></html>`.padEnd(LONG_BYTES)

const body = "<!doctype html>".padEnd(PAGE_BYTES, "x")
const responseOf = (text: string) =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
    "latin1"
  )
const response = responseOf(body)
const longResponse = responseOf(longBody)

let requests = 0
let resumed = 0

/** A minimal server, so that the checks do not wait for it. */
const serve = (socket: Socket) => {
  let head = ""
  socket.on("error", () => socket.destroy())
  socket.on("data", (bytes: Buffer) => {
    head += bytes.toString("latin1")
    if (!head.endsWith("\r\n\r\n")) return
    requests += 1
    socket.end(head.startsWith(`GET ${LONG} `) ? longResponse : response)
  })
}

const serveStream = (stream: ServerHttp2Stream) => {
  requests += 1
  stream.on("error", () => stream.close())
  stream.respond({ ":status": 200, "content-type": "text/html", "content-length": PAGE_BYTES })
  stream.end(body)
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    // A server that listens on a port has an address with one.
    server.listen(0, "127.0.0.1", 1_024, () => resolve((server.address() as AddressInfo).port))
  })

answer<Site>({
  start: async ({ certPem, keyPem }) => {
    const note = (socket: TLSSocket) => {
      if (socket.isSessionReused()) resumed += 1
    }
    const https = createTlsServer({ cert: certPem, key: keyPem, ALPNProtocols: ["http/1.1"] }, serve)
    const http2 = createSecureServer({ cert: certPem, key: keyPem })
    for (const server of [https, http2]) {
      server.on("secureConnection", note)
      server.on("tlsClientError", () => {})
    }
    http2.on("stream", serveStream)
    return { http: await listen(createServer(serve)), https: await listen(https), http2: await listen(http2) }
  },
  counts: async () => ({ requests, resumed })
})
