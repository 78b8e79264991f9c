import { type AddressPolicy, dial, type ResolveAddresses } from "@mon/public-net"
import type { SecureContext } from "node:tls"
import { type ConnectedRequest, httpRequest } from "../../webhook/HttpRequest.ts"
import { secureSocket } from "../../webhook/SecureSocket.ts"
import { fault, type WebhookFault } from "../../webhook/WebhookFault.ts"
import type { ChannelRequest } from "../Channel.ts"
import type { ChannelResponse } from "../ChannelAnswer.ts"

/** How an exchange with a vendor ended; an outcome, never an error. */
export type ChannelExchange =
  | { readonly answered: true; readonly response: ChannelResponse; readonly responseTimeMs: number }
  | { readonly answered: false; readonly error: WebhookFault; readonly responseTimeMs: number }

/** Everything an exchange needs from outside. */
export interface ChannelPorts {
  readonly policy: AddressPolicy
  /** For `targets`. */
  readonly targetPolicy: AddressPolicy
  readonly targets: ReadonlySet<string>
  readonly origins: ReadonlyMap<string, string>
  readonly resolve: ResolveAddresses
  readonly context: SecureContext
  readonly timeoutMs: number
  readonly userAgent: string
}

const PORTS: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 }
const BODY_BYTES = 64 * 1024
const URL_CHARACTERS = 8_192

/** The URL that is really requested; null for one that must not be. */
const reachable = ({ origins, targets }: ChannelPorts, text: string): URL | null => {
  const url = text.length > URL_CHARACTERS ? null : URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "") return null
  const moved = origins.get(url.origin)
  const target = moved === undefined ? url : new URL(`${moved}${url.pathname}${url.search}`)
  return target.protocol === "https:" || (target.protocol === "http:" && targets.has(target.origin)) ? target : null
}

type Sent =
  | {
      readonly ok: true
      readonly statusCode: number
      readonly headers: ChannelResponse["headers"]
      readonly body: string
    }
  | { readonly ok: false; readonly fault: WebhookFault }

const exchange = async (
  ports: ChannelPorts,
  url: URL,
  message: ConnectedRequest,
  signal: AbortSignal
): Promise<Sent> => {
  const hostname = url.hostname.replace(/^\[(.*)\]$/u, "$1")
  const dialled = await dial({
    hostname,
    port: url.port === "" ? (PORTS[url.protocol] ?? 0) : Number(url.port),
    policy: ports.targets.has(url.origin) ? ports.targetPolicy : ports.policy,
    resolve: ports.resolve,
    signal
  })
  if (!dialled.ok) return { ok: false, fault: { code: dialled.code, message: dialled.message } }
  const { socket } = dialled
  const secured =
    url.protocol === "http:"
      ? ({ ok: true, socket } as const)
      : await secureSocket(socket, hostname, ports.context, signal)
  if (!secured.ok) return { ok: false, fault: secured.fault }
  const answered = await httpRequest(secured.socket, url, message, signal)
  if (!answered.ok) return { ok: false, fault: answered.fault }
  return { ok: true, statusCode: answered.statusCode, headers: answered.headers, body: answered.body }
}

/**
 * Makes one request: vets the address, verifies the certificate, follows no redirect, and reads at most 64 KiB of the
 * response. Rejects with the signal's reason when it is aborted.
 */
export const exchangeWithVendor = async (
  ports: ChannelPorts,
  request: ChannelRequest,
  now: () => number,
  signal?: AbortSignal
): Promise<ChannelExchange> => {
  signal?.throwIfAborted()
  const began = performance.now()
  const url = reachable(ports, request.url)
  const deadline = AbortSignal.timeout(ports.timeoutMs)
  const message: ConnectedRequest = {
    method: request.method,
    headers: { "User-Agent": ports.userAgent, Accept: "application/json, text/plain, */*", ...request.headers },
    body: Buffer.from(request.body),
    longestBody: { bytes: BODY_BYTES, milliseconds: ports.timeoutMs }
  }
  const ended: Sent =
    url === null
      ? { ok: false, fault: fault("bad_url") }
      : await exchange(ports, url, message, signal === undefined ? deadline : AbortSignal.any([signal, deadline]))
  signal?.throwIfAborted()
  const responseTimeMs = Math.round(performance.now() - began)
  if (!ended.ok) return { answered: false, error: ended.fault, responseTimeMs }
  const { body, headers, statusCode } = ended
  return { answered: true, responseTimeMs, response: { statusCode, headers, body, nowMs: now() } }
}
