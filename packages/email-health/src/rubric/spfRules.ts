import type { Rule } from "./Rule.ts"

/**
 * The cap for a broken record. Receivers treat a broken record as missing, but the owner's intent is visible, and many
 * receivers still match the terms before the error.
 */
const BROKEN = 20

export const SPF_RULES = {
  spf_missing: {
    severity: "critical",
    reference: "RFC 7208 section 3",
    message: "{domain} has no SPF record.",
    cap: 0
  },
  spf_near_miss: {
    severity: "high",
    reference: "RFC 7208 section 4.5",
    message: 'A TXT record resembles SPF but does not start with exactly "v=spf1": {record}'
  },
  spf_multiple: {
    severity: "critical",
    reference: "RFC 7208 section 4.5",
    message: "{domain} has {count} SPF records, so receivers ignore all of them.",
    cap: BROKEN
  },
  spf_syntax: {
    severity: "critical",
    reference: "RFC 7208 section 4.6",
    message: 'The SPF record of {at} has an error at character {offset}, in "{term}": {detail}',
    cap: BROKEN
  },
  spf_loop: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: "The SPF records include {at} in an endless loop.",
    cap: BROKEN
  },
  spf_no_record: {
    severity: "critical",
    reference: "RFC 7208 section 5.2",
    message: "{detail} refers to {at}, which has no SPF record.",
    cap: BROKEN
  },
  spf_too_many_lookups: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: "The record needs {count} DNS lookups, but receivers allow at most 10.",
    cap: BROKEN
  },
  spf_too_many_voids: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: "{count} terms have no DNS records{clients} ({names}), but receivers allow at most 2.",
    cap: BROKEN
  },
  spf_too_many_hosts: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: '"{detail}" of {at} expands to more than 10 mail hosts.',
    cap: BROKEN
  },
  spf_pass_all: {
    severity: "critical",
    reference: "RFC 7208 section 5.1",
    message: "The record allows every server{clients} in the world to send for {domain}.",
    cap: 10
  },
  spf_neutral: {
    severity: "medium",
    reference: "RFC 7208 section 8.2",
    message: 'The record ends in "?all", so other servers are neither allowed nor denied.',
    cap: 60
  },
  spf_no_all: {
    severity: "medium",
    reference: "RFC 7208 section 4.7",
    message: 'The record has no "all" and no redirect at its end, so other servers are neither allowed nor denied.',
    cap: 60
  },
  spf_softfail: {
    severity: "info",
    reference: "RFC 7208 section 8.5",
    message: 'The record ends in "~all", and DMARC enforces it.',
    cap: 95
  },
  spf_softfail_alone: {
    severity: "low",
    reference: "RFC 7208 section 8.5",
    message: 'The record ends in "~all", but no DMARC policy enforces it.',
    cap: 90
  },
  spf_ptr: {
    severity: "medium",
    reference: "RFC 7208 section 5.5",
    message: '"{term}" of {at} is slow, unreliable and deprecated.',
    deduct: 10
  },
  spf_wide: {
    severity: "medium",
    reference: "RFC 7208 section 11.1",
    message: "Not counting its includes, the record allows {count} IPv4 addresses.",
    deduct: 10
  },
  spf_private: {
    severity: "medium",
    reference: "RFC 1918 section 3",
    message: '"{term}" allows private addresses.',
    deduct: 5
  },
  spf_lookups_near: {
    severity: "low",
    reference: "RFC 7208 section 4.6.4",
    message: "The record needs {count} of the 10 DNS lookups that receivers make.",
    deduct: 5
  },
  spf_lookups_many: {
    severity: "low",
    reference: "RFC 7208 section 4.6.4",
    message: "The record needs {count} of the 10 DNS lookups that receivers make.",
    deduct: 2
  },
  spf_voids_near: {
    severity: "low",
    reference: "RFC 7208 section 4.6.4",
    message: "Two terms have no DNS records{clients} ({names}). A third such term would invalidate the record.",
    deduct: 5
  },
  spf_void: {
    severity: "low",
    reference: "RFC 7208 section 4.6.4",
    message: '"{term}" of {at} has no DNS records.'
  },
  spf_too_long: {
    severity: "medium",
    reference: "RFC 7208 section 3.4",
    message: "The record has {count} octets and does not fit in a 512-octet response.",
    deduct: 8
  },
  spf_long: {
    severity: "low",
    reference: "RFC 7208 section 3.4",
    message: "The record has {count} octets, which is more than the safe length of 450 octets.",
    deduct: 3
  },
  spf_large_answer: {
    severity: "info",
    reference: "RFC 9715 section 3.1",
    message: "The TXT records of {domain} have {count} octets in total and do not fit in a UDP response."
  },
  spf_after_all: {
    severity: "low",
    reference: "RFC 7208 section 5.1",
    message: '"{term}" follows "all" and is never evaluated.',
    deduct: 3
  },
  spf_slip: {
    severity: "medium",
    reference: "RFC 7208 section 6",
    message: '"{term}" has no effect because a mechanism must use ":" instead of "=".',
    deduct: 5
  },
  spf_duplicate: { severity: "low", reference: "RFC 7208 section 4.6.4", message: '"{term}" occurs twice.', deduct: 2 },
  spf_sender_id: {
    severity: "low",
    reference: "RFC 6654 section 6",
    message: "An obsolete Sender ID record (spf2.0) is still published.",
    deduct: 2
  },
  spf_host_bits: {
    severity: "info",
    reference: "RFC 7208 section 5.6",
    message: '"{term}" has bits set after its prefix length.'
  },
  spf_redirect_ignored: {
    severity: "info",
    reference: "RFC 7208 section 6.1",
    message: 'The redirect is ignored because the record has an "all".'
  },
  spf_unanswered: {
    severity: "info",
    reference: "RFC 7208 section 2.6.6",
    message: "The DNS queries for {names} failed ({reason})."
  },
  spf_budget: {
    severity: "medium",
    reference: "RFC 7208 section 4.6.4",
    message: "The record needs more lookups than one check may make."
  }
} as const satisfies Readonly<Record<string, Rule>>
