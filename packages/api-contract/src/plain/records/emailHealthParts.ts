// Written by `npm run openapi`. Do not edit.

/** BIMI, the logo that email programs show next to emails. */
export type Bimi = {
  readonly present: boolean | null
  readonly record: string | null
  readonly valid: boolean
  readonly logo: string | null
  readonly certificate: string | null
  readonly declined: boolean
  readonly logoCheck: BimiLogoCheck
  readonly certificateCheck: BimiCertificateCheck
}

/** The check of the certificate of a BIMI logo. */
export type BimiCertificateCheck = {
  readonly status: "ok" | "invalid" | "not_checked"
  readonly problems: ReadonlyArray<
    | "unreachable"
    | "certificate_of_host"
    | "http_status"
    | "redirect"
    | "too_large"
    | "no_certificate"
    | "expired"
    | "wrong_domain"
    | "no_mark_certificate"
  >
}

/** The check of a BIMI logo (SVG Tiny Portable/Secure). */
export type BimiLogoCheck = {
  readonly status: "ok" | "invalid" | "not_checked"
  readonly problems: ReadonlyArray<
    | "unreachable"
    | "certificate_of_host"
    | "http_status"
    | "redirect"
    | "too_large"
    | "not_svg"
    | "no_base_profile"
    | "wrong_version"
    | "no_title"
    | "long_title"
    | "not_square"
    | "script"
    | "external_reference"
    | "image"
    | "animation"
    | "position"
    | "doctype"
    | "large"
  >
}

/** Blacklist entries of the domain and of its mail hosts. */
export type BlacklistHealth = {
  readonly status: "ok" | "warn" | "fail" | "unknown"
  readonly score: number | null
  readonly weight: number
  readonly checked: ReadonlyArray<ListCheck>
  readonly listings: ReadonlyArray<Listing>
}

/** A requirement of a large mailbox provider for senders. */
export type BulkSenderDemand = {
  readonly provider: "google" | "yahoo" | "microsoft"
  readonly id:
    | "spf_or_dkim"
    | "spf"
    | "dkim"
    | "dmarc"
    | "alignment"
    | "reverse_dns"
    | "tls"
    | "message_format"
    | "one_click_unsubscribe"
    | "spam_rate"
  readonly audience: "all" | "bulk"
  readonly met: boolean | null
  readonly explanation: string
}

/** The domain to check. */
export type CheckEmailHealth = {
  readonly domain: string
  readonly fresh?: boolean
  readonly selectors?: ReadonlyArray<string>
  readonly reportsReviewed?: boolean
}

/** The message to check. */
export type CheckEmailMessage = {
  readonly message: string
  readonly clientIp?: string
  readonly helo?: string
  readonly mailFrom?: string
}

/** DANE records of a mail host (RFC 7672). */
export type DaneHost = {
  readonly host: string
  readonly records: number | null
  readonly authenticated: boolean | null
  readonly status: "none" | "unsigned" | "unusable" | "matches" | "mismatch" | "not_checked"
}

/** A selector that is an alias without a key at its target. */
export type DkimDangling = { readonly selector: string; readonly target: string; readonly exists: boolean }

/** DKIM, the keys that sign the domain's email (RFC 6376). Mon can only find keys at selectors that it checks. */
export type DkimHealth = {
  readonly status: "ok" | "warn" | "fail" | "unknown"
  readonly score: number | null
  readonly weight: number
  readonly keys: ReadonlyArray<DkimKey>
  readonly selectorsProbed: number
  readonly dangling: ReadonlyArray<DkimDangling>
  readonly wildcard: "key" | "revoked" | null
}

/** A DKIM key. */
export type DkimKey = {
  readonly selector: string
  readonly status: "valid" | "weak" | "revoked" | "testing" | "malformed"
  readonly keyType: "rsa" | "ed25519" | null
  readonly keyBits: number | null
  readonly provider: string | null
  readonly testing: boolean
  readonly cname: string | null
}

/** The policies for subdomains. */
export type DmarcBelow = {
  readonly subdomain: "none" | "quarantine" | "reject"
  readonly nonexistent: "none" | "quarantine" | "reject"
}

/** DMARC, the policy for email that fails authentication (RFC 9989). */
export type DmarcHealth = {
  readonly status: "ok" | "warn" | "fail" | "unknown"
  readonly score: number | null
  readonly weight: number
  readonly record: string | null
  readonly policy: "none" | "quarantine" | "reject" | null
  readonly effectivePolicy: "none" | "quarantine" | "reject" | null
  readonly below: DmarcBelow | null
  readonly inheritedFrom: string | null
  readonly organizationalDomain: string | null
  readonly walked: ReadonlyArray<string>
  readonly reports: ReadonlyArray<DmarcReportTarget>
}

/** An address that receives DMARC reports. */
export type DmarcReportTarget = {
  readonly uri: string
  readonly domain: string
  readonly external: boolean
  readonly authorised: boolean | null
  readonly takesMail: boolean | null
}

/** DNSSEC, which signs DNS records (RFC 9364). */
export type Dnssec = { readonly signed: boolean | null; readonly validated: boolean | null }

