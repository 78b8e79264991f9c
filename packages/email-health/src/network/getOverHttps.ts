import { dial, type DialFault, type DialOptions } from "@mon/public-net"
import type { IncomingMessage } from "node:http"
import { isIP, type Socket } from "node:net"
import { connect as connectTls, type SecureContext, type TLSSocket } from "node:tls"
import type { HttpsAnswer, HttpsFault } from "./Transport.ts"

/** What a dial needs beside its target. */
export type Dialling = Pick<DialOptions, "policy" | "resolve" | "connect">

interface GetOptions {
  readonly dialling: Dialling
  readonly secureContext: SecureContext
  readonly maxBytes: number
  readonly signal: AbortSignal
}

const HTTPS_PORT = 443
const MAX_HEADER_BYTES = 16_384
const MAX_DETAIL = 200
const USER_AGENT = "MonBot/1.0 (email health; @mon/email-health)"

const FAULTS: Readonly<Record<DialFault, HttpsFault>> = {
  dns_nxdomain: "no_host",
  dns_nodata: "no_host",
  blocked_address: "not_public",
  connect_refused: "refused",
  connect_reset: "refused",
  dns_failed: "not_checked",
  connect_timeout: "not_checked",
  no_route: "not_checked",
  local_fault: "not_checked",
  aborted: "not_checked"
}

const fail = (fault: HttpsFault, detail: string): HttpsAnswer => ({
  ok: false,
  fault,
  detail: detail.slice(0, MAX_DETAIL)
})

const handshake = (socket: Socket, host: string, { secureContext, signal }: GetOptions): Promise<TLSSocket | Error> =>
  new Promise((resolve) => {
    const tls = connectTls({ socket, servername: host, host, secureContext, ALPNProtocols: ["http/1.1"] })
    const abort = (): void => void tls.destroy(new Error("There was no answer in time."))
    if (signal.aborted) abort()
    signal.addEventListener("abort", abort, { once: true })
    const settle = (result: TLSSocket | Error): void => {
      signal.removeEventListener("abort", abort)
      resolve(result)
    }
    tls.once("secureConnect", () => settle(tls))
    // The listener stays, because an error after the answer must not end the process.
    tls.on("error", settle)
    tls.once("close", () => settle(new Error("The connection was closed.")))
  })

const isCertificateError = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && /CERT|ALTNAME|ISSUER|SIGNED|SIGNATURE|CHAIN/u.test(error.code)

const readBody = async (message: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const exchange = (url: URL, socket: TLSSocket, { maxBytes, signal }: GetOptions): Promise<HttpsAnswer> =>
  new Promise((resolve) => {
    const broken = (error: Error): void =>
      resolve(signal.aborted ? fail("not_checked", "There was no answer in time.") : fail("protocol", error.message))
    // An import of node:http reads all its exports, one of which loads a WebSocket client for 35 ms.
    const sent = process.getBuiltinModule("node:http").request({
      method: "GET",
      host: url.hostname,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, "user-agent": USER_AGENT, connection: "close" },
      maxHeaderSize: MAX_HEADER_BYTES,
      createConnection: () => socket,
      signal
    })
    sent.on("error", broken)
    sent.on("response", (message) => {
      readBody(message, maxBytes)
        .then((body) =>
          resolve(
            body === null
              ? fail("too_large", `The answer has more than ${maxBytes} bytes.`)
              : {
                  ok: true,
                  status: message.statusCode ?? 0,
                  contentType: message.headers["content-type"] ?? null,
                  body
                }
          )
        )
        .catch(broken)
    })
    sent.end()
  })

/** Gets a URL over HTTPS from a vetted address, with a valid certificate, and without following redirects. */
export const getOverHttps = async (url: string, options: GetOptions): Promise<HttpsAnswer> => {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.protocol !== "https:" || parsed.username !== "" || parsed.password !== "")
    return fail("no_host", "The address is not an https URL.")
  const { dialling, signal } = options
  const { hostname } = parsed
  // The certificate must name the host, and TLS cannot send an address as the name (RFC 6066 section 3).
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return fail("no_host", "The URL has an address, not a name.")
  const dialled = await dial({
    ...dialling,
    hostname,
    port: parsed.port === "" ? HTTPS_PORT : Number(parsed.port),
    signal
  })
  if (!dialled.ok) return fail(FAULTS[dialled.code], dialled.message)
  const socket = await handshake(dialled.socket, hostname, options)
  try {
    if (socket instanceof Error) {
      if (signal.aborted) return fail("not_checked", "There was no answer in time.")
      return fail(isCertificateError(socket) ? "certificate" : "protocol", socket.message)
    }
    return await exchange(parsed, socket, options)
  } finally {
    if (!(socket instanceof Error)) socket.destroy()
    dialled.socket.destroy()
  }
}
