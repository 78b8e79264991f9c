/** The words of the DNS screen in English. */
export const dnsEn = {
  off: "The DNS records of this domain are not watched.",
  offMore:
    "Mon can ask the servers of the domain directly, and alert you when its name servers, mail or other records change.",
  switchOn: "Watch DNS records",
  readOnly: "Only people who can change this domain can switch on the DNS watch.",
  waiting: "The first observation is due now. The records appear here within a minute.",
  paused: "This domain is paused, so its DNS is not observed.",
  overLimit:
    "Your plan allows fewer watched domains. The watch of the newest domains, including this one, has stopped.",
  checked: (ago: string) => `Observed ${ago}`,
  next: (duration: string) => `again in ${duration}`,
  records: "Current records",
  none: "No records",
  parent: "at the parent",
  since: "Since",
  pending: (when: string) => `Different since ${when}. Mon asks again before it alerts you.`,
  pinned: "Pinned addresses",
  servers: (count: string) => `${count} servers`,
  server: "Server",
  answer: "Answer",
  same: "the same records",
  different: "different records",
  failed: (reason: string) => `no answer (${reason})`,
  status: { ok: "records", nodata: "no records", nxdomain: "the name does not exist" },
  findings: "To fix",
  finding: {
    delegation_mismatch: "The parent and the zone list different name servers",
    lame_server: "A listed name server does not serve this domain",
    blocked_server: "A name server has no public address",
    servers_differ: "Servers answer differently",
    resolver_differs: "A resolver answers differently"
  } as Readonly<Record<string, string>>,
  changes: "Changes",
  noChanges: "No changes so far.",
  added: "Added",
  removed: "Removed",
  settings: "Change what is watched"
}

/** The words of the DNS screen. */
export type DnsWords = typeof dnsEn
