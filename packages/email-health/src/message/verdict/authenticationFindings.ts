import type { Severity } from "../../rubric/Rule.ts"
import { keyName } from "../dkim/keyName.ts"
import { dmarcStatus } from "./dmarcStatus.ts"
import type { MessageFindingCode, MessageFindingData } from "./Finding.ts"
import type { MessageFacts } from "../MessageFacts.ts"
import type { DkimSignatureFacts } from "../dkim/DkimFacts.ts"
import type { SignatureReason } from "../dkim/SignatureResult.ts"

/** The shortest RSA key that signers should use, in bits (RFC 8301 section 3.2). */
const GOOD_RSA_BITS = 2_048
/** The headers that people see and that a signature should cover (RFC 6376 section 5.4.1). */
const SHOULD_BE_SIGNED = ["subject", "date", "to"] as const

const SPF_CODES = {
  fail: "spf_fail",
  softfail: "spf_softfail",
  neutral: "spf_neutral",
  none: "spf_none",
  permerror: "spf_permerror",
  temperror: "spf_temperror"
} as const

/** The SPF terms that match every address of a family. */
const MATCHES_ALL = /^\+?(?:all|ip[46]:.*\/0|(?:a|mx)(?::[^/]*)?\/0(?:\/\/\d+)?)$/i

export const spfFindings = ({ spf }: MessageFacts): ReadonlyArray<MessageFindingData> => {
  const { detail, domain, ip, status, term } = spf
  if (status === "pass")
    return MATCHES_ALL.test(term ?? "")
      ? [{ code: "spf_pass_all", values: { domain: domain ?? "the sender", term: term ?? "" } }]
      : []
  if (status === "not_checked")
    return [
      { code: "spf_not_checked", values: { what: ip === null ? "the IP address of the sending server" : "the sender" } }
    ]
  return [{ code: SPF_CODES[status], values: { domain: domain ?? "the sender", ip: ip ?? "", detail: detail ?? "" } }]
}

const REASONS: Readonly<Record<SignatureReason, MessageFindingCode>> = {
  syntax: "dkim_syntax",
  sha1: "dkim_sha1",
  from_not_signed: "dkim_from_not_signed",
  key_unanswered: "dkim_unanswered",
  key_missing: "dkim_key_missing",
  key_revoked: "dkim_key_revoked",
  key_invalid: "dkim_key_invalid",
  key_type: "dkim_key_invalid",
  key_too_short: "dkim_key_length",
  key_too_long: "dkim_key_length",
  body_changed: "dkim_body_changed",
  headers_changed: "dkim_headers_changed",
  key_mismatch: "dkim_key_mismatch",
  body_length: "dkim_body_changed",
  expired: "dkim_expired",
  strict_identity: "dkim_syntax",
  header_limit: "dkim_header_limit"
}

const nameOf = ({ domain, selector }: DkimSignatureFacts): string =>
  domain === null || selector === null ? "its selector" : keyName(selector, domain)

/** Returns findings about a signature that does not pass. The findings are less severe if another signature passes. */
const failureOf = (signature: DkimSignatureFacts, anotherPasses: boolean): ReadonlyArray<MessageFindingData> => {
  const { detail, domain, reason } = signature
  if (reason === null) return []
  const code = REASONS[reason]
  const severity: { readonly severity?: Severity } =
    anotherPasses && code !== "dkim_unanswered" ? { severity: "low" } : {}
  return [
    { code, values: { domain: domain ?? "the signer", name: nameOf(signature), detail: detail ?? "" }, ...severity }
  ]
}

const qualityOf = (signature: DkimSignatureFacts): ReadonlyArray<MessageFindingData> => {
  const { algorithm, domain, keyBits, keyRecords, testing, unsignedOctets } = signature
  const values = { domain: domain ?? "", name: nameOf(signature) }
  const short = algorithm === "rsa-sha256" && keyBits !== null && keyBits < GOOD_RSA_BITS
  return [
    ...(unsignedOctets > 0
      ? [{ code: "dkim_partial_body", values: { ...values, count: unsignedOctets } } as const]
      : []),
    ...(short ? [{ code: "dkim_key_short", values: { ...values, bits: keyBits } } as const] : []),
    ...(testing ? [{ code: "dkim_testing", values } as const] : []),
    ...((keyRecords ?? 1) > 1
      ? [{ code: "dkim_several_keys", values: { ...values, count: keyRecords ?? 0 } } as const]
      : [])
  ]
}

