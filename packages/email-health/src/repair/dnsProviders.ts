import type { RepairType } from "./RepairPlan.ts"

interface Words {
  readonly type: string
  readonly name: string
  readonly value: string
  readonly ttl: string
  /** The label of the preference of an MX record; null if the preference is part of the value. */
  readonly priority: string | null
}

export interface DnsProvider {
  readonly name: string
  /** A pattern that matches the ends of the host names of the provider's name servers. */
  readonly nameServers: RegExp
  readonly words: Words
  /** The labels of the value field for record types whose label differs. */
  readonly values?: Partial<Readonly<Record<RepairType, string>>>
  /** The text that the form expects as the name if the record is at the domain itself. */
  readonly apex: "@" | ""
  /** Whether a TXT value must be entered in quotes, in strings of 255 characters. */
  readonly quoted?: true
}

const words = (type: string, name: string, value: string, priority: string | null = "Priority"): Words => ({
  type,
  name,
  value,
  ttl: "TTL",
  priority
})

/**
 * The form labels of large DNS providers in November 2026. The labels of Cloudflare, GoDaddy and Amazon Route 53, and
 * the "@" of Hetzner, were compared with the providers' documentation; the other labels are from memory. Forms change,
 * so every record is also shown with its plain name and values.
 */
const DNS_PROVIDERS: ReadonlyArray<DnsProvider> = [
  {
    name: "Cloudflare",
    nameServers: /\.ns\.cloudflare\.com$/,
    words: words("Type", "Name", "Content"),
    values: { MX: "Mail server", A: "IPv4 address", AAAA: "IPv6 address", CNAME: "Target" },
    apex: "@"
  },
  {
    name: "GoDaddy",
    nameServers: /\.domaincontrol\.com$/,
    words: words("Type", "Name", "Value"),
    apex: "@"
  },
  {
    name: "Amazon Route 53",
    nameServers: /\.awsdns-\d+\.(?:com|net|org|co\.uk)$/,
    words: { ...words("Record type", "Record name", "Value", null), ttl: "TTL (seconds)" },
    apex: "",
    quoted: true
  },
  {
    name: "Namecheap",
    nameServers: /\.registrar-servers\.com$/,
    words: words("Type", "Host", "Value"),
    values: { CNAME: "Target" },
    apex: "@"
  },
  {
    name: "IONOS",
    nameServers: /\.ui-dns\.(?:com|de|org|biz)$/,
    words: words("Type", "Host name", "Value"),
    values: { MX: "Points to", A: "Points to", AAAA: "Points to", CNAME: "Points to" },
    apex: "@"
  },
  {
    name: "OVHcloud",
    nameServers: /\.(?:ovh\.net|anycast\.me|ovh\.ca)$/,
    words: words("Record type", "Sub-domain", "Value"),
    values: { MX: "Target", A: "Target", AAAA: "Target", CNAME: "Target" },
    apex: ""
  },
  {
    name: "Hetzner",
    nameServers:
      /\.(?:ns\.hetzner\.(?:com|de)|first-ns\.de|second-ns\.(?:de|com))$|^(?:hydrogen|oxygen|helium)\.ns\.hetzner/,
    words: words("Type", "Name", "Value", null),
    apex: "@"
  },
  {
    name: "Squarespace",
    nameServers: /\.(?:googledomains\.com|squarespacedns\.com)$/,
    words: words("Type", "Host", "Data"),
    apex: "@"
  },
  {
    name: "Gandi",
    nameServers: /\.gandi\.net$/,
    words: words("Type", "Name", "Value"),
    values: { TXT: "Text value", MX: "Hostname", A: "IPv4 address", AAAA: "IPv6 address", CNAME: "Hostname" },
    apex: "@"
  },
  {
    name: "DigitalOcean",
    nameServers: /^ns[123]\.digitalocean\.com$/,
    words: words("Record type", "Hostname", "Value"),
    values: {
      MX: "Mail providers mail server",
      A: "Will direct to",
      AAAA: "Will direct to",
      CNAME: "Is an alias of"
    },
    apex: "@"
  }
]

/**
 * Returns the provider of a zone from its name servers; null if the provider is unknown, or if several providers serve
 * the zone.
 */
export const dnsProviderOf = (nameServers: ReadonlyArray<string>): DnsProvider | null => {
  const [first] = nameServers
  const found = first === undefined ? undefined : DNS_PROVIDERS.find(({ nameServers: pattern }) => pattern.test(first))
  return found !== undefined && nameServers.every((name) => found.nameServers.test(name)) ? found : null
}