/** One blacklist's answer about one address or domain. */
export type ListCheck = {
  readonly list: string
  readonly listId: string
  readonly target: string
  readonly status: "clear" | "listed" | "refused" | "unknown"
  readonly detail: string
}

/** An entry on a blacklist. */
export type Listing = {
  readonly list: string
  readonly target: string
  readonly tier: 1 | 2 | 3
  readonly kind: "listed" | "policy" | "info"
  readonly shared: boolean
  readonly meanings: ReadonlyArray<string>
}

/** The certificate that a mail host presents. */
export type MailHostCertificate = {
  readonly subject: string
  readonly issuer: string
  readonly names: ReadonlyArray<string>
  readonly validTo: string
  readonly problems: ReadonlyArray<
    "expired" | "not_yet_valid" | "wrong_host" | "self_signed" | "untrusted" | "weak_key" | "old_protocol"
  >
}

/** Whether a mail host supports STARTTLS. */
export type MailHostTls = {
  readonly host: string
  readonly status: "encrypted" | "plain" | "broken" | "not_checked"
  readonly reason:
    | "not_requested"
    | "port_closed"
    | "timeout"
    | "no_host"
    | "dns_failed"
    | "not_public"
    | "host_refused"
    | "not_smtp"
    | "recently_contacted"
    | "handshake"
    | null
  readonly protocol: string | null
  readonly certificate: MailHostCertificate | null
}

/** MTA-STS, the policy for encrypted delivery (RFC 8461). */
export type MtaSts = {
  readonly present: boolean | null
  readonly record: string | null
  readonly valid: boolean
  readonly policy: MtaStsPolicy | null
  readonly fetched: boolean
  readonly fault:
    | "no_host"
    | "not_public"
    | "refused"
    | "certificate"
    | "protocol"
    | "too_large"
    | "redirect"
    | "http_status"
    | "content_type"
    | "version"
    | "mode"
    | "max_age"
    | "mx"
    | "not_checked"
    | null
}

/** An MTA-STS policy file (RFC 8461). */
export type MtaStsPolicy = {
  readonly mode: "enforce" | "testing" | "none"
  readonly mx: ReadonlyArray<string>
  readonly maxAge: number
}

/** An address of a mail host. */
export type MxAddress = {
  readonly address: string
  readonly public: boolean
  readonly reverse: "confirmed" | "no_name" | "mismatch" | "unknown" | "not_asked"
  readonly name: string | null
}

/** How the domain receives email. */
export type MxHealth = {
  readonly status: "ok" | "warn" | "fail" | "unknown"
  readonly score: number | null
  readonly weight: number
  readonly kind: "hosts" | "null" | "implicit" | "none" | "nxdomain" | "unknown"
  readonly hosts: ReadonlyArray<MxHost>
  readonly provider: string | null
  readonly providerKind: "mailbox" | "gateway" | "forwarding" | "application" | "parking" | null
}

/** A mail host. */
export type MxHost = {
  readonly host: string
  readonly preference: number
  readonly status: "ok" | "address" | "unresolvable" | "unknown"
  readonly cname: string | null
  readonly addresses: ReadonlyArray<MxAddress>
  readonly provider: string | null
}

/** An error in an SPF record. */
export type SpfError = {
  readonly code: string
  readonly offset: number
  readonly length: number
  readonly term: string
  readonly message: string
}

/** SPF, the servers that may send for the domain (RFC 7208). */
export type SpfHealth = {
  readonly status: "ok" | "warn" | "fail" | "unknown"
  readonly score: number | null
  readonly weight: number
  readonly record: string | null
  readonly lookups: number
  readonly tree: SpfTree
  readonly voids: ReadonlyArray<SpfVoidTerm>
  readonly networks: ReadonlyArray<string>
  readonly ipv4Addresses: number
  readonly dynamic: boolean
  readonly otherwise: "pass" | "fail" | "softfail" | "neutral" | null
}

/** A term of an SPF record that causes DNS lookups. */
export type SpfTerm = {
  readonly text: string
  readonly name: string | null
  readonly lookups: number
  readonly void: SpfVoid
  readonly failure: string | null
  readonly tooManyHosts: boolean
}

/** An SPF record and the records that it refers to. */
export type SpfTree = {
  readonly domain: string
  readonly via: string | null
  readonly status: "ok" | "none" | "multiple" | "syntax" | "loop" | "dynamic" | "cut" | "unknown"
  readonly record: string | null
  readonly errors: ReadonlyArray<SpfError>
  readonly lookups: number
  readonly terms: ReadonlyArray<SpfTerm>
  readonly children: ReadonlyArray<SpfTree>
}

/** Whether the DNS lookup of a term finds no records. */
export type SpfVoid = { readonly "4": boolean; readonly "6": boolean }

/** An SPF term whose DNS lookup finds no records. */
export type SpfVoidTerm = {
  readonly domain: string
  readonly term: string
  readonly name: string
  readonly families: ReadonlyArray<4 | 6>
}

/** TLS-RPT, the reports on encrypted delivery (RFC 8460). */
export type TlsRpt = {
  readonly present: boolean | null
  readonly record: string | null
  readonly valid: boolean
  readonly addresses: ReadonlyArray<string>
}
