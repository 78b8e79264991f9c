import type { DnsRecord, SenderFacts } from "../facts/SenderFacts.ts"
import { OUTCOME_MODEL } from "../model/OutcomeModel.ts"
import type { SenderTraits } from "../model/predictOutcome.ts"
import type { Severity, Suggestion } from "./CampaignResults.ts"
import type { SenderView } from "./SenderView.ts"

export type Draft = Omit<Suggestion, "priority" | "expectedInboxGain" | "gainBasis">

/** A suggestion for a sender, with the traits that change if the suggestion is followed. */
export interface SenderDraft extends Draft {
  readonly change: Partial<SenderTraits> & { readonly warmed?: boolean }
}

interface Rule {
  readonly id: string
  readonly severity: Severity
  readonly factor: keyof typeof OUTCOME_MODEL.factors
  readonly applies: (view: SenderView) => boolean
  readonly title: (domain: string) => string
  readonly why: (view: SenderView) => string
  /** The codes of the findings of `@mon/email-health` whose record implements the suggestion. */
  readonly fixes: ReadonlyArray<string>
  readonly record?: (view: SenderView) => DnsRecord | null
  readonly change: SenderDraft["change"]
}

const DKIM_STEPS: Readonly<Record<string, string>> = {
  google:
    "The Google Admin console generates the value of the domain's TXT record google._domainkey (Apps > Google Workspace > Gmail > Authenticate email).",
  microsoft365:
    "Microsoft Defender shows the two CNAME records selector1._domainkey and selector2._domainkey (Email authentication settings > DKIM). The targets of these records contain the name of your tenant."
}

const dkimWhy = ({ provider }: SenderView): string => {
  const steps = provider !== null && Object.hasOwn(DKIM_STEPS, provider) ? DKIM_STEPS[provider] : undefined
  return `Without a DKIM signature, only SPF authenticates the email, and SPF fails for forwarded email. ${steps ?? "Your email provider generates the key and shows you the record."}`
}

const authenticated = ({ traits }: SenderView): boolean =>
  traits.spf === "ok" && (traits.dkim === "found" || traits.dkim === "weak")

const listsOf = ({ listings }: SenderFacts): string =>
  [...new Set((listings ?? []).map(({ list, target }) => `${target} on ${list}`))].slice(0, 5).join("; ")

