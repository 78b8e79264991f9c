import { described } from "@mon/model"
import { REPAIR_TYPES } from "./EmailHealthRepair.ts"

const { count, countOrNull, flag, list, orNull, record, text, textOrNull, texts, time, timeOrNull, word, wordOrNull } =
  described

const AuthorRecord = record("EmailMessageAuthor", "The author of the message.", {
  address: text("Address in the From header.", "ada@example.com"),
  domain: text("Domain of the address in IDNA ASCII.", "example.com")
})

const SpfRecord = record("EmailMessageSpf", "SPF result of the message (RFC 7208).", {
  status: word(
    ["pass", "fail", "softfail", "neutral", "none", "permerror", "temperror", "not_checked"],
    "Result. `not_checked`: the IP address or the sender is unknown."
  ),
  domain: textOrNull("Checked domain, or null.", "example.com"),
  ip: textOrNull("IP address of the sending server, or null.", "192.0.2.1"),
  sender: wordOrNull(
    ["envelope", "return_path", "helo"],
    "The source of the checked domain: the given sender, the Return-Path header, or HELO for a bounce."
  ),
  term: textOrNull("The term in the record that decided the result, or null.", "ip4:192.0.2.0/24"),
  detail: textOrNull("Human-readable reason for an error, or null.", null),
  aligned: flag(
    "Whether the domain is aligned with the author's domain. Without a DMARC record, alignment is relaxed.",
    true
  )
})

const SIGNATURE_REASONS = [
  "syntax",
  "sha1",
  "from_not_signed",
  "key_unanswered",
  "key_missing",
  "key_revoked",
  "key_invalid",
  "key_type",
  "key_too_short",
  "key_too_long",
  "body_changed",
  "headers_changed",
  "key_mismatch",
  "body_length",
  "expired",
  "strict_identity",
  "header_limit"
] as const

const SignatureRecord = record("EmailMessageSignature", "A DKIM signature of the message (RFC 6376).", {
  domain: textOrNull("Signing domain, or null if it cannot be read.", "example.com"),
  selector: textOrNull("Selector, or null if it cannot be read.", "s1"),
  algorithm: wordOrNull(["rsa-sha256", "ed25519-sha256"], "Algorithm, or null if the signature cannot be used."),
  canonicalization: textOrNull("Canonicalization of headers and body, or null.", "relaxed/relaxed"),
  status: word(["pass", "fail", "permerror", "temperror"], "Result. `temperror`: DNS did not respond."),
  reason: wordOrNull(SIGNATURE_REASONS, "The reason why the signature does not pass, or null."),
  detail: textOrNull("Human-readable reason, or null.", null),
  keyBits: countOrNull("Length of the key in bits, or null.", 2048),
  testing: flag("Whether the key is marked as a test.", false),
  signedHeaders: texts("Signed headers in lower case, in order.", ["from", "to", "subject", "date"]),
  bodyLength: countOrNull("Signed octets of the body, or null for the whole body.", null),
  unsignedOctets: count("Octets of the body that the signature does not cover.", 0),
  keyRecords: countOrNull("Key records at the selector, or null if Mon did not read them.", 1),
  aligned: flag(
    "Whether the signature is aligned with the author's domain, so that DMARC accepts it. Without a DMARC record, alignment is relaxed.",
    true
  )
})

const DkimRecord = record("EmailMessageDkim", "DKIM result of the message.", {
  status: word(["none", "pass", "fail", "permerror", "temperror"], "Result. `pass` if any signature passes."),
  signatures: list(SignatureRecord, "Signatures from the top, at most 10."),
  skipped: count("Further signatures, which Mon did not verify.", 0)
})

const DmarcRecord = record("EmailMessageDmarc", "DMARC result of the message (RFC 9989).", {
  status: word(
    ["pass", "fail", "none", "unknown", "not_applicable"],
    "Result. `unknown`: nothing passes, but SPF was not checked or DNS did not respond. `not_applicable`: there is no single author domain."
  ),
  policy: wordOrNull(["none", "quarantine", "reject"], "Policy for messages that fail, or null without a record."),
  organizationalDomain: textOrNull("Organizational domain of the author, or null.", "example.com"),
  recordDomain: textOrNull("Domain of the DMARC record, or null.", "example.com")
})

