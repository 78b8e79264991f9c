/** The stable code of a problem with a certificate or with the TLS version. */
export type CertificateProblem =
  | "expired"
  | "not_yet_valid"
  /** No name in the certificate matches the host. */
  | "wrong_host"
  /** The certificate has no subject alternative names. Clients no longer accept the common name instead. */
  | "no_alternative_names"
  | "self_signed"
  /** The chain ends in a root certificate that is not trusted. */
  | "untrusted_root"
  /** The server does not send the intermediate certificate, although the certificate authority publishes it. */
  | "incomplete_chain"
  /**
   * The server sends only its own certificate. The issuer is not trusted, and the certificate does not say where the
   * issuer's certificate is published.
   */
  | "unknown_issuer"
  /** A certificate in the chain other than the server's has expired or is not valid yet. */
  | "chain_expired"
  /** The key is too short: RSA below 2048 bits, or an elliptic curve below 224 bits (NIST SP 800-131A). */
  | "weak_key"
  /** The certificate is signed with SHA-1 or MD5. */
  | "weak_signature"
  /** The connection uses TLS 1.0 or 1.1 (deprecated by RFC 8996). */
  | "old_protocol"
  /** The chain is invalid for another reason. See `chainError`. */
  | "invalid_chain"

/** One certificate of a chain. */
export interface ChainLink {
  /** The subject, for instance "CN=shop.example.com, O=Shop". */
  readonly subject: string
  readonly issuer: string
  /** The start of the certificate's validity, as ISO 8601 in UTC. */
  readonly validFrom: string
  readonly validTo: string
  /** The fingerprint in upper-case hex with colons. */
  readonly fingerprint256: string
  readonly serialNumber: string
  readonly keyType: string
  readonly keyBits: number | null
  /** The algorithm, for instance "ecdsa-with-SHA256", or a dotted OID if it has no known name. */
  readonly signatureAlgorithm: string
}

/** The certificate of a server, and the facts about it. */
export interface CertificateFacts extends ChainLink {
  /** Whether the certificate and the chain have no problem. */
  readonly valid: boolean
  readonly problems: ReadonlyArray<CertificateProblem>
  /** The number of whole days until the first certificate in the chain expires. Negative after it has expired. */
  readonly daysRemaining: number
  /** The certificate in the chain that expires first, which is usually the server's. */
  readonly endsFirst: ChainLink
  /** The TLS version, for instance "TLSv1.3". */
  readonly protocol: string
  readonly cipher: string
  /** The DNS names and addresses in the certificate, at most 100. */
  readonly names: ReadonlyArray<string>
  /** The host that the check requested. */
  readonly host: string
  /** OpenSSL's error code for the chain, for instance "CERT_HAS_EXPIRED". Null if the chain is trusted. */
  readonly chainError: string | null
  /**
   * The verified path from the leaf to the trust anchor. If there is no such path, the certificates that the server
   * sent, and the root certificate if it is known.
   */
  readonly chain: ReadonlyArray<ChainLink>
}
