import type {
  EmailHealthPoint,
  EmailHealthRecord,
  EmailHealthStanding,
  EmailHealthVerification
} from "@mon/api-contract"
import type { Site } from "./records.ts"

const iso = (ms: number): string => new Date(ms).toISOString()
const DAY = 86_400_000
const weights = { mx: 20, spf: 25, dkim: 20, dmarc: 25, blacklist: 10 } as const

const ok = (weight: number) => ({ status: "ok", score: 100, weight, finding: null }) as const

const componentsOf = (grade: string): EmailHealthPoint["components"] => ({
  mx: ok(weights.mx),
  spf:
    grade === "F"
      ? { status: "fail", score: 0, weight: weights.spf, finding: "spf_missing" }
      : { ...ok(weights.spf), score: grade === "A" ? 100 : 96 },
  dkim: grade === "A" ? ok(weights.dkim) : { status: "fail", score: 0, weight: weights.dkim, finding: "dkim_none" },
  dmarc:
    grade === "A" ? ok(weights.dmarc) : { status: "warn", score: 80, weight: weights.dmarc, finding: "dmarc_none" },
  blacklist: ok(weights.blacklist)
})

const scores: Readonly<Record<string, number>> = { A: 100, C: 74, F: 50 }

export const standingOf = (site: Site): EmailHealthStanding => ({
  domainId: site.id,
  name: site.name,
  domain: site.host,
  emailHealthEnabled: true,
  score: site.state === "unknown" ? null : (scores[site.grade] ?? 50),
  grade: site.state === "unknown" ? null : (site.grade as "A" | "C" | "F"),
  incomplete: false,
  checkedAt: site.state === "unknown" ? null : iso(Date.now() - 3_600_000),
  components: site.state === "unknown" ? null : componentsOf(site.grade)
})

export const pointsOf = (site: Site): ReadonlyArray<EmailHealthPoint> =>
  Array.from({ length: 30 }, (_, index) => ({
    checkedAt: iso(Date.now() - index * DAY),
    score: index < 9 ? 74 : index < 20 ? 68 : 52,
    grade: index < 9 ? "C" : index < 20 ? "D" : "F",
    incomplete: false,
    rubricVersion: index < 20 ? "2026.11.2" : "2026.10.1",
    components: componentsOf(site.grade)
  }))

const policy = (host: string) => `v=DMARC1; p=quarantine; rua=mailto:dmarc@${host}`

/** The parts of a report that the dashboard shows. */
type ShownReport = Pick<
  EmailHealthRecord,
  | "domain"
  | "score"
  | "grade"
  | "incomplete"
  | "parked"
  | "checkedAt"
  | "cached"
  | "findings"
  | "records"
  | "steps"
  | "extras"
> & {
  readonly mx: Pick<EmailHealthRecord["mx"], "status" | "score" | "weight" | "hosts">
  readonly spf: Pick<EmailHealthRecord["spf"], "status" | "score" | "weight" | "record" | "lookups" | "tree">
  readonly dkim: Pick<EmailHealthRecord["dkim"], "status" | "score" | "weight" | "keys" | "selectorsProbed">
  readonly dmarc: Pick<
    EmailHealthRecord["dmarc"],
    "status" | "score" | "weight" | "record" | "policy" | "effectivePolicy" | "inheritedFrom" | "reports"
  >
  readonly blacklist: Pick<EmailHealthRecord["blacklist"], "status" | "score" | "weight" | "checked" | "listings">
}

type Tree = EmailHealthRecord["spf"]["tree"]

const tree = (domain: string, lookups: number, via: string | null, children: ReadonlyArray<Tree> = []): Tree => ({
  domain,
  via,
  status: "ok",
  record: `v=spf1 ${children.map((child) => `include:${child.domain} `).join("")}ip4:192.0.2.0/24 ~all`,
  errors: [],
  lookups,
  terms: [],
  children
})

/**
 * A host that is not ready for a stricter policy even after its reports were read, because its SPF record has errors.
 */
export const UNREADY = "unready.example"

