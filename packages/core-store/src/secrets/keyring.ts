import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto"

/** The purpose of a key. Keys of different labels are independent of each other. */
export type SecretLabel = string

/** One secret of the list, with the keys that were derived from it. */
interface Entry {
  readonly id: string
  readonly key: (label: SecretLabel) => Buffer
}

/** The keys from a list of secrets, newest first. */
export interface Keyring {
  /** The ids of the secrets in sealed texts, newest first. They reveal nothing about the secrets. */
  readonly ids: ReadonlyArray<string>
  /** Derives the 32-byte key of a label from the newest secret. */
  readonly derive: (label: SecretLabel) => Uint8Array
  readonly seal: (label: SecretLabel, plain: Uint8Array, context: string, nonce: Uint8Array) => string
  readonly open: (label: SecretLabel, sealed: string, context: string) => Opened
  /** Whether the text was sealed by a secret other than the newest one. */
  readonly isOld: (sealed: string) => boolean
  readonly sign: (label: SecretLabel, message: string) => string
  readonly verify: (label: SecretLabel, message: string, signature: string) => boolean
}

/** The result of opening a sealed text. */
type Opened =
  | { readonly ok: true; readonly plain: Uint8Array; readonly old: boolean }
  | { readonly ok: false; readonly reason: "Malformed" | "UnknownKey" | "Tampered" }

const KEY_BYTES = 32
const KEY_ID_BYTES = 6
const TAG_BYTES = 16

/** The nonce length of AES-GCM (NIST SP 800-38D, section 8.2). */
export const NONCE_BYTES = 12

const VERSION = "m1"

// HKDF with SHA-256 (RFC 5869). Because of the salt, our keys differ from the keys of another program with the same
// secret.
const hkdf = (secret: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "mon/secrets/1", info, bytes))

const entryOf = (secret: string): Entry => {
  const keys = new Map<string, Buffer>()
  return {
    id: hkdf(secret, "key id", KEY_ID_BYTES).toString("base64url"),
    key: (label) => {
      const known = keys.get(label)
      if (known !== undefined) return known
      const key = hkdf(secret, `label ${label}`, KEY_BYTES)
      keys.set(label, key)
      return key
    }
  }
}

const sealedForm = new RegExp(`^${VERSION}\\.([\\w-]{8})\\.([\\w-]{16})\\.([\\w-]{22,})$`)

// The key binds a sealed text to its label. The additional data bind it to its context.
const additionalData = (context: string): Buffer => Buffer.from(context, "utf8")

const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const macOf = (entry: Entry, label: SecretLabel, message: string): Buffer =>
  createHmac("sha256", entry.key(label)).update(message, "utf8").digest()

/**
 * Makes the keys of a list of secrets.
 *
 * Sealed texts are `m1.<key id>.<nonce>.<AES-256-GCM text and tag>`, all base64url. Signatures are HMAC-SHA-256 as
 * base64url.
 */
export const makeKeyring = (secrets: readonly [string, ...Array<string>]): Keyring => {
  const entries = secrets.map(entryOf)
  const newest = entries[0] ?? entryOf(secrets[0])

  return {
    ids: entries.map(({ id }) => id),
    derive: (label) => Uint8Array.from(newest.key(label)),
    seal: (label, plain, context, nonce) => {
      const cipher = createCipheriv("aes-256-gcm", newest.key(label), nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(additionalData(context))
      const text = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return [VERSION, newest.id, Buffer.from(nonce).toString("base64url"), text.toString("base64url")].join(".")
    },
    open: (label, sealed, context) => {
      const [, id, nonce, text] = sealedForm.exec(sealed) ?? []
      if (id === undefined || nonce === undefined || text === undefined) return { ok: false, reason: "Malformed" }
      const entry = entries.find((candidate) => candidate.id === id)
      if (entry === undefined) return { ok: false, reason: "UnknownKey" }
      const bytes = Buffer.from(text, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", entry.key(label), Buffer.from(nonce, "base64url"), {
        authTagLength: TAG_BYTES
      })
      decipher.setAAD(additionalData(context))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const plain = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
        return { ok: true, plain, old: entry.id !== newest.id }
      } catch {
        return { ok: false, reason: "Tampered" }
      }
    },
    isOld: (sealed) => sealedForm.exec(sealed)?.[1] !== newest.id,
    sign: (label, message) => macOf(newest, label, message).toString("base64url"),
    verify: (label, message, signature) => {
      const given = Buffer.from(signature, "base64url")
      // Only the canonical base64url form is accepted. Otherwise, one signature would have several spellings.
      if (given.toString("base64url") !== signature) return false
      return entries.some((entry) => equal(macOf(entry, label, message), given))
    }
  }
}
