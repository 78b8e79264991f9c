import { X509Certificate } from "node:crypto"
import {
  isSmall,
  MAX_LINKS,
  parseOnce,
  type ParsedCertificate,
  remember,
  type SentCertificate
} from "./CertificateChain.ts"

export interface TrustAnchors {
  readonly isAnchor: (fingerprint256: string) => boolean
  /** Returns the path from the leaf to a trust anchor, including the anchor. Null if there is no such path. */
  readonly pathOf: (sent: ReadonlyArray<SentCertificate>) => ReadonlyArray<ParsedCertificate> | null
}

const isCurrent = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validFrom) <= now && Date.parse(certificate.validTo) >= now

const hasIssued = (issuer: X509Certificate, certificate: X509Certificate): boolean => {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}

/** Makes trust anchors from PEM texts with one certificate each. Parses the texts when they are first needed. */
export const makeTrustAnchors = (pems: () => ReadonlyArray<string>): TrustAnchors => {
  let read: {
    readonly fingerprints: ReadonlySet<string>
    readonly bySubject: ReadonlyMap<string, ReadonlyArray<X509Certificate>>
  } | null = null
  const all = () => {
    if (read !== null) return read
    const anchors = pems().map((pem) => new X509Certificate(pem))
    const fingerprints = new Set(anchors.map(({ fingerprint256 }) => fingerprint256))
    read = { fingerprints, bySubject: Map.groupBy(anchors, ({ subject }) => subject) }
    return read
  }

  /** Returns the issuer of a certificate. Like OpenSSL, prefers an anchor whose dates are valid. */
  const issuerOf = (certificate: X509Certificate): X509Certificate | null => {
    const issuers = (all().bySubject.get(certificate.issuer) ?? []).filter((anchor) => hasIssued(anchor, certificate))
    const now = Date.now()
    return issuers.find((anchor) => isCurrent(anchor, now)) ?? issuers[0] ?? null
  }

  const anchorsAbove = (certificate: X509Certificate): ReadonlyArray<ParsedCertificate> | null => {
    const above: Array<ParsedCertificate> = []
    let top = certificate
    while (above.length < MAX_LINKS) {
      const issuer = issuerOf(top)
      if (issuer === null) return null
      above.push(parseOnce(issuer.fingerprint256, issuer.raw))
      if (issuer.subject === issuer.issuer) return above
      top = issuer
    }
    return null
  }

  /**
   * Finds the path from a leaf to a trust anchor. Like OpenSSL, searches for each issuer first among the anchors, and
   * then among the certificates that the server sent.
   */
  const find = (sent: ReadonlyArray<SentCertificate>): ReadonlyArray<ParsedCertificate> | null => {
    const path: Array<ParsedCertificate> = []
    for (const { parsed, raw } of sent) {
      path.push(parsed)
      if (parsed.selfIssued && all().fingerprints.has(parsed.fingerprint256)) return path
      const above = anchorsAbove(new X509Certificate(raw))
      if (above !== null) return [...path, ...above]
    }
    return null
  }

  const paths = new Map<string, ReadonlyArray<ParsedCertificate> | null>()
  return {
    isAnchor: (fingerprint) => all().fingerprints.has(fingerprint),
    pathOf: (sent) => {
      const key = sent.map(({ parsed }) => parsed.fingerprint256).join(" ")
      const found = paths.get(key)
      if (found !== undefined) return found
      const path = find(sent)
      // Paths with large certificates are not stored, so that nobody can fill the memory with them.
      return sent.every(({ parsed }) => isSmall(parsed)) ? remember(paths, key, path) : path
    }
  }
}
