import { type FindingCode, type MailHostContact, RUBRIC, type SpfNode } from "@mon/email-health"
import type { EmailHealthReport } from "@mon/email-health/effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const { Array: List, Boolean: Flag, Int, Literals, NullOr, String: Text, Struct } = Schema

/** The reasons why a mail host was not checked, and the reasons why its check failed. */
const contactReasons = [
  "port_closed",
  "timeout",
  "no_host",
  "dns_failed",
  "not_public",
  "host_refused",
  "not_smtp",
  "recently_contacted",
  "handshake"
] as const

const MailHostCertificate = Struct({
  subject: Text,
  issuer: Text,
  names: List(Text),
  validTo: Text,
  problems: List(
    Literals(["expired", "not_yet_valid", "wrong_host", "self_signed", "untrusted", "weak_key", "old_protocol"])
  )
})

const digests = Struct({ sha256: Text, sha512: Text })

const Contact = Struct({
  status: Literals(["encrypted", "plain", "broken", "not_checked"]),
  reason: NullOr(Literals(contactReasons)),
  protocol: NullOr(Text),
  certificate: NullOr(MailHostCertificate),
  fingerprints: List(Struct({ certificate: digests, publicKey: digests }))
})

const decodeContact = Schema.decodeUnknownOption(Contact)

/** Reads the stored contact of a mail host. Null if another version of the engine stored it. */
export const readStoredContact = (stored: unknown): MailHostContact | null => Option.getOrNull(decodeContact(stored))

const textRecord = { present: NullOr(Flag), record: NullOr(Text), valid: Flag }

const fileStatus = Literals(["ok", "invalid", "not_checked"])
const fileProblems = ["unreachable", "certificate_of_host", "http_status", "redirect", "too_large"] as const

const Bimi = Struct({
  ...textRecord,
  logo: NullOr(Text),
  certificate: NullOr(Text),
  declined: Flag,
  logoCheck: Struct({
    status: fileStatus,
    problems: List(
      Literals([
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
      ])
    )
  }),
  certificateCheck: Struct({
    status: fileStatus,
    problems: List(Literals([...fileProblems, "no_certificate", "expired", "wrong_domain", "no_mark_certificate"]))
  })
})

/** The stored facts of a mail host. The facts that only the DANE check needs are left out. */
const MailHost = Struct({
  host: Text,
  status: Literals(["encrypted", "plain", "broken", "not_checked"]),
  reason: NullOr(Literals(["not_requested", ...contactReasons])),
  protocol: NullOr(Text),
  certificate: NullOr(MailHostCertificate)
})

/** The stored facts that do not affect the score. */
const StoredExtras = Struct({
  mtaSts: Struct({
    ...textRecord,
    policy: NullOr(Struct({ mode: Literals(["enforce", "testing", "none"]), mx: List(Text), maxAge: Int })),
    fetched: Flag,
    fault: NullOr(
      Literals([
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
      ])
    )
  }),
  tlsRpt: Struct({ ...textRecord, addresses: List(Text) }),
  bimi: Bimi,
  mailHosts: List(MailHost),
  dane: List(
    Struct({
      host: Text,
      records: NullOr(Int),
      authenticated: NullOr(Flag),
      status: Literals(["none", "unsigned", "unusable", "matches", "mismatch", "not_checked"])
    })
  ),
  dnssec: Struct({ signed: NullOr(Flag), validated: NullOr(Flag) }),
  reverseDns: NullOr(Flag),
  bulkSender: List(
    Struct({
      provider: Literals(["google", "yahoo", "microsoft"]),
      id: Literals([
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
      ]),
      audience: Literals(["all", "bulk"]),
      met: NullOr(Flag),
      explanation: Text
    })
  )
})

const isFindingCode = (value: unknown): value is FindingCode => RUBRIC.has(value as FindingCode)

const Policy = Literals(["none", "quarantine", "reject"])

const score = {
  status: Literals(["ok", "warn", "fail", "unknown"]),
  score: NullOr(Int),
  weight: Int
}

const MxHost = Struct({
  host: Text,
  preference: Int,
  status: Literals(["ok", "address", "unresolvable", "unknown"]),
  cname: NullOr(Text),
  addresses: List(
    Struct({
      address: Text,
      public: Flag,
      reverse: Literals(["confirmed", "no_name", "mismatch", "unknown", "not_asked"]),
      name: NullOr(Text)
    })
  ),
  provider: NullOr(Text)
})

const SpfError = Struct({
  code: Literals([
    "bad_character",
    "unknown_mechanism",
    "missing_argument",
    "unexpected_argument",
    "bad_domain_spec",
    "bad_macro",
    "bad_ip4",
    "bad_ip6",
    "bad_prefix_length",
    "duplicate_modifier"
  ]),
  offset: Int,
  length: Int,
  term: Text,
  message: Text
})

