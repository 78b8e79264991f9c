import type { TlsaData } from "@mon/dns"
import { createHash } from "node:crypto"
import type { CertificateFingerprints } from "../network/CertificateFingerprints.ts"
import type { MailHostContact } from "../network/Transport.ts"

/**
 * The certificate usages that count for SMTP (RFC 7672 section 3.1): a trust anchor, or the certificate of the host.
 */
const USAGE = { anchor: 2, host: 3 } as const
/** The selectors of TLSA records (RFC 6698 section 2.1.2). */
const SELECTOR = { certificate: 0, publicKey: 1 } as const
/** The matching types of TLSA records (RFC 6698 section 2.1.3). */
const MATCHING = { exact: 0, sha256: 1, sha512: 2 } as const
const HEX_LENGTH: Readonly<Record<number, number>> = { [MATCHING.sha256]: 64, [MATCHING.sha512]: 128 }
/** The longest TLSA data that is compared, in hex digits: long enough for a whole certificate. */
const MAX_HEX = 65_536
const MAX_RECORDS = 20

/** Whether senders can use a record. Senders ignore all other records (RFC 7672 section 3.1). */
export const isUsableTlsa = ({ data, matchingType, selector, usage }: TlsaData): boolean =>
  (usage === USAGE.anchor || usage === USAGE.host) &&
  (selector === SELECTOR.certificate || selector === SELECTOR.publicKey) &&
  /^(?:[0-9a-f]{2})+$/.test(data) &&
  data.length <= MAX_HEX &&
  (matchingType === MATCHING.exact || data.length === HEX_LENGTH[matchingType])

const matchesOne = ({ data, matchingType, selector }: TlsaData, found: CertificateFingerprints): boolean => {
  const digests = selector === SELECTOR.certificate ? found.certificate : found.publicKey
  if (matchingType === MATCHING.sha256) return data === digests.sha256
  if (matchingType === MATCHING.sha512) return data === digests.sha512
  return createHash("sha256").update(Buffer.from(data, "hex")).digest("hex") === digests.sha256
}

/**
 * Whether a record matches the host's certificates. For usage 2, the names and dates must also be valid; for usage 3,
 * only the certificate is compared (RFC 7672 sections 3.1.1 and 3.1.2).
 */
const matches = (record: TlsaData, { certificate, fingerprints }: MailHostContact): boolean => {
  const [leaf, ...issuers] = fingerprints
  if (leaf === undefined) return false
  if (record.usage === USAGE.host) return matchesOne(record, leaf)
  const problems = certificate?.problems ?? []
  const named = !problems.includes("wrong_host") && !problems.includes("expired") && !problems.includes("not_yet_valid")
  return named && issuers.some((issuer) => matchesOne(record, issuer))
}

/**
 * The state of DANE at a mail host (RFC 7672). `none`: no TLSA records. `unsigned`: senders ignore the records because
 * DNSSEC is missing. `unusable`: senders can use none of the records. `matches`, `mismatch`: the records were compared
 * with the host's certificate. `not_checked`: the DNS gave no answer, or the certificate is unknown.
 */
export type DaneStatus = "none" | "unsigned" | "unusable" | "matches" | "mismatch" | "not_checked"

/** Returns the state of DANE at a host from its TLSA records. `records` is null if the DNS gave no answer. */
export const judgeDane = (
  records: ReadonlyArray<TlsaData> | null,
  authenticated: boolean | null,
  contact: MailHostContact
): DaneStatus => {
  if (records === null) return "not_checked"
  if (records.length === 0) return "none"
  if (authenticated !== true) return authenticated === false ? "unsigned" : "not_checked"
  const usable = records.slice(0, MAX_RECORDS).filter(isUsableTlsa)
  if (usable.length === 0) return "unusable"
  // A host without TLS is a mismatch, because senders that verify TLSA records do not deliver email to it (RFC 7672
  // section 2.2).
  if (contact.status === "plain" || contact.status === "broken") return "mismatch"
  if (contact.status !== "encrypted") return "not_checked"
  return usable.some((record) => matches(record, contact)) ? "matches" : "mismatch"
}
