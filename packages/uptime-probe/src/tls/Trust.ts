import { argumentError } from "@mon/bundled/arguments"
import { X509Certificate } from "node:crypto"
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
  type SecureVersion
} from "node:tls"
import { type KnownChains, makeKnownChains } from "./KnownChains.ts"
import { makeTrustAnchors, type TrustAnchors } from "./TrustAnchors.ts"

export interface Trust extends TrustAnchors, KnownChains {
  /** The context that all handshakes share, because making a context takes more than a tenth of the time of a check. */
  readonly context: SecureContext
  /** The context of handshakes within the packets of another protocol. They have at most TLS 1.2. */
  readonly framedContext: () => SecureContext
}

export interface TlsSettings {
  /** The additional trust anchors, as PEM texts. */
  readonly extraCa?: ReadonlyArray<string>
  /** The certificate and the key of the client, as PEM texts. */
  readonly client?: { readonly certificate: string; readonly key: string }
  /** The lowest version of TLS. Default: TLS 1.0. */
  readonly minVersion?: SecureVersion
  /** The highest version of TLS. Default: TLS 1.3. */
  readonly maxVersion?: SecureVersion
}

/**
 * The groups for the key exchange. X25519 comes first and is the only key share, because a second key share would cost
 * CPU time on every handshake.
 */
const GROUPS = "X25519:P-256:P-384:P-521"

const BLOCK = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

const isReadable = (block: string): boolean => {
  try {
    return new X509Certificate(block).fingerprint256 !== ""
  } catch {
    return false
  }
}

/** Throws a TypeError that names the text if it contains no certificate. */
const blocks = (pem: string, index: number): ReadonlyArray<string> => {
  const found = pem.match(BLOCK) ?? []
  if (found.length === 0) throw argumentError(`makeProbe: options.extraCa[${index}] is not a certificate in PEM form.`)
  if (!found.every(isReadable))
    throw argumentError(`makeProbe: options.extraCa[${index}] contains a certificate that cannot be read.`)
  return found
}

/**
 * Makes a TLS context. Leaves out the security level if the TLS library does not support it: BoringSSL, which Bun uses,
 * would reject a whole cipher list that contains a security level.
 */
const tolerantContext = (options: SecureContextOptions): SecureContext => {
  try {
    return createSecureContext({ ...options, ciphers: "DEFAULT@SECLEVEL=0" })
  } catch {
    return createSecureContext(options)
  }
}

/**
 * Makes the trust settings from Node's default roots and additional roots. Handshakes with old protocols and weak keys
 * succeed, so that the result can name these problems (`SECLEVEL=0`). Nothing secret is ever sent over such
 * connections.
 */
export const makeTrust = ({ client, extraCa = [], maxVersion, minVersion = "TLSv1" }: TlsSettings = {}): Trust => {
  const extra = extraCa.flatMap(blocks)
  const contextUpTo = (highest: SecureVersion | undefined): SecureContext =>
    tolerantContext({
      minVersion,
      ...(highest === undefined ? {} : { maxVersion: highest }),
      ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
      ecdhCurve: GROUPS,
      ...(extra.length === 0 ? {} : { ca: [...getCACertificates("default"), ...extra] })
    })
  let framed: SecureContext | null = null
  return {
    context: contextUpTo(maxVersion),
    framedContext: () =>
      (framed ??= contextUpTo(maxVersion === undefined || maxVersion === "TLSv1.3" ? "TLSv1.2" : maxVersion)),
    ...makeKnownChains(),
    ...makeTrustAnchors(() => [...getCACertificates("default"), ...extra])
  }
}
