import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { randomBytes } from "../sql/Randomness.ts"

/** The purpose of a key. Keys for different labels are independent of each other. */
export type SecretLabel = string

interface Entry {
  readonly id: string
  readonly key: (label: SecretLabel) => Buffer
}

interface Keyring {
  /** The ids by which sealed texts name their secret, newest first. The ids reveal nothing about the secrets. */
  readonly ids: ReadonlyArray<string>
  /** Derives the 32-byte key for a label from the newest secret. */
  readonly derive: (label: SecretLabel) => Uint8Array
  readonly seal: (label: SecretLabel, plain: Uint8Array, context: string, nonce: Uint8Array) => string
  readonly open: (label: SecretLabel, sealed: string, context: string) => Opened
  readonly isOld: (sealed: string) => boolean
  readonly sign: (label: SecretLabel, message: string) => string
  readonly verify: (label: SecretLabel, message: string, signature: string) => boolean
}

type Opened =
  | { readonly ok: true; readonly plain: Uint8Array; readonly old: boolean }
  | { readonly ok: false; readonly reason: "Malformed" | "UnknownKey" | "Tampered" }

const KEY_BYTES = 32
const KEY_ID_BYTES = 6
const TAG_BYTES = 16

/** The nonce length of AES-GCM (NIST SP 800-38D, section 8.2). */
const NONCE_BYTES = 12

const VERSION = "m1"

// Derives a key with HKDF and SHA-256 (RFC 5869). Because of the salt, the keys differ from the keys of another program
// with the same secret.
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

// The key binds a sealed text to its label. The additional data binds the text to its context.
const additionalData = (context: string): Buffer => Buffer.from(context, "utf8")

const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const macOf = (entry: Entry, label: SecretLabel, message: string): Buffer =>
  createHmac("sha256", entry.key(label)).update(message, "utf8").digest()

/**
 * Makes a keyring from a list of secrets.
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
      // Only the canonical base64url form is accepted, because one signature would otherwise have several spellings.
      if (given.toString("base64url") !== signature) return false
      return entries.some((entry) => equal(macOf(entry, label, message), given))
    }
  }
}

/**
 * The error that a sealed text cannot be opened. `Malformed`: the text is not a sealed text. `UnknownKey`: the secret
 * of the text is no longer in the list. `Tampered`: the text was changed, or was sealed for another label or context.
 */
export class SecretError extends Data.TaggedError("SecretError")<{
  readonly reason: "Malformed" | "UnknownKey" | "Tampered"
  readonly label: string
}> {
  override get message() {
    return `${this.label}: ${sentences[this.reason]}`
  }
}

const sentences: Readonly<Record<SecretError["reason"], string>> = {
  Malformed: "this is not a sealed text",
  UnknownKey: "the secret that sealed this is no longer in MON_SECRET; append it to the list",
  Tampered: "the value was altered, or was sealed for a different purpose"
}

const decoder = new TextDecoder("utf-8", { fatal: true })

/**
 * The functions that depend on `MON_SECRET`: derived keys, encrypted texts for the database, and signatures of links
 * and cookies. The newest secret encrypts and signs, and all secrets decrypt and verify. A `label` names a purpose, and
 * separates the keys of different purposes.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /**
     * The ids by which sealed texts name their secret, newest first: `m1.<id>.…`. An id reveals nothing about its
     * secret.
     */
    readonly ids: ReadonlyArray<string>
    /** Derives the 32-byte key for a label from the newest secret. */
    readonly derive: (label: SecretLabel) => Uint8Array
    /**
     * Encrypts a text (AES-256-GCM). `context` names the place where the encrypted text is stored, such as "webhook
     * 42". The text can be decrypted only with the same context.
     */
    readonly seal: (label: SecretLabel, plain: string, context: string) => Effect.Effect<string>
    readonly open: (label: SecretLabel, sealed: string, context: string) => Effect.Effect<string, SecretError>
    /** Seals a sealed text again with the newest secret. Null if the text is already sealed with the newest secret. */
    readonly renew: (label: SecretLabel, sealed: string, context: string) => Effect.Effect<string | null, SecretError>
    /** Returns the HMAC-SHA-256 of a message as base64url, which has 43 characters. */
    readonly sign: (label: SecretLabel, message: string) => string
    /**
     * Returns whether a signature was made with one of the secrets. Every wrong signature takes the same time to
     * verify.
     */
    readonly verify: (label: SecretLabel, message: string, signature: string) => boolean
  }
>()("@mon/core-store/secrets/Secrets") {
  /** Provides the service for a list of secrets, newest first, as `parseSecretList` returns it. */
  static readonly layer = (secrets: readonly [string, ...Array<string>]): Layer.Layer<Secrets> =>
    Layer.sync(Secrets, () => make(makeKeyring(secrets)))
}

const make = (keyring: Keyring): Secrets["Service"] => {
  const { derive, ids, isOld, sign, verify } = keyring
  const seal: Secrets["Service"]["seal"] = (label, plain, context) =>
    Effect.map(randomBytes(NONCE_BYTES), (nonce) => keyring.seal(label, Buffer.from(plain, "utf8"), context, nonce))

  const open: Secrets["Service"]["open"] = (label, sealed, context) =>
    Effect.suspend(() => {
      const opened = keyring.open(label, sealed, context)
      return opened.ok
        ? Effect.succeed(decoder.decode(opened.plain))
        : Effect.fail(new SecretError({ reason: opened.reason, label }))
    })

  return Secrets.of({
    ids,
    derive,
    seal,
    open,
    renew: (label, sealed, context) =>
      Effect.flatMap(open(label, sealed, context), (plain) =>
        isOld(sealed) ? seal(label, plain, context) : Effect.succeed(null)
      ),
    sign,
    verify
  })
}
