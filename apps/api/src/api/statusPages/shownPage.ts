import { HostProofs } from "@mon/checks"
import type { StoredStatusPage, StoredStatusPageHost, StoredStatusPageSummary } from "@mon/core-store"
import { type StatusPage, type StatusPageHost, type StatusPageSummary, statusPageHostUrl } from "@mon/model"
import { registrableDomain } from "@mon/public-net"
import { Effect } from "effect"
import { isIP, isIPv6 } from "node:net"
import { domainToUnicode } from "node:url"
import type { Caller } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"

/** Returns the host name or IP address of the service. */
export const serviceHostOf = (base: string): string => new URL(base).hostname.replaceAll(/^\[|\]$/gu, "")

/**
 * Returns the DNS record that leads readers to the service. A registered domain itself cannot have a CNAME, because it
 * has other records (RFC 1034 3.6.2).
 */
const addressRecord = (hostname: string, service: string): StatusPageHost["records"][number] => {
  const found = { purpose: "address", name: hostname, value: service } as const
  if (isIP(service) !== 0) return { ...found, type: isIPv6(service) ? "AAAA" : "A" }
  return { ...found, type: registrableDomain(hostname) === hostname ? "ALIAS" : "CNAME" }
}

const shownHost = (
  proofs: HostProofs["Service"],
  accountId: string,
  base: string,
  host: StoredStatusPageHost
): StatusPageHost => {
  const { hostname } = host
  const proof = proofs.record(accountId, hostname)
  return {
    ...host,
    displayName: domainToUnicode(hostname),
    url: statusPageHostUrl(base, hostname),
    records: [{ purpose: "proof", type: "TXT", ...proof }, addressRecord(hostname, serviceHostOf(base))]
  }
}

const urlOf = (base: string, slug: string): string => `${base}/s/${slug}`

export const shownSummary = (page: StoredStatusPageSummary): Effect.Effect<StatusPageSummary, never, PublicUrl> =>
  Effect.map(PublicUrl, ({ base }) => ({ ...page, url: urlOf(base(), page.slug) }))

export const shownPage = Effect.fnUntraced(function* (
  { principal }: Caller,
  page: StoredStatusPage
): Effect.fn.Return<StatusPage, never, PublicUrl | HostProofs> {
  const base = (yield* PublicUrl).base()
  const host = page.host === null ? null : shownHost(yield* HostProofs, principal.accountId, base, page.host)
  return { ...page, host, url: urlOf(base, page.slug) }
})
