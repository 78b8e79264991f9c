import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomBytes } from "../sql/Randomness.ts"
import { type Keyring, makeKeyring, NONCE_BYTES, type SecretLabel } from "./keyring.ts"
import { SecretError } from "./SecretError.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })

/**
 * The functions that depend on `MON_SECRET`: derived keys, encrypted texts for the database, and signatures of links
 * and cookies. The newest secret encrypts and signs. All secrets decrypt and verify. A `label` names a purpose, and
 * separates the keys of different purposes.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** The ids of the secrets in sealed texts, newest first: `m1.<id>.…`. An id reveals nothing about its secret. */
    readonly ids: ReadonlyArray<string>
    /** Derives the 32-byte key of a label from the newest secret. */
    readonly derive: (label: SecretLabel) => Uint8Array
    /**
     * Encrypts a text (AES-256-GCM). `context` names the place where it is stored, such as "webhook 42". It can be
     * decrypted only with the same context.
     */
    readonly seal: (label: SecretLabel, plain: string, context: string) => Effect.Effect<string>
    readonly open: (label: SecretLabel, sealed: string, context: string) => Effect.Effect<string, SecretError>
    /** Seals the text again with the newest secret. Null if it already is sealed with that. */
    readonly renew: (label: SecretLabel, sealed: string, context: string) => Effect.Effect<string | null, SecretError>
    /** Returns an HMAC-SHA-256 as base64url, which has 43 characters. */
    readonly sign: (label: SecretLabel, message: string) => string
    /** Whether the signature was made with one of the secrets. Every wrong signature takes the same time. */
    readonly verify: (label: SecretLabel, message: string, signature: string) => boolean
  }
>()("@mon/core-store/secrets/Secrets") {
  /** Provides the functions for `secrets`. The newest secret is first, as `parseSecretList` returns them. */
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
