import { Context, Effect, Layer, Semaphore } from "effect"
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"

/** The cost of argon2: memory in KiB, number of passes, lanes. */
interface Argon2Parameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface PhcString {
  readonly parameters: Argon2Parameters
  readonly salt: Uint8Array
  readonly tag: Uint8Array
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/u, "")

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/u

/** Formats a hash as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export const formatPhc = ({ parameters: { memory, parallelism, passes }, salt, tag }: PhcString): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

/** Parses a result of {@link formatPhc}. Returns null for any other text. */
export const parsePhc = (text: string): PhcString | null => {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(text) ?? []
  return memory === undefined
    ? null
    : {
        parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
        salt: Buffer.from(salt, "base64"),
        tag: Buffer.from(tag, "base64")
      }
}

/** The parameters of argon2id that the OWASP Password Storage Cheat Sheet recommends: 19 MiB, 2 passes, 1 lane. */
export const argon2Parameters: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 }

/** The length of a salt (RFC 9106 section 3.1), in bytes. */
const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * The largest number of concurrent hash operations. Each operation occupies `argon2Parameters.memory` and a thread of
 * libuv's pool.
 */
const MAX_CONCURRENT = 2
/**
 * The largest number of waiting operations, which is about a second of work. Further requests are refused and can be
 * retried.
 */
const MAX_WAITING = 32

export class PasswordsBusy {
  readonly _tag = "PasswordsBusy"
}

/** The result of verifying a password: whether it is correct, and whether its hash uses outdated parameters. */
interface PasswordVerdict {
  readonly right: boolean
  readonly outdated: boolean
}

export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string, PasswordsBusy>
    /**
     * Verifies a password. Takes equally long if the person does not exist or has no password, so the duration reveals
     * nothing.
     */
    readonly verify: (password: string, phc: string | null) => Effect.Effect<PasswordVerdict, PasswordsBusy>
  }
>()("@mon/api/auth/Passwords") {
  /**
   * Provides the service with other parameters. Tests can delay each hash operation with `begin`. Default: hashing
   * begins as soon as there is a permit.
   */
  static readonly layerWith = (
    parameters: Argon2Parameters,
    begin: Effect.Effect<void> = Effect.void
  ): Layer.Layer<Passwords> =>
    Layer.effect(
      Passwords,
      Effect.suspend(() => make(parameters, begin))
    )
  static readonly layer: Layer.Layer<Passwords> = Passwords.layerWith(argon2Parameters)
}

const derive = (
  password: string,
  salt: Uint8Array,
  { memory, parallelism, passes }: Argon2Parameters,
  tagLength: number
) =>
  Effect.callback<Buffer>((resume) => {
    const message = Buffer.from(password.normalize("NFKC"))
    argon2("argon2id", { message, nonce: salt, parallelism, tagLength, memory, passes }, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  })

const make = Effect.fnUntraced(function* (parameters: Argon2Parameters, begin: Effect.Effect<void>) {
  const permits = yield* Semaphore.make(MAX_CONCURRENT)
  let waiting = 0
  const withPermit = <A>(work: Effect.Effect<A>): Effect.Effect<A, PasswordsBusy> =>
    Effect.suspend(() => {
      if (waiting >= MAX_CONCURRENT + MAX_WAITING) return Effect.fail(new PasswordsBusy())
      waiting += 1
      const done = Effect.sync(() => {
        waiting -= 1
      })
      // Argon2 cannot be interrupted, so the permit is only released when the memory of the operation is free.
      return Effect.ensuring(permits.withPermits(1)(Effect.uninterruptible(Effect.andThen(begin, work))), done)
    })

  const hash: Passwords["Service"]["hash"] = (password) =>
    withPermit(
      Effect.suspend(() => {
        const salt = randomBytes(SALT_BYTES)
        return Effect.map(derive(password, salt, parameters, TAG_BYTES), (tag) => formatPhc({ parameters, salt, tag }))
      })
    )

  const nobody: PhcString = { parameters, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) }

  const verify: Passwords["Service"]["verify"] = (password, phc) => {
    const known = phc === null ? null : parsePhc(phc)
    const { parameters: used, salt, tag } = known ?? nobody
    return withPermit(
      Effect.map(derive(password, salt, used, tag.length), (key) => ({
        right: timingSafeEqual(key, tag) && known !== null,
        outdated:
          used.memory !== parameters.memory ||
          used.passes !== parameters.passes ||
          used.parallelism !== parameters.parallelism
      }))
    )
  }

  return Passwords.of({ hash, verify })
})
