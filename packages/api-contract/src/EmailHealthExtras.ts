import * as Schema from "effect/Schema"
import {
  count,
  countOrNull,
  flag,
  flagOrNull,
  list,
  orNull,
  part,
  text,
  textOrNull,
  texts,
  word
} from "./ReportField.ts"

const published = {
  present: flagOrNull("Whether there is a record; null when the DNS does not tell.", true),
  record: textOrNull("The record, or null.", "v=STSv1; id=20261121"),
  valid: flag("Whether it is one alone, and in order.", true)
}

const PolicyRecord = part("MtaStsPolicy", "A policy file (RFC 8461).", {
  mode: word(["enforce", "testing", "none"], "What senders shall do when a host does not fit."),
  mx: texts("Patterns of mail hosts.", ["*.example.com"]),
  maxAge: count("How long senders may remember it. Seconds.", 604_800)
})

const MtaStsRecord = part("MtaSts", "Encrypted delivery by policy (RFC 8461).", {
  ...published,
  policy: orNull(PolicyRecord, "The policy, or null when there is none, or it was not fetched."),
  fetched: flag("Whether the policy file was asked for.", false)
})

const TlsRptRecord = part("TlsRpt", "Reports on encrypted delivery (RFC 8460).", published)

const BimiRecord = part("Bimi", "A logo beside its mail (BIMI).", {
  ...published,
  logo: textOrNull("URL of the logo, or null.", "https://example.com/logo.svg"),
  certificate: textOrNull("URL of the certificate, or null.", null)
})

const DaneHostRecord = part("DaneHost", "Keys of a mail host in the DNS (RFC 7672).", {
  host: text("Name of the mail host.", "mx1.example.com"),
  records: countOrNull("Usable TLSA records; null when the DNS does not tell.", 1),
  authenticated: flagOrNull("Whether they came over validated DNSSEC, without which they do not count.", true)
})

const DnssecRecord = part("Dnssec", "Signed DNS (RFC 9364).", {
  signed: flagOrNull("Whether the parent zone has a DS record; null when the DNS does not tell.", true),
  validated: flagOrNull("Whether our resolver validated it; null when it does not tell.", true)
})

const DemandRecord = part("BulkSenderDemand", "A demand of the large receivers on who sends in bulk.", {
  id: word(["spf", "dkim", "dmarc", "alignment", "reverse_dns", "tls", "one_click_unsubscribe"], "Which demand."),
  met: flagOrNull("Whether it is met; null when that cannot be told from outside.", true)
})

/** What is reported and not scored. */
export const ExtrasRecord = part("EmailHealthExtras", "What is reported and not scored.", {
  mtaSts: MtaStsRecord,
  tlsRpt: TlsRptRecord,
  bimi: BimiRecord,
  dane: list(DaneHostRecord, "Keys of the mail hosts in the DNS (RFC 7672)."),
  dnssec: DnssecRecord,
  reverseDns: flagOrNull(
    "Whether each address of a mail host leads to a name and back; null when the DNS does not tell.",
    true
  ),
  bulkSender: list(DemandRecord, "Demands of the large receivers on who sends in bulk.")
}) satisfies Schema.Top
