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
  /** The time limit of one attempt. Default: 15 seconds. */
  readonly timeoutMs?: number
  /** Trust anchors in addition to Node's default ones, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
}

/** The settings of a webhook client, with its resolver and its address policy. */
export interface WebhookClientOptions extends WebhookSettings {
  /** Returns the addresses of a name, like `resolveAddresses` of `@mon/dns`. */
  readonly resolve: ResolveAddresses
  /** The address policy. Default: only public addresses. */
  readonly policy?: AddressPolicy
}

/** Delivers webhooks. */
export interface WebhookClient {
  /**
   * Makes one attempt. Faults of the receiver or of the lookup of its name are in the result. Rejects with the signal's
   * reason if it is aborted, and with a TypeError if an id, an event, a secret or a size breaks the contract.
   */
  readonly send: (request: WebhookRequest, signal?: AbortSignal) => Promise<WebhookResult>
}

/** The time limit of an attempt. Standard Webhooks, "Timeouts", recommends 15 to 30 seconds. */
const TIMEOUT_MS = 15_000

/** Returns the settings with their defaults. Throws a TypeError if the service name cannot be part of a header name. */
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
 * Makes a webhook client. Reuse the client, because making one costs more than a delivery.
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
