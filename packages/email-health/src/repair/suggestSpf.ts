import type { DomainFacts } from "../assessment/Assessment.ts"

const PROVIDER_INCLUDES: ReadonlyMap<string, string> = new Map([
  ["google", "_spf.google.com"],
  ["microsoft365", "spf.protection.outlook.com"],
  ["zoho", "zohomail.com"],
  ["proton", "_spf.protonmail.ch"],
  ["fastmail", "spf.messagingengine.com"],
  ["icloud", "icloud.com"],
  ["ovh", "mx.ovh.com"],
  ["yandex", "_spf.yandex.net"],
  ["hostinger", "_spf.mail.hostinger.com"],
  ["infomaniak", "spf.infomaniak.ch"],
  ["gandi", "_mailcust.gandi.net"],
  ["migadu", "spf.migadu.com"],
  ["rackspace", "emailsrvr.com"],
  ["godaddy", "secureserver.net"]
])

/**
 * Returns the term for the servers that the DNS shows: the mailbox provider, the mail hosts, or the address of a domain
 * without mail hosts. The address of such a domain receives its email, and often sends it too.
 */
export const ownServers = ({ mx }: DomainFacts): string | null => {
  const include = mx.provider === null ? undefined : PROVIDER_INCLUDES.get(mx.provider.id)
  if (include !== undefined) return `include:${include}`
  if (mx.kind === "implicit") return "a"
  return mx.hosts.some(({ addresses }) => addresses.length > 0) ? "mx" : null
}

/**
 * Returns an SPF record for a domain without one. The record names the senders that the DNS shows, and ends in "~all",
 * because only the owner knows all senders.
 */
export const suggestSpf = (facts: DomainFacts): string =>
  ["v=spf1", ownServers(facts), "~all"].filter((term) => term !== null).join(" ")
