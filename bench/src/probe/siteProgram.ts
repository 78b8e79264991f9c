import { createServer, type AddressInfo, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { answer } from "../harness/Child.ts"

/** The process that serves the page which is looked at. */
export type Site = {
  readonly start: (tls: { readonly certPem: string; readonly keyPem: string }) => Promise<{ readonly httpPort: number; readonly httpsPort: number }>
  /** Requests answered since the start, and TLS handshakes that resumed a session. */
  readonly counts: (none: null) => Promise<{ readonly requests: number; readonly resumed: number }>
}

/** A small page: what a landing page comes to without its pictures. */
const PAGE_BYTES = 2_290

const body = "<!doctype html>".padEnd(PAGE_BYTES, "x")
const response = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${PAGE_BYTES}\r\nConnection: close\r\n\r\n${body}`,
  "latin1"
)

let requests = 0
let resumed = 0

/** The cheapest possible server: it must not be what the looks wait for. */
const serve = (socket: Socket) => {
  let head = ""
  socket.on("error", () => socket.destroy())
  socket.on("data", (bytes: Buffer) => {
    head += bytes.toString("latin1")
    if (!head.endsWith("\r\n\r\n")) return
    requests += 1
    socket.end(response)
  })
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    // A server that listens on a port has an address with one.
    server.listen(0, "127.0.0.1", 1_024, () => resolve((server.address() as AddressInfo).port))
  })

answer<Site>({
  start: async ({ certPem, keyPem }) => {
    const secure = createTlsServer({ cert: certPem, key: keyPem, ALPNProtocols: ["http/1.1"] }, (socket) => {
      if (socket.isSessionReused()) resumed += 1
      serve(socket)
    })
    secure.on("tlsClientError", () => {})
    return { httpPort: await listen(createServer(serve)), httpsPort: await listen(secure) }
  },
  counts: async () => ({ requests, resumed })
})
