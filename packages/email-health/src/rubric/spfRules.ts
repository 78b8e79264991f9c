import type { Rule } from "./Rule.ts"

/** Receivers treat a policy that breaks as no policy; the intent is visible, and addresses before the fault still match at many. */
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
    message: 'A TXT record looks like SPF but does not begin with exactly "v=spf1": {record}'
  },
  spf_multiple: {
    severity: "critical",
    reference: "RFC 7208 section 4.5",
    message: "{domain} has {count} SPF records; receivers then use none.",
    cap: BROKEN
  },
  spf_syntax: {
    severity: "critical",
    reference: "RFC 7208 section 4.6",
    message: 'The SPF record of {at} is broken at character {offset}, "{term}": {detail}',
    cap: BROKEN
  },
  spf_loop: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: "The SPF records lead back to {at} without end.",
    cap: BROKEN
  },
  spf_no_record: {
    severity: "critical",
    reference: "RFC 7208 section 5.2",
    message: "{detail} leads to {at}, which has no SPF record.",
    cap: BROKEN
  },
  spf_too_many_lookups: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: "The record needs {count} DNS lookups; receivers stop at 10.",
    cap: BROKEN
  },
  spf_too_many_voids: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: "{count} terms find nothing in the DNS ({names}); receivers stop after 2.",
    cap: BROKEN
  },
  spf_too_many_hosts: {
    severity: "critical",
    reference: "RFC 7208 section 4.6.4",
    message: '"{detail}" of {at} stands for more than 10 mail hosts.',
    cap: BROKEN
  },
  spf_pass_all: {
    severity: "critical",
    reference: "RFC 7208 section 5.1",
    message: "The record lets every server in the world send for {domain}.",
    cap: 10
  },
  spf_neutral: {
    severity: "medium",
    reference: "RFC 7208 section 8.2",
    message: 'The record ends in "?all": other servers are neither allowed nor refused.',
    cap: 60
  },
  spf_no_all: {
    severity: "medium",
    reference: "RFC 7208 section 4.7",
    message: 'The record has no "all" and no redirect at its end: other servers are neither allowed nor refused.',
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
    message: 'The record ends in "~all", and no DMARC policy enforces it.',
    cap: 90
  },
  spf_ptr: {
    severity: "medium",
    reference: "RFC 7208 section 5.5",
    message: '"{term}" of {at} is slow and unreliable, and should not be used.',
    deduct: 10
  },
  spf_wide: {
    severity: "medium",
    reference: "RFC 7208 section 11.1",
    message: "The record itself allows {count} IPv4 addresses.",
    deduct: 10
  },
  spf_private: {
    severity: "medium",
    reference: "RFC 1918 section 3",
    message: '"{term}" allows addresses that are in no public network.',
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
    message: "Two terms find nothing in the DNS ({names}); one more breaks the record.",
    deduct: 5
  },
  spf_void: {
    severity: "low",
    reference: "RFC 7208 section 4.6.4",
    message: '"{term}" of {at} finds nothing in the DNS.'
  },
  spf_too_long: {
    severity: "medium",
    reference: "RFC 7208 section 3.4",
    message: "The record has {count} octets; it does not fit an answer of 512.",
    deduct: 8
  },
  spf_long: {
    severity: "low",
    reference: "RFC 7208 section 3.4",
    message: "The record has {count} octets; 450 are safe.",
    deduct: 3
  },
  spf_large_answer: {
    severity: "info",
    reference: "RFC 9715 section 3.1",
    message: "The TXT records of {domain} take {count} octets together; they do not fit a UDP answer."
  },
  spf_after_all: {
    severity: "low",
    reference: "RFC 7208 section 5.1",
    message: '"{term}" stands behind "all" and is never reached.',
    deduct: 3
  },
  spf_slip: {
    severity: "medium",
    reference: "RFC 7208 section 6",
    message: '"{term}" is read as an unknown modifier and does nothing; a mechanism takes ":".',
    deduct: 5
  },
  spf_duplicate: { severity: "low", reference: "RFC 7208 section 4.6.4", message: '"{term}" stands twice.', deduct: 2 },
  spf_sender_id: {
    severity: "low",
    reference: "RFC 6654 section 6",
    message: "A Sender ID record (spf2.0) is still published; nobody reads it.",
    deduct: 2
  },
  spf_host_bits: {
    severity: "info",
    reference: "RFC 7208 section 5.6",
    message: '"{term}" is written with bits behind its prefix.'
  },
  spf_redirect_ignored: {
    severity: "info",
    reference: "RFC 7208 section 6.1",
    message: 'The redirect is ignored, since there is an "all".'
  },
  spf_unanswered: {
    severity: "info",
    reference: "RFC 7208 section 2.6.6",
    message: "The DNS did not answer for {names} ({reason})."
  },
  spf_budget: {
    severity: "medium",
    reference: "RFC 7208 section 4.6.4",
    message: "The record asks for more lookups than one check makes."
  }
} as const satisfies Readonly<Record<string, Rule>>
