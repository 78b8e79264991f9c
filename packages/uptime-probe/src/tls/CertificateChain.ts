import { X509Certificate } from "node:crypto"
import type { DetailedPeerCertificate } from "node:tls"
import type { ChainLink } from "./CertificateFacts.ts"
import { signatureAlgorithm } from "./SignatureAlgorithm.ts"

export interface ParsedCertificate extends ChainLink {
  readonly notBefore: number
  readonly notAfter: number
  /** The subject alternative names, as Node prints them, for instance "DNS:a.example". */
  readonly altNames: ReadonlyArray<string>
  readonly weakSignature: boolean
  /** The size of the certificate's DER form, in bytes. */
  readonly bytes: number
  /** Whether the certificate contains the URL of its issuer's certificate. */
  readonly issuerUrl: boolean
  /** Whether the certificate's subject and issuer are equal. */
  readonly selfIssued: boolean
}

/** The maximum number of certificates of a chain that are reported. */
export const MAX_LINKS = 10
/**
 * The maximum number of certificates in the cache. The cache exists because most checks get a certificate that an
 * earlier check has already read.
 */
const MAX_KNOWN = 5_000
/**
 * The largest certificate that is cached, in bytes. Larger certificates (with thousands of names) are read again each
 * time, so that nobody can fill the memory.
 */
const MAX_KEPT_BYTES = 6 * 1024
const MAX_NAME_LENGTH = 512

const CURVE_BITS: ReadonlyMap<string, number> = new Map([
  ["prime192v1", 192],
  ["secp224r1", 224],
  ["prime256v1", 256],
  ["secp256k1", 256],
  ["secp384r1", 384],
  ["secp521r1", 521]
])

/**
 * Joins the lines of a name into one line, in the order in which people write names. Node prints one line per
 * attribute, in the order of the certificate.
 */
const nameLine = (name: string): string =>
  name.split("\n").filter(Boolean).toReversed().join(", ").slice(0, MAX_NAME_LENGTH)

/** Removes the type, such as "DNS:", from an alternative name. */
export const plainName = (entry: string): string => entry.replace(/^[^:]+:/, "")

const keyFacts = (certificate: X509Certificate): { readonly keyType: string; readonly keyBits: number | null } => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    const curve = asymmetricKeyDetails?.namedCurve
    const keyBits = asymmetricKeyDetails?.modulusLength ?? (curve === undefined ? undefined : CURVE_BITS.get(curve))
    return { keyType: asymmetricKeyType ?? "unknown", keyBits: keyBits ?? null }
  } catch {
    return { keyType: "unknown", keyBits: null }
  }
}

const parse = (raw: Buffer): ParsedCertificate => {
  const certificate = new X509Certificate(raw)
  const notBefore = Date.parse(certificate.validFrom) || 0
  const notAfter = Date.parse(certificate.validTo) || 0
  const signature = signatureAlgorithm(raw)
  const altNames = certificate.subjectAltName?.split(", ") ?? []
  return {
    // The subject may be empty if the certificate has alternative names (RFC 5280 section 4.1.2.6).
    subject: nameLine(certificate.subject ?? "") || plainName(altNames[0] ?? ""),
    issuer: nameLine(certificate.issuer ?? ""),
    validFrom: new Date(notBefore).toISOString(),
    validTo: new Date(notAfter).toISOString(),
    fingerprint256: certificate.fingerprint256,
    serialNumber: certificate.serialNumber,
    ...keyFacts(certificate),
    signatureAlgorithm: signature.name,
    weakSignature: signature.weak,
    notBefore,
    notAfter,
    bytes: raw.length,
    altNames,
    issuerUrl: certificate.infoAccess?.includes("CA Issuers") === true,
    selfIssued: certificate.subject === certificate.issuer
  }
}

export const remember = <A>(map: Map<string, A>, key: string, value: A): A => {
  if (map.size >= MAX_KNOWN) map.delete(map.keys().next().value ?? "")
  map.set(key, value)
  return value
}

const certificates = new Map<string, ParsedCertificate>()

export const isSmall = ({ bytes }: ParsedCertificate): boolean => bytes <= MAX_KEPT_BYTES

export const parseOnce = (fingerprint: string, raw: Buffer): ParsedCertificate => {
  const found = certificates.get(fingerprint)
  if (found !== undefined) return found
  return raw.length > MAX_KEPT_BYTES ? parse(raw) : remember(certificates, fingerprint, parse(raw))
}

export interface SentCertificate {
  readonly parsed: ParsedCertificate
  readonly raw: Buffer
}

/**
 * Returns the chain that a peer sent, leaf first. Empty if it sent none. Reads the legacy objects and their DER bytes,
 * because `getPeerX509Certificate()` leaks native memory and returns the certificate only once.
 */
const readSent = (peer: DetailedPeerCertificate | null): ReadonlyArray<SentCertificate> => {
  const links: Array<SentCertificate> = []
  const seen = new Set<string>()
  let next: DetailedPeerCertificate | undefined = peer ?? undefined
  while (next?.raw !== undefined && !seen.has(next.fingerprint256) && links.length < MAX_LINKS) {
    seen.add(next.fingerprint256)
    links.push({ parsed: parseOnce(next.fingerprint256, next.raw), raw: next.raw })
    next = next.issuerCertificate
  }
  return links
}

/**
 * Returns the verified path of a peer's certificate, leaf first, without other certificates that the server sent. If
 * there is no such path, returns all certificates that the server sent.
 */
export const chainBehind = (
  peer: DetailedPeerCertificate | null,
  pathOf: (sent: ReadonlyArray<SentCertificate>) => ReadonlyArray<ParsedCertificate> | null
): ReadonlyArray<ParsedCertificate> => {
  const sent = readSent(peer)
  return sent.length === 0 ? [] : (pathOf(sent) ?? sent.map(({ parsed }) => parsed))
}

export const toLink = ({
  notBefore: _b,
  notAfter: _a,
  altNames: _n,
  weakSignature: _w,
  selfIssued: _s,
  issuerUrl: _u,
  bytes: _l,
  ...link
}: ParsedCertificate): ChainLink => link
