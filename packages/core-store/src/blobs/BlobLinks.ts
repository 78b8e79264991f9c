import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Secrets } from "../secrets/Secrets.ts"

const LABEL = "blob-link"

/** The lifetime of a link to an image: 7 days. */
export const LINK_SECONDS = 7 * 24 * 3600

/** The parts of a link, as text. */
export interface LinkClaims {
  readonly hash: string
  /** The expiry of the link in Unix seconds. */
  readonly expires: string
  readonly signature: string
}

const messageOf = (hash: string, expires: string): string => `${hash}.${expires}`

const secondsForm = /^[1-9][0-9]{0,11}$/

/** Signed links to blobs. Until a link expires, everyone who has the link can read the blob without signing in. */
export class BlobLinks extends Context.Service<
  BlobLinks,
  {
    /**
     * Makes a link: `<hash>?expires=<unix seconds>&signature=<43 characters>`, which must be appended to the path that
     * serves blobs.
     */
    readonly make: (hash: string) => Effect.Effect<string>
    /** Returns whether a link has a valid signature and has not expired. */
    readonly check: (claims: LinkClaims) => Effect.Effect<boolean>
  }
>()("@mon/core-store/blobs/BlobLinks") {
  /** Provides links that expire after the given number of seconds. */
  static readonly layerWith = (seconds: number): Layer.Layer<BlobLinks, never, Secrets> =>
    Layer.effect(
      BlobLinks,
      Effect.map(Secrets, ({ sign, verify }) =>
        BlobLinks.of({
          make: (hash) =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              const expires = String(Math.floor(now / 1000) + seconds)
              return `${hash}?expires=${expires}&signature=${sign(LABEL, messageOf(hash, expires))}`
            }),
          check: ({ expires, hash, signature }) =>
            Effect.map(
              Clock.currentTimeMillis,
              (now) =>
                secondsForm.test(expires) &&
                Number(expires) * 1000 > now &&
                verify(LABEL, messageOf(hash, expires), signature)
            )
        })
      )
    )

  static readonly layer = BlobLinks.layerWith(LINK_SECONDS)
}
