import { shape, argumentsOf, aString } from "@mon/bundled/arguments"
import type { HttpExchangeFault } from "@mon/public-net"

const acceptIsOwnFault = /* @__PURE__ */ argumentsOf("isOwnFault", () => ({
  error: shape<WebhookFault>("the error of a webhook result", { code: aString })
}))

/** The sentences about the faults of an answer, beside the faults of the exchange. */
const SENTENCES = {
  redirect: "The receiver returned a redirect. Webhooks do not follow redirects.",
  gone: "The receiver returned HTTP 410, so it no longer exists.",
  http_status: "The receiver returned an error."
} as const

/** Stable codes. */
export type WebhookFaultCode = HttpExchangeFault | keyof typeof SENTENCES

/** The reason why a webhook was not delivered. */
export interface WebhookFault {
  readonly code: WebhookFaultCode
  /** For people; may change. */
  readonly message: string
}

/** A fault with its sentence, and what is known beside it in brackets. */
export const fault = (code: keyof typeof SENTENCES, detail = ""): WebhookFault => ({
  code,
  message: detail === "" ? SENTENCES[code] : `${SENTENCES[code].slice(0, -1)} (${detail}).`
})

/** Faults that say nothing about the receiver: they are repeated, and do not count towards switching a webhook off. */
const OWN: ReadonlySet<WebhookFaultCode> = new Set<WebhookFaultCode>(["local_fault", "aborted"])

/**
 * Whether a fault is the sender's own.
 *
 * @example
 * isOwnFault({ code: "local_fault", message: "This machine could not open a connection." }) // => true
 */
export const isOwnFault = (error: WebhookFault): boolean => {
  acceptIsOwnFault(error)
  return OWN.has(error.code)
}
