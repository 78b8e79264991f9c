import { OPEN_LISTS } from "@mon/email-health"
import type { DnsServer, ZoneRecords } from "@mon/tooling/testbed"
import { generateKeyPairSync } from "node:crypto"
import type { DemoSite, MailRecords } from "./demoSites.ts"

/** The public addresses in mail records. No program connects to them. */
const MAIL_HOST = "93.184.216.25"
const LISTED_HOST = "93.184.216.66"

const reversed = (address: string): string => address.split(".").toReversed().join(".")

const signingKey = (): string => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  return `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`
}

interface Published {
  readonly mail: Pick<ZoneRecords, "MX" | "TXT">
  readonly dmarc: string | null
  readonly dkim: boolean
}

const published = (records: MailRecords, domain: string): Published => {
  const own = [{ preference: 10, exchange: `mx.${domain}` }]
  const spf = `v=spf1 ip4:${records === "listed" ? LISTED_HOST : MAIL_HOST} -all`
  const reject = `v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`
  switch (records) {
    case "complete":
    case "listed":
      return { mail: { MX: own, TXT: [spf] }, dmarc: reject, dkim: true }
    case "no enforcement":
      return { mail: { MX: own, TXT: [spf] }, dmarc: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`, dkim: true }
    case "no DKIM":
      return { mail: { MX: own, TXT: [spf] }, dmarc: reject, dkim: false }
    case "no DMARC":
      return { mail: { MX: own, TXT: [spf] }, dmarc: null, dkim: true }
    case "open SPF":
      return { mail: { MX: own, TXT: [`v=spf1 ip4:${MAIL_HOST} +all`] }, dmarc: null, dkim: false }
    case "none":
      return { mail: {}, dmarc: null, dkim: false }
  }
}

/**
 * Publishes the records that every report queries: the test entries of the blacklists, and the entry of the blacklisted
 * mail host.
 */
const publishMailHosts = ({ zone }: DnsServer): void => {
  for (const list of OPEN_LISTS) zone.set(`2.0.0.127.${list.zone}`, { A: ["127.0.0.2"] })
  const [list] = OPEN_LISTS
  if (list !== undefined) zone.set(`${reversed(LISTED_HOST)}.${list.zone}`, { A: ["127.0.0.2"] })
}

/**
 * Publishes the address of each site, and the mail records of its domain. A site without an address gets no records.
 */
export const publishDomains = (
  dns: DnsServer,
  sites: ReadonlyArray<{ readonly site: DemoSite; readonly address: string | null }>
): void => {
  const { zone } = dns
  const key = signingKey()
  publishMailHosts(dns)
  for (const { address, site } of sites) {
    const { hostname: domain, mail: records } = site
    if (address === null) continue
    const { dkim, dmarc, mail } = published(records, domain)
    zone.set(domain, { A: [address], ...mail })
    zone.set(`www.${domain}`, { A: [address] })
    const host = records === "listed" ? LISTED_HOST : MAIL_HOST
    if (mail.MX !== undefined) zone.set(`mx.${domain}`, { A: [host] })
    zone.set(`${reversed(host)}.in-addr.arpa`, { PTR: [`mx.${domain}`] })
    if (dmarc !== null) zone.set(`_dmarc.${domain}`, { TXT: [dmarc] })
    if (dkim) zone.set(`default._domainkey.${domain}`, { TXT: [key] })
  }
}

const PROVIDERS = [
  ["aspmx.l.google.com", "v=spf1 include:_spf.google.com ~all"],
  ["prospect.mail.protection.outlook.com", "v=spf1 include:spf.protection.outlook.com -all"],
  ["mxa.us.pphosted.com", "v=spf1 -all"],
  ["eu-smtp-inbound-1.mimecast.com", "v=spf1 -all"],
  ["mx00.ionos.de", "v=spf1 include:_spf.perfora.net ~all"]
] as const

/** Publishes the domains of prospects, and returns one address in each domain. */
export const publishProspects = ({ zone }: DnsServer, count: number): ReadonlyArray<string> => {
  for (const [exchange] of PROVIDERS) zone.set(exchange, { A: [MAIL_HOST] })
  return Array.from({ length: count }, (_, index) => {
    const domain = `prospect-${index}-example.com`
    const [exchange = "", spf = ""] = PROVIDERS[index % PROVIDERS.length] ?? []
    // Some domains have no mail server.
    if (index % 17 !== 16) zone.set(domain, { MX: [{ preference: 10, exchange }], TXT: [spf] })
    return `${index % 5 === 0 ? "info" : "anna"}@${domain}`
  })
}
