/** A problem of a certificate or of the protocol that carried it; stable codes. */
export type CertificateProblem =
  | "expired"
  | "not_yet_valid"
  /** No name in the certificate matches the host. */
  | "wrong_host"
  /** The certificate has no subject alternative names; clients no longer read the common name. */
  | "no_alternative_names"
  | "self_signed"
  /** The chain ends in a root that is not trusted. */
  | "untrusted_root"
  /** The server does not send the intermediate certificate, although its authority publishes it. */
  | "incomplete_chain"
  /** The server sends only its own certificate, whose issuer is not trusted and not published. */
  | "unknown_issuer"
  /** Another certificate of the chain is out of its dates. */
  | "chain_expired"
  /** RSA below 2048 bits, elliptic curves below 224 (NIST SP 800-131A). */
  | "weak_key"
  /** Signed with SHA-1 or MD5. */
  | "weak_signature"
  /** TLS 1.0 or 1.1 (deprecated by RFC 8996). */
  | "old_protocol"
  /** The chain failed for another reason; see `chainError`. */
  | "invalid_chain"

/** One certificate of a chain. */
export interface ChainLink {
  /** For instance "CN=shop.example.com, O=Shop". */
  readonly subject: string
  readonly issuer: string
  /** ISO 8601 UTC. */
  readonly validFrom: string
  readonly validTo: string
  /** Upper-case hex with colons. */
  readonly fingerprint256: string
  readonly serialNumber: string
  readonly keyType: string
  readonly keyBits: number | null
  /** For instance "ecdsa-with-SHA256"; the dotted OID when it is not known by name. */
  readonly signatureAlgorithm: string
}

/** The certificate that a server showed, and the facts about it. */
export interface CertificateFacts extends ChainLink {
  /** Nothing is wrong with it. */
  readonly valid: boolean
  readonly problems: ReadonlyArray<CertificateProblem>
  /** Whole days until the first certificate of the chain expires; negative afterwards. */
  readonly daysRemaining: number
  /** The certificate of the chain that expires first: mostly the one of the server. */
  readonly endsFirst: ChainLink
  /** For instance "TLSv1.3". */
  readonly protocol: string
  readonly cipher: string
  /** DNS names and addresses it is for; at most 100. */
  readonly names: ReadonlyArray<string>
  /** The host that was asked for. */
  readonly host: string
  /** OpenSSL's verdict on the chain, for instance "CERT_HAS_EXPIRED"; null when it is trusted. */
  readonly chainError: string | null
  /**
   * The verified path from the leaf to the trust anchor; without one, what the server sent, and the root if it is
   * known.
   */
  readonly chain: ReadonlyArray<ChainLink>
}
