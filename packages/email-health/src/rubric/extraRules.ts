import type { Rule } from "./Rule.ts"

/** Reported, never scored. */
export const EXTRA_RULES = {
  mta_sts_missing: {
    severity: "info",
    reference: "RFC 8461 section 3.1",
    message: "There is no MTA-STS record, so senders may deliver without TLS."
  },
  mta_sts_invalid: {
    severity: "low",
    reference: "RFC 8461 section 3.1",
    message: "The MTA-STS record is not valid: {record}"
  },
  mta_sts_policy: {
    severity: "low",
    reference: "RFC 8461 section 3.2",
    message: "The MTA-STS policy cannot be fetched or is not valid."
  },
  mta_sts_host: {
    severity: "medium",
    reference: "RFC 8461 section 4.1",
    message: "The MTA-STS policy does not include the mail host {host}, so senders will not deliver there."
  },
  tls_rpt_missing: { severity: "info", reference: "RFC 8460 section 3", message: "There is no TLS reporting record." },
  tls_rpt_invalid: {
    severity: "low",
    reference: "RFC 8460 section 3",
    message: "The TLS reporting record is not valid: {record}"
  },
  bimi_missing: {
    severity: "info",
    reference: "draft-brand-indicators-for-message-identification",
    message: "There is no BIMI record."
  },
  bimi_invalid: {
    severity: "low",
    reference: "draft-brand-indicators-for-message-identification",
    message: "The BIMI record is not valid: {record}"
  },
  dane_unsigned: {
    severity: "low",
    reference: "RFC 7672 section 2.2",
    message: "{host} has TLSA records without DNSSEC, so senders ignore them."
  },
  dnssec_missing: { severity: "info", reference: "RFC 4035 section 2", message: "{domain} is not signed with DNSSEC." }
} as const satisfies Readonly<Record<string, Rule>>