/** Returns the headers of the message that people see and that no passing signature covers. */
const unsignedHeaders = (
  { headers }: MessageFacts,
  passing: ReadonlyArray<DkimSignatureFacts>
): ReadonlyArray<string> => {
  const present = {
    subject: headers.subject !== "absent",
    date: headers.date !== "absent",
    to: headers.hasTo
  }
  return SHOULD_BE_SIGNED.filter(
    (name) => present[name] && !passing.some(({ signedHeaders }) => signedHeaders.includes(name))
  )
}

export const dkimFindings = (facts: MessageFacts): ReadonlyArray<MessageFindingData> => {
  const { signatures, skipped } = facts.dkim
  if (signatures.length === 0) return [{ code: "dkim_none", values: {} }]
  const passing = signatures.filter(({ status }) => status === "pass")
  const unsigned = passing.length === 0 ? [] : unsignedHeaders(facts, passing)
  return [
    ...signatures.flatMap((signature) => failureOf(signature, passing.length > 0)),
    ...passing.flatMap(qualityOf),
    ...(unsigned.length > 0
      ? [{ code: "dkim_headers_unsigned", values: { names: unsigned.join(", ") } } as const]
      : []),
    ...(skipped > 0 ? [{ code: "dkim_too_many", values: { count: skipped } } as const] : [])
  ]
}

const FAILURES = {
  reject: { severity: "critical", action: "reject" },
  quarantine: { severity: "high", action: "quarantine" },
  none: { severity: "medium", action: "deliver" }
} as const

const alignmentFindings = (facts: MessageFacts, from: string): ReadonlyArray<MessageFindingData> => {
  const { dkim, dmarc, spf } = facts
  if (dmarc === null || dmarc.result === "temperror") return []
  const signer = dkim.signatures.find(({ status }) => status === "pass")?.domain ?? null
  return [
    ...(spf.status === "pass" && spf.domain !== null && dmarc.aligned.spf === null
      ? [{ code: "spf_not_aligned", values: { other: spf.domain, domain: from } } as const]
      : []),
    ...(signer !== null && dmarc.aligned.dkim === null
      ? [{ code: "dkim_not_aligned", values: { other: signer, domain: from } } as const]
      : [])
  ]
}

const unknownBecause = ({ dmarc, spf }: MessageFacts): string =>
  dmarc?.result !== "temperror" && spf.status === "not_checked"
    ? "SPF was not checked, and no aligned DKIM signature passes."
    : "DNS did not respond."

export const dmarcFindings = (facts: MessageFacts): ReadonlyArray<MessageFindingData> => {
  const { dmarc, headers } = facts
  const status = dmarcStatus(facts)
  if (dmarc === null || headers.from === null) return [{ code: "dmarc_no_author", values: {} }]
  const { domain } = headers.from
  const aligned = alignmentFindings(facts, domain)
  const policy = dmarc.policy ?? "none"
  if (status === "none")
    return [
      ...aligned,
      {
        code: "dmarc_none",
        values: { domain },
        fix: { type: "TXT", host: `_dmarc.${domain}`, value: "v=DMARC1; p=none" }
      }
    ]
  if (status === "unknown") return [...aligned, { code: "dmarc_unknown", values: { detail: unknownBecause(facts) } }]
  if (status === "fail") {
    const { action, severity } = FAILURES[policy]
    return [...aligned, { code: "dmarc_fail", values: { domain, action }, severity }]
  }
  return [...aligned, ...(policy === "none" ? [{ code: "dmarc_policy_none", values: { domain } } as const] : [])]
}

export const arcFindings = ({ arc }: MessageFacts): ReadonlyArray<MessageFindingData> => {
  const values = { detail: arc.detail ?? "" }
  if (arc.status === "fail") return [{ code: "arc_fail", values }]
  return arc.status === "unknown" ? [{ code: "arc_unknown", values }] : []
}
