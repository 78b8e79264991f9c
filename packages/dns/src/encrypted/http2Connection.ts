import { guard } from "@mon/bundled/callbacks"
import type { IncomingHttpHeaders, IncomingHttpStatusHeader } from "node:http2"
import type { TLSSocket } from "node:tls"
import type { DnsQuery } from "../udp/DnsQuery.ts"
import { type Connection, type Exchanged, IDLE_MS } from "./Connection.ts"
import { ExchangeFault, lostConnection } from "./ExchangeFault.ts"
import { makeBody, messageIn, tooLong } from "./httpAnswer.ts"
import { type HttpForm, requestFor } from "./httpRequest.ts"

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** Makes a connection for DNS over HTTPS with HTTP/2 (RFC 8484 section 5.2). */
export const makeHttp2Connection = async (socket: TLSSocket, form: HttpForm): Promise<Connection> => {
  const { connect, constants } = await import("node:http2")
  const session = connect(form.url.origin, { createConnection: () => socket, settings: { enablePush: false } })
  let active = 0
  let used = false
  let lastError: unknown
  const ofSession = guard(() => session.destroy())
  session.on(
    "error",
    ofSession((error: Error) => {
      lastError = error
    })
  )
  session.setTimeout(
    IDLE_MS,
    ofSession(() => {
      if (active === 0) session.destroy()
    })
  )
  // The query for which the connection was opened may have been abandoned.
  session.unref()

  const isOpen = (): boolean => !session.destroyed && !session.closed

  const exchange = (dnsQuery: DnsQuery, signal: AbortSignal): Promise<Exchanged> =>
    new Promise((resolve, reject) => {
      if (!isOpen()) {
        reject(lostConnection(lastError))
        return
      }
      const { body, headers, method, path } = requestFor(dnsQuery, form)
      const stream = session.request({ ...headers, ":method": method, ":path": path }, { endStream: method === "GET" })
      active += 1
      session.ref()
      let fault: ExchangeFault | null = null
      let status: number | null = null
      let fields: Readonly<Record<string, unknown>> = {}
      const safely = guard((error) => {
        reject(error)
        signal.removeEventListener("abort", giveUp)
        stream.close(constants.NGHTTP2_CANCEL)
      })
      const stop = (why: ExchangeFault): void => {
        fault ??= why
        stream.close(constants.NGHTTP2_CANCEL)
        reject(why)
      }
      const giveUp = safely(() => {
        stop(new ExchangeFault("Timeout", "The query was abandoned."))
        // A server that has sent nothing may have disappeared without closing the connection.
        if (status === null) session.destroy()
      })
      const received = makeBody(() => stop(tooLong()))
      signal.addEventListener("abort", giveUp, { once: true })
      const onResponse = safely((given: IncomingHttpHeaders & IncomingHttpStatusHeader) => {
        status = Number(given[":status"])
        fields = given
      })
      const onAborted = safely(() => {
        fault ??= lostConnection(lastError)
      })
      const onError = safely((error: Error) => {
        fault ??= lostConnection(error)
      })
      const onClose = safely(() => {
        signal.removeEventListener("abort", giveUp)
        active -= 1
        if (active === 0) session.unref()
        if (fault !== null || status === null || stream.rstCode !== constants.NGHTTP2_NO_ERROR) {
          reject(fault ?? lostConnection(lastError))
          return
        }
        const answer = {
          status,
          contentType: text(fields["content-type"]),
          contentEncoding: text(fields["content-encoding"]),
          age: text(fields["age"]),
          body: received.all()
        }
        // A response whose body has a different length than announced is malformed (RFC 9113 section 8.1.1).
        const length = text(fields["content-length"])
        if (length !== "" && Number(length) !== answer.body.length) throw lostConnection(lastError)
        resolve(messageIn(answer, dnsQuery))
        used = true
      })
      stream.on("response", onResponse).on("data", safely(received.add))
      stream.on("aborted", onAborted).on("error", onError).on("close", onClose)
      if (method === "POST") stream.end(body)
    })

  return { exchange, isUsed: () => used, isOpen, close: () => session.destroy() }
}