const ArcRecord = record("EmailMessageArc", "ARC chain of the message (RFC 8617).", {
  status: word(["none", "pass", "fail", "unknown"], "Result."),
  sets: count("Sets of the chain.", 0),
  sealers: list(
    textOrNull("Sealing domain, or null if it cannot be read.", "example.net"),
    "Domains that sealed the message, in order."
  ),
  detail: textOrNull("Human-readable reason, or null.", null)
})

const headerState = (description: string) => word(["absent", "valid", "malformed"], description)

const UnsubscribeRecord = record(
  "EmailMessageUnsubscribe",
  "The ways in which recipients can unsubscribe (RFC 2369, RFC 8058).",
  {
    oneClick: flag("Whether one-click unsubscribe works.", true),
    header: headerState("List-Unsubscribe header."),
    https: flag("Whether the header has an https address.", true),
    http: flag("Whether the header has an http address.", false),
    mailto: flag("Whether the header has a mailto address.", true),
    post: headerState("List-Unsubscribe-Post header."),
    signed: flag("Whether a DKIM signature that passes covers both headers.", true)
  }
)

const HopRecord = record(
  "EmailMessageHop",
  "A server that received the message and passed it on, as its Received header says.",
  {
    from: textOrNull("Name that the client gave in HELO or EHLO, or null.", "mail.example.com"),
    by: textOrNull("Server that added the header, or null.", "mx.example.net"),
    ip: textOrNull("IP address of the client, or null.", "192.0.2.1"),
    at: timeOrNull("Time of the header, ISO 8601 UTC, or null without a valid one."),
    delaySeconds: countOrNull(
      "Seconds since the previous hop. Negative if clocks differ. Null if a time is missing.",
      2
    )
  }
)

const ContentRecord = record("EmailMessageContent", "Content of the message.", {
  text: flag("Whether there is a text part.", true),
  html: flag("Whether there is an HTML part.", true),
  parts: count("MIME parts, including the parts that contain others.", 3),
  attachments: count("Attachments.", 0)
})

const FixRecord = record("EmailMessageFix", "A DNS record that is safe to publish.", {
  type: word(REPAIR_TYPES, "Type of the record."),
  host: text("Full name of the record.", "_dmarc.example.com"),
  value: text("Value of the record.", "v=DMARC1; p=none")
})

const FindingRecord = record("EmailMessageFinding", "A finding from the check.", {
  code: text("Stable code of the finding.", "dkim_none"),
  severity: word(["critical", "high", "medium", "low", "info"], "Severity."),
  component: word(
    ["spf", "dkim", "dmarc", "arc", "unsubscribe", "headers", "content"],
    "Component that the finding belongs to."
  ),
  message: text("Human-readable text of the finding.", "The message has no DKIM signature."),
  reference: text("Standard on which the finding is based.", "RFC 6376 section 5"),
  fix: orNull(FixRecord, "DNS record that fixes the finding, or null."),
  step: textOrNull("Next step for a person, or null.", "Turn on DKIM signing at the provider that sends the message.")
})

/** The result of the check of one email message. */
export const EmailMessageRecord = record("EmailMessage", "The verdict on a received message.", {
  verdict: word(
    ["ok", "warn", "fail", "unknown"],
    "`fail` if there is a critical or high finding, `unknown` if DNS did not respond, `warn` if there is a medium finding."
  ),
  incomplete: flag("Whether a result is unknown.", false),
  checkedAt: time("Time of the check, ISO 8601 UTC."),
  size: count("Size of the message. Octets.", 4_096),
  sentAt: timeOrNull("The time in the Date header, ISO 8601 UTC, or null without a valid one."),
  from: orNull(
    AuthorRecord,
    "First author of the message. Null unless there is exactly one From header, and all its addresses have the same domain."
  ),
  spf: SpfRecord,
  dkim: DkimRecord,
  dmarc: DmarcRecord,
  arc: ArcRecord,
  unsubscribe: UnsubscribeRecord,
  hops: list(
    HopRecord,
    "Servers that the message came through, oldest first: the newest 30. A sender can forge headers below the one that your own server added."
  ),
  content: ContentRecord,
  findings: list(FindingRecord, "Findings, most severe first."),
  queries: count("Number of DNS queries that the check made.", 7)
})
export type EmailMessageRecord = typeof EmailMessageRecord.Type
