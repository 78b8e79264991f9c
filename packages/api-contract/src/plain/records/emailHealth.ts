// Written by `npm run openapi`. Do not edit.
import type {
  Bimi,
  BlacklistHealth,
  BulkSenderDemand,
  DaneHost,
  DkimHealth,
  DmarcHealth,
  Dnssec,
  MailHostTls,
  MtaSts,
  MxHealth,
  SpfHealth,
  TlsRpt
} from "./emailHealthParts.ts"

/** The email health of a domain. */
export type EmailHealth = {
  readonly domain: string
  readonly score: number | null
  readonly grade: "A" | "B" | "C" | "D" | "F" | null
  readonly incomplete: boolean
  readonly parked: boolean
  readonly rubricVersion: string
  readonly checkedAt: string
  readonly cached: boolean
  readonly mx: MxHealth
  readonly spf: SpfHealth
  readonly dkim: DkimHealth
  readonly dmarc: DmarcHealth
  readonly blacklist: BlacklistHealth
  readonly extras: EmailHealthExtras
  readonly findings: ReadonlyArray<EmailHealthFinding>
  readonly records: ReadonlyArray<EmailHealthRepairRecord>
  readonly steps: ReadonlyArray<EmailHealthRepairStep>
  readonly queries: number
}

/** The result of one component of the score. */
export type EmailHealthComponent = {
  readonly status: "ok" | "warn" | "fail" | "unknown"
  readonly score: number | null
  readonly weight: number
  readonly finding: string | null
}

/** The components of the score. */
export type EmailHealthComponents = {
  readonly mx: EmailHealthComponent
  readonly spf: EmailHealthComponent
  readonly dkim: EmailHealthComponent
  readonly dmarc: EmailHealthComponent
  readonly blacklist: EmailHealthComponent
}

/** Additional checks that do not affect the score. */
export type EmailHealthExtras = {
  readonly mtaSts: MtaSts
  readonly tlsRpt: TlsRpt
  readonly bimi: Bimi
  readonly mailHosts: ReadonlyArray<MailHostTls>
  readonly dane: ReadonlyArray<DaneHost>
  readonly dnssec: Dnssec
  readonly reverseDns: boolean | null
  readonly bulkSender: ReadonlyArray<BulkSenderDemand>
}

/** A finding from the check. */
export type EmailHealthFinding = {
  readonly code: string
  readonly severity: "critical" | "high" | "medium" | "low" | "info"
  readonly component: "mx" | "spf" | "dkim" | "dmarc" | "blacklist" | "extras"
  readonly message: string
  readonly reference: string
  readonly fix: EmailHealthFix | null
  readonly record: number | null
}

/** A DNS record that fixes a finding. */
export type EmailHealthFix = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly value: string
}

/** One field of a DNS provider's form. */
export type EmailHealthFormField = { readonly label: string; readonly value: string }

/** An email health result of a domain. */
export type EmailHealthPoint = {
  readonly checkedAt: string
  readonly score: number | null
  readonly grade: "A" | "B" | "C" | "D" | "F" | null
  readonly incomplete: boolean
  readonly rubricVersion: string | null
  readonly components: EmailHealthComponents
}

/** The form of a DNS provider. */
export type EmailHealthProviderForm = {
  readonly name: string
  readonly fields: ReadonlyArray<ReadonlyArray<EmailHealthFormField>>
}

/** A record as a DNS provider's form asks for it. */
export type EmailHealthRecordForm = {
  readonly name: string
  readonly ttl: number
  readonly strings: ReadonlyArray<ReadonlyArray<string>>
  readonly provider: EmailHealthProviderForm | null
}

/** What to publish at one name and type. */
export type EmailHealthRepairRecord = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly values: ReadonlyArray<string>
  readonly replaces: ReadonlyArray<string>
  readonly foreign: boolean
  readonly findings: ReadonlyArray<string>
  readonly form: EmailHealthRecordForm
}

/** One step of the repair. Follow the steps in order. */
export type EmailHealthRepairStep = {
  readonly kind: "publish" | "person" | "review"
  readonly title: string
  readonly text: string
  readonly records: ReadonlyArray<number>
  readonly findings: ReadonlyArray<string>
  readonly announces: ReadonlyArray<string>
}

/** What one name server says about a record. */
export type EmailHealthServerState = {
  readonly server: string
  readonly state: "published" | "old" | "missing" | "failed"
  readonly reason: string | null
  readonly ttl: number | null
}

/** The newest email health result of a domain. */
export type EmailHealthStanding = {
  readonly domainId: string
  readonly name: string
  readonly domain: string
  readonly emailHealthEnabled: boolean
  readonly score: number | null
  readonly grade: "A" | "B" | "C" | "D" | "F" | null
  readonly incomplete: boolean
  readonly checkedAt: string | null
  readonly components: EmailHealthComponents | null
}

/** Whether the records of a repair plan are published. */
export type EmailHealthVerification = {
  readonly domain: string
  readonly checkedAt: string
  readonly state: "verified" | "pending" | "unknown"
  readonly resolvers: number
  readonly records: ReadonlyArray<EmailHealthVerifiedRecord>
  readonly worth: EmailHealthWorth | null
}

