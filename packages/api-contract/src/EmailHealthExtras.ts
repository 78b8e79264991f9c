import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, countOrNull, flag, flagOrNull, list, orNull, record, text, textOrNull, texts, word, wordOrNull } =
  described

const published = {
  present: flagOrNull("Whether the record exists. Null if DNS does not respond.", true),
  record: textOrNull("Text of the record, or null if there is none.", "v=STSv1; id=20261121"),
  valid: flag("Whether there is exactly one record and it is valid.", true)
}

const PolicyRecord = record("MtaStsPolicy", "An MTA-STS policy file (RFC 8461).", {
  mode: word(
    ["enforce", "testing", "none"],
    "The way in which senders treat a mail host that does not match the policy."
  ),
  mx: texts("Patterns for the mail hosts that the policy allows.", ["*.example.com"]),
  maxAge: count("The time for which senders may cache the policy. Seconds.", 604_800)
})

const MtaStsRecord = record("MtaSts", "MTA-STS, the policy for encrypted delivery (RFC 8461).", {
  ...published,
  policy: orNull(PolicyRecord, "The policy, or null if there is none or the policy file was not fetched."),
  fetched: flag("Whether the policy file was requested.", true),
  fault: wordOrNull(
    [
      "no_host",
      "not_public",
      "refused",
      "certificate",
      "protocol",
      "too_large",
      "redirect",
      "http_status",
      "content_type",
      "version",
      "mode",
      "max_age",
      "mx",
      "not_checked"
    ],
    "The reason why there is no usable policy. `not_checked`: nothing is known. Null if there is a policy, or if it was not requested."
  )
})

const TlsRptRecord = record("TlsRpt", "TLS-RPT, the reports on encrypted delivery (RFC 8460).", {
  ...published,
  addresses: texts("The addresses that get the reports.", ["mailto:tls@example.com"])
})

const fileProblems = ["unreachable", "certificate_of_host", "http_status", "redirect", "too_large"] as const
const fileStatus = word(
  ["ok", "invalid", "not_checked"],
  "Result. `not_checked`: there is no such file, or it was not fetched."
)

const LogoCheckRecord = record("BimiLogoCheck", "The check of a BIMI logo (SVG Tiny Portable/Secure).", {
  status: fileStatus,
  problems: list(
    word(
      [
        ...fileProblems,
        "not_svg",
        "no_base_profile",
        "wrong_version",
        "no_title",
        "long_title",
        "not_square",
        "script",
        "external_reference",
        "image",
        "animation",
        "position",
        "doctype",
        "large"
      ],
      "Properties of the logo file that mailbox providers do not accept."
    ),
    "Properties of the logo file that mailbox providers do not accept."
  )
})

const CertificateCheckRecord = record("BimiCertificateCheck", "The check of the certificate of a BIMI logo.", {
  status: fileStatus,
  problems: list(
    word(
      [...fileProblems, "no_certificate", "expired", "wrong_domain", "no_mark_certificate"],
      "Problems of the certificate that mailbox providers do not accept."
    ),
    "Problems of the certificate that mailbox providers do not accept."
  )
})

const BimiRecord = record("Bimi", "BIMI, the logo that email programs show next to emails.", {
  ...published,
  logo: textOrNull("URL of the logo, or null if there is none.", "https://example.com/logo.svg"),
  certificate: textOrNull("URL of the certificate of the logo, or null if there is none.", null),
  declined: flag("Whether the record says that the domain does not use BIMI.", false),
  logoCheck: LogoCheckRecord,
  certificateCheck: CertificateCheckRecord
})

const MailHostCertificateRecord = record("MailHostCertificate", "The certificate that a mail host presents.", {
  subject: text("Subject of the certificate.", "CN=mx1.example.com"),
  issuer: text("Issuer of the certificate.", "CN=R13, O=Let's Encrypt, C=US"),
  names: texts("Names that the certificate is for, at most 20.", ["mx1.example.com"]),
  validTo: text("The time when the certificate expires, ISO 8601 UTC.", "2026-11-22T10:15:30.000Z"),
  problems: list(
    word(
      ["expired", "not_yet_valid", "wrong_host", "self_signed", "untrusted", "weak_key", "old_protocol"],
      "The problems of the certificate or the protocol."
    ),
    "The problems of the certificate or the protocol. Empty if there are none."
  )
})

