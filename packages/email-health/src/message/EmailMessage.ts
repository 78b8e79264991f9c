import type { Zone } from "@mon/dns"
import { DnsResolver, layerUdp, layerZone, type Resolver, type UdpResolverOptions } from "@mon/dns/effect"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { buildMessageReport } from "./buildMessageReport.ts"
import type { EmailMessageError } from "./EmailMessageError.ts"
import { inspectMessage } from "./inspectMessage.ts"
import { CHECK_DEADLINE_MS } from "./limits.ts"
import { readEnvelope, readMessage } from "./MessageInput.ts"
import type { MessageReport } from "./MessageReport.ts"
import type { CheckMessageOptions, EmailMessageSettings } from "./CheckOptions.ts"

/** The methods of the service. */
export interface EmailMessageShape {
  /** Returns the verdict on a message. Fails only if the input is invalid. Stores nothing. */
  readonly check: (
    message: Uint8Array | string,
    options?: CheckMessageOptions
  ) => Effect.Effect<MessageReport, EmailMessageError>
}

/** Creates the service with the given resolver. */
export const makeEmailMessage = (
  resolver: Resolver,
  { deadlineMs = CHECK_DEADLINE_MS }: EmailMessageSettings = {}
): EmailMessageShape => ({
  check: Effect.fn("EmailMessage.check")(function* (given: Uint8Array | string, options: CheckMessageOptions = {}) {
    const bytes = yield* readMessage(given)
    const envelope = yield* readEnvelope(options)
    const now = yield* Clock.currentTimeMillis
    const { receivedBy = null } = options
    const { facts, queries } = yield* inspectMessage({ resolver, bytes, envelope, receivedBy, deadlineMs, now })
    return buildMessageReport(facts, { now, queries })
  })
})

/** The service that checks received messages. */
export class EmailMessage extends Context.Service<EmailMessage, EmailMessageShape>()("@mon/email-health/EmailMessage") {
  /** Provides the service with the given resolver. */
  static readonly layerNoDeps = (settings: EmailMessageSettings = {}): Layer.Layer<EmailMessage, never, DnsResolver> =>
    Layer.effect(
      EmailMessage,
      Effect.map(DnsResolver, (resolver) => makeEmailMessage(resolver, settings))
    )

  /** Provides the service with its own DNS client. */
  static readonly layer = (
    settings: EmailMessageSettings & { readonly dns?: UdpResolverOptions } = {}
  ): Layer.Layer<EmailMessage> => Layer.provide(EmailMessage.layerNoDeps(settings), layerUdp(settings.dns))

  /** Provides the service with a declarative zone, without a network. */
  static readonly layerMemory = (
    zone: Zone | Resolver,
    settings: EmailMessageSettings = {}
  ): Layer.Layer<EmailMessage> => Layer.provide(EmailMessage.layerNoDeps(settings), layerZone(zone))
}
