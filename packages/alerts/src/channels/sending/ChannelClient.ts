import {
  aFunction,
  anAbortSignal,
  argumentsOf,
  aString,
  mapOf,
  oneOf,
  optional,
  optionsOf,
  secretly,
  shape
} from "@mon/bundled/arguments"
import { type AddressPolicy, createHttpExchange, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { channelClientFields, headerValue } from "../../argumentKinds.ts"
import type { WebhookFault } from "../../webhook/WebhookFault.ts"
import type { ChannelRequest } from "../Channel.ts"
import type { ChannelResponse } from "../ChannelAnswer.ts"

/** The settings for sending the requests of channels. */
export interface ChannelClientSettings {
  /** The time limit for one exchange. Default: 15 seconds. */
  readonly timeoutMs?: number
  /** The header `User-Agent`. Default: `Mon-Channels/1.0`. */
  readonly userAgent?: string
  /** Trust anchors in addition to Node's default ones, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
  /**
   * The allowed origins in the operator's own network, although the policy forbids their addresses. They may use http.
   * Default: none.
   */
  readonly targets?: ReadonlyArray<string>
  /**
   * Replacements for the origins of vendors, such as the origin of a proxy or a test server: `{ "https://slack.com":
   * "http://127.0.0.1:8080" }`. The replacements count as targets. Default: none.
   */
  readonly origins?: Readonly<Record<string, string>>
}

/** The settings of a channel client, with its resolver and its address policy. */
export interface ChannelClientOptions extends ChannelClientSettings {
  /** Returns the addresses of a name, like `resolveAddresses` of `@mon/dns`. */
  readonly resolve: ResolveAddresses
  /** The address policy. Default: only public addresses. */
  readonly policy?: AddressPolicy
}

/** The result of an exchange with a vendor: a response or a fault. A failed exchange never throws. */
export type ChannelExchange =
  | { readonly answered: true; readonly response: ChannelResponse; readonly responseTimeMs: number }
  | { readonly answered: false; readonly error: WebhookFault; readonly responseTimeMs: number }

/** Sends requests of channels. */
export interface ChannelClient {
  /**
   * Makes one attempt. Faults of the vendor or the network are in the result. Rejects only if the signal is aborted.
   */
  readonly send: (request: ChannelRequest, signal?: AbortSignal) => Promise<ChannelExchange>
}

const acceptMakeChannelClient = /* @__PURE__ */ argumentsOf("makeChannelClient", () => ({
  options: optionsOf<ChannelClientOptions>({ ...channelClientFields(), resolve: aFunction })
}))

const acceptChannelSend = /* @__PURE__ */ argumentsOf("client.send", () => ({
  request: shape<ChannelRequest>("a request made by a channel", {
    method: oneOf("GET", "POST", "PUT", "PATCH"),
    url: secretly(aString),
    headers: mapOf(secretly(headerValue), "an object of header fields"),
    body: secretly(aString)
  }),
  signal: optional(anAbortSignal)
}))

const TIMEOUT_MS = 15_000
const EVERYWHERE = ["0.0.0.0/0", "::/0"]

const originOf = (text: string): string => URL.parse(text)?.origin ?? text

const movedTo = (origins: ReadonlyMap<string, string>, text: string): string => {
  const url = URL.parse(text)
  const origin = origins.get(url?.origin ?? "")
  // A URL with credentials is left unchanged, because it is refused anyway.
  return url === null || origin === undefined || url.username !== "" || url.password !== ""
    ? text
    : `${origin}${url.pathname}${url.search}`
}

/**
 * Makes one request. `now` returns the time of the response. Rejects with the signal's reason if the signal is aborted.
 */
export type SendToVendor = (
  request: ChannelRequest,
  now: () => number,
  signal: AbortSignal | undefined
) => Promise<ChannelExchange>

/**
 * Makes the function that sends requests to vendors and to the operator's own servers. The operator's servers may have
 * any address, and need no TLS.
 */
export const makeSendToVendor = (
  policy: AddressPolicy,
  resolve: ResolveAddresses,
  settings: ChannelClientSettings
): SendToVendor => {
  const { extraCa = [], origins = {}, timeoutMs = TIMEOUT_MS, userAgent = "Mon-Channels/1.0" } = settings
  const moved = new Map(Object.entries(origins).map(([from, to]) => [originOf(from), originOf(to)]))
  const targets = new Set([...(settings.targets ?? []).map(originOf), ...moved.values()])
  const vendors = createHttpExchange({ policy, resolve, extraCa })
  const own = createHttpExchange({
    policy: makeAddressPolicy({ allow: EVERYWHERE }),
    resolve,
    extraCa,
    allowsHttp: true
  })
  return async ({ body, headers, method, url }, now, signal) => {
    signal?.throwIfAborted()
    const began = performance.now()
    const deadline = AbortSignal.timeout(timeoutMs)
    const reached = movedTo(moved, url)
    const answer = await (targets.has(originOf(reached)) ? own : vendors)({
      url: reached,
      method,
      headers: { "User-Agent": userAgent, Accept: "application/json, text/plain, */*", ...headers },
      body,
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    })
    signal?.throwIfAborted()
    const responseTimeMs = Math.round(performance.now() - began)
    if (!answer.ok) return { answered: false, error: { code: answer.code, message: answer.message }, responseTimeMs }
    const { statusCode } = answer
    const response = { statusCode, headers: answer.headers, body: answer.body.toString("utf8"), nowMs: now() }
    return { answered: true, responseTimeMs, response }
  }
}

/**
 * Makes a channel client. Reuse it, because making one costs more than a request.
 *
 * @example
 * ```ts
 * const client = makeChannelClient({ resolve })
 * const exchange = await client.send(slack.request(message, settings))
 * if (exchange.answered) slack.readAnswer(exchange.response, { settings })
 * ```
 */
export const makeChannelClient = (options: ChannelClientOptions): ChannelClient => {
  acceptMakeChannelClient(options)
  const { policy = makeAddressPolicy(), resolve, ...settings } = options
  const send = makeSendToVendor(policy, resolve, settings)
  return {
    send: async (request, signal) => {
      acceptChannelSend(request, signal)
      return send(request, Date.now, signal)
    }
  }
}
