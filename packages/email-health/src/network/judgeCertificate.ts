import { X509Certificate } from "node:crypto"

/** A problem with a host's certificate or with its TLS version. The codes are stable. */
export type CertificateProblem =
  | "expired"
  | "not_yet_valid"
  | "wrong_host"
  | "self_signed"
  /** The chain does not lead to a trusted root. */
  | "untrusted"
  /** The RSA key is shorter than 2048 bits (NIST SP 800-131A). */
  | "weak_key"
  /** The connection uses TLS 1.0 or 1.1, which RFC 8996 deprecates. */
  | "old_protocol"

/** The certificate that a mail host presents. */
export interface MailHostCertificate {
  readonly subject: string
  readonly issuer: string
  /** The DNS names and addresses of the certificate; at most 20. */
  readonly names: ReadonlyArray<string>
  /** The end of the certificate's validity, in ISO 8601 and UTC. */
  readonly validTo: string
  /**
   * The problems for which senders that verify certificates (MTA-STS) refuse the certificate; empty if they accept it.
   */
  readonly problems: ReadonlyArray<CertificateProblem>
}

interface ShownChain {
  readonly host: string
  /** The certificates in DER form, leaf first. */
  readonly chain: ReadonlyArray<Uint8Array>
  /** OpenSSL's error code for the chain; null if the chain is trusted. The code does not cover the host name. */
  readonly chainError: string | null
  readonly protocol: string | null
}

const MAX_NAMES = 20
const MAX_TEXT = 300
const MIN_RSA_BITS = 2048
const OLD_PROTOCOLS: ReadonlySet<string> = new Set(["SSLv3", "TLSv1", "TLSv1.1"])
const SELF_SIGNED: ReadonlySet<string> = new Set(["DEPTH_ZERO_SELF_SIGNED_CERT"])
/** The errors that are not reported again if the dates of the leaf certificate already show them. */
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
    // Senders compare only the DNS names in the certificate (RFC 8461 section 4.1), and a wildcard stands for a whole
    // label.
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

/**
 * Checks the certificate of a host as a sender would at `now`, in milliseconds since the epoch. Returns null if the
 * certificate cannot be read.
 */
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
