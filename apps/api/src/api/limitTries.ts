import { type ChannelKind, plainMessage } from "@mon/alerts/channels"
import { messages, TooManyRequests } from "@mon/api-contract"
import type { OpenChannel } from "@mon/notifications"
import { registrableDomain } from "@mon/public-net"
import { Effect } from "effect"
import { type AttemptKind, takeAttempt, takeFirstWait } from "../auth/AttemptLimits.ts"
import type { Caller } from "../auth/Caller.ts"

/**
 * The channels that connect only to their vendor's servers. Mon does not limit tests of these channels, because the
 * vendor limits the rate.
 */
const OF_VENDORS: ReadonlySet<string> = new Set<ChannelKind>([
  "slack",
  "slack_app",
  "discord",
  "teams",
  "google_chat",
  "telegram",
  "pagerduty",
  "pushover",
  "twilio"
])

const siteOf = (url: string): string => {
  const hostname = URL.parse(url)?.hostname ?? ""
  return registrableDomain(hostname) ?? hostname
}

/** Limits how often one account, and all accounts together, may send requests to the registrable domain of a URL. */
const limitTries = Effect.fnUntraced(function* (kind: "test" | "preview", { principal }: Caller, url: string) {
  const site = siteOf(url)
  const seconds = yield* takeFirstWait([
    [kind, `${principal.accountId} ${site}`],
    [`${kind}OfSite`, site]
  ])
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.rateLimited(seconds) })
})

/**
 * Limits the number of test messages to one domain, because the caller chooses their content and has not proven
 * ownership of the domain.
 */
export const limitTestsTo = (caller: Caller, url: string) => limitTries("test", caller, url)

export const limitChannelTests = (caller: Caller, { channel, settings }: OpenChannel) => {
  if (OF_VENDORS.has(channel.kind)) return Effect.void
  const message = plainMessage({ title: "Test", text: "Test", deliveryId: "test" })
  return limitTestsTo(caller, channel.request(message, settings, { state: null, compact: false }).url)
}

/** Limits how often one person may make a kind of request. */
export const limitOf = Effect.fnUntraced(function* (kind: AttemptKind, { viewer }: Caller) {
  const seconds = yield* takeAttempt(kind, viewer.membershipKey)
  if (seconds > 0) return yield* new TooManyRequests({ message: messages.rateLimited(seconds) })
})

export const limitPreviewsOf = (caller: Caller, url: string) => limitTries("preview", caller, url)
