import { aUint8Array, either, milliseconds, optional, optionsOf, argumentsOf, aString } from "@mon/bundled/arguments"
import { resolverFields } from "../resolverFields.ts"
import type { MessageReport } from "./MessageReport.ts"
import type { CheckOptions } from "./CheckOptions.ts"

const acceptCheckMessage = /* @__PURE__ */ argumentsOf("checkMessage", () => ({
  message: either([aUint8Array, aString]),
  options: optional(
    optionsOf<CheckOptions>({
      ...resolverFields(),
      deadlineMs: optional(milliseconds()),
      receivedBy: optional(aString),
      clientIp: optional(aString),
      helo: optional(aString),
      mailFrom: optional(aString)
    })
  )
}))

/**
 * Returns the verdict on a received message: SPF, DKIM, DMARC, ARC, one-click unsubscribe and headers. Rejects with an
 * EmailMessageError if the input is invalid. If the signal aborts, rejects with the signal's reason. Stores nothing.
 *
 * @example
 * (await checkMessage("From: a@example.com\r\n\r\nHello", { zone: {} })).dkim.status // => "none"
 * (await checkMessage("From: a@example.com\r\n\r\nHello", { zone: { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } }, clientIp: "192.0.2.1", mailFrom: "a@example.com" })).spf.status // => "pass"
 */
export const checkMessage = async (
  message: Uint8Array | string,
  options: CheckOptions = {}
): Promise<MessageReport> => {
  acceptCheckMessage(message, options)
  const { runMessageCheck } = await import("./runMessageCheck.ts")
  return runMessageCheck(message, options)
}
