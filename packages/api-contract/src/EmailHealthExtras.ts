import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, countOrNull, flag, flagOrNull, list, orNull, record, text, textOrNull, texts, word } = described

const published = {
  present: flagOrNull("Whether there is a record; null when the DNS gives no answer.", true),
  record: textOrNull("The record, or null.", "v=STSv1; id=20261121"),
  valid: flag("Whether there is exactly one, and it is valid.", true)
}

const PolicyRecord = record("MtaStsPolicy", "A policy file (RFC 8461).", {
  mode: word(["enforce", "testing", "none"], "What senders do when a host does not match."),
  mx: texts("Patterns of mail hosts.", ["*.example.com"]),
  maxAge: count("How long senders may cache it. Seconds.", 604_800)
})

const MtaStsRecord = record("MtaSts", "Encrypted delivery by policy (RFC 8461).", {
  ...published,
  policy: orNull(PolicyRecord, "The policy, or null when there is none, or it was not fetched."),
  fetched: flag("Whether the policy file was requested.", false)
})

const TlsRptRecord = record("TlsRpt", "Reports on encrypted delivery (RFC 8460).", published)

const BimiRecord = record("Bimi", "A logo beside emails (BIMI).", {
  ...published,
  logo: textOrNull("URL of the logo, or null.", "https://example.com/logo.svg"),
  certificate: textOrNull("URL of the certificate, or null.", null)
})

const DaneHostRecord = record("DaneHost", "Keys of a mail host in the DNS (RFC 7672).", {
  host: text("Name of the mail host.", "mx1.example.com"),
  records: countOrNull("Usable TLSA records; null when the DNS gives no answer.", 1),
  authenticated: flagOrNull("Whether they came over validated DNSSEC, without which receivers ignore them.", true)
})

const DnssecRecord = record("Dnssec", "Signed DNS (RFC 9364).", {
  signed: flagOrNull("Whether the parent zone has a DS record; null when the DNS gives no answer.", true),
  validated: flagOrNull("Whether our resolver validated it; null when unknown.", true)
})

const DemandRecord = record("BulkSenderDemand", "A requirement of the large receivers for bulk senders.", {
  id: word(["spf", "dkim", "dmarc", "alignment", "reverse_dns", "tls", "one_click_unsubscribe"], "Which requirement."),
  met: flagOrNull("Whether it is met; null when that cannot be checked from outside.", true)
})

/** What is reported and not scored. */
export const ExtrasRecord = record("EmailHealthExtras", "What is reported and not scored.", {
  mtaSts: MtaStsRecord,
  tlsRpt: TlsRptRecord,
  bimi: BimiRecord,
  dane: list(DaneHostRecord, "Keys of the mail hosts in the DNS (RFC 7672)."),
  dnssec: DnssecRecord,
  reverseDns: flagOrNull(
    "Whether each address of a mail host has a name that leads back to it; null when the DNS gives no answer.",
    true
  ),
  bulkSender: list(DemandRecord, "Requirements of the large receivers for bulk senders.")
}) satisfies Schema.Top
