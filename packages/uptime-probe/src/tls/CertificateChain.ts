import { X509Certificate } from "node:crypto"
import type { DetailedPeerCertificate } from "node:tls"
import type { ChainLink } from "./CertificateFacts.ts"
import { signatureAlgorithm } from "./SignatureAlgorithm.ts"

/** A chain link with what verdicts need. */
export interface ParsedCertificate extends ChainLink {
  readonly notBefore: number
  readonly notAfter: number
  /** Entries of the subject alternative names as Node prints them, for instance "DNS:a.example". */
  readonly altNames: ReadonlyArray<string>
  readonly weakSignature: boolean
  /** Of the DER form. */
  readonly bytes: number
  /** The certificate names a URL of its issuer's certificate. */
  readonly issuerUrl: boolean
  /** Subject and issuer are the same. */
  readonly selfIssued: boolean
}

/** Longest chain that is reported. */
export const MAX_LINKS = 10
/** Cache of parsed certificates: most checks see one that an earlier check saw. */
const MAX_KNOWN = 5_000
/** Larger certificates (thousands of names) are read anew each time, so that nobody can fill the memory with them. */
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

/** Node's line per attribute, in certificate order, becomes one line in the order people read. */
const nameLine = (name: string): string =>
  name.split("\n").filter(Boolean).toReversed().join(", ").slice(0, MAX_NAME_LENGTH)

/** An alternative name without its type. */
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
    // RFC 5280 section 4.1.2.6: the subject may be empty, and the name be among the alternative names only.
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

/** Adds to a cache; the oldest entry makes room. */
export const remember = <A>(map: Map<string, A>, key: string, value: A): A => {
  if (map.size >= MAX_KNOWN) map.delete(map.keys().next().value ?? "")
  map.set(key, value)
  return value
}

const certificates = new Map<string, ParsedCertificate>()

/** Whether a certificate may be cached. */
export const isSmall = ({ bytes }: ParsedCertificate): boolean => bytes <= MAX_KEPT_BYTES

/** Reads a certificate in DER form; mostly from the cache. */
export const parseOnce = (fingerprint: string, raw: Buffer): ParsedCertificate => {
  const found = certificates.get(fingerprint)
  if (found !== undefined) return found
  return raw.length > MAX_KEPT_BYTES ? parse(raw) : remember(certificates, fingerprint, parse(raw))
}

/** A certificate as a server sent it. */
export interface SentCertificate {
  readonly parsed: ParsedCertificate
  readonly raw: Buffer
}

/**
 * The chain that a peer sent, leaf first; empty when the peer showed none. It reads the legacy objects and their DER
 * bytes: `getPeerX509Certificate()` leaks native memory and answers once only.
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
 * The verified path behind a peer certificate, leaf first: what a server sends beside it says nothing. Without a path,
 * all certificates that were sent. It is read on every handshake, because servers with one leaf may send different
 * certificates with it.
 */
export const chainBehind = (
  peer: DetailedPeerCertificate | null,
  pathOf: (sent: ReadonlyArray<SentCertificate>) => ReadonlyArray<ParsedCertificate> | null
): ReadonlyArray<ParsedCertificate> => {
  const sent = readSent(peer)
  return sent.length === 0 ? [] : (pathOf(sent) ?? sent.map(({ parsed }) => parsed))
}

/** The part of a parsed certificate that is shown. */
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
