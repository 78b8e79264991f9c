import type { ListCheck, Listing } from "./blacklist/inspectBlacklists.ts"
import type { DkimKeyStatus } from "./dkim/DkimKey.ts"
import type { DanglingSelector, DkimScan } from "./dkim/scanDkim.ts"
import type { DmarcPolicy } from "./dmarc/DmarcRecord.ts"
import type { DmarcFacts, ReportTarget } from "./dmarc/inspectDmarc.ts"
import type { ExtraFacts } from "./extras/inspectExtras.ts"
import type { MxFacts, MxHost } from "./mx/inspectMx.ts"
import type { ProviderKind } from "./mx/providers.ts"
import type { Finding } from "./rubric/Finding.ts"
import type { Grade } from "./rubric/Rubric.ts"
import type { ComponentScore } from "./rubric/score.ts"
import type { SpfAnalysis, VoidTerm } from "./spf/analyseSpf.ts"
import type { SpfNode } from "./spf/SpfTree.ts"

/** How the domain takes mail, and what that scores. */
export interface MxReport extends ComponentScore {
  readonly kind: MxFacts["kind"]
  readonly hosts: ReadonlyArray<MxHost>
  /** Name of the provider of the best host that is known; null when none is. */
  readonly provider: string | null
  readonly providerKind: ProviderKind | null
}

/** The SPF record with the cost of each of its branches, and what that scores. */
export interface SpfReport extends ComponentScore {
  readonly record: string | null
  /** Lookups of RFC 7208 section 4.6.4; receivers stop at 10. */
  readonly lookups: number
  readonly tree: SpfNode
  readonly voids: ReadonlyArray<VoidTerm>
  /** Networks that some term lets pass, as few as possible. */
  readonly networks: ReadonlyArray<string>
  readonly ipv4Addresses: number
  /** Some term depends on the message, so that the networks are not all. */
  readonly dynamic: boolean
  /** The result for everybody else. */
  readonly otherwise: SpfAnalysis["otherwise"]
}

/** What was found under one selector; `cname` is where its name leads to, `keyBits` counts the bits of the modulus (256 for Ed25519). */
export interface DkimKeyReport {
  readonly selector: string
  readonly status: DkimKeyStatus
  readonly keyType: "rsa" | "ed25519" | null
  readonly keyBits: number | null
  readonly provider: string | null
  readonly testing: boolean
  readonly cname: string | null
}

/** The keys that were found, and what that scores. */
export interface DkimReport extends ComponentScore {
  readonly keys: ReadonlyArray<DkimKeyReport>
  readonly selectorsProbed: number
  readonly dangling: ReadonlyArray<DanglingSelector>
  readonly wildcard: DkimScan["wildcard"]
}

/** The DMARC policy that receivers apply, where it comes from, and what that scores. */
export interface DmarcReport extends ComponentScore {
  readonly record: string | null
  /** As published, for the domain of the record. */
  readonly policy: DmarcPolicy | null
  /** As receivers apply it to this domain. */
  readonly effectivePolicy: DmarcPolicy | null
  /** As receivers apply it below this domain, to names that exist and to those that do not. */
  readonly below: { readonly subdomain: DmarcPolicy; readonly nonexistent: DmarcPolicy } | null
  readonly inheritedFrom: string | null
  readonly organizationalDomain: string | null
  readonly walked: DmarcFacts["walked"]
  readonly reports: ReadonlyArray<ReportTarget>
}

/** What each list says, and what that scores. */
export interface BlacklistReport extends ComponentScore {
  readonly checked: ReadonlyArray<ListCheck>
  readonly listings: ReadonlyArray<Listing>
}

/** One demand of the large receivers on who sends in bulk; null when it cannot be told from outside. */
export interface BulkSenderRequirement {
  readonly id: "spf" | "dkim" | "dmarc" | "alignment" | "reverse_dns" | "tls" | "one_click_unsubscribe"
  readonly met: boolean | null
}

/** What is told without being scored: transport security, logo, name security, and the demands on bulk senders. */
export interface ExtrasReport extends ExtraFacts {
  /** Whether each address of a mail host leads to a name and back; null when the DNS does not tell. */
  readonly reverseDns: boolean | null
  readonly bulkSender: ReadonlyArray<BulkSenderRequirement>
}

/** A domain's e-mail health. */
export interface EmailHealthReport {
  /** IDNA ASCII. */
  readonly domain: string
  /** 0 to 100, rounded down; null when nothing is known. */
  readonly score: number | null
  readonly grade: Grade | null
  /** Some component is unknown and left out of the score. */
  readonly incomplete: boolean
  /** The domain neither takes nor sends mail, and says so. */
  readonly parked: boolean
  readonly rubricVersion: string
  /** ISO 8601, UTC. */
  readonly checkedAt: string
  /** A report of an engine is always new. */
  readonly cached: boolean
  readonly mx: MxReport
  readonly spf: SpfReport
  readonly dkim: DkimReport
  readonly dmarc: DmarcReport
  readonly blacklist: BlacklistReport
  readonly extras: ExtrasReport
  /** The gravest first. */
  readonly findings: ReadonlyArray<Finding>
  /** Questions that went to the resolver. */
  readonly queries: number
}
