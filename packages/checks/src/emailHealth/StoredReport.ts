import { type FindingCode, RUBRIC, type SpfNode } from "@mon/email-health"
import type { EmailHealthReport } from "@mon/email-health/effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { StoredExtras } from "./StoredExtras.ts"

const { Array: List, Boolean: Flag, Int, Literals, NullOr, String: Text, Struct } = Schema

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
 * Converts a report to its stored form. The types do not compile if the engine reports a value that could not be read
 * back.
 */
export const toStoredReport = (report: EmailHealthReport): typeof Report.Type => report

const decode = Schema.decodeUnknownOption(Report)

/** Reads a stored report. Null if another release wrote it in another form. */
export const readStoredReport = (json: unknown): EmailHealthReport | null => Option.getOrNull(decode(json))
