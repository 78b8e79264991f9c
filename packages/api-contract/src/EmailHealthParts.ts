import { described } from "@mon/model"
import * as Schema from "effect/Schema"
import { SpfTreeRecord } from "./SpfTreeRecord.ts"

const { count, countOrNull, flag, flagOrNull, list, orNull, record, text, textOrNull, texts, word, wordOrNull } =
  described

const policies = ["none", "quarantine", "reject"] as const

const scored = (weight: number) => ({
  status: word(["ok", "warn", "fail", "unknown"], "Result; `unknown` when the DNS did not answer."),
  score: countOrNull("0 to 100, or null when unknown.", 100),
  weight: count("Its share of the whole. Percent.", weight)
})

const MxAddressRecord = record("MxAddress", "An address of a mail host.", {
  address: text("IPv4 or IPv6 address.", "192.0.2.25"),
  public: flag("Whether it is a public one.", true),
  reverse: word(
    ["confirmed", "no_name", "mismatch", "unknown", "not_asked"],
    "Whether it has a name that leads back to it."
  ),
  name: textOrNull("The first name that it leads to, or null.", "mx1.example.com")
})

const MxHostRecord = record("MxHost", "A mail host.", {
  host: text("Its name.", "mx1.example.com"),
  preference: count("Lower ones are tried first.", 10),
  status: word(["ok", "address", "unresolvable", "unknown"], "`address`: an IP address stands where a name belongs."),
  cname: textOrNull("Target of the alias when the name is one, which it must not be; null otherwise.", null),
  addresses: list(MxAddressRecord, "Its addresses."),
  provider: textOrNull("Who runs it, or null when not known.", "Google Workspace")
})

/** How a domain receives email. */
export const MxRecord = record("MxHealth", "How the domain receives email.", {
  ...scored(20),
  kind: word(
    ["hosts", "null", "implicit", "none", "nxdomain", "unknown"],
    "`hosts`: MX records; `null`: publishes that it receives no email (RFC 7505); `implicit`: no MX, its own address is used; `none`: neither; `nxdomain`: no such domain."
  ),
  hosts: list(MxHostRecord, "The mail hosts, best preference first."),
  provider: textOrNull("Who runs the best host that is known, or null.", "Google Workspace"),
  providerKind: wordOrNull(
    ["mailbox", "gateway", "forwarding", "application", "parking"],
    "What that provider does, or null."
  )
})

const VoidTermRecord = record("SpfVoidTerm", "A term that finds nothing in the DNS.", {
  domain: text("Domain whose record has it.", "example.com"),
  term: text("The term.", "include:old.example.com"),
  name: text("The name without records.", "old.example.com"),
  families: list(Schema.Literals([4, 6]), "IP versions of the clients that it is void for.")
})

/** Who may send for a domain. */
export const SpfRecord = record("SpfHealth", "Who may send for the domain (RFC 7208).", {
  ...scored(25),
  record: textOrNull(
    "The record, or null when there is none, or more than one.",
    "v=spf1 include:_spf.example.net -all"
  ),
  lookups: count("DNS lookups that receivers need; they stop at 10.", 3),
  tree: SpfTreeRecord,
  voids: list(VoidTermRecord, "Terms that find nothing; receivers stop at the third."),
  networks: texts("Networks that may send, as few as possible.", ["192.0.2.0/24"]),
  ipv4Addresses: count("IPv4 addresses in them.", 256),
  dynamic: flag("Whether some term depends on the message, so that the networks are not all.", false),
  otherwise: wordOrNull(
    ["pass", "fail", "softfail", "neutral"],
    "The result for everybody else; null without a readable record."
  )
})

