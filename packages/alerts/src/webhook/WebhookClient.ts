import {
  aBoolean,
  aFunction,
  listOf,
  milliseconds,
  optional,
  optionsOf,
  shape,
  anAbortSignal,
  argumentsOf,
  aString
} from "@mon/bundled/arguments"
import { headerValue } from "../argumentKinds.ts"
import { webhookSecret } from "./WebhookKey.ts"
import { type AddressPolicy, createHttpExchange, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { deliverWebhook, type WebhookPorts, type WebhookRequest, type WebhookResult } from "./deliverWebhook.ts"
import { webhookHeaderNames } from "./WebhookHeaders.ts"

const acceptMakeWebhookClient = /* @__PURE__ */ argumentsOf("makeWebhookClient", () => ({
  options: optionsOf<WebhookClientOptions>({
    service: optional(aString),
    userAgent: optional(headerValue),
    timeoutMs: optional(milliseconds()),
    extraCa: optional(listOf(aString)),
    resolve: aFunction,
    policy: optional(shape<AddressPolicy>("an address policy", { classify: aFunction, allows: aFunction }))
  })
}))
const acceptWebhookSend = /* @__PURE__ */ argumentsOf("client.send", () => ({
  request: optionsOf<WebhookRequest>({
    url: aString,
    secret: webhookSecret(),
    id: aString,
    event: aString,
    body: aString,
    returnsAnswer: optional(aBoolean)
  }),
  signal: optional(anAbortSignal)
}))

/** The settings for delivering webhooks. */
export interface WebhookSettings {
  /** The name of the service in header names. Default: Mon. */
  readonly service?: string
  readonly userAgent?: string
  /** Limit of one attempt. Default: 15 seconds. */
  readonly timeoutMs?: number
  /** Trust anchors beside Node's default ones, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
}

/** The settings of a client of webhooks, with its resolver and its address policy. */
export interface WebhookClientOptions extends WebhookSettings {
  /** The addresses of a name; `resolveAddresses` of `@mon/dns` is one. */
  readonly resolve: ResolveAddresses
  /** Default: public addresses only. */
  readonly policy?: AddressPolicy
}

/** Delivers webhooks. */
export interface WebhookClient {
  /**
   * One attempt; what a receiver or a name does is in the result. Rejects with the signal's reason when it is aborted,
   * and with a TypeError when an id, an event, a secret or a size breaks the contract.
   */
  readonly send: (request: WebhookRequest, signal?: AbortSignal) => Promise<WebhookResult>
}

/** Decisions of Standard Webhooks, "Timeouts": 15 to 30 seconds. */
const TIMEOUT_MS = 15_000

/** Settings with their defaults; a service name that fits into no header throws. */
export const toWebhookPorts = (
  policy: AddressPolicy,
  resolve: ResolveAddresses,
  settings: WebhookSettings
): WebhookPorts => {
  const { service = "Mon", timeoutMs = TIMEOUT_MS, extraCa = [] } = settings
  const prefix = webhookHeaderNames(service).event.slice("X-".length, -"-Event".length)
  return {
    exchange: createHttpExchange({ policy, resolve, extraCa }),
    service,
    timeoutMs,
    userAgent: settings.userAgent ?? `${prefix}-Webhooks/1.0`
  }
}

/**
 * Makes a client; keep it, since making one costs more than a delivery.
 *
 * @example
 * ```ts
 * const webhooks = makeWebhookClient({ resolve })
 * const { delivered, statusCode, error } = await webhooks.send({ url, secret, id, event: "test", body: JSON.stringify(payload) })
 * ```
 */
export const makeWebhookClient = (options: WebhookClientOptions): WebhookClient => {
  acceptMakeWebhookClient(options)
  const { resolve, policy = makeAddressPolicy(), ...settings } = options
  const ports = toWebhookPorts(policy, resolve, settings)
  return {
    send: async (request, signal) => {
      acceptWebhookSend(request, signal)
      return deliverWebhook(ports, request, Date.now(), signal)
    }
  }
}
