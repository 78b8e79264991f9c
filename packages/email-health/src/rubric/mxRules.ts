import type { Rule } from "./Rule.ts"

export const MX_RULES = {
  domain_not_found: {
    severity: "critical",
    reference: "RFC 8020 section 2",
    message: "{domain} does not exist in the DNS.",
    cap: 0
  },
  mx_missing: {
    severity: "critical",
    reference: "RFC 5321 section 5.1",
    message: "{domain} has neither an MX record nor an address: no mail can arrive.",
    cap: 0
  },
  mx_implicit: {
    severity: "high",
    reference: "RFC 5321 section 5.1",
    message: "{domain} has no MX record; senders fall back to its web address.",
    cap: 40
  },
  mx_parked_without_null: {
    severity: "low",
    reference: "RFC 7505 section 3",
    message: "{domain} takes no mail; a null MX says so.",
    cap: 90
  },
  mx_null: { severity: "info", reference: "RFC 7505 section 3", message: "{domain} says that it takes no mail." },
  mx_null_mixed: {
    severity: "high",
    reference: "RFC 7505 section 3",
    message: "A null MX stands beside other MX records; it must be the only one.",
    cap: 30
  },
  mx_none_resolves: {
    severity: "critical",
    reference: "RFC 5321 section 5.1",
    message: "None of the mail hosts has an address: no mail can arrive.",
    cap: 0
  },
  mx_all_private: {
    severity: "critical",
    reference: "RFC 1918 section 3",
    message: "All mail hosts have addresses that nobody outside can reach.",
    cap: 0
  },
  mx_address_literal: {
    severity: "high",
    reference: "RFC 1035 section 3.3.9",
    message: "The mail host {host} is an IP address; an MX record takes a name.",
    deduct: 40
  },
  mx_special_name: {
    severity: "high",
    reference: "RFC 6761 section 6",
    message: "The mail host {host} is a name that is never reachable.",
    deduct: 40
  },
  mx_private: {
    severity: "high",
    reference: "RFC 1918 section 3",
    message: "The mail host {host} has the address {address}, which nobody outside can reach.",
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
    message: "The mail host {host} is an alias of {target}; an MX record must name a host itself.",
    deduct: 15
  },
  mx_reverse: {
    severity: "medium",
    reference: "RFC 8601 section 2.7.3",
    message: "The address {address} of {host} does not lead back to a name that leads to it.",
    deduct: 10
  },
  mx_single: {
    severity: "low",
    reference: "RFC 5321 section 5.1",
    message: "{host} is the only mail host, with a single address.",
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
    message: "{domain} is an alias of {target}: its mail settings are those of {target}."
  },
  mx_unlooked: {
    severity: "info",
    reference: "RFC 5321 section 5.1",
    message: "{count} more mail hosts were not looked at."
  },
  mx_unanswered: {
    severity: "info",
    reference: "RFC 2308 section 7",
    message: "The DNS did not answer for {names} ({reason})."
  },
  mx_budget: {
    severity: "info",
    reference: "RFC 5321 section 5.1",
    message: "The mail hosts ask for more lookups than one check makes."
  }
} as const satisfies Readonly<Record<string, Rule>>