const DkimKeyRecord = record("DkimKey", "A key.", {
  selector: text("Its selector.", "google"),
  status: word(
    ["valid", "weak", "revoked", "testing", "malformed"],
    "`weak`: an RSA key shorter than signers should use (RFC 8301)."
  ),
  keyType: wordOrNull(["rsa", "ed25519"], "Kind of key, or null when it cannot be read."),
  keyBits: countOrNull("Size of the key in bits, or null when it cannot be read.", 2_048),
  provider: textOrNull("Whose selector it is, or null when not known.", "Google Workspace"),
  testing: flag("Whether the record marks the key as a test.", false),
  cname: textOrNull("Target of the alias when the selector is one, or null.", null)
})

const DanglingRecord = record("DkimDangling", "An alias that leads to no key.", {
  selector: text("The selector.", "s1"),
  target: text("Its target.", "s1.domainkey.example.net"),
  exists: flag("Whether that name exists.", false)
})

/** The keys of a domain's signatures. */
export const DkimRecord = record(
  "DkimHealth",
  "The keys of the domain's signatures (RFC 6376), as far as selectors are known.",
  {
    ...scored(20),
    keys: list(DkimKeyRecord, "Keys that were found."),
    selectorsProbed: count("Number of selectors that were checked.", 50),
    dangling: list(DanglingRecord, "Aliases that lead to no key."),
    wildcard: wordOrNull(["key", "revoked"], "What every selector answers, or null when there is no wildcard.")
  }
)

const ReportTargetRecord = record("DmarcReportTarget", "Where reports are sent to.", {
  uri: text("As in the record.", "mailto:dmarc@example.com"),
  domain: text("Domain of the address.", "example.com"),
  external: flag("Whether it is outside of the organization, so that the receiver must agree.", false),
  authorised: flagOrNull("Whether it agrees; null when it does not need to, or the DNS gives no answer.", null),
  takesMail: flagOrNull("Whether the domain receives email; null when the DNS gives no answer.", true)
})

const BelowRecord = record("DmarcBelow", "What applies below the domain.", {
  subdomain: word(policies, "To names that exist."),
  nonexistent: word(policies, "To names that do not.")
})

/** What receivers do with email that fails. */
export const DmarcRecord = record("DmarcHealth", "What receivers do with email that fails (RFC 9989).", {
  ...scored(25),
  record: textOrNull("The record that applies, or null.", "v=DMARC1; p=reject; rua=mailto:dmarc@example.com"),
  policy: wordOrNull(policies, "As published, for the domain of the record; null without one."),
  effectivePolicy: wordOrNull(policies, "As it applies to this domain; null without a record."),
  below: orNull(BelowRecord, "What applies below this domain, or null without a record."),
  inheritedFrom: textOrNull("The domain that has the record; null when it is the domain's own.", null),
  organizationalDomain: textOrNull("The organization's domain, or null when it is not known.", "example.com"),
  walked: texts("Domains that were queried, in order.", ["example.com"]),
  reports: list(ReportTargetRecord, "Where reports are sent to.")
})

const ListCheckRecord = record("ListCheck", "The answer of one list about one address or domain.", {
  list: text("Name of the list.", "SpamCop"),
  listId: text("Stable id of the list.", "spamcop"),
  target: text("What was looked up.", "192.0.2.25"),
  status: word(["clear", "listed", "refused", "unknown"], "`refused`: the list does not answer our resolver."),
  detail: text("What the answer means; empty when clear.", "")
})

const ListingRecord = record("Listing", "An entry of a list.", {
  list: text("Name of the list.", "SpamCop"),
  target: text("What is listed.", "192.0.2.25"),
  tier: Schema.Literals([1, 2, 3]).annotate({ description: "How much receivers rely on the list: 1 most, 3 least." }),
  kind: word(["listed", "policy", "info"], "`policy` and `info` are not a sign of abuse."),
  shared: flag("Whether it is a host of a provider, shared with others.", false),
  meanings: texts("Meaning of the entry.", ["listed"])
})

/** Whether a domain's mail hosts or the domain are listed. */
export const BlacklistRecord = record("BlacklistHealth", "Whether the domain's mail hosts or the domain are listed.", {
  ...scored(10),
  checked: list(ListCheckRecord, "Every answer of a list."),
  listings: list(ListingRecord, "The entries that were found.")
})
