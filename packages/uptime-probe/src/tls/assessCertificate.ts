import { checkServerIdentity, type PeerCertificate } from "node:tls"
import { type ParsedCertificate, plainName, toLink } from "./CertificateChain.ts"
import type { CertificateFacts, CertificateProblem } from "./CertificateFacts.ts"

export interface ShownCertificate {
  readonly host: string
  readonly protocol: string
  readonly cipher: string
  /** OpenSSL's error code for the chain. Null if the chain is trusted. The code says nothing about the host name. */
  readonly chainError: string | null
  /** The verified path. If there is no such path, all certificates that the server sent. */
  readonly chain: ReadonlyArray<ParsedCertificate>
  readonly isAnchor: (fingerprint256: string) => boolean
}

const DAY_MS = 86_400_000
const MAX_NAMES = 100
const OLD_PROTOCOLS: ReadonlySet<string> = new Set(["SSLv3", "TLSv1", "TLSv1.1"])

/** The smallest keys that have 112 bits of strength (NIST SP 800-131A rev. 2). */
const MIN_KEY_BITS: ReadonlyMap<string, number> = new Map([
  ["rsa", 2048],
  ["rsa-pss", 2048],
  ["dsa", 2048],
  ["ec", 224]
])

const CHAIN_PROBLEMS: ReadonlyMap<string, CertificateProblem> = new Map<string, CertificateProblem>([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self_signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "untrusted_root"],
  ["UNABLE_TO_GET_ISSUER_CERT", "untrusted_root"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "untrusted_root"],
  ["CERT_HAS_EXPIRED", "chain_expired"],
  ["CERT_NOT_YET_VALID", "chain_expired"]
])

/**
 * Returns the problem of a certificate whose issuer is neither sent nor trusted. Public certificate authorities include
 * the URL of the issuer's certificate (RFC 5280 section 4.2.2.1), so if there is such a URL, an intermediate
 * certificate is missing. Otherwise, the issuer may be any private authority.
 */
const loneLeaf = ({ issuerUrl }: ParsedCertificate): CertificateProblem =>
  issuerUrl ? "incomplete_chain" : "unknown_issuer"

const DATE_ERRORS: ReadonlySet<string> = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

/**
 * Derives a problem from the structure of the chain. OpenSSL does not suffice, because it reports only the last error
 * and checks dates last.
 */
const shapeProblem = (
  chain: ReadonlyArray<ParsedCertificate>,
  isAnchor: ShownCertificate["isAnchor"]
): CertificateProblem | null => {
  const leaf = chain[0]
  const top = chain.at(-1)
  if (leaf === undefined || top === undefined || isAnchor(top.fingerprint256)) return null
  if (leaf.selfIssued) return "self_signed"
  return chain.length === 1 ? loneLeaf(leaf) : "untrusted_root"
}

/**
 * Returns whether a name has a wildcard that is only a part of its first label. Node accepts this, but browsers do not
 * (RFC 9525 section 6.3).
 */
const isPartialWildcard = (altName: string): boolean =>
  /^DNS:/iu.test(altName) && altName.includes("*") && !/^DNS:"?\*\.[^*]+$/iu.test(altName)

const nameProblem = (host: string, leaf: ParsedCertificate): CertificateProblem | null => {
  if (leaf.altNames.length === 0) return "no_alternative_names"
  const shown = { subject: {}, subjectaltname: leaf.altNames.filter((name) => !isPartialWildcard(name)).join(", ") }
  // The cast is safe, because checkServerIdentity reads only these two fields.
  return checkServerIdentity(host, shown as unknown as PeerCertificate) === undefined ? null : "wrong_host"
}

const isWeakKey = ({ keyType, keyBits }: ParsedCertificate) =>
  keyBits !== null && keyBits < (MIN_KEY_BITS.get(keyType) ?? 0)

const problemsOf = (
  shown: ShownCertificate,
  leaf: ParsedCertificate,
  now: number
): ReadonlyArray<CertificateProblem> => {
  const { chain, chainError } = shown
  const expired = leaf.notAfter < now
  const early = leaf.notBefore > now
  const found = new Set<CertificateProblem | null>()
  if (expired) found.add("expired")
  if (early) found.add("not_yet_valid")
  found.add(nameProblem(shown.host, leaf))
  if (chainError !== null && DATE_ERRORS.has(chainError)) {
    found.add(shapeProblem(chain, shown.isAnchor))
    if (!expired && !early) found.add("chain_expired")
  } else if (chainError === "UNABLE_TO_VERIFY_LEAF_SIGNATURE") {
    found.add(loneLeaf(leaf))
  } else if (chainError !== null) {
    found.add(CHAIN_PROBLEMS.get(chainError) ?? "invalid_chain")
  }
  if (chain.some(isWeakKey)) found.add("weak_key")
  if (chain.some((link) => link.weakSignature && !link.selfIssued) || (leaf.weakSignature && leaf.selfIssued))
    found.add("weak_signature")
  if (OLD_PROTOCOLS.has(shown.protocol)) found.add("old_protocol")
  found.delete(null)
  return [...found] as ReadonlyArray<CertificateProblem>
}

/**
 * Returns the chain. If it is trusted, leaves out certificates that are not valid now, because the server sent them in
 * addition to a valid path.
 */
const verified = ({ chain, chainError }: ShownCertificate, now: number): ReadonlyArray<ParsedCertificate> =>
  chainError === null ? chain.filter(({ notAfter, notBefore }) => notBefore <= now && notAfter >= now) : chain

/** Returns null if there is no certificate. `now` is in milliseconds since 1970. */
export const assessCertificate = (shown: ShownCertificate, now: number): CertificateFacts | null => {
  const leaf = shown.chain[0]
  if (leaf === undefined) return null
  const chain = verified(shown, now)
  const problems = problemsOf({ ...shown, chain }, leaf, now)
  const endsFirst = chain.reduce((first, link) => (link.notAfter < first.notAfter ? link : first), leaf)
  return {
    ...toLink(leaf),
    valid: problems.length === 0,
    problems,
    daysRemaining: Math.floor((endsFirst.notAfter - now) / DAY_MS),
    endsFirst: toLink(endsFirst),
    protocol: shown.protocol,
    cipher: shown.cipher,
    names: leaf.altNames.slice(0, MAX_NAMES).map(plainName),
    host: shown.host,
    chainError: shown.chainError,
    chain: chain.map(toLink)
  }
}
