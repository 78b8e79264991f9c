import type { CauseClass, DiagnosisFacts, MailFacts } from "../../src/index.ts"
import { AT, type BuildFacts, REGISTERED } from "./base.ts"

const MX = [
  { preference: 10, host: "mx1.mail.example", resolves: true },
  { preference: 20, host: "mx2.mail.example", resolves: true }
]
const SPF = "v=spf1 include:_spf.mail.example ip4:192.0.2.25 -all"
const DMARC = {
  record: "v=DMARC1; p=reject; rua=mailto:d@example.com",
  valid: true,
  policy: "reject",
  testing: false
} as const

export const GOOD_MAIL: MailFacts = {
  mx: MX,
  spf: { records: [SPF], lookups: 3, result: "ok" },
  dkim: [{ selector: "s1", status: "valid" }],
  signing: [{ selector: "s1", result: "pass" }],
  dmarc: DMARC,
  listings: [],
  tls: [{ host: "mx1.mail.example", status: "ok" }]
}

const changed = (now: MailFacts, before: MailFacts = {}): DiagnosisFacts => ({
  subject: "email",
  at: AT,
  target: { host: "example.com", domain: "example.com" },
  registration: REGISTERED,
  mail: { ...GOOD_MAIL, ...now },
  mailBefore: { ...GOOD_MAIL, ...before }
})

export const mailFacts = {
  mx_moved: ({ before, now }) => {
    const was = before === "one" ? MX.slice(0, 1) : MX
    const [, second] = MX
    const sets = {
      other_provider: [{ preference: 5, host: "in.other.example", resolves: true }],
      none: [],
      null_mx: [{ preference: 0, host: "." }],
      host_without_address: was.map((mx) => ({ ...mx, resolves: false })),
      lower_preference_only:
        before === "one" ? [{ preference: 99, host: "backup.example" }] : second === undefined ? [] : [second]
    }
    return changed({ mx: sets[now as keyof typeof sets] }, { mx: was })
  },
  spf_broken: ({ all, edit }) => {
    const end = all === "redirect" ? "redirect=_spf.mail.example" : String(all)
    const record = `v=spf1 include:_spf.mail.example ip4:192.0.2.25 ${end}`
    const was: MailFacts = { spf: { records: [record], lookups: 3, result: "ok" } }
    const edits: Readonly<Record<string, NonNullable<MailFacts["spf"]>>> = {
      typo_mechanism: { records: [record.replace("include:", "includ:")], lookups: 0, result: "permerror" },
      second_record: { records: [record, "v=spf1 include:other.example ~all"], result: "permerror" },
      removed: { records: [], result: "none" },
      include_dropped: { records: [`v=spf1 ip4:192.0.2.25 ${end}`], lookups: 0, result: "ok" },
      missing_space: { records: [record.replace(" ip4", "ip4")], lookups: 1, result: "permerror" }
    }
    return changed({ spf: edits[String(edit)] ?? { records: [] } }, was)
  },
  spf_too_many_lookups: ({ because, lookups }) => {
    const added = because === "include_added" || because === "redirect_added"
    const record = added ? SPF.replace("-all", "include:more.example -all") : SPF
    return changed({ spf: { records: [record], lookups: Number(lookups), result: "permerror" } })
  },
  dkim_key_gone: ({ now, selectors }) => {
    const count = selectors === "only_one" ? 1 : selectors === "one_of_two" ? 2 : 3
    const keys = Array.from({ length: count }, (_, index) => ({ selector: `s${index + 1}`, status: "valid" as const }))
    const status = now === "revoked" ? "revoked" : now === "truncated" || now === "other_text" ? "invalid" : "missing"
    return changed(
      {
        dkim: keys.map((key, index) => (index === 0 ? { ...key, status } : key)),
        signing: [{ selector: "s1", result: "no_key" }]
      },
      { dkim: keys }
    )
  },
  dkim_key_rotated: ({ record, sign }) => {
    const selector = sign === "new_key_same_selector" ? "s1" : "s2"
    const mismatch = sign === "new_key_same_selector" || record === "old_key" || record === "alias_to_old"
    return changed({ signing: [{ selector, result: mismatch ? "mismatch" : "no_key" }] })
  },
  dmarc_weakened: ({ before, now }) => {
    const policy = before === "quarantine" ? "quarantine" : "reject"
    const was = { record: `v=DMARC1; p=${policy}`, valid: true, policy, testing: false } as const
    const states: Readonly<Record<string, NonNullable<MailFacts["dmarc"]>>> = {
      none: { record: "v=DMARC1; p=none", valid: true, policy: "none" },
      removed: { record: null, valid: false, policy: null },
      invalid: { record: "v=DMARC1 p=reject", valid: false, policy: null },
      testing: { ...was, testing: true },
      subdomains_none: { ...was, subdomainPolicy: "none" }
    }
    return changed({ dmarc: states[String(now)] ?? was }, { dmarc: was })
  },
  new_listing: ({ list, what }) => {
    const listed = what === "domain" ? "example.com" : "192.0.2.25"
    const listings = [{ list: String(list), what: listed }]
    return changed({ listings: what === "two_lists" ? [...listings, { list: "other", what: listed }] : listings })
  },
  mx_tls_broken: ({ now, policy }) =>
    changed({
      tls: [{ host: "mx1.mail.example", status: now as "expired" }],
      ...(policy === "mta_sts_enforce" || policy === "dane" ? { tlsEnforced: true } : {})
    })
} as const satisfies Partial<Record<CauseClass, BuildFacts>>
