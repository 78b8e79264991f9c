import {
  kindOf,
  anything,
  aBoolean,
  aFunction,
  type Kind,
  listOf,
  milliseconds,
  nullable,
  aNumber,
  oneOf,
  optional,
  optionsOf,
  shape,
  aString,
  whole
} from "@mon/bundled/arguments"
import type { ExtraTexts } from "./extras/ExtraFacts.ts"
import { dnsList, listKeys } from "./blacklist/lists.ts"
import type { CheckEmailHealthOptions } from "./CheckOptions.ts"
import type { RepairOptions } from "./repair/RepairPlan.ts"
import { resolverFields } from "./resolverFields.ts"

export const repairOptions = (): Kind =>
  optionsOf<RepairOptions>({
    reportsReviewed: optional(aBoolean),
    reportAddress: optional(aString),
    noEmail: optional(aBoolean)
  })

export const checkOptions = (): Kind =>
  optionsOf<CheckEmailHealthOptions>({
    ...resolverFields(),
    lists: optional(listOf(dnsList(), "an array of lists such as OPEN_LISTS")),
    listKeys: optional(listKeys()),
    deadlineMs: optional(milliseconds()),
    transport: optional(nullable(aFunction)),
    startTls: optional(aBoolean),
    selectors: optional(listOf(aString, "an array of DKIM selectors")),
    fresh: optional(aBoolean),
    repair: optional(repairOptions()),
    onProgress: optional(aFunction)
  })

const list = (takes: string): Kind => listOf(anything, `an array of ${takes}`)

const provider = (): Kind => shape<{ name: string; kind: string }>("a provider", { name: aString, kind: aString })

export const domainFacts = (): Kind =>
  shape<Readonly<Record<string, unknown>>>("the facts about a domain", {
    domain: aString,
    texts: listOf(aString),
    extraTexts: shape<ExtraTexts>("the TXT records that other checks read", {
      mtaSts: nullable(listOf(aString)),
      tlsRpt: nullable(listOf(aString)),
      bimi: nullable(listOf(aString))
    }),
    nameServers: listOf(aString),
    mx: shape<Readonly<Record<string, unknown>>>("the facts about the MX records", {
      kind: oneOf("hosts", "null", "implicit", "none", "nxdomain", "unknown"),
      hosts: listOf(
        shape<{ host: string; addresses: unknown }>("a mail host", { host: aString, addresses: list("addresses") })
      ),
      published: listOf(aString),
      literalNames: kindOf("a Map from addresses to names", (value) => value instanceof Map),
      ownAddresses: list("addresses"),
      duplicates: listOf(aString),
      provider: nullable(provider()),
      unanswered: list("queries")
    }),
    spf: shape<Readonly<Record<string, unknown>>>("the analysis of the SPF record", {
      record: nullable(aString),
      records: listOf(aString),
      nearMisses: listOf(aString),
      parsed: nullable(shape("a parsed record", {})),
      tree: shape<{ status: string }>("a tree", { status: aString }),
      root: shape<Readonly<Record<string, unknown>>>("a tree", {
        status: aString,
        terms: list("terms"),
        children: list("trees")
      }),
      draft: nullable(shape("a tree", {})),
      lookups: whole(0),
      voids: list("terms"),
      breaks: list("faults"),
      networks: listOf(aString),
      unanswered: list("queries")
    }),
    dkim: shape<Readonly<Record<string, unknown>>>("the scan of the DKIM keys", {
      keys: list("keys"),
      dangling: list("selectors"),
      selectorsProbed: whole(0),
      unanswered: list("queries")
    }),
    dmarc: shape<Readonly<Record<string, unknown>>>("the facts about the DMARC record", {
      status: oneOf("ok", "none", "unknown"),
      record: nullable(dmarcRecord()),
      effective: nullable(shape("the policies", {})),
      walked: listOf(aString),
      ownRecords: listOf(aString),
      nearMisses: listOf(aString),
      reports: list("report addresses"),
      unanswered: list("queries")
    }),
    blacklist: shape<Readonly<Record<string, unknown>>>("the results of the blacklists", {
      checked: list("results"),
      listings: list("listings"),
      usable: whole(0),
      asked: whole(0)
    }),
    extras: shape<Readonly<Record<string, unknown>>>("further facts", {
      mtaSts: shape("the facts about MTA-STS", {}),
      tlsRpt: shape("the facts about TLS-RPT", {}),
      bimi: shape("the facts about BIMI", {}),
      mailHosts: list("hosts"),
      dane: list("hosts"),
      dnssec: shape("the facts about DNSSEC", {})
    })
  })

const policy = (): Kind => oneOf("none", "quarantine", "reject")

const dmarcRecord = (): Kind =>
  shape<Readonly<Record<string, unknown>>>("a DMARC record that parseDmarc read", {
    text: aString,
    policy: policy(),
    subdomainPolicy: nullable(policy()),
    nonexistentPolicy: nullable(policy()),
    aggregate: list("report addresses"),
    failure: list("report addresses"),
    warnings: list("warnings"),
    percent: nullable(aNumber("a number"))
  })
