import type { WordTable } from "../../words/WordTable.ts"

export const dnsEn = {
  off: "The DNS records of this domain are not watched.",
  offMore:
    "Mon can query the domain's servers directly and alert you when its name servers, mail or other records change.",
  switchOn: "Watch DNS records",
  readOnly: "Only people who can change this domain can switch on the DNS watch.",
  waiting: "The first check of the records is due now. They will appear here within a minute.",
  paused: "This domain is paused, so its DNS is not watched.",
  overLimit: "Your plan allows fewer watched domains, so Mon no longer watches the newest ones, including this one.",
  checked: (ago: string) => `Checked ${ago}`,
  next: (duration: string) => `again in ${duration}`,
  records: "Current records",
  none: "No records",
  parent: "at the parent",
  since: "Since",
  pending: (when: string) => `Different since ${when}. Mon will query again before it alerts you.`,
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
    __proto__: null as never,
    delegation_mismatch: "The parent and the zone list different name servers",
    lame_server: "A listed name server does not serve this domain",
    blocked_server: "A name server has no public address",
    servers_differ: "Servers return different records",
    resolver_differs: "A resolver returns different records"
  } as WordTable,
  changes: "Changes",
  noChanges: "No known changes.",
  added: "Added",
  removed: "Removed",
  settings: "Change what is watched"
}

export type DnsWords = typeof dnsEn