/** A record in the repair plan, and what the servers say about it. */
export type EmailHealthVerifiedRecord = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly values: ReadonlyArray<string>
  readonly replaces: ReadonlyArray<string>
  readonly foreign: boolean
  readonly findings: ReadonlyArray<string>
  readonly state: "verified" | "pending" | "unknown"
  readonly servers: ReadonlyArray<EmailHealthServerState>
}

/** What a verified repair was worth. */
export type EmailHealthWorth = { readonly rubricVersion: string; readonly before: number; readonly after: number }

/** The verdict on a received message. */
export type EmailMessage = {
  readonly verdict: "ok" | "warn" | "fail" | "unknown"
  readonly incomplete: boolean
  readonly checkedAt: string
  readonly size: number
  readonly sentAt: string | null
  readonly from: EmailMessageAuthor | null
  readonly spf: EmailMessageSpf
  readonly dkim: EmailMessageDkim
  readonly dmarc: EmailMessageDmarc
  readonly arc: EmailMessageArc
  readonly unsubscribe: EmailMessageUnsubscribe
  readonly hops: ReadonlyArray<EmailMessageHop>
  readonly content: EmailMessageContent
  readonly findings: ReadonlyArray<EmailMessageFinding>
  readonly queries: number
}

/** ARC chain of the message (RFC 8617). */
export type EmailMessageArc = {
  readonly status: "none" | "pass" | "fail" | "unknown"
  readonly sets: number
  readonly sealers: ReadonlyArray<string | null>
  readonly detail: string | null
}

/** The author of the message. */
export type EmailMessageAuthor = { readonly address: string; readonly domain: string }

/** Content of the message. */
export type EmailMessageContent = {
  readonly text: boolean
  readonly html: boolean
  readonly parts: number
  readonly attachments: number
}

/** DKIM result of the message. */
export type EmailMessageDkim = {
  readonly status: "none" | "pass" | "fail" | "permerror" | "temperror"
  readonly signatures: ReadonlyArray<EmailMessageSignature>
  readonly skipped: number
}

/** DMARC result of the message (RFC 9989). */
export type EmailMessageDmarc = {
  readonly status: "pass" | "fail" | "none" | "unknown" | "not_applicable"
  readonly policy: "none" | "quarantine" | "reject" | null
  readonly organizationalDomain: string | null
  readonly recordDomain: string | null
}

/** A finding from the check. */
export type EmailMessageFinding = {
  readonly code: string
  readonly severity: "critical" | "high" | "medium" | "low" | "info"
  readonly component: "spf" | "dkim" | "dmarc" | "arc" | "unsubscribe" | "headers" | "content"
  readonly message: string
  readonly reference: string
  readonly fix: EmailMessageFix | null
  readonly step: string | null
}

/** A DNS record that is safe to publish. */
export type EmailMessageFix = {
  readonly type: "TXT" | "MX" | "A" | "AAAA" | "CNAME"
  readonly host: string
  readonly value: string
}

/** A server that received the message and passed it on, as its Received header says. */
export type EmailMessageHop = {
  readonly from: string | null
  readonly by: string | null
  readonly ip: string | null
  readonly at: string | null
  readonly delaySeconds: number | null
}

/** A DKIM signature of the message (RFC 6376). */
export type EmailMessageSignature = {
  readonly domain: string | null
  readonly selector: string | null
  readonly algorithm: "rsa-sha256" | "ed25519-sha256" | null
  readonly canonicalization: string | null
  readonly status: "pass" | "fail" | "permerror" | "temperror"
  readonly reason:
    | "syntax"
    | "sha1"
    | "from_not_signed"
    | "key_unanswered"
    | "key_missing"
    | "key_revoked"
    | "key_invalid"
    | "key_type"
    | "key_too_short"
    | "key_too_long"
    | "body_changed"
    | "headers_changed"
    | "key_mismatch"
    | "body_length"
    | "expired"
    | "strict_identity"
    | "header_limit"
    | null
  readonly detail: string | null
  readonly keyBits: number | null
  readonly testing: boolean
  readonly signedHeaders: ReadonlyArray<string>
  readonly bodyLength: number | null
  readonly unsignedOctets: number
  readonly keyRecords: number | null
  readonly aligned: boolean
}

/** SPF result of the message (RFC 7208). */
export type EmailMessageSpf = {
  readonly status: "pass" | "fail" | "softfail" | "neutral" | "none" | "permerror" | "temperror" | "not_checked"
  readonly domain: string | null
  readonly ip: string | null
  readonly sender: "envelope" | "return_path" | "helo" | null
  readonly term: string | null
  readonly detail: string | null
  readonly aligned: boolean
}

/** How recipients can unsubscribe (RFC 2369, RFC 8058). */
export type EmailMessageUnsubscribe = {
  readonly oneClick: boolean
  readonly header: "absent" | "valid" | "malformed"
  readonly https: boolean
  readonly http: boolean
  readonly mailto: boolean
  readonly post: "absent" | "valid" | "malformed"
  readonly signed: boolean
}
