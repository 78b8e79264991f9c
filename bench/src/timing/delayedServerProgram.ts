import { createServer, type AddressInfo, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { answer } from "../harness/Child.ts"

export interface DelayedServerPorts {
  readonly http: number
  readonly https: number
}

/** The process that serves a page after a delay. */
export type DelayedServer = {
  readonly start: (tls: {
    readonly certPem: string
    readonly keyPem: string
    readonly sleepMs: number
  }) => Promise<DelayedServerPorts>
  /** Milliseconds from each request to its answer since the last call, by path. */
  readonly slept: (none: null) => Promise<ReadonlyMap<string, number>>
}

const response =
  "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<!doctype html>"

let slept = new Map<string, number>()

const serve = (sleepMs: number) => (socket: Socket) => {
  let head = ""
  socket.on("error", () => socket.destroy())
  socket.on("data", (bytes: Buffer) => {
    head += bytes.toString("latin1")
    if (!head.endsWith("\r\n\r\n")) return
    const path = head.split(" ", 2)[1] ?? ""
    const asked = performance.now()
    setTimeout(() => {
      slept.set(path, performance.now() - asked)
      socket.end(response)
    }, sleepMs)
  })
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    // A server that listens on a port has an address with one.
    server.listen(0, "127.0.0.1", 1_024, () => resolve((server.address() as AddressInfo).port))
  })

answer<DelayedServer>({
  start: async ({ certPem, keyPem, sleepMs }) => {
    const https = createTlsServer({ cert: certPem, key: keyPem, ALPNProtocols: ["http/1.1"] }, serve(sleepMs))
    https.on("tlsClientError", () => {})
    return { http: await listen(createServer(serve(sleepMs))), https: await listen(https) }
  },
  slept: async () => {
    const measured = slept
    slept = new Map()
    return measured
  }
})
