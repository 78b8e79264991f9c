import { described } from "@mon/model"
import * as Schema from "effect/Schema"
import { SpfTreeRecord } from "./SpfTreeRecord.ts"

const { count, countOrNull, flag, flagOrNull, list, orNull, record, text, textOrNull, texts, word, wordOrNull } =
  described

const policies = ["none", "quarantine", "reject"] as const

const scored = (weight: number) => ({
  status: word(["ok", "warn", "fail", "unknown"], "Result of this component. `unknown` if DNS did not respond."),
  score: countOrNull("Score of this component from 0 to 100, or null if unknown.", 100),
  weight: count("Weight of this component in the total score. Percent.", weight)
})

const MxAddressRecord = record("MxAddress", "An address of a mail host.", {
  address: text("IPv4 or IPv6 address.", "192.0.2.25"),
  public: flag("Whether the address is public.", true),
  reverse: word(
    ["confirmed", "no_name", "mismatch", "unknown", "not_asked"],
    "Whether the address has a reverse DNS name that resolves to the same address."
  ),
  name: textOrNull("The first reverse DNS name of the address, or null if there is none.", "mx1.example.com")
})

const MxHostRecord = record("MxHost", "A mail host.", {
  host: text("Host name.", "mx1.example.com"),
  preference: count("MX preference. Senders try hosts with a lower preference first.", 10),
  status: word(
    ["ok", "address", "unresolvable", "unknown"],
    "State of the host. `address`: the MX record contains an IP address instead of a host name."
  ),
  cname: textOrNull(
    "Target of the alias if the host name is an alias, or null. An MX record must not point to an alias.",
    null
  ),
  addresses: list(MxAddressRecord, "Public IP addresses of the host."),
  provider: textOrNull("Operator of the host, or null if unknown.", "Google Workspace")
})

export const MxRecord = record("MxHealth", "How the domain receives email.", {
  ...scored(20),
  kind: word(
    ["hosts", "null", "implicit", "none", "nxdomain", "unknown"],
    "`hosts`: the domain has MX records. `null`: the domain publishes that it receives no email (RFC 7505). `implicit`: the domain has no MX record, so senders use its own address. `none`: the domain has neither. `nxdomain`: the domain does not exist."
  ),
  hosts: list(MxHostRecord, "The mail hosts in the order in which senders try them."),
  provider: textOrNull("Operator of the most preferred host that Mon recognises, or null.", "Google Workspace"),
  providerKind: wordOrNull(
    ["mailbox", "gateway", "forwarding", "application", "parking"],
    "Kind of service that the operator offers, or null."
  )
})

const VoidTermRecord = record("SpfVoidTerm", "An SPF term whose DNS lookup finds no records.", {
  domain: text("Domain whose SPF record contains the term.", "example.com"),
  term: text("Text of the term.", "include:old.example.com"),
  name: text("DNS name that has no records.", "old.example.com"),
  families: list(
    Schema.Literals([4, 6]),
    "IP versions (of the connecting client) for which the lookup finds no records."
  )
})

export const SpfRecord = record("SpfHealth", "SPF, the servers that may send for the domain (RFC 7208).", {
  ...scored(25),
  record: textOrNull(
    "Text of the SPF record, or null if there is none or more than one.",
    "v=spf1 include:_spf.example.net -all"
  ),
  lookups: count("Number of DNS lookups that receivers need. Receivers allow at most 10.", 3),
  tree: SpfTreeRecord,
  voids: list(VoidTermRecord, "Terms whose DNS lookups find no records. Receivers allow at most 2."),
  networks: texts("Networks that may send, merged into as few as possible.", ["192.0.2.0/24"]),
  ipv4Addresses: count("Number of IPv4 addresses in the networks.", 256),
  dynamic: flag("Whether a term depends on the message. If true, the list of networks is not complete.", false),
  otherwise: wordOrNull(
    ["pass", "fail", "softfail", "neutral"],
    "SPF result for all other servers. Null if there is no readable record."
  )
})

const DkimKeyRecord = record("DkimKey", "A DKIM key.", {
  selector: text("Selector of the key.", "google"),
  status: word(
    ["valid", "weak", "revoked", "testing", "malformed"],
    "State of the key. `weak`: the RSA key is shorter than RFC 8301 recommends."
  ),
  keyType: wordOrNull(["rsa", "ed25519"], "Type of the key, or null if the key cannot be read."),
  keyBits: countOrNull("Size of the key in bits, or null if the key cannot be read.", 2_048),
  provider: textOrNull("Provider that uses this selector, or null if unknown.", "Google Workspace"),
  testing: flag("Whether the record marks the key as a test key.", false),
  cname: textOrNull("Target of the alias if the selector is an alias, or null.", null)
})

