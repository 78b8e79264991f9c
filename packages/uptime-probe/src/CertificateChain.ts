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
  /** Subject and issuer are the same. */
  readonly selfIssued: boolean
}

/** Links that are kept of a chain. */
const MAX_LINKS = 10
/** Certificates whose parsed form is kept, since most looks see one that an earlier look saw. */
const MAX_KNOWN = 2_000
const MAX_NAME_LENGTH = 512

const CURVE_BITS: Readonly<Record<string, number>> = {
  prime192v1: 192,
  secp224r1: 224,
  prime256v1: 256,
  secp256k1: 256,
  secp384r1: 384,
  secp521r1: 521
}

/** Node's line per attribute, in certificate order, becomes one line in the order people read. */
const nameLine = (name: string): string => name.split("\n").filter(Boolean).toReversed().join(", ").slice(0, MAX_NAME_LENGTH)

const keyFacts = (certificate: X509Certificate): { readonly keyType: string; readonly keyBits: number | null } => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    const curve = asymmetricKeyDetails?.namedCurve
    const keyBits = asymmetricKeyDetails?.modulusLength ?? (curve === undefined ? undefined : CURVE_BITS[curve])
    return { keyType: asymmetricKeyType ?? "unknown", keyBits: keyBits ?? null }
  } catch {
    return { keyType: "unknown", keyBits: null }
  }
}

const parse = (raw: Buffer): ParsedCertificate => {
  const certificate = new X509Certificate(raw)
  const notBefore = Date.parse(certificate.validFrom)
  const notAfter = Date.parse(certificate.validTo)
  const signature = signatureAlgorithm(raw)
  return {
    subject: nameLine(certificate.subject ?? ""),
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
    altNames: certificate.subjectAltName?.split(", ") ?? [],
    selfIssued: certificate.subject === certificate.issuer
  }
}

const known = new Map<string, ParsedCertificate>()

const parseOnce = (fingerprint: string, raw: Buffer): ParsedCertificate => {
  const found = known.get(fingerprint)
  if (found !== undefined) return found
  const parsed = parse(raw)
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? "")
  known.set(fingerprint, parsed)
  return parsed
}

/**
 * The chain behind a peer certificate, leaf first; empty when the peer showed none. It reads the legacy objects and their DER bytes:
 * `getPeerX509Certificate()` leaks native memory and answers once only.
 */
export const readChain = (peer: DetailedPeerCertificate | null): ReadonlyArray<ParsedCertificate> => {
  const links: Array<ParsedCertificate> = []
  const seen = new Set<string>()
  let next: DetailedPeerCertificate | undefined = peer ?? undefined
  while (next?.raw !== undefined && !seen.has(next.fingerprint256) && links.length < MAX_LINKS) {
    seen.add(next.fingerprint256)
    links.push(parseOnce(next.fingerprint256, next.raw))
    next = next.issuerCertificate
  }
  return links
}

/** The part of a parsed certificate that is shown. */
export const toLink = ({ notBefore: _b, notAfter: _a, altNames: _n, weakSignature: _w, selfIssued: _s, ...link }: ParsedCertificate): ChainLink => link
