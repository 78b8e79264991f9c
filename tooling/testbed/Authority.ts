import { X509Certificate } from "node:crypto"
import { certificatePem, type SignatureHash } from "./Certificate.ts"
import { type KeyKind, keysFor, privatePem } from "./Keys.ts"

export interface LeafOptions {
  /** DNS names and IP addresses; the first one is the common name. */
  readonly names: ReadonlyArray<string>
  /** Default: an hour ago. */
  readonly notBefore?: Date
  /** Default: in 90 days. */
  readonly notAfter?: Date
  readonly key?: KeyKind
  readonly hash?: SignatureHash
  /** The URL of the issuer's certificate. Public authorities include it in every certificate. */
  readonly issuerUrl?: string
  /** Leaves the subject empty, so that all names are alternative names (RFC 5280 section 4.1.2.6). */
  readonly withoutSubject?: boolean
  /** Whether the certificate has no subject alternative names. */
  readonly withoutAltNames?: boolean
}

export interface IssueOptions extends LeafOptions {
  /**
   * The certificates that the server presents. `full`: leaf and intermediate. `leaf`: no intermediate. `reversed`: the
   * root before the intermediate. `expired-intermediate`: an expired intermediate. `spare-intermediate`: an expired and
   * a valid intermediate. `old-roots`: also the root signed with SHA-1 by an old root of 1024 bits, and that old root.
   * Clients that trust the root ignore both.
   */
  readonly chain?:
    | "full"
    | "leaf"
    | "reversed"
    | "with-root"
    | "expired-intermediate"
    | "spare-intermediate"
    | "old-roots"
  /** The end of validity of an intermediate that is created for this leaf. */
  readonly intermediateNotAfter?: Date
}

/** The options of `tls.createSecureContext`, and the leaf alone. */
export interface Credentials {
  readonly certPem: string
  readonly keyPem: string
  readonly leafPem: string
  /** SHA-256 of the leaf, colon-separated upper-case hex. */
  readonly fingerprint256: string
}

export interface Authority {
  readonly rootPem: string
  readonly intermediatePem: string
  readonly issue: (options: IssueOptions) => Promise<Credentials>
  readonly selfSigned: (options: LeafOptions) => Promise<Credentials>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const subjectOf = (options: LeafOptions) =>
  options.withoutSubject === true ? {} : { CN: options.names[0] ?? "localhost" }

const leafFields = (options: LeafOptions) => ({
  subject: subjectOf(options),
  notBefore: options.notBefore ?? new Date(Date.now() - HOUR),
  notAfter: options.notAfter ?? new Date(Date.now() + 90 * DAY),
  authority: false,
  ...(options.issuerUrl === undefined ? {} : { issuerUrl: options.issuerUrl }),
  names: options.withoutAltNames === true ? [] : options.names,
  hash: options.hash ?? "sha256"
})

const credentials = (leafPem: string, certPem: string, keyPem: string): Credentials => ({
  certPem,
  keyPem,
  leafPem,
  fingerprint256: new X509Certificate(leafPem).fingerprint256
})

/**
 * Makes a certificate authority: a root, an intermediate signed by it, and leaves signed by the intermediate.
 *
 * @example
 * ```ts
 * const authority = await makeAuthority()
 * const { certPem, keyPem } = await authority.issue({ names: ["shop.example.com"] })
 * ```
 */
export const makeAuthority = async (options: { readonly name?: string } = {}): Promise<Authority> => {
  const name = options.name ?? "Testbed"
  const rootSubject = { O: name, CN: `${name} Root` }
  const intermediateSubject = { O: name, CN: `${name} Intermediate` }
  const [rootKeys, intermediateKeys, oldKeys] = await Promise.all([
    keysFor(`${name} root`, "ec"),
    keysFor(`${name} intermediate`, "ec"),
    keysFor("old root", "rsa-1024")
  ])
  const oldSubject = { O: name, CN: `${name} Old Root` }
  const span = { notBefore: new Date(Date.now() - 3650 * DAY), notAfter: new Date(Date.now() + 3650 * DAY) }
  const root = { subject: rootSubject, keys: rootKeys }
  const authorityFields = { ...span, issuer: root, authority: true, names: [], hash: "sha256" } as const
  const rootPem = certificatePem({ ...authorityFields, subject: rootSubject, publicKey: rootKeys.publicKey })
  const intermediatePem = certificatePem({
    ...authorityFields,
    subject: intermediateSubject,
    publicKey: intermediateKeys.publicKey
  })
  const byOldRoot = { ...authorityFields, issuer: { subject: oldSubject, keys: oldKeys }, hash: "sha1" } as const
  const oldRootsPem =
    certificatePem({ ...byOldRoot, subject: rootSubject, publicKey: rootKeys.publicKey }) +
    certificatePem({ ...byOldRoot, subject: oldSubject, publicKey: oldKeys.publicKey })
  const intermediateUntil = (notAfter: Date) =>
    certificatePem({
      ...authorityFields,
      subject: intermediateSubject,
      publicKey: intermediateKeys.publicKey,
      notAfter
    })
  const pastPem = intermediateUntil(new Date(Date.now() - DAY))
  const chains = {
    full: (leaf: string, until?: Date) => leaf + (until === undefined ? intermediatePem : intermediateUntil(until)),
    leaf: (leaf: string) => leaf,
    reversed: (leaf: string) => leaf + rootPem + intermediatePem,
    "with-root": (leaf: string) => leaf + intermediatePem + rootPem,
    "expired-intermediate": (leaf: string) => leaf + pastPem,
    "spare-intermediate": (leaf: string) => leaf + pastPem + intermediatePem,
    "old-roots": (leaf: string) => leaf + intermediatePem + oldRootsPem
  }
  return {
    rootPem,
    intermediatePem,
    issue: async (wanted) => {
      const keys = await keysFor("leaf", wanted.key ?? "ec")
      const issuer = { subject: intermediateSubject, keys: intermediateKeys }
      const leafPem = certificatePem({ ...leafFields(wanted), publicKey: keys.publicKey, issuer })
      return credentials(
        leafPem,
        chains[wanted.chain ?? "full"](leafPem, wanted.intermediateNotAfter),
        privatePem(keys)
      )
    },
    selfSigned: async (wanted) => {
      const keys = await keysFor("leaf", wanted.key ?? "ec")
      const leafPem = certificatePem({
        ...leafFields(wanted),
        publicKey: keys.publicKey,
        issuer: { subject: subjectOf(wanted), keys }
      })
      return credentials(leafPem, leafPem, privatePem(keys))
    }
  }
}
