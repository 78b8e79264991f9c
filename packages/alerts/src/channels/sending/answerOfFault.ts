import { argumentsOf, aString, shape } from "@mon/bundled/arguments"
import type { WebhookFault, WebhookFaultCode } from "../../webhook/WebhookFault.ts"
import type { ChannelAnswer } from "../ChannelAnswer.ts"

const acceptAnswerOfFault = /* @__PURE__ */ argumentsOf("answerOfFault", () => ({
  error: shape<WebhookFault>("the error of an exchange", { code: aString, message: aString })
}))

/** The faults after which a repetition does not help, because the address itself is forbidden. */
const FINAL: ReadonlySet<WebhookFaultCode> = /* @__PURE__ */ new Set<WebhookFaultCode>(["bad_url", "blocked_address"])

/**
 * Returns the answer for an exchange without a response. A later attempt may be delivered, unless the address itself is
 * forbidden.
 *
 * @example
 * answerOfFault({ code: "header_timeout", message: "The receiver did not respond in time." }).outcome // => "retry"
 * answerOfFault({ code: "blocked_address", message: "The address is not public." }).outcome // => "refused"
 */
export const answerOfFault = (error: WebhookFault): ChannelAnswer => {
  acceptAnswerOfFault(error)
  const { code, message } = error
  return FINAL.has(code)
    ? { outcome: "refused", reason: "blocked", switchesOff: true, message, detail: null }
    : {
        outcome: "retry",
        reason: "unavailable",
        afterSeconds: null,
        dropsState: false,
        settings: null,
        message,
        detail: null
      }
}