const MailHostTlsRecord = record("MailHostTls", "Whether a mail host supports STARTTLS.", {
  host: text("Name of the mail host.", "mx1.example.com"),
  status: word(
    ["encrypted", "plain", "broken", "not_checked"],
    "`encrypted`: STARTTLS works. `plain`: the host does not offer it. `broken`: the host offers it, but it fails."
  ),
  reason: wordOrNull(
    [
      "not_requested",
      "port_closed",
      "timeout",
      "no_host",
      "dns_failed",
      "not_public",
      "host_refused",
      "not_smtp",
      "recently_contacted",
      "handshake"
    ],
    "The reason why the host was not checked, or the failure. `not_requested`: the account does not monitor the domain. `port_closed`: the host is not reachable on port 25 from here. `recently_contacted`: Mon connects to a mail host at most once every ten minutes."
  ),
  protocol: textOrNull("TLS version, or null if unknown.", "TLSv1.3"),
  certificate: orNull(MailHostCertificateRecord, "The certificate of the host, or null if unknown.")
})

const DaneHostRecord = record("DaneHost", "DANE records of a mail host (RFC 7672).", {
  host: text("Name of the mail host.", "mx1.example.com"),
  records: countOrNull("Number of usable TLSA records. Null if DNS does not respond.", 1),
  authenticated: flagOrNull(
    "Whether DNSSEC validated the TLSA records. Senders ignore TLSA records that are not validated.",
    true
  ),
  status: word(
    ["none", "unsigned", "unusable", "matches", "mismatch", "not_checked"],
    "`none`: no TLSA records. `unsigned`: without DNSSEC. `unusable`: senders cannot use any of them. `matches` and `mismatch`: compared with the host's certificate."
  )
})

const DnssecRecord = record("Dnssec", "DNSSEC, which signs DNS records (RFC 9364).", {
  signed: flagOrNull("Whether the parent zone has a DS record. Null if DNS does not respond.", true),
  validated: flagOrNull("Whether Mon's resolver validated the zone. Null if unknown.", true)
})

const DemandRecord = record("BulkSenderDemand", "A requirement of a large mailbox provider for senders.", {
  provider: word(["google", "yahoo", "microsoft"], "The mailbox provider."),
  id: word(
    [
      "spf_or_dkim",
      "spf",
      "dkim",
      "dmarc",
      "alignment",
      "reverse_dns",
      "tls",
      "message_format",
      "one_click_unsubscribe",
      "spam_rate"
    ],
    "Name of the requirement."
  ),
  audience: word(["all", "bulk"], "The senders who must meet it. `bulk`: senders of about 5,000 emails a day."),
  met: flagOrNull("Whether the domain meets the requirement. Null if Mon cannot check this from outside.", true),
  explanation: text(
    "The finding, or the reason why Mon cannot check this.",
    "The SPF record works. The pass rate is not checked."
  )
})

export const ExtrasRecord = record("EmailHealthExtras", "Additional checks that do not affect the score.", {
  mtaSts: MtaStsRecord,
  tlsRpt: TlsRptRecord,
  bimi: BimiRecord,
  mailHosts: list(MailHostTlsRecord, "STARTTLS at the mail hosts. Checked only for domains that the account monitors."),
  dane: list(DaneHostRecord, "DANE records of the mail hosts (RFC 7672)."),
  dnssec: DnssecRecord,
  reverseDns: flagOrNull(
    "Whether each address of the mail hosts has a reverse DNS name that resolves to the same address. Null if DNS does not respond.",
    true
  ),
  bulkSender: list(
    DemandRecord,
    "Requirements of large mailbox providers, with one entry for each provider and requirement."
  )
}) satisfies Schema.Top
