import type { DomainFacts } from "../assessment/Assessment.ts"

/** The SPF include of each mailbox provider. */
export const PROVIDER_INCLUDES: Readonly<Record<string, string>> = {
  google: "_spf.google.com",
  microsoft365: "spf.protection.outlook.com",
  zoho: "zohomail.com",
  proton: "_spf.protonmail.ch",
  fastmail: "spf.messagingengine.com",
  icloud: "icloud.com",
  ovh: "mx.ovh.com",
  yandex: "_spf.yandex.net",
  hostinger: "_spf.mail.hostinger.com",
  infomaniak: "spf.infomaniak.ch",
  gandi: "_mailcust.gandi.net",
  migadu: "spf.migadu.com",
  rackspace: "emailsrvr.com",
  godaddy: "secureserver.net"
}

/**
 * An SPF record for a domain that has none. Nobody but the owner knows all its senders, so it names those that the DNS
 * shows and ends in "~all". Only a domain that neither receives email nor has an address gets "-all".
 */
export const suggestSpf = ({ mx }: DomainFacts): string => {
  const include = mx.provider === null ? undefined : PROVIDER_INCLUDES[mx.provider.id]
  if (include !== undefined) return `v=spf1 include:${include} ~all`
  if (mx.kind === "implicit") return "v=spf1 a ~all"
  if (mx.kind === "none" || mx.kind === "nxdomain") return "v=spf1 -all"
  if (mx.hosts.some(({ addresses }) => addresses.length > 0)) return "v=spf1 mx ~all"
  return "v=spf1 ~all"
}
