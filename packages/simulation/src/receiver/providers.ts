import { argumentsOf, aString } from "@mon/bundled/arguments"
import { GATEWAYS } from "./gateways.ts"
import { makeHostTable } from "./HostTable.ts"
import { MAILBOXES } from "./mailboxes.ts"
import { PASSING_HOSTS } from "./passingHosts.ts"
import type { ReceiverProvider } from "./ReceiverProvider.ts"

const acceptProviderOfHost = /* @__PURE__ */ argumentsOf("providerOfHost", () => ({ host: aString }))

/** The table of all receivers: gateways, mailboxes, and hosts that forward, park or discard email. */
export const RECEIVER_PROVIDERS: ReadonlyArray<ReceiverProvider> = [...GATEWAYS, ...MAILBOXES, ...PASSING_HOSTS]

const BY_ID: ReadonlyMap<string, ReceiverProvider> = new Map(
  RECEIVER_PROVIDERS.map((provider) => [provider.id, provider])
)

/**
 * The names below a provider's domain that the provider gives to servers of its customers. These names do not reveal a
 * mailbox provider.
 */
const CUSTOMER_SERVERS = ["clients.your-server.de", "ip.secureserver.net", "vps.ovh.net"]

const HOSTS = makeHostTable<ReceiverProvider | null>([
  ...RECEIVER_PROVIDERS.flatMap((provider) => Object.keys(provider.hosts).map((host) => [host, provider] as const)),
  ...CUSTOMER_SERVERS.map((host) => [host, null] as const)
])

/**
 * Returns the provider that runs a mail host, according to the longest matching name; null if no provider is known.
 * Names match only by whole labels.
 *
 * @example
 * providerOfHost("mx0a-00123.pphosted.com")?.id // => "proofpoint"
 * providerOfHost("aspmx.l.google.com.evil.example") // => null
 */
export const providerOfHost = (host: string): ReceiverProvider | null => {
  acceptProviderOfHost(host)
  return HOSTS.find(host)
}

export const providerById = (id: string): ReceiverProvider | null => BY_ID.get(id) ?? null
