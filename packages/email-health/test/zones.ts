import type { Zone, ZoneRecords } from "@mon/dns"
import { OPEN_LISTS } from "../src/blacklist/lists.ts"
import { rsaKey } from "./keys.ts"

/** The test entries of every open list. A list without its test entry is not trusted. */
export const LISTS: Zone = Object.fromEntries(OPEN_LISTS.map(({ zone }) => [`2.0.0.127.${zone}`, { A: ["127.0.0.2"] }]))

/** Returns the entry of an address on a list. */
export const listing = (address: string, zone: string, answer = "127.0.0.2"): Zone => ({
  [`${address.split(".").toReversed().join(".")}.${zone}`]: { A: [answer] }
})

const reverse = (address: string, name: string): Zone => ({
  [`${address.split(".").toReversed().join(".")}.in-addr.arpa`]: { PTR: [name] }
})

/** Two public addresses. Documentation addresses (RFC 5737) do not count as public. */
export const PUBLIC = ["8.8.8.8", "9.9.9.9"] as const

/**
 * Returns the records of a domain without problems: two mail hosts, an SPF record with "-all", a 2048-bit key, and a
 * DMARC policy "reject" with reports.
 */
export const healthy = (domain = "example.com"): Readonly<Record<string, ZoneRecords>> => ({
  [domain]: {
    MX: [
      { preference: 10, exchange: `mx1.${domain}` },
      { preference: 20, exchange: `mx2.${domain}` }
    ],
    TXT: ["v=spf1 mx -all"],
    A: ["8.8.4.4"]
  },
  [`mx1.${domain}`]: { A: [PUBLIC[0]] },
  [`mx2.${domain}`]: { A: [PUBLIC[1]] },
  ...(reverse(PUBLIC[0], `mx1.${domain}`) as Record<string, ZoneRecords>),
  ...(reverse(PUBLIC[1], `mx2.${domain}`) as Record<string, ZoneRecords>),
  [`default._domainkey.${domain}`]: { TXT: [`v=DKIM1; k=rsa; p=${rsaKey(2048)}`] },
  [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:d@${domain}`] },
  ...(LISTS as Record<string, ZoneRecords>)
})

/** Returns the records of a healthy domain with some names changed. */
export const but = (changes: Zone, domain?: string): Zone => ({ ...healthy(domain), ...changes })