export const reportOf = (host: string, isFresh: boolean, areReviewed = false): ShownReport => {
  const isReviewed = areReviewed && host !== UNREADY
  return {
    domain: host,
    score: 74,
    grade: "C",
    incomplete: false,
    parked: false,
    checkedAt: iso(Date.now() - (isFresh ? 0 : 1_800_000)),
    cached: !isFresh,
    mx: { status: "ok", score: 100, weight: weights.mx, hosts: [] },
    spf: {
      status: "ok",
      score: 96,
      weight: weights.spf,
      record: "v=spf1 include:_spf.google.com include:sendgrid.net ~all",
      lookups: 6,
      tree: tree(host, 6, null, [
        tree("_spf.google.com", 4, "include:_spf.google.com", [
          tree("_netblocks.google.com", 1, "include:_netblocks.google.com"),
          tree("_netblocks2.google.com", 1, "include:_netblocks2.google.com")
        ]),
        tree("sendgrid.net", 1, "include:sendgrid.net")
      ])
    },
    dkim: { status: "fail", score: 0, weight: weights.dkim, keys: [], selectorsProbed: 50 },
    dmarc: {
      status: "warn",
      score: 80,
      weight: weights.dmarc,
      record: "v=DMARC1; p=none",
      policy: "none",
      effectivePolicy: "none",
      inheritedFrom: null,
      reports: []
    },
    blacklist: { status: "ok", score: 100, weight: weights.blacklist, checked: [], listings: [] },
    extras: {
      mtaSts: {
        present: true,
        record: "v=STSv1; id=1",
        valid: true,
        policy: { mode: "enforce", mx: [`mx.${host}`], maxAge: 604_800 },
        fetched: true,
        fault: null
      },
      tlsRpt: { present: false, record: null, valid: false, addresses: [] },
      bimi: {
        present: false,
        record: null,
        valid: false,
        logo: null,
        certificate: null,
        declined: false,
        logoCheck: { status: "not_checked", problems: [] },
        certificateCheck: { status: "not_checked", problems: [] }
      },
      mailHosts: [{ host: `mx.${host}`, status: "encrypted", reason: null, protocol: "TLSv1.3", certificate: null }],
      dane: [],
      dnssec: { signed: true, validated: true },
      reverseDns: true,
      bulkSender: [
        {
          provider: "google",
          id: "dkim",
          audience: "bulk",
          met: false,
          explanation: "There is no DKIM key."
        },
        {
          provider: "microsoft",
          id: "dkim",
          audience: "bulk",
          met: false,
          explanation: "There is no DKIM key."
        }
      ]
    },
    findings: [
      {
        code: "dkim_none",
        severity: "critical",
        component: "dkim",
        message: `${host} publishes no DKIM keys.`,
        reference: "RFC 6376 section 3.6.2",
        fix: null,
        record: null
      },
      {
        code: "dmarc_none",
        severity: "medium",
        component: "dmarc",
        message: 'The policy is "none": forged email is reported, but not stopped.',
        reference: "RFC 9989 section 4.7",
        fix: { type: "TXT", host: `_dmarc.${host}`, value: policy(host) },
        record: 0
      },
      {
        code: "tls_rpt_missing",
        severity: "info",
        component: "extras",
        message: "There is no TLS reporting record.",
        reference: "RFC 8460 section 3",
        fix: null,
        record: null
      }
    ],
    records: [
      {
        type: "TXT",
        host: `_dmarc.${host}`,
        values: [policy(host)],
        replaces: ["v=DMARC1; p=none"],
        foreign: false,
        findings: ["dmarc_none"],
        form: {
          name: "_dmarc",
          ttl: 3_600,
          strings: [[policy(host)]],
          provider: {
            name: "Cloudflare",
            fields: [
              [
                { label: "Type", value: "TXT" },
                { label: "Name", value: "_dmarc" },
                { label: "TTL", value: "Auto" },
                { label: "Content", value: policy(host) }
              ]
            ]
          }
        }
      }
    ],
    steps: [
      {
        kind: "person",
        title: "Turn on DKIM",
        text: "Your mail provider makes the key. Publish the record that its settings show.",
        records: [],
        findings: ["dkim_none"],
        announces: []
      },
      {
        kind: "publish",
        title: isReviewed ? "Publish a stricter DMARC policy" : "Publish one DMARC record",
        text: "The record keeps your addresses.",
        records: [0],
        findings: isReviewed ? ["dmarc_none"] : [],
        announces: []
      },
      ...(isReviewed
        ? []
        : [
            {
              kind: "review" as const,
              title: "Read the DMARC reports before you make the policy stricter",
              text: "Read at least two weeks of aggregate reports.",
              records: [],
              findings: ["dmarc_none" as const],
              announces: []
            }
          ])
    ]
  }
}

const label = (server: string) => `${server}.example.net 192.0.2.53`

/** Returns a verification in which one server still has the old record. */
export const verificationOf = (host: string): EmailHealthVerification => ({
  domain: host,
  checkedAt: iso(Date.now()),
  state: "pending",
  resolvers: 0,
  records: reportOf(host, false).records.map(({ findings, foreign, host: name, replaces, type, values }) => ({
    type,
    host: name,
    values,
    replaces,
    foreign,
    findings,
    state: "pending",
    servers: [
      { server: label("ns1"), state: "published", reason: null, ttl: 3_600 },
      { server: label("ns2"), state: "old", reason: null, ttl: 3_600 },
      { server: label("ns3"), state: "failed", reason: "Timeout", ttl: null },
      { server: "resolver", state: "missing", reason: null, ttl: 240 }
    ]
  })),
  worth: null
})
