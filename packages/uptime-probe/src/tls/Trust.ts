import { argumentError } from "@mon/bundled/arguments"
import { X509Certificate } from "node:crypto"
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
  type SecureVersion
} from "node:tls"
import { makeTrustAnchors, type TrustAnchors } from "./TrustAnchors.ts"

/** The roots that chains are measured against, in the form a handshake needs. */
export interface Trust extends TrustAnchors {
  /** One for all handshakes: making one costs more than a tenth of a check. */
  readonly context: SecureContext
}

/** The settings of TLS handshakes: additional trust anchors, the certificate of the client, and the versions of TLS. */
export interface TlsSettings {
  /** More trust anchors, as PEM texts. */
  readonly extraCa?: ReadonlyArray<string>
  /** The certificate and the key of the client, as PEM texts. */
  readonly client?: { readonly certificate: string; readonly key: string }
  /** Default: TLS 1.0. */
  readonly minVersion?: SecureVersion
  /** Default: TLS 1.3. */
  readonly maxVersion?: SecureVersion
}

/** X25519 first, and no key share beside it: a second one costs CPU on every handshake. */
const GROUPS = "X25519:P-256:P-384:P-521"

const BLOCK = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

const isReadable = (block: string): boolean => {
  try {
    return new X509Certificate(block).fingerprint256 !== ""
  } catch {
    return false
  }
}

/** The certificates of a PEM text, or a TypeError that says which text has none. */
const blocks = (pem: string, index: number): ReadonlyArray<string> => {
  const found = pem.match(BLOCK) ?? []
  if (found.length === 0) throw argumentError(`makeProbe: options.extraCa[${index}] is not a certificate in PEM form.`)
  if (!found.every(isReadable))
    throw argumentError(`makeProbe: options.extraCa[${index}] contains a certificate that cannot be read.`)
  return found
}

/** Without a security level where there is none: BoringSSL, which Bun uses, refuses the whole list of ciphers. */
const tolerantContext = (options: SecureContextOptions): SecureContext => {
  try {
    return createSecureContext({ ...options, ciphers: "DEFAULT@SECLEVEL=0" })
  } catch {
    return createSecureContext(options)
  }
}

/**
 * Node's default roots and some more. Old protocols and weak keys get through the handshake, so that the verdict can
 * name them (`SECLEVEL=0`); nothing secret is ever sent.
 */
export const makeTrust = ({ client, extraCa = [], maxVersion, minVersion = "TLSv1" }: TlsSettings = {}): Trust => {
  const extra = extraCa.flatMap(blocks)
  return {
    context: tolerantContext({
      minVersion,
      ...(maxVersion === undefined ? {} : { maxVersion }),
      ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
      ecdhCurve: GROUPS,
      ...(extra.length === 0 ? {} : { ca: [...getCACertificates("default"), ...extra] })
    }),
    ...makeTrustAnchors(() => [...getCACertificates("default"), ...extra])
  }
}
