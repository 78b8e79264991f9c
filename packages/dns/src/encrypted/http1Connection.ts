import { guard } from "@mon/bundled/callbacks"
import type { Agent, AgentOptions, ClientRequestArgs, IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { TLSSocket } from "node:tls"
import { callbackify } from "node:util"
import type { DnsQuery } from "../udp/DnsQuery.ts"
import { type Connection, type Exchanged, IDLE_MS } from "./Connection.ts"
import { ExchangeFault, lostConnection } from "./ExchangeFault.ts"
import { makeBody, messageIn, tooLong } from "./httpAnswer.ts"
import { type HttpForm, requestFor } from "./httpRequest.ts"

/** The maximum number of connections to one server. If all are in use, further queries wait. */
const MAX_CONNECTIONS = 8
const MAX_HEADER = 16_384

type Open = () => Promise<Duplex>

/** Loads node:http when a server uses HTTP/1.1 for the first time, so that importing the package does not load it. */
const http = () => process.getBuiltinModule("node:http")

const makeAgent = (open: Open, options: AgentOptions): Agent => {
  class OpenedAgent extends http().Agent {
    override createConnection(
      _options: ClientRequestArgs,
      callback: (error: Error | null, stream: Duplex) => void = () => {}
    ): undefined {
      let opened: Duplex | null = null
      const safely = guard((error) => {
        opened?.destroy()
        callback(error as Error, undefined as never)
      })
      const onConnection = safely((error: Error | null, stream: Duplex) => {
        opened = stream
        callback(error, stream)
      })
      callbackify(open)(onConnection)
    }
  }
  return new OpenedAgent(options)
}

/** Makes a group of HTTP/1.1 connections for DNS over HTTPS. Each connection sends one query at a time. */
export const makeHttp1Connection = (
  first: TLSSocket,
  open: (signal: AbortSignal) => Promise<TLSSocket>,
  form: HttpForm
): Connection => {
  const closing = new AbortController()
  let spare: TLSSocket | null = first
  let used = false
  // The query for which the connection was opened may have been abandoned.
  const onIdle = guard(() => {})(() => first.destroy())
  first.unref()
  first.setTimeout(IDLE_MS, onIdle)
  const agent = makeAgent(
    async () => {
      const socket = spare
      spare = null
      if (socket === null || socket.destroyed) return open(closing.signal)
      socket.ref()
      socket.setTimeout(0, onIdle)
      return socket
    },
    { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS }
  )

  const exchange = (dnsQuery: DnsQuery, signal: AbortSignal): Promise<Exchanged> =>
    new Promise((resolve, reject) => {
      const { body, headers, method, path } = requestFor(dnsQuery, form)
      const asked = http().request({
        agent,
        host: form.url.hostname,
        port: form.url.port === "" ? 443 : Number(form.url.port),
        method,
        path,
        headers: { ...headers, host: form.url.host },
        maxHeaderSize: MAX_HEADER
      })
      const stop = (why: ExchangeFault): void => {
        reject(why)
        asked.destroy()
      }
      const safely = guard((error) => {
        reject(error)
        signal.removeEventListener("abort", giveUp)
        asked.destroy()
      })
      const giveUp = safely(() => stop(new ExchangeFault("Timeout", "The query was abandoned.")))
      signal.addEventListener("abort", giveUp, { once: true })
      const received = makeBody(() => stop(tooLong()))
      const onError = safely((error: Error) => reject(error instanceof ExchangeFault ? error : lostConnection(error)))
      const onClose = safely(() => {
        signal.removeEventListener("abort", giveUp)
        reject(lostConnection())
      })
      const onResponse = safely((response: IncomingMessage) => {
        const onEnd = safely(() => {
          const {
            age = "",
            "content-encoding": contentEncoding = "",
            "content-type": contentType = ""
          } = response.headers
          const status = response.statusCode ?? 0
          resolve(messageIn({ status, contentType, contentEncoding, age, body: received.all() }, dnsQuery))
          used = true
        })
        const onLost = safely((error: Error) => reject(lostConnection(error)))
        response.on("data", safely(received.add)).on("error", onLost).on("end", onEnd)
      })
      asked.on("error", onError).on("close", onClose).on("response", onResponse)
      asked.end(body)
    })

  return {
    exchange,
    isUsed: () => used,
    isOpen: () => !closing.signal.aborted,
    close: () => {
      closing.abort()
      spare?.destroy()
      agent.destroy()
    }
  }
}
