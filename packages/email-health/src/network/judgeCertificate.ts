import { X509Certificate } from "node:crypto"

/** A problem of the certificate of a host, or of its TLS version; stable codes. */
export type CertificateProblem =
  | "expired"
  | "not_yet_valid"
  | "wrong_host"
  | "self_signed"
  /** The chain does not lead to a trusted root. */
  | "untrusted"
  /** RSA below 2048 bits (NIST SP 800-131A). */
  | "weak_key"
  /** TLS 1.0 or 1.1, which RFC 8996 deprecates. */
  | "old_protocol"

/** The certificate that a mail host shows. */
export interface MailHostCertificate {
  readonly subject: string
  readonly issuer: string
  /** DNS names and addresses it is for; at most 20. */
  readonly names: ReadonlyArray<string>
  /** ISO 8601, UTC. */
  readonly validTo: string
  /** The problems for which senders that verify certificates (MTA-STS) do not accept it; empty when they accept it. */
  readonly problems: ReadonlyArray<CertificateProblem>
}

/** The certificates and the protocol of a TLS handshake. */
interface ShownChain {
  readonly host: string
  /** DER, leaf first. */
  readonly chain: ReadonlyArray<Uint8Array>
  /** The code of OpenSSL for the chain; null when it is trusted. It says nothing about names. */
  readonly chainError: string | null
  readonly protocol: string | null
}

const MAX_NAMES = 20
const MAX_TEXT = 300
const MIN_RSA_BITS = 2048
const OLD_PROTOCOLS: ReadonlySet<string> = new Set(["SSLv3", "TLSv1", "TLSv1.1"])
const SELF_SIGNED: ReadonlySet<string> = new Set(["DEPTH_ZERO_SELF_SIGNED_CERT"])
/** The dates of the leaf say this already. */
const DATE_ERRORS: ReadonlySet<string> = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

const nameLine = (name: string | undefined): string =>
  (name ?? "").split("\n").filter(Boolean).toReversed().join(", ").slice(0, MAX_TEXT)

const isWeak = ({ publicKey }: X509Certificate): boolean => {
  const { asymmetricKeyDetails, asymmetricKeyType } = publicKey
  return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) < MIN_RSA_BITS
}

const problemsOf = (leaf: X509Certificate, shown: ShownChain, now: number): ReadonlyArray<CertificateProblem> => {
  const { chainError, host, protocol } = shown
  const expired = Date.parse(leaf.validTo) < now
  const early = Date.parse(leaf.validFrom) > now
  return [
    ...(expired ? (["expired"] as const) : []),
    ...(early ? (["not_yet_valid"] as const) : []),
    // Senders compare DNS names of the certificate only (RFC 8461 section 4.1), and wildcards are whole labels.
    ...(leaf.checkHost(host, { subject: "never", partialWildcards: false }) === undefined
      ? (["wrong_host"] as const)
      : []),
    ...(chainError !== null && SELF_SIGNED.has(chainError) ? (["self_signed"] as const) : []),
    ...(chainError !== null && !SELF_SIGNED.has(chainError) && !(DATE_ERRORS.has(chainError) && (expired || early))
      ? (["untrusted"] as const)
      : []),
    ...(isWeak(leaf) ? (["weak_key"] as const) : []),
    ...(protocol !== null && OLD_PROTOCOLS.has(protocol) ? (["old_protocol"] as const) : [])
  ]
}

/** The certificate of a host as a sender judges it at a moment (epoch milliseconds); null when it cannot be read. */
export const judgeCertificate = (shown: ShownChain, now: number): MailHostCertificate | null => {
  const [der] = shown.chain
  if (der === undefined) return null
  try {
    const leaf = new X509Certificate(der)
    return {
      subject: nameLine(leaf.subject),
      issuer: nameLine(leaf.issuer),
      names: (leaf.subjectAltName ?? "")
        .split(", ")
        .filter((name) => name !== "")
        .slice(0, MAX_NAMES)
        .map((name) => name.replace(/^[^:]+:/u, "").slice(0, MAX_TEXT)),
      validTo: new Date(Date.parse(leaf.validTo)).toISOString(),
      problems: problemsOf(leaf, shown, now)
    }
  } catch {
    return null
  }
}
