import type { Rule } from "./Rule.ts"

export const DKIM_RULES = {
  dkim_none: {
    severity: "critical",
    reference: "RFC 6376 section 3.6.2",
    message: "{domain} publishes no DKIM key.",
    cap: 0
  },
  dkim_selector_unknown: {
    severity: "medium",
    reference: "RFC 6376 section 3.1",
    message: "No key was found under the {count} selectors that were tried; there may be one under another.",
    cap: 70
  },
  dkim_all_revoked: {
    severity: "high",
    reference: "RFC 6376 section 3.6.1",
    message: "All keys that were found are revoked.",
    cap: 10
  },
  dkim_none_usable: {
    severity: "high",
    reference: "RFC 6376 section 3.6.1",
    message: "No key that was found can be used.",
    cap: 20
  },
  dkim_short_key: {
    severity: "high",
    reference: "RFC 8301 section 3.2",
    message: 'The key at "{selector}" has {bits} bits; verifiers ignore RSA keys below 1024.',
    cap: 20
  },
  dkim_only_testing: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.1",
    message: "All keys are marked as being tested (t=y), which lets receivers ignore them.",
    cap: 60
  },
  dkim_only_ed25519: {
    severity: "medium",
    reference: "RFC 8463 section 1",
    message: "There are Ed25519 keys only, which many verifiers do not know.",
    cap: 70
  },
  dkim_1024: {
    severity: "medium",
    reference: "RFC 8301 section 3.2",
    message: "The best key has {bits} bits; signers should use at least 2048.",
    cap: 80
  },
  dkim_wildcard: {
    severity: "high",
    reference: "RFC 6376 section 3.6.2",
    message: "Every selector answers with the same key: a wildcard stands below _domainkey.",
    cap: 30
  },
  dkim_several_records: {
    severity: "high",
    reference: "RFC 6376 section 3.6.2.2",
    message: 'There are {count} TXT records at "{selector}"; the result is undefined.',
    deduct: 20
  },
  dkim_weak_beside: {
    severity: "medium",
    reference: "RFC 8301 section 3.2",
    message: 'The key at "{selector}" has {bits} bits, beside a better one.',
    deduct: 15
  },
  dkim_malformed: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.1",
    message: 'The key at "{selector}" cannot be used: {detail}'
  },
  dkim_malformed_beside: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.1",
    message: 'The key at "{selector}", beside others, cannot be used: {detail}',
    deduct: 10
  },
  dkim_dangling: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.2",
    message: '"{selector}" is an alias of {target}, which does not exist.',
    deduct: 10
  },
  dkim_not_published: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.2",
    message: '"{selector}" is an alias of {target}, where no key is published yet.',
    deduct: 10
  },
  dkim_testing: {
    severity: "low",
    reference: "RFC 6376 section 3.6.1",
    message: 'The key at "{selector}" is marked as being tested (t=y).',
    deduct: 5
  },
  dkim_large_key: {
    severity: "low",
    reference: "RFC 8301 section 3.2",
    message: 'The key at "{selector}" has {bits} bits; verifiers need not take more than 4096.'
  },
  dkim_revoked: {
    severity: "info",
    reference: "RFC 6376 section 3.6.1",
    message: 'The key at "{selector}" is revoked.'
  },
  dkim_parked: {
    severity: "info",
    reference: "M3AAWG Protecting Parked Domains",
    message: "A domain that sends nothing needs no key."
  },
  dkim_unanswered: {
    severity: "info",
    reference: "RFC 6376 section 6.1.2",
    message: "The DNS did not answer for {count} selectors ({reason})."
  },
  dkim_budget: {
    severity: "info",
    reference: "RFC 6376 section 6.1.2",
    message: "The selectors ask for more lookups than one check makes."
  }
} as const satisfies Readonly<Record<string, Rule>>
