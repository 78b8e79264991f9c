import type { DmarcPolicy } from "../dmarc/DmarcRecord.ts"
import type { ContentFacts } from "./content/inspectContent.ts"
import type { MessageHop } from "./headers/inspectHops.ts"
import type { UnsubscribeFacts } from "./headers/inspectUnsubscribe.ts"
import type { DmarcStatus } from "./verdict/dmarcStatus.ts"
import type { MessageFinding } from "./verdict/Finding.ts"
import type { ArcFacts } from "./arc/ArcFacts.ts"
import type { DkimSignatureFacts } from "./dkim/DkimFacts.ts"
import type { SpfFacts } from "./spf/SpfFacts.ts"

/** The author of a message. */
export interface MessageAuthor {
  readonly address: string
  /** The domain in IDNA ASCII. */
  readonly domain: string
}

/** A DKIM signature with its alignment. */
export interface DkimSignatureReport extends DkimSignatureFacts {
  /** Whether the signature is aligned with the author's domain, so that DMARC accepts it. */
  readonly aligned: boolean
}

/** The DKIM result of a message. */
export interface MessageDkimReport {
  /** The result of all signatures; "pass" if any signature passes. */
  readonly status: "none" | "pass" | "fail" | "permerror" | "temperror"
  readonly signatures: ReadonlyArray<DkimSignatureReport>
  /** The number of signatures beyond the limit of 10, which were not verified. */
  readonly skipped: number
}

/** The SPF result of a message, and its alignment. */
export interface MessageSpfReport extends SpfFacts {
  /** Whether the SPF domain is aligned with the author's domain, so that DMARC accepts the result. */
  readonly aligned: boolean
}

/** The DMARC result of a message. */
export interface MessageDmarcReport {
  readonly status: DmarcStatus
  /** The action that the author's domain requests for messages that fail DMARC; null if there is no record. */
  readonly policy: DmarcPolicy | null
  readonly organizationalDomain: string | null
  readonly recordDomain: string | null
}

/** The verdict on a received message. */
export interface MessageReport {
  /**
   * The verdict. "fail": there is a critical or high finding; "unknown": the DNS did not answer; "warn": there is a
   * medium finding.
   */
  readonly verdict: "ok" | "warn" | "fail" | "unknown"
  /** Whether a result is unknown because the DNS did not answer or a limit was reached. */
  readonly incomplete: boolean
  /** The time of the check, in ISO 8601 and UTC. */
  readonly checkedAt: string
  /** The size of the message in octets. */
  readonly size: number
  /** The time in the Date header, in ISO 8601 and UTC; null if the header is missing or invalid. */
  readonly sentAt: string | null
  /** The author of the message; null unless there is exactly one valid From header. */
  readonly from: MessageAuthor | null
  readonly spf: MessageSpfReport
  readonly dkim: MessageDkimReport
  readonly dmarc: MessageDmarcReport
  readonly arc: ArcFacts
  readonly unsubscribe: UnsubscribeFacts
  /**
   * The servers through which the message passed, oldest first, according to Received headers. Senders can forge these
   * headers.
   */
  readonly hops: ReadonlyArray<MessageHop>
  readonly content: Pick<ContentFacts, "text" | "html" | "parts" | "attachments">
  /** The findings, most severe first. */
  readonly findings: ReadonlyArray<MessageFinding>
  /** The number of DNS queries that the check sent. */
  readonly queries: number
}
