import { shape, argumentsOf, aString } from "@mon/arguments"
import type { DialFault } from "@mon/public-net"

const acceptIsOwnFault = /* @__PURE__ */ argumentsOf("isOwnFault", () => ({
  error: shape<WebhookFault>("the error of a webhook result", { code: aString })
}))

/** Why a delivery failed, beside what can go wrong while connecting; the single list of codes and sentences. */
const SENTENCES = {
  bad_url: "The URL is not a usable https URL.",
  tls_handshake: "The TLS handshake failed.",
  tls_timeout: "The TLS handshake did not finish in time.",
  tls_certificate: "The certificate of the receiver is not valid.",
  header_timeout: "The receiver did not answer in time.",
  connection_closed: "The receiver closed the connection without an answer.",
  protocol_error: "The answer is not valid HTTP.",
  redirect: "The receiver answered with a redirect. Webhooks do not follow redirects.",
  gone: "The receiver answered with HTTP 410, so it no longer exists.",
  http_status: "The receiver answered with an error."
} as const

/** Stable codes. */
export type WebhookFaultCode = DialFault | keyof typeof SENTENCES

/** Why a webhook was not delivered. */
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