const RULES: ReadonlyArray<Rule> = [
  {
    id: "spf_missing",
    severity: "critical",
    factor: "spf",
    applies: ({ traits }) => traits.spf === "missing",
    title: (domain) => `Publish SPF for ${domain}`,
    why: () =>
      "Google rejects email that neither SPF nor DKIM authenticates (5.7.26). Other receivers put such email into the spam folder.",
    fixes: ["spf_missing", "spf_near_miss"],
    change: { spf: "ok" }
  },
  {
    id: "spf_broken",
    severity: "critical",
    factor: "spf",
    applies: ({ traits }) => traits.spf === "broken",
    title: (domain) => `Fix the SPF record of ${domain}`,
    why: ({ facts }) =>
      `If a record has an error, receivers treat the email as if there were no SPF record${facts.spf.lookups === null ? "" : ` (lookups: ${facts.spf.lookups} of 10)`}.`,
    fixes: [
      "spf_multiple",
      "spf_syntax",
      "spf_loop",
      "spf_no_record",
      "spf_too_many_lookups",
      "spf_too_many_voids",
      "spf_too_many_hosts"
    ],
    change: { spf: "ok" }
  },
  {
    id: "spf_pass_all",
    severity: "critical",
    factor: "spf",
    applies: ({ traits }) => traits.spf === "pass_all",
    title: (domain) => `End the SPF record of ${domain} with ~all`,
    why: () => "The record allows every server in the world to send for the domain.",
    fixes: ["spf_pass_all"],
    change: { spf: "ok" }
  },
  {
    id: "dkim_missing",
    severity: "critical",
    factor: "dkim",
    applies: ({ traits }) => traits.dkim === "missing",
    title: (domain) => `Sign the email of ${domain} with DKIM`,
    why: dkimWhy,
    fixes: [],
    change: { dkim: "found" }
  },
  {
    id: "dkim_weak",
    severity: "medium",
    factor: "dkim",
    applies: ({ traits }) => traits.dkim === "weak",
    title: (domain) => `Use a 2048-bit DKIM key that is not in test mode for ${domain}`,
    why: dkimWhy,
    fixes: [],
    change: { dkim: "found" }
  },
  {
    id: "dmarc_missing",
    severity: "high",
    factor: "dmarc",
    applies: ({ traits }) => traits.dmarc === "missing" || traits.dmarc === "broken",
    title: (domain) => `Publish DMARC for ${domain}`,
    why: () =>
      "Google, Yahoo and Microsoft require a DMARC policy from senders. The policy p=none with reports is the first step and does not block any email.",
    fixes: ["dmarc_missing", "dmarc_invalid", "dmarc_several", "dmarc_near_miss"],
    record: ({ facts: { domain } }) => ({
      type: "TXT",
      host: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:dmarc-reports@${domain}`
    }),
    change: { dmarc: "none" }
  },
  {
    id: "dmarc_not_enforced",
    severity: "low",
    factor: "dmarc",
    applies: (view) => view.traits.dmarc === "none" && authenticated(view),
    title: (domain) => `Enforce DMARC for ${domain}`,
    why: () =>
      "SPF and DKIM are in place. When the reports show only your own email, a stricter policy stops others from sending email in your name.",
    fixes: ["dmarc_none", "dmarc_none_blind"],
    change: { dmarc: "enforced" }
  },
  {
    id: "mx_missing",
    severity: "high",
    factor: "mail",
    applies: ({ traits }) => traits.mail === "no",
    title: (domain) => `Set up ${domain} to receive email`,
    why: () => "Replies to this domain bounce, and some receivers reject senders that cannot receive replies.",
    fixes: [],
    record: ({ facts: { domain }, provider }) =>
      provider === "google" ? { type: "MX", host: domain, value: "1 smtp.google.com" } : null,
    change: { mail: "yes", exists: true }
  },
  {
    id: "blacklist_listed",
    severity: "critical",
    factor: "listing",
    applies: ({ traits }) => traits.listing === "once" || traits.listing === "more" || traits.listing === "shared",
    title: (domain) => `Remove ${domain} from the blacklists`,
    why: ({ facts }) =>
      `Receivers that use these blacklists reject the email or put it into the spam folder: ${listsOf(facts)}. First fix the cause, then request removal from the blacklists.`,
    fixes: [],
    change: { listing: "none" }
  },
  {
    id: "domain_young",
    severity: "high",
    factor: "age",
    applies: ({ traits }) => traits.age === "under_30_days" || traits.age === "under_90_days",
    title: (domain) => `Wait until ${domain} is older before you send from it`,
    why: ({ facts }) =>
      `The domain is ${facts.ageDays} days old. Receivers trust young domains least, so the mailboxes should start with few emails.`,
    fixes: [],
    change: { age: "under_year", warmed: true }
  },
  {
    id: "website_missing",
    severity: "low",
    factor: "website",
    applies: ({ traits }) => traits.website === "no",
    title: (domain) => `Point ${domain} to your website`,
    why: () =>
      "The domain has no IP address, so people and filters that visit it will not find a website. An IP address or a redirect to your main domain is enough.",
    fixes: [],
    change: { website: "yes" }
  }
]

const recordOf = (rule: Rule, view: SenderView): DnsRecord | null => {
  const fix = view.facts.fixes.find(({ code }) => rule.fixes.includes(code))
  return fix === undefined ? (rule.record?.(view) ?? null) : { type: fix.type, host: fix.host, value: fix.value }
}

export const suggestForSender = (view: SenderView): ReadonlyArray<SenderDraft> =>
  RULES.filter(({ applies }) => applies(view)).map((rule) => {
    const { grade, source } = OUTCOME_MODEL.factors[rule.factor]
    return {
      id: rule.id,
      severity: rule.severity,
      scope: "sender",
      domain: view.facts.domain,
      title: rule.title(view.facts.domain),
      why: rule.why(view),
      record: recordOf(rule, view),
      evidenceGrade: grade,
      source,
      change: rule.change
    }
  })
