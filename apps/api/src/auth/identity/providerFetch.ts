import { type AddressPolicy, dial, type ResolveAddresses } from "@mon/public-net"
import { request as requestOver } from "node:http"
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { isIP } from "node:net"
import { connect, type SecureContext } from "node:tls"
import type { CustomFetchOptions } from "openid-client"

/** The provider could not be asked. */
export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable"
  readonly code = "ERR_PROVIDER_UNREACHABLE"
}

/** Everything that requests to a provider need from outside. */
export interface ProviderPorts {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  readonly context: SecureContext
}

/** Keys and metadata of providers have some ten kilobytes. */
const BODY_BYTES = 512 * 1_024
const HEADER_BYTES = 16 * 1_024

const secure = (socket: Socket, hostname: string, context: SecureContext): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const servername = isIP(hostname) === 0 ? hostname : ""
    const tls = connect({ socket, host: hostname, servername, secureContext: context, ALPNProtocols: ["http/1.1"] })
    tls.once("secureConnect", () => resolve(tls))
    tls.once("error", (error) => {
      socket.destroy()
      reject(new ProviderUnreachable(`no secure connection: ${error.message}`))
    })
    socket.once("close", () => reject(new ProviderUnreachable("the connection was closed")))
  })

const readBody = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let length = 0
  // Without an encoding, a stream has buffers.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_BYTES) throw new ProviderUnreachable(`the answer has more than ${BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const bytesOf = (body: CustomFetchOptions["body"]): string => {
  if (body === undefined || body === null) return ""
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString()
  throw new ProviderUnreachable("the request has a body of an unknown kind")
}

const headersOf = (answer: IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return headers
}

/** Statuses whose responses have no body (Fetch, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

const exchange = (socket: Socket, url: URL, { body, headers, method }: CustomFetchOptions): Promise<Response> =>
  new Promise((resolve, reject) => {
    const text = bytesOf(body)
    const sent = requestOver({
      method,
      path: `${url.pathname}${url.search}`,
      createConnection: () => socket,
      setHost: false,
      headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(text), connection: "close" },
      maxHeaderSize: HEADER_BYTES
    })
    sent.once("error", (error) => reject(new ProviderUnreachable(error.message)))
    sent.once("response", (answer) => {
      const { statusCode = 0 } = answer
      readBody(answer).then(
        (bytes) =>
          resolve(
            new Response(BODILESS.has(statusCode) ? null : new Uint8Array(bytes), {
              status: statusCode,
              headers: headersOf(answer)
            })
          ),
        (error: unknown) =>
          reject(error instanceof ProviderUnreachable ? error : new ProviderUnreachable(String(error)))
      )
    })
    sent.end(text)
  })

/**
 * `fetch` for the requests to a provider: vets the address, verifies the certificate, follows no redirect, and reads at
 * most 512 KiB. Rejects with {@link ProviderUnreachable}.
 */
export const makeProviderFetch =
  ({ context, policy, resolve }: ProviderPorts) =>
  async (address: string, options: CustomFetchOptions): Promise<Response> => {
    const url = new URL(address)
    const hostname = url.hostname.replace(/^\[(.*)\]$/u, "$1")
    const isSecure = url.protocol === "https:"
    const signal = options.signal ?? AbortSignal.timeout(10_000)
    const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port)
    const dialled = await dial({ hostname, port, policy, resolve, signal })
    if (!dialled.ok) throw new ProviderUnreachable(dialled.message)
    const { socket } = dialled
    const abort = () => socket.destroy(new ProviderUnreachable("the provider took too long"))
    signal.addEventListener("abort", abort)
    // Errors of the socket reject the steps below; without a listener they would end the process.
    socket.on("error", () => {})
    try {
      return await exchange(isSecure ? await secure(socket, hostname, context) : socket, url, options)
    } finally {
      signal.removeEventListener("abort", abort)
      socket.destroy()
    }
  }
