import type { Zone } from "@mon/dns"
import { makeUdpResolver, makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { type CheckMessageOptions, type EmailMessageSettings, makeEmailMessage } from "./EmailMessage.ts"
import type { MessageReport } from "./MessageReport.ts"

/** Options of {@link checkMessage}. */
export interface CheckOptions extends EmailMessageSettings, CheckMessageOptions {
  /** "192.0.2.1:53"; the port is optional. Default: the system's servers. */
  readonly servers?: ReadonlyArray<string>
  /** A declarative zone instead of servers, without a network. */
  readonly zone?: Zone
  readonly signal?: AbortSignal
}

/**
 * The verdict on a received message: SPF, DKIM, DMARC, ARC, one-click unsubscribe and headers. Rejects with an
 * EmailMessageError for invalid input, and when the signal aborts. Nothing is stored.
 *
 * @example
 * (await checkMessage("From: a@example.com\r\n\r\nHello", { zone: {} })).dkim.status // => "none"
 * (await checkMessage("From: a@example.com\r\n\r\nHello", { zone: { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } }, clientIp: "192.0.2.1", mailFrom: "a@example.com" })).spf.status // => "pass"
 */
export const checkMessage = (message: Uint8Array | string, options: CheckOptions = {}): Promise<MessageReport> => {
  const { servers, signal, zone } = options
  const check = (resolver: Resolver) => makeEmailMessage(resolver, options).check(message, options)
  const program =
    zone === undefined
      ? Effect.scoped(Effect.flatMap(makeUdpResolver(servers === undefined ? {} : { servers }), check))
      : check(makeZoneResolver(zone))
  return Effect.runPromise(program, signal === undefined ? {} : { signal })
}
