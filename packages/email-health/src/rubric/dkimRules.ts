import type { Rule } from "./Rule.ts"

export const DKIM_RULES = {
  dkim_none: {
    severity: "critical",
    reference: "RFC 6376 section 3.6.2",
    message: "{domain} publishes no DKIM keys.",
    cap: 0
  },
  dkim_selector_unknown: {
    severity: "medium",
    reference: "RFC 6376 section 3.1",
    message: "No key was found at the {count} selectors that were checked. There may be a key at another selector.",
    cap: 70
  },
  dkim_all_revoked: {
    severity: "high",
    reference: "RFC 6376 section 3.6.1",
    message: "All DKIM keys that were found are revoked.",
    cap: 10
  },
  dkim_none_usable: {
    severity: "high",
    reference: "RFC 6376 section 3.6.1",
    message: "None of the DKIM keys that were found is usable.",
    cap: 20
  },
  dkim_short_key: {
    severity: "high",
    reference: "RFC 8301 section 3.2",
    message: 'The key at "{selector}" has {bits} bits. Verifiers ignore RSA keys shorter than 1024 bits.',
    cap: 20
  },
  dkim_only_testing: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.1",
    message: "All DKIM keys are in test mode (t=y), so receivers may ignore them.",
    cap: 60
  },
  dkim_only_ed25519: {
    severity: "medium",
    reference: "RFC 8463 section 1",
    message: "All DKIM keys are Ed25519 keys, which many verifiers do not support.",
    cap: 70
  },
  dkim_1024: {
    severity: "medium",
    reference: "RFC 8301 section 3.2",
    message: "The longest DKIM key has {bits} bits. Signers should use at least 2048 bits.",
    cap: 80
  },
  dkim_wildcard: {
    severity: "high",
    reference: "RFC 6376 section 3.6.2",
    message: "Every selector returns the same key because there is a wildcard record below _domainkey.",
    cap: 30
  },
  dkim_several_records: {
    severity: "high",
    reference: "RFC 6376 section 3.6.2.2",
    message: 'There are {count} TXT records at "{selector}", so verifiers may use any of them.',
    deduct: 20
  },
  dkim_weak_beside: {
    severity: "medium",
    reference: "RFC 8301 section 3.2",
    message: 'The key at "{selector}" has only {bits} bits, but another key is longer.',
    deduct: 15
  },
  dkim_malformed: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.1",
    message: 'The key at "{selector}" is unusable: {detail}'
  },
  dkim_malformed_beside: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.1",
    message: 'The key at "{selector}" is unusable, but other keys work: {detail}',
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
    message: 'The key at "{selector}" is in test mode (t=y).',
    deduct: 5
  },
  dkim_large_key: {
    severity: "low",
    reference: "RFC 8301 section 3.2",
    message: 'The key at "{selector}" has {bits} bits. Verifiers need not support more than 4096 bits.'
  },
  dkim_revoked: {
    severity: "info",
    reference: "RFC 6376 section 3.6.1",
    message: 'The key at "{selector}" is revoked.'
  },
  dkim_parked: {
    severity: "info",
    reference: "M3AAWG Protecting Parked Domains",
    message: "A domain that sends no email needs no DKIM key."
  },
  dkim_unanswered: {
    severity: "info",
    reference: "RFC 6376 section 6.1.2",
    message: "The DNS queries for {count} selectors failed ({reason})."
  },
  dkim_budget: {
    severity: "info",
    reference: "RFC 6376 section 6.1.2",
    message: "Checking all the selectors needs more lookups than one check may make."
  }
} as const satisfies Readonly<Record<string, Rule>>
