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
} from "@mon/arguments"
import { type AddressPolicy, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { createSecureContext, getCACertificates } from "node:tls"
import { channelClientFields, headerValue } from "../../argumentKinds.ts"
import type { ChannelRequest } from "../Channel.ts"
import { type ChannelExchange, type ChannelPorts, exchangeWithVendor } from "./exchangeWithVendor.ts"

/** How requests of channels are sent. */
export interface ChannelClientSettings {
  /** Limit of one exchange. Default: 15 seconds. */
  readonly timeoutMs?: number
  /** Default: `Mon-Channels/1.0`. */
  readonly userAgent?: string
  /** Trust anchors beside Node's default ones, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
  /**
   * Origins of the operator's own network that are reached although the policy forbids their addresses, also by http.
   * Default: none.
   */
  readonly targets?: ReadonlyArray<string>
  /**
   * Other origins for those of vendors, such as a proxy or a test server:
   * `{ "https://slack.com": "http://127.0.0.1:8080" }`. They count as targets. Default: none.
   */
  readonly origins?: Readonly<Record<string, string>>
}

/** What a client of channels stands on. */
export interface ChannelClientOptions extends ChannelClientSettings {
  /** The addresses of a name; `resolveAddresses` of `@mon/dns` is one. */
  readonly resolve: ResolveAddresses
  /** Default: public addresses only. */
  readonly policy?: AddressPolicy
}

/** Sends requests of channels. */
export interface ChannelClient {
  /** One attempt; what the vendor or the network does is in the result. Rejects only when the signal is aborted. */
  readonly send: (request: ChannelRequest, signal?: AbortSignal) => Promise<ChannelExchange>
}

const acceptMakeChannelClient = /* @__PURE__ */ argumentsOf("makeChannelClient", () => ({
  options: optionsOf<ChannelClientOptions>({ ...channelClientFields(), resolve: aFunction })
}))

const acceptChannelSend = /* @__PURE__ */ argumentsOf("client.send", () => ({
  request: shape<ChannelRequest>("a request, such as a channel makes", {
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

/** Settings with their defaults. */
export const toChannelPorts = (
  policy: AddressPolicy,
  resolve: ResolveAddresses,
  settings: ChannelClientSettings
): ChannelPorts => {
  const { extraCa = [], origins = {}, targets = [], timeoutMs = TIMEOUT_MS, userAgent = "Mon-Channels/1.0" } = settings
  const moved = new Map(Object.entries(origins).map(([from, to]) => [originOf(from), originOf(to)]))
  return {
    policy,
    targetPolicy: makeAddressPolicy({ allow: EVERYWHERE }),
    targets: new Set([...targets.map(originOf), ...moved.values()]),
    origins: moved,
    resolve,
    timeoutMs,
    userAgent,
    context: createSecureContext({
      minVersion: "TLSv1.2",
      ...(extraCa.length === 0 ? {} : { ca: [...getCACertificates("default"), ...extraCa] })
    })
  }
}

/**
 * Makes a client of channels. Reuse it, since making one costs more than a request.
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
  const ports = toChannelPorts(policy, resolve, settings)
  return {
    send: async (request, signal) => {
      acceptChannelSend(request, signal)
      return exchangeWithVendor(ports, request, Date.now, signal)
    }
  }
}
