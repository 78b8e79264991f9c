import { createHash, X509Certificate } from "node:crypto"

/**
 * The digests of a certificate and of its public key, in lower-case hex. TLSA records contain such digests (RFC 6698
 * section 2.1).
 */
export interface CertificateFingerprints {
  readonly certificate: { readonly sha256: string; readonly sha512: string }
  readonly publicKey: { readonly sha256: string; readonly sha512: string }
}

const MAX_LINKS = 6

const digests = (bytes: Uint8Array) => ({
  sha256: createHash("sha256").update(bytes).digest("hex"),
  sha512: createHash("sha512").update(bytes).digest("hex")
})

const readCertificate = (der: Uint8Array): X509Certificate | null => {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

const publicKeyOf = (certificate: X509Certificate): Uint8Array | null => {
  try {
    return certificate.publicKey.export({ type: "spki", format: "der" })
  } catch {
    return null
  }
}

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean => {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}

/**
 * Returns the fingerprints of a chain, leaf first, up to the first certificate that did not sign the certificate before
 * it.
 */
export const fingerprintsOf = (chain: ReadonlyArray<Uint8Array>): ReadonlyArray<CertificateFingerprints> => {
  const found: Array<CertificateFingerprints> = []
  let below: X509Certificate | null = null
  for (const der of chain.slice(0, MAX_LINKS)) {
    const certificate = readCertificate(der)
    const key = certificate === null ? null : publicKeyOf(certificate)
    if (certificate === null || key === null || (below !== null && !isSignedBy(below, certificate))) break
    found.push({ certificate: digests(der), publicKey: digests(key) })
    below = certificate
  }
  return found
}
