import type { Rule } from "./Rule.ts"

/** The rules whose findings are reported but never change the score. */
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
    severity: "medium",
    reference: "RFC 8461 section 3.3",
    message: "Senders cannot use the MTA-STS policy: {reason}."
  },
  mta_sts_host: {
    severity: "high",
    reference: "RFC 8461 section 4.1",
    message: "The MTA-STS policy does not include the mail host {host}, so senders will not deliver there."
  },
  mta_sts_host_testing: {
    severity: "low",
    reference: "RFC 8461 section 4.1",
    message:
      "The MTA-STS policy does not include the mail host {host}. In enforce mode, senders would not deliver there."
  },
  mta_sts_certificate: {
    severity: "high",
    reference: "RFC 8461 section 4.2",
    message: "Senders that apply the MTA-STS policy do not deliver to {host}, because of its certificate: {problems}."
  },
  mta_sts_no_tls: {
    severity: "high",
    reference: "RFC 8461 section 5",
    message: "Senders that apply the MTA-STS policy do not deliver to {host}, because STARTTLS does not work there."
  },
  mta_sts_testing: {
    severity: "info",
    reference: "RFC 8461 section 5",
    message: "The MTA-STS policy is in testing mode, so senders may still deliver without TLS."
  },
  mta_sts_none: {
    severity: "info",
    reference: "RFC 8461 section 5",
    message: "The MTA-STS policy's mode is none, so senders may deliver without TLS."
  },
  mta_sts_short: {
    severity: "low",
    reference: "RFC 8461 section 10.2",
    message: "Senders cache the MTA-STS policy for only {seconds} seconds. A week is better."
  },
  starttls_missing: {
    severity: "medium",
    reference: "RFC 8314 section 4.1",
    message: "{host} does not offer STARTTLS, so it receives email without encryption."
  },
  starttls_broken: {
    severity: "medium",
    reference: "RFC 3207 section 4.1",
    message: "{host} offers STARTTLS, but the switch to encryption fails."
  },
  starttls_certificate: {
    severity: "low",
    reference: "RFC 7435 section 3",
    message: "TLS at {host} has problems: {problems}. Without MTA-STS and DANE, senders accept them."
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
  bimi_policy: {
    severity: "low",
    reference: "draft-brand-indicators-for-message-identification",
    message:
      "The BIMI record has no effect until the DMARC policy is quarantine or reject for all email, including email from subdomains."
  },
  bimi_logo: {
    severity: "low",
    reference: "draft-svg-tiny-ps-abrotman",
    message: "Mailbox providers do not accept the BIMI logo: {problems}."
  },
  bimi_certificate: {
    severity: "low",
    reference: "draft-fetch-validation-vmc-wchuang",
    message: "Mailbox providers do not accept the BIMI logo's certificate: {problems}."
  },
  bimi_no_certificate: {
    severity: "info",
    reference: "draft-fetch-validation-vmc-wchuang",
    message: "The BIMI record does not refer to a certificate, so Gmail and Apple Mail do not show the logo."
  },
  dane_mismatch: {
    severity: "high",
    reference: "RFC 7672 section 2.2",
    message:
      "None of the TLSA records for {host} matches its certificate, so senders that use DANE do not deliver there."
  },
  dane_unusable: {
    severity: "low",
    reference: "RFC 7672 section 3.1",
    message: "Senders cannot use any of the TLSA records for {host}."
  },
  dane_mx_unsigned: {
    severity: "info",
    reference: "RFC 7672 section 2.2.1",
    message:
      "{host} has TLSA records, but the MX records of {domain} are not signed with DNSSEC, so DANE does not protect them."
  },
  dane_unsigned: {
    severity: "low",
    reference: "RFC 7672 section 2.2",
    message: "{host} has TLSA records without DNSSEC, so senders ignore them."
  },
  dnssec_missing: { severity: "info", reference: "RFC 4035 section 2", message: "{domain} is not signed with DNSSEC." }
} as const satisfies Readonly<Record<string, Rule>>
