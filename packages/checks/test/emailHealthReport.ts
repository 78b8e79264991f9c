import type { EmailHealthReport } from "@mon/email-health"

const part = { status: "ok", score: 100, weight: 20 } as const
const text = { present: false, record: null, valid: false } as const

export const reportOf = (domain: string, more: Partial<EmailHealthReport> = {}): EmailHealthReport => ({
  domain,
  score: 100,
  grade: "A",
  incomplete: false,
  parked: false,
  rubricVersion: "test",
  checkedAt: "2026-01-01T00:00:00.000Z",
  cached: false,
  mx: { ...part, kind: "hosts", hosts: [], provider: null, providerKind: null },
  spf: {
    ...part,
    weight: 25,
    record: "v=spf1 -all",
    lookups: 0,
    tree: { domain, via: null, status: "ok", record: "v=spf1 -all", errors: [], lookups: 0, terms: [], children: [] },
    voids: [],
    networks: [],
    ipv4Addresses: 0,
    dynamic: false,
    otherwise: "fail"
  },
  dkim: { ...part, keys: [], selectorsProbed: 50, dangling: [], wildcard: null },
  dmarc: {
    ...part,
    weight: 25,
    record: "v=DMARC1; p=reject",
    policy: "reject",
    effectivePolicy: "reject",
    below: { subdomain: "reject", nonexistent: "reject" },
    inheritedFrom: null,
    organizationalDomain: domain,
    walked: [domain],
    reports: []
  },
  blacklist: { ...part, weight: 10, checked: [], listings: [] },
  extras: {
    mtaSts: { ...text, policy: null, fetched: false, fault: null },
    tlsRpt: { ...text, addresses: [] },
    bimi: {
      ...text,
      logo: null,
      certificate: null,
      declined: false,
      logoCheck: { status: "not_checked", problems: [] },
      certificateCheck: { status: "not_checked", problems: [] }
    },
    mailHosts: [],
    dane: [],
    dnssec: { signed: false, validated: null },
    reverseDns: null,
    bulkSender: []
  },
  findings: [],
  records: [],
  steps: [],
  queries: 100,
  ...more
})
