import { type AddressInfo, createServer, type Socket } from "node:net"
import { makeArrivals } from "./Arrivals.ts"

export type WhoisBehaviour =
  | string
  | Uint8Array
  /** Sends no response, a TCP reset during the response, or a response without end. */
  | "hang"
  | "reset"
  | "endless"

export interface WhoisServer {
  readonly host: string
  readonly port: number
  /** The address, such as `127.0.0.1:4343`. */
  readonly address: string
  /** Sets the response to a query. Adds missing line breaks (RFC 3912). */
  readonly answer: (question: string, behaviour: WhoisBehaviour) => void
  /** Every query since the start. */
  readonly questions: ReadonlyArray<string>
  /** Returns the oldest query that was not returned yet, or waits for the next one. */
  readonly nextQuestion: (matches?: (question: string) => boolean) => Promise<string>
  /** The number of open connections. */
  readonly connections: number
  readonly close: () => Promise<void>
}

export interface WhoisServerOptions {
  /** Any address of 127.0.0.0/8 or ::1. Default: 127.0.0.1. */
  readonly host?: string
  /** The port. Default: 0, which selects any free port. */
  readonly port?: number
}

const MAX_QUESTION = 512

const pump = (socket: Socket): void => {
  const more = () => {
    let room = true
    while (room && !socket.destroyed) room = socket.write("remarks: and on and on\r\n".repeat(500))
  }
  socket.on("drain", more)
  more()
}

const act = (socket: Socket, behaviour: WhoisBehaviour): void => {
  if (behaviour === "hang") return
  if (behaviour === "endless") pump(socket)
  else if (behaviour === "reset") socket.write("Domain Name: half of the", () => socket.resetAndDestroy())
  else socket.end(typeof behaviour === "string" ? behaviour.replaceAll(/\r?\n/g, "\r\n") : behaviour)
}

/**
 * Starts a WHOIS server (RFC 3912). It responds to unknown queries with "No match".
 *
 * @example
 * ```ts
 * const whois = await startWhoisServer()
 * whois.answer("io", "domain: IO\nwhois: whois.nic.io\n")
 * await whois.close()
 * ```
 */
export const startWhoisServer = async ({
  host = "127.0.0.1",
  port = 0
}: WhoisServerOptions = {}): Promise<WhoisServer> => {
  const arrivals = makeArrivals<string>()
  const sockets = new Set<Socket>()
  const answers = new Map<string, WhoisBehaviour>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let heard = ""
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
    socket.on("end", () => socket.end())
    socket.on("data", (bytes: Buffer) => {
      heard = (heard + bytes.toString("utf8")).slice(0, MAX_QUESTION)
      const end = heard.indexOf("\n")
      if (end === -1) return
      const question = heard.slice(0, end).trim()
      heard = ""
      arrivals.push(question)
      act(socket, answers.get(question) ?? `No match for "${question}".\n`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    host,
    port: bound,
    address: `${host.includes(":") ? `[${host}]` : host}:${bound}`,
    answer: (question, behaviour) => {
      answers.set(question, behaviour)
    },
    questions: arrivals.all,
    nextQuestion: arrivals.next,
    get connections() {
      return sockets.size
    },
    close: async () => {
      arrivals.close(new Error("the WHOIS server was closed"))
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    }
  }
}
