import { shape, argumentsOf, aString } from "@mon/bundled/arguments"
import type { HttpExchangeFault } from "@mon/public-net"

const acceptIsOwnFault = /* @__PURE__ */ argumentsOf("isOwnFault", () => ({
  error: shape<WebhookFault>("the error of a webhook result", { code: aString })
}))

/**
 * The sentences about faults of a response. The HTTP exchange of @mon/public-net provides the sentences about faults of
 * the exchange.
 */
const SENTENCES = {
  redirect: "The receiver returned a redirect. Webhooks do not follow redirects.",
  gone: "The receiver returned HTTP 410, so it no longer exists.",
  http_status: "The receiver returned an error."
} as const

/** The stable codes of faults. */
export type WebhookFaultCode = HttpExchangeFault | keyof typeof SENTENCES

/** The reason why a webhook was not delivered. */
export interface WebhookFault {
  readonly code: WebhookFaultCode
  /** A sentence for people. The wording may change. */
  readonly message: string
}

export const fault = (code: keyof typeof SENTENCES, detail = ""): WebhookFault => ({
  code,
  message: detail === "" ? SENTENCES[code] : `${SENTENCES[code].slice(0, -1)} (${detail}).`
})

/**
 * The faults that say nothing about the receiver. Deliveries with these faults are retried, and do not count towards
 * switching off a webhook.
 */
const OWN: ReadonlySet<WebhookFaultCode> = new Set<WebhookFaultCode>(["local_fault", "aborted"])

/**
 * Returns whether the sender itself caused a fault.
 *
 * @example
 * isOwnFault({ code: "local_fault", message: "This machine could not open a connection." }) // => true
 */
export const isOwnFault = (error: WebhookFault): boolean => {
  acceptIsOwnFault(error)
  return OWN.has(error.code)
}
