import type { Rule } from "./Rule.ts"

export const MX_RULES = {
  domain_not_found: {
    severity: "critical",
    reference: "RFC 8020 section 2",
    message: "{domain} does not exist in DNS.",
    cap: 0
  },
  mx_missing: {
    severity: "critical",
    reference: "RFC 5321 section 5.1",
    message: "{domain} has neither an MX record nor an address, so it cannot receive email.",
    cap: 0
  },
  mx_implicit: {
    severity: "high",
    reference: "RFC 5321 section 5.1",
    message: "{domain} has no MX record, so senders fall back to its own address.",
    cap: 40
  },
  mx_parked_without_null: {
    severity: "low",
    reference: "RFC 7505 section 3",
    message: "{domain} receives no email but does not declare this with a null MX record.",
    cap: 90
  },
  mx_null: {
    severity: "info",
    reference: "RFC 7505 section 3",
    message: "{domain} declares that it receives no email."
  },
  mx_null_mixed: {
    severity: "high",
    reference: "RFC 7505 section 3",
    message: "There is a null MX record in addition to other MX records. A null MX record must be the only MX record.",
    cap: 30
  },
  mx_none_resolves: {
    severity: "critical",
    reference: "RFC 5321 section 5.1",
    message: "None of the mail hosts has an address, so email cannot arrive.",
    cap: 0
  },
  mx_all_private: {
    severity: "critical",
    reference: "RFC 1918 section 3",
    message: "All mail hosts have private addresses, which senders cannot reach.",
    cap: 0
  },
  mx_address_literal: {
    severity: "high",
    reference: "RFC 1035 section 3.3.9",
    message: "The mail host {host} is an IP address, but an MX record must contain a host name.",
    deduct: 40
  },
  mx_special_name: {
    severity: "high",
    reference: "RFC 6761 section 6",
    message: "The mail host {host} is a reserved name that is never reachable.",
    deduct: 40
  },
  mx_private: {
    severity: "high",
    reference: "RFC 1918 section 3",
    message: "The mail host {host} has a private address, which senders cannot reach.",
    deduct: 30
  },
  mx_unresolvable: {
    severity: "medium",
    reference: "RFC 5321 section 5.1",
    message: "The mail host {host} has no address.",
    deduct: 20
  },
  mx_cname: {
    severity: "medium",
    reference: "RFC 2181 section 10.3",
    message: "The mail host {host} is an alias of {target}, but an MX record must not point to an alias.",
    deduct: 15
  },
  mx_reverse: {
    severity: "medium",
    reference: "RFC 8601 section 2.7.3",
    message: "The address {address} of {host} has no matching reverse DNS name.",
    deduct: 10
  },
  mx_single: {
    severity: "low",
    reference: "RFC 5321 section 5.1",
    message: "{host} is the only mail host and has only one address.",
    deduct: 5
  },
  mx_duplicate: {
    severity: "low",
    reference: "RFC 5321 section 5.1",
    message: "The mail host {host} is listed twice."
  },
  mx_alias: {
    severity: "medium",
    reference: "RFC 2181 section 10.3",
    message: "{domain} is an alias of {target}, so the email settings of {target} apply."
  },
  mx_unchecked: {
    severity: "info",
    reference: "RFC 5321 section 5.1",
    message: "{count} more mail hosts were not checked."
  },
  mx_unanswered: {
    severity: "info",
    reference: "RFC 2308 section 7",
    message: "The DNS queries for {names} failed ({reason})."
  },
  mx_budget: {
    severity: "info",
    reference: "RFC 5321 section 5.1",
    message: "Checking all the mail hosts needs more lookups than one check may make."
  }
} as const satisfies Readonly<Record<string, Rule>>
