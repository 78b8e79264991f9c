import type { DkimKeyStatus } from "./dkim/DkimKey.ts"
import type { DmarcPolicy } from "./dmarc/DmarcRecord.ts"
import type { ProviderKind } from "./mx/providers.ts"
import type { RepairRecord, RepairStep } from "./repair/RepairPlan.ts"
import type { Finding } from "./rubric/Finding.ts"
import type { Grade } from "./rubric/Rubric.ts"
import type { ComponentScore } from "./rubric/score.ts"
import type { SpfNode } from "./spf/SpfTree.ts"
import type { ListCheck, Listing } from "./blacklist/BlacklistFacts.ts"
import type { DanglingSelector, DkimScan } from "./dkim/DkimScan.ts"
import type { DmarcFacts, ReportTarget } from "./dmarc/DmarcFacts.ts"
import type { ExtraFacts } from "./extras/ExtraFacts.ts"
import type { BulkSenderRequirement } from "./extras/senderRules.ts"
import type { MxFacts, MxHost } from "./mx/MxFacts.ts"
import type { SpfAnalysis, VoidTerm } from "./spf/SpfAnalysis.ts"

/** The mail hosts and the provider of the domain, and their score. */
export interface MxReport extends ComponentScore {
  readonly kind: MxFacts["kind"]
  readonly hosts: ReadonlyArray<MxHost>
  /** The provider of the most preferred host whose provider is known; null if no host's provider is known. */
  readonly provider: string | null
  readonly providerKind: ProviderKind | null
}

/** The SPF record with the lookups of each branch, and its score. */
export interface SpfReport extends ComponentScore {
  readonly record: string | null
  /** The DNS lookups that RFC 7208 section 4.6.4 counts. Receivers stop after 10. */
  readonly lookups: number
  readonly tree: SpfNode
  readonly voids: ReadonlyArray<VoidTerm>
  /** The networks whose servers pass SPF, merged into as few networks as possible. */
  readonly networks: ReadonlyArray<string>
  readonly ipv4Addresses: number
  /** Whether a term depends on the individual message. If so, `networks` is incomplete. */
  readonly dynamic: boolean
  /** The SPF result for servers outside `networks`. */
  readonly otherwise: SpfAnalysis["otherwise"]
}

/**
 * The key at one selector. `cname` is the target of an alias; `keyBits` is the length of the modulus (256 for Ed25519).
 */
export interface DkimKeyReport {
  readonly selector: string
  readonly status: DkimKeyStatus
  readonly keyType: "rsa" | "ed25519" | null
  readonly keyBits: number | null
  readonly provider: string | null
  readonly testing: boolean
  readonly cname: string | null
}

/** The DKIM keys that were found, and their score. */
export interface DkimReport extends ComponentScore {
  readonly keys: ReadonlyArray<DkimKeyReport>
  readonly selectorsProbed: number
  readonly dangling: ReadonlyArray<DanglingSelector>
  readonly wildcard: DkimScan["wildcard"]
}

/** The DMARC policy that receivers apply, the domain whose record contains it, and its score. */
export interface DmarcReport extends ComponentScore {
  readonly record: string | null
  /** The policy that the record contains. */
  readonly policy: DmarcPolicy | null
  /** The policy that receivers apply to this domain. */
  readonly effectivePolicy: DmarcPolicy | null
  /** The policies that receivers apply to subdomains that exist and to subdomains that do not exist. */
  readonly below: { readonly subdomain: DmarcPolicy; readonly nonexistent: DmarcPolicy } | null
  readonly inheritedFrom: string | null
  readonly organizationalDomain: string | null
  readonly walked: DmarcFacts["walked"]
  readonly reports: ReadonlyArray<ReportTarget>
}

/** The results of the blacklists, and their score. */
export interface BlacklistReport extends ComponentScore {
  readonly checked: ReadonlyArray<ListCheck>
  readonly listings: ReadonlyArray<Listing>
}

/** The facts that do not affect the score: encrypted delivery, BIMI, DNSSEC, and the requirements for bulk senders. */
export interface ExtrasReport extends ExtraFacts {
  /** Whether the address of every mail host has forward-confirmed reverse DNS; null if unknown. */
  readonly reverseDns: boolean | null
  /** The requirements of large mailbox providers, one row for each provider and requirement. */
  readonly bulkSender: ReadonlyArray<BulkSenderRequirement>
}

/** The email health of a domain. */
export interface EmailHealthReport {
  /** The domain in IDNA ASCII. */
  readonly domain: string
  /** The score, from 0 to 100, rounded down; null if nothing is known. */
  readonly score: number | null
  readonly grade: Grade | null
  /** Whether a component is unknown and therefore left out of the score. */
  readonly incomplete: boolean
  /** Whether the domain declares that it neither receives nor sends email. */
  readonly parked: boolean
  readonly rubricVersion: string
  /** The time of the check, in ISO 8601 and UTC. */
  readonly checkedAt: string
  /** Always false in this package; a cache in front of it sets this field to true. */
  readonly cached: boolean
  readonly mx: MxReport
  readonly spf: SpfReport
  readonly dkim: DkimReport
  readonly dmarc: DmarcReport
  readonly blacklist: BlacklistReport
  readonly extras: ExtrasReport
  /** The findings, most severe first. */
  readonly findings: ReadonlyArray<Finding>
  /** The records to publish, merged from all findings. Each combination of name and type occurs once. */
  readonly records: ReadonlyArray<RepairRecord>
  /** The steps of the repair. Each step is safe if the steps are carried out in this order. */
  readonly steps: ReadonlyArray<RepairStep>
  /** The number of DNS queries that the check sent. */
  readonly queries: number
}
