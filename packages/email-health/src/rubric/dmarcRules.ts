import type { Rule } from "./Rule.ts"

export const DMARC_RULES = {
  dmarc_missing: {
    severity: "critical",
    reference: "RFC 9989 section 4.10",
    message: "No DMARC record applies to {domain}.",
    cap: 0
  },
  dmarc_several: {
    severity: "critical",
    reference: "RFC 9989 section 4.10",
    message: "There are {count} DMARC records at _dmarc.{domain}, so receivers ignore all of them.",
    cap: 10
  },
  dmarc_invalid: {
    severity: "critical",
    reference: "RFC 9989 section 4.10.1",
    message: "Receivers ignore the DMARC record: {detail}",
    cap: 10
  },
  dmarc_own_broken: {
    severity: "high",
    reference: "RFC 9989 section 4.10",
    message: "Receivers ignore the record at _dmarc.{domain} and use the record of {at} instead.",
    deduct: 10
  },
  dmarc_near_miss: {
    severity: "high",
    reference: "RFC 9989 section 4.7",
    message: 'A TXT record resembles DMARC but does not start with exactly "v=DMARC1": {record}'
  },
  dmarc_misplaced: {
    severity: "medium",
    reference: "RFC 9989 section 4.7",
    message: "The DMARC record is at {domain}, but it must be at _dmarc.{domain}."
  },
  dmarc_none: {
    severity: "medium",
    reference: "RFC 9989 section 4.7",
    message: 'The policy is "none": forged email is reported, but not stopped.',
    cap: 50
  },
  dmarc_none_blind: {
    severity: "high",
    reference: "RFC 9989 section 4.7",
    message: 'The policy is "none" and no reports are requested, so the record has no effect.',
    cap: 30
  },
  dmarc_quarantine: {
    severity: "low",
    reference: "RFC 9989 section 4.7",
    message: 'The policy is "quarantine": forged email goes to the spam folder.',
    cap: 85
  },
  dmarc_testing_reject: {
    severity: "low",
    reference: "RFC 9989 section 4.7",
    message: 'The policy "reject" is in test mode (t=y) and is applied as "quarantine".',
    cap: 90
  },
  dmarc_testing_quarantine: {
    severity: "medium",
    reference: "RFC 9989 section 4.7",
    message: 'The policy "quarantine" is in test mode (t=y) and is applied as "none".',
    cap: 55
  },
  dmarc_subdomains_weaker: {
    severity: "medium",
    reference: "RFC 9989 section 4.7",
    message: 'Subdomains have the weaker policy "{policy}".',
    deduct: 15
  },
  dmarc_nonexistent_weaker: {
    severity: "low",
    reference: "RFC 9989 section 4.7",
    message: 'Subdomains that do not exist have the weaker policy "{policy}".',
    deduct: 5
  },
  dmarc_no_reports: {
    severity: "low",
    reference: "RFC 9989 section 4.7",
    message: "No aggregate reports are requested, so you do not see what is rejected.",
    deduct: 10
  },
  dmarc_unauthorised_reports: {
    severity: "medium",
    reference: "RFC 9990 section 4",
    message: "{target} has not authorised reports for {domain}, so none are sent there.",
    deduct: 10
  },
  dmarc_dead_reports: {
    severity: "low",
    reference: "RFC 9990 section 4",
    message: "The record asks for reports to {target}, which receives no email.",
    deduct: 5
  },
  dmarc_percent: {
    severity: "low",
    reference: "RFC 9989 appendix A.6",
    message:
      '"pct={count}" is obsolete. Receivers that still support it apply the policy to only {count} percent of the failing email.',
    deduct: 10
  },
  dmarc_syntax: {
    severity: "low",
    reference: "RFC 9989 section 4.7",
    message: 'Receivers ignore "{term}".',
    deduct: 5
  },
  dmarc_implied_policy: {
    severity: "medium",
    reference: "RFC 9989 section 4.10.1",
    message: 'There is no valid "p" tag, so the policy counts as "none".'
  },
  dmarc_historic: { severity: "info", reference: "RFC 9989 appendix A.6", message: '"{term}" is obsolete.' },
  dmarc_spf_in_place: {
    severity: "low",
    reference: "RFC 9989 section 4.10",
    message: "There is an SPF record at _dmarc.{domain}, probably from a wildcard."
  },
  dmarc_inherited: {
    severity: "info",
    reference: "RFC 9989 section 4.10.1",
    message: "The DMARC record of {at} applies."
  },
  dmarc_unanswered: {
    severity: "info",
    reference: "RFC 9989 section 4.10",
    message: "The DNS queries for {names} failed ({reason})."
  },
  dmarc_budget: {
    severity: "info",
    reference: "RFC 9989 section 4.10",
    message: "The record needs more lookups than one check may make."
  }
} as const satisfies Readonly<Record<string, Rule>>
