import { createHash } from "node:crypto"
import { isSmall, type ParsedCertificate } from "./CertificateChain.ts"
import { elementAt, elementIn } from "./der.ts"

/** A verified handshake. */
interface VerifiedHandshake {
  /** The address and the port of the server. */
  readonly server: string
  /** The TLS session, as `getSession()` of `node:tls` returns it. */
  readonly session: Uint8Array | undefined
  /** The time in milliseconds since 1970. */
  readonly now: number
}

export interface KnownChains {
  /** Returns the chain of a handshake. Calls `read` if the chain is not known. */
  readonly chainOf: (
    handshake: VerifiedHandshake,
    read: () => ReadonlyArray<ParsedCertificate>
  ) => ReadonlyArray<ParsedCertificate>
}

const SEQUENCE = 0x30
/** The tag of the peer's certificate in a session (OpenSSL, `ssl/ssl_asn1.c`). */
const PEER = 0xa3

/**
 * The bytes that some versions of Node write before OpenSSL's form of a session. After them come the length of the
 * server's name and the name.
 */
const NODE_PREFIX = Buffer.from("\0nodejs:tls:session:1\0", "latin1")

/** Returns the position at which OpenSSL's form of a session begins. */
const opensslStart = (session: Uint8Array): number => {
  const { length } = NODE_PREFIX
  if (!NODE_PREFIX.equals(session.subarray(0, length))) return 0
  return length + 2 + (session[length] ?? 0) * 256 + (session[length + 1] ?? 0)
}

/** Returns the server's own certificate in DER form. Null if the session does not contain it. */
const leafOf = (session: Uint8Array): Uint8Array | null => {
  const body = elementAt(session, opensslStart(session), SEQUENCE)
  const peer = body && elementIn(session, body, PEER)
  return peer === null || peer.length === 0 || peer.start + peer.length > session.length
    ? null
    : session.subarray(peer.start, peer.start + peer.length)
}

/** The time for which a chain is known, in milliseconds. */
const KNOWN_MS = 600_000
const MAX_KNOWN = 10_000

/**
 * Remembers the chain of each server for ten minutes, because reading a chain takes a tenth of the time of a check. A
 * chain is read again before that if the server's own certificate changes. Only handshakes that OpenSSL has verified
 * may use known chains: if a server stops sending an intermediate certificate, its next handshake is not verified.
 */
export const makeKnownChains = (): KnownChains => {
  const known = new Map<string, { readonly chain: ReadonlyArray<ParsedCertificate>; readonly until: number }>()
  return {
    chainOf: ({ now, server, session }, read) => {
      const leaf = session === undefined ? null : leafOf(session)
      if (leaf === null) return read()
      const key = `${server} ${createHash("sha256").update(leaf).digest("base64")}`
      const found = known.get(key)
      if (found !== undefined && now < found.until && now >= found.until - KNOWN_MS) return found.chain
      const chain = read()
      known.delete(key)
      // Chains with large certificates are not stored, so that nobody can fill the memory with them.
      if (!chain.every(isSmall)) return chain
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? "")
      known.set(key, { chain, until: now + KNOWN_MS })
      return chain
    }
  }
}