const DanglingRecord = record("DkimDangling", "A selector that is an alias without a key at its target.", {
  selector: text("The selector.", "s1"),
  target: text("Target of the alias.", "s1.domainkey.example.net"),
  exists: flag("Whether the target exists in DNS.", false)
})

export const DkimRecord = record(
  "DkimHealth",
  "DKIM, the keys that sign the domain's email (RFC 6376). Mon can only find keys at selectors that it checks.",
  {
    ...scored(20),
    keys: list(DkimKeyRecord, "Keys that were found."),
    selectorsProbed: count("Number of selectors that were checked.", 50),
    dangling: list(DanglingRecord, "Selectors that are aliases without a key at their target."),
    wildcard: wordOrNull(
      ["key", "revoked"],
      "The state of the wildcard key that every selector returns, or null if there is no wildcard."
    )
  }
)

const ReportTargetRecord = record("DmarcReportTarget", "An address that receives DMARC reports.", {
  uri: text("The URI as it is in the record.", "mailto:dmarc@example.com"),
  domain: text("Domain of the address.", "example.com"),
  external: flag(
    "Whether the address is outside the organization. If true, the address's domain must authorise the reports.",
    false
  ),
  authorised: flagOrNull(
    "Whether the address's domain authorises the reports. Null if this is not required, or if DNS does not respond.",
    null
  ),
  takesMail: flagOrNull("Whether the address's domain receives email. Null if DNS does not respond.", true)
})

const BelowRecord = record("DmarcBelow", "The policies for subdomains.", {
  subdomain: word(policies, "Policy for subdomains that exist."),
  nonexistent: word(policies, "Policy for subdomains that do not exist.")
})

export const DmarcRecord = record("DmarcHealth", "DMARC, the policy for email that fails authentication (RFC 9989).", {
  ...scored(25),
  record: textOrNull(
    "Text of the record that applies to the domain, or null if there is none.",
    "v=DMARC1; p=reject; rua=mailto:dmarc@example.com"
  ),
  policy: wordOrNull(policies, "Policy as published in the record. Null if there is no record."),
  effectivePolicy: wordOrNull(policies, "Policy that applies to this domain. Null if there is no record."),
  below: orNull(BelowRecord, "Policies that apply to subdomains of this domain, or null if there is no record."),
  inheritedFrom: textOrNull(
    "The domain that publishes the record. Null if this domain publishes its own record.",
    null
  ),
  organizationalDomain: textOrNull("The organizational domain, or null if unknown.", "example.com"),
  walked: texts("Domains whose DMARC record was queried, in order.", ["example.com"]),
  reports: list(ReportTargetRecord, "Addresses that receive DMARC reports.")
})

const ListCheckRecord = record("ListCheck", "One blacklist's answer about one address or domain.", {
  list: text("Name of the blacklist.", "SpamCop"),
  listId: text("Stable id of the blacklist.", "spamcop"),
  target: text("The address or domain that was looked up.", "192.0.2.25"),
  status: word(
    ["clear", "listed", "refused", "unknown"],
    "The blacklist's answer. `refused`: the blacklist refuses queries of Mon's resolver."
  ),
  detail: text("Meaning of the answer. Empty if the status is `clear`.", "")
})

const ListingRecord = record("Listing", "An entry on a blacklist.", {
  list: text("Name of the blacklist.", "SpamCop"),
  target: text("The listed address or domain.", "192.0.2.25"),
  tier: Schema.Literals([1, 2, 3]).annotate({
    description: "How much receivers rely on the blacklist, from 1 (most) to 3 (least)."
  }),
  kind: word(["listed", "policy", "info"], "Kind of entry. `policy` and `info` are not signs of abuse."),
  shared: flag("Whether the address belongs to a host that a provider shares between customers.", false),
  meanings: texts("Meanings of the entry.", ["listed"])
})

export const BlacklistRecord = record("BlacklistHealth", "Blacklist entries of the domain and of its mail hosts.", {
  ...scored(10),
  checked: list(ListCheckRecord, "All answers of blacklists."),
  listings: list(ListingRecord, "Blacklist entries that were found.")
})