const SpfTerm = Struct({
  text: Text,
  name: NullOr(Text),
  lookups: Int,
  void: Struct({ 4: Flag, 6: Flag }),
  failure: NullOr(Literals(["Timeout", "ServFail", "Refused", "FormErr", "Truncated", "BadName", "Network", "Budget"])),
  tooManyHosts: Flag
})

const SpfTree = Struct({
  domain: Text,
  via: NullOr(Text),
  status: Literals(["ok", "none", "multiple", "syntax", "loop", "dynamic", "cut", "unknown"]),
  record: NullOr(Text),
  errors: List(SpfError),
  lookups: Int,
  terms: List(SpfTerm),
  children: List(Schema.suspend((): Schema.Codec<SpfNode> => SpfTree))
})

const RepairType = Literals(["TXT", "MX", "A", "AAAA", "CNAME"])

const Finding = Struct({
  code: Schema.declare(isFindingCode),
  severity: Literals(["critical", "high", "medium", "low", "info"]),
  component: Literals(["mx", "spf", "dkim", "dmarc", "blacklist", "extras"]),
  message: Text,
  reference: Text,
  fix: NullOr(Struct({ type: RepairType, host: Text, value: Text })),
  record: NullOr(Int)
})

const RepairRecord = Struct({
  type: RepairType,
  host: Text,
  values: List(Text),
  replaces: List(Text),
  foreign: Flag,
  findings: List(Schema.declare(isFindingCode)),
  form: Struct({
    name: Text,
    ttl: Int,
    strings: List(List(Text)),
    provider: NullOr(Struct({ name: Text, fields: List(List(Struct({ label: Text, value: Text }))) }))
  })
})

const RepairStep = Struct({
  kind: Literals(["publish", "person", "review"]),
  title: Text,
  text: Text,
  records: List(Int),
  findings: List(Schema.declare(isFindingCode)),
  announces: List(Schema.declare(isFindingCode))
})

const Report = Struct({
  domain: Text,
  score: NullOr(Int),
  grade: NullOr(Literals(["A", "B", "C", "D", "F"])),
  incomplete: Flag,
  parked: Flag,
  rubricVersion: Text,
  checkedAt: Text,
  cached: Flag,
  mx: Struct({
    ...score,
    kind: Literals(["hosts", "null", "implicit", "none", "nxdomain", "unknown"]),
    hosts: List(MxHost),
    provider: NullOr(Text),
    providerKind: NullOr(Literals(["mailbox", "gateway", "forwarding", "application", "parking"]))
  }),
  spf: Struct({
    ...score,
    record: NullOr(Text),
    lookups: Int,
    tree: SpfTree,
    voids: List(Struct({ domain: Text, term: Text, name: Text, families: List(Literals([4, 6])) })),
    networks: List(Text),
    ipv4Addresses: Int,
    dynamic: Flag,
    otherwise: NullOr(Literals(["pass", "fail", "softfail", "neutral"]))
  }),
  dkim: Struct({
    ...score,
    keys: List(
      Struct({
        selector: Text,
        status: Literals(["valid", "weak", "revoked", "testing", "malformed"]),
        keyType: NullOr(Literals(["rsa", "ed25519"])),
        keyBits: NullOr(Int),
        provider: NullOr(Text),
        testing: Flag,
        cname: NullOr(Text)
      })
    ),
    selectorsProbed: Int,
    dangling: List(Struct({ selector: Text, target: Text, exists: Flag })),
    wildcard: NullOr(Literals(["key", "revoked"]))
  }),
  dmarc: Struct({
    ...score,
    record: NullOr(Text),
    policy: NullOr(Policy),
    effectivePolicy: NullOr(Policy),
    below: NullOr(Struct({ subdomain: Policy, nonexistent: Policy })),
    inheritedFrom: NullOr(Text),
    organizationalDomain: NullOr(Text),
    walked: List(Text),
    reports: List(
      Struct({ uri: Text, domain: Text, external: Flag, authorised: NullOr(Flag), takesMail: NullOr(Flag) })
    )
  }),
  blacklist: Struct({
    ...score,
    checked: List(
      Struct({
        list: Text,
        listId: Text,
        target: Text,
        status: Literals(["clear", "listed", "refused", "unknown"]),
        detail: Text
      })
    ),
    listings: List(
      Struct({
        list: Text,
        target: Text,
        tier: Literals([1, 2, 3]),
        kind: Literals(["listed", "policy", "info"]),
        shared: Flag,
        meanings: List(Text)
      })
    )
  }),
  extras: StoredExtras,
  findings: List(Finding),
  records: List(RepairRecord),
  steps: List(RepairStep),
  queries: Int
})

/**
 * Converts a report to its stored form. The compiler rejects this code if the engine can report a value that could not
 * be read back.
 */
export const toStoredReport = (report: EmailHealthReport): typeof Report.Type => report

const decode = Schema.decodeUnknownOption(Report)

/** Reads a stored report. Null if another release stored it in another form. */
export const readStoredReport = (json: unknown): EmailHealthReport | null => Option.getOrNull(decode(json))
