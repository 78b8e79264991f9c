import { elementAt } from "./der.ts"

interface SignatureAlgorithm {
  readonly name: string
  readonly weak: boolean
}

/** The algorithms by OID, with names as OpenSSL prints them (RFC 8017 appendix A.2, RFC 5758, RFC 8410). */
const byOid: ReadonlyMap<string, SignatureAlgorithm> = new Map<string, SignatureAlgorithm>([
  ["1.2.840.113549.1.1.4", { name: "md5WithRSAEncryption", weak: true }],
  ["1.2.840.113549.1.1.5", { name: "sha1WithRSAEncryption", weak: true }],
  ["1.2.840.113549.1.1.10", { name: "rsassaPss", weak: false }],
  ["1.2.840.113549.1.1.11", { name: "sha256WithRSAEncryption", weak: false }],
  ["1.2.840.113549.1.1.12", { name: "sha384WithRSAEncryption", weak: false }],
  ["1.2.840.113549.1.1.13", { name: "sha512WithRSAEncryption", weak: false }],
  ["1.2.840.10040.4.3", { name: "dsaWithSHA1", weak: true }],
  ["1.2.840.10045.4.1", { name: "ecdsa-with-SHA1", weak: true }],
  ["1.2.840.10045.4.3.2", { name: "ecdsa-with-SHA256", weak: false }],
  ["1.2.840.10045.4.3.3", { name: "ecdsa-with-SHA384", weak: false }],
  ["1.2.840.10045.4.3.4", { name: "ecdsa-with-SHA512", weak: false }],
  ["1.3.101.112", { name: "ED25519", weak: false }],
  ["1.3.101.113", { name: "ED448", weak: false }]
])

const unknown: SignatureAlgorithm = { name: "unknown", weak: false }

const dotted = (bytes: Uint8Array): string => {
  const arcs: Array<number> = []
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(value)
      value = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join(".")
}

/**
 * Returns the algorithm with which a certificate was signed, from its DER form (RFC 5280 section 4.1.1.2). Before
 * version 24, Node does not expose the algorithm.
 */
export const signatureAlgorithm = (der: Uint8Array): SignatureAlgorithm => {
  const certificate = elementAt(der, 0, 0x30)
  const body = certificate && elementAt(der, certificate.start, 0x30)
  const algorithm = body && elementAt(der, body.start + body.length, 0x30)
  const oid = algorithm && elementAt(der, algorithm.start, 0x06)
  if (!oid || oid.start + oid.length > der.length) return unknown
  const name = dotted(der.subarray(oid.start, oid.start + oid.length))
  return byOid.get(name) ?? { name, weak: false }
}
