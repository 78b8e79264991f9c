import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, countOrNull, flag, flagOrNull, list, orNull, record, text, textOrNull, texts, word } = described

const published = {
  present: flagOrNull("Whether the record exists. Null if the DNS gives no answer.", true),
  record: textOrNull("Text of the record, or null if there is none.", "v=STSv1; id=20261121"),
  valid: flag("Whether there is exactly one record and it is valid.", true)
}

const PolicyRecord = record("MtaStsPolicy", "An MTA-STS policy file (RFC 8461).", {
  mode: word(["enforce", "testing", "none"], "How senders treat a mail host that does not match the policy."),
  mx: texts("Patterns of the mail hosts that the policy allows.", ["*.example.com"]),
  maxAge: count("How long senders may cache the policy. Seconds.", 604_800)
})

const MtaStsRecord = record("MtaSts", "MTA-STS, the policy for encrypted delivery (RFC 8461).", {
  ...published,
  policy: orNull(PolicyRecord, "The policy, or null if there is none or the policy file was not fetched."),
  fetched: flag("Whether the policy file was requested.", false)
})

const TlsRptRecord = record("TlsRpt", "TLS-RPT, the reports on encrypted delivery (RFC 8460).", published)

const BimiRecord = record("Bimi", "BIMI, the logo that email programs show next to emails.", {
  ...published,
  logo: textOrNull("URL of the logo, or null if there is none.", "https://example.com/logo.svg"),
  certificate: textOrNull("URL of the certificate of the logo, or null if there is none.", null)
})

const DaneHostRecord = record("DaneHost", "DANE records of a mail host (RFC 7672).", {
  host: text("Name of the mail host.", "mx1.example.com"),
  records: countOrNull("Number of usable TLSA records. Null if the DNS gives no answer.", 1),
  authenticated: flagOrNull(
    "Whether DNSSEC validated the TLSA records. Senders ignore TLSA records that are not validated.",
    true
  )
})

const DnssecRecord = record("Dnssec", "DNSSEC, the signed DNS (RFC 9364).", {
  signed: flagOrNull("Whether the parent zone has a DS record. Null if the DNS gives no answer.", true),
  validated: flagOrNull("Whether the resolver of Mon validated the zone. Null if unknown.", true)
})

const DemandRecord = record("BulkSenderDemand", "A requirement of large mailbox providers for bulk senders.", {
  id: word(
    ["spf", "dkim", "dmarc", "alignment", "reverse_dns", "tls", "one_click_unsubscribe"],
    "Name of the requirement."
  ),
  met: flagOrNull("Whether the domain meets the requirement. Null if Mon cannot check this from outside.", true)
})

/** Additional checks that do not affect the score. */
export const ExtrasRecord = record("EmailHealthExtras", "Additional checks that do not affect the score.", {
  mtaSts: MtaStsRecord,
  tlsRpt: TlsRptRecord,
  bimi: BimiRecord,
  dane: list(DaneHostRecord, "DANE records of the mail hosts (RFC 7672)."),
  dnssec: DnssecRecord,
  reverseDns: flagOrNull(
    "Whether each address of the mail hosts has a reverse DNS name that resolves to the same address. Null if the DNS gives no answer.",
    true
  ),
  bulkSender: list(DemandRecord, "Requirements of large mailbox providers for bulk senders.")
}) satisfies Schema.Top
