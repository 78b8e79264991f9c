import type { Rule } from "./Rule.ts"

export const BLACKLIST_RULES = {
  listed_tier1: {
    severity: "critical",
    reference: "RFC 5782 section 2",
    message: "{target} is listed on {list} ({detail}). Most receivers reject its email.",
    cap: 0
  },
  listed_tier1_shared: {
    severity: "high",
    reference: "RFC 5782 section 2",
    message: "{target}, a shared host, is listed on {list} ({detail}).",
    cap: 50
  },
  listed_tier2: {
    severity: "high",
    reference: "RFC 5782 section 2",
    message: "{target} is listed on {list} ({detail}).",
    deduct: 40,
    each: true
  },
  listed_tier2_shared: {
    severity: "medium",
    reference: "RFC 5782 section 2",
    message: "{target}, a shared host, is listed on {list} ({detail}).",
    deduct: 20,
    each: true
  },
  listed_tier3: {
    severity: "medium",
    reference: "RFC 5782 section 2",
    message: "{target} is listed on {list} ({detail}), which few receivers use.",
    deduct: 15,
    each: true
  },
  listed_tier3_shared: {
    severity: "low",
    reference: "RFC 5782 section 2",
    message: "{target}, a shared host, is listed on {list} ({detail}), which few receivers use.",
    deduct: 7,
    each: true
  },
  listed_policy: {
    severity: "low",
    reference: "RFC 5782 section 2",
    message: "{target} is in a network that should not send email directly ({list}, {detail}).",
    deduct: 10
  },
  listed_policy_shared: {
    severity: "info",
    reference: "RFC 5782 section 2",
    message: "{target}, a shared host, is in a network that should not send email directly ({list}, {detail}).",
    deduct: 5
  },
  listed_info: {
    severity: "info",
    reference: "RFC 5782 section 2",
    message: "{list} has an entry for {target} ({detail})."
  },
  blacklist_nothing: {
    severity: "info",
    reference: "RFC 5782 section 2",
    message: "The domain has no addresses to look up on blacklists."
  },
  blacklist_too_few: {
    severity: "info",
    reference: "RFC 5782 section 5",
    message: "Only {count} of {total} blacklists gave reliable answers."
  },
  blacklist_refused: {
    severity: "info",
    reference: "RFC 5782 section 5",
    message: "{list} gave no usable answer: {detail}"
  },
  blacklist_budget: {
    severity: "info",
    reference: "RFC 5782 section 2",
    message: "Querying all the blacklists needs more lookups than one check may make."
  }
} as const satisfies Readonly<Record<string, Rule>>
