import { type ChannelKind, plainMessage } from "@mon/alerts/channels"
import { messages, TooManyRequests } from "@mon/api-contract"
import type { OpenChannel } from "@mon/notifications"
import { registrableDomain } from "@mon/public-net"
import { Effect } from "effect"
import { takeFirstWait } from "../auth/AttemptLimits.ts"
import type { Caller } from "../auth/Caller.ts"

/** Channels that reach only servers of their vendor, which limits its senders itself. */
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

const limitedTo = (seconds: number) =>
  seconds > 0 ? Effect.fail(new TooManyRequests({ message: messages.rateLimited(seconds) })) : Effect.void

/**
 * Limits the test messages to one registrable domain, from one account and from all accounts. Nobody has proven that
 * the domain is theirs, and the caller chooses what is sent.
 */
export const limitTestsTo = ({ principal }: Caller, url: string) => {
  const site = siteOf(url)
  return Effect.flatMap(
    takeFirstWait([
      ["test", `${principal.accountId} ${site}`],
      ["testOfSite", site]
    ]),
    limitedTo
  )
}

/** The same for the test message of a channel. */
export const limitChannelTests = (caller: Caller, { channel, settings }: OpenChannel) => {
  if (OF_VENDORS.has(channel.kind)) return Effect.void
  const message = plainMessage({ title: "Test", text: "Test", deliveryId: "test" })
  return limitTestsTo(caller, channel.request(message, settings, { state: null, compact: false }).url)
}

/** Limits the previews of pages of one registrable domain, from one account and from all accounts. */
export const limitPreviewsOf = ({ principal }: Caller, url: string) => {
  const site = siteOf(url)
  return Effect.flatMap(
    takeFirstWait([
      ["preview", `${principal.accountId} ${site}`],
      ["previewOfSite", site]
    ]),
    limitedTo
  )
}
