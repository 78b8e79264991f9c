import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The source of random bytes: the runtime's cryptographic generator, which tests replace. */
export const Randomness = Context.Reference<(size: number) => Uint8Array>("@mon/core-store/Randomness", {
  defaultValue: () => (size) => globalThis.crypto.getRandomValues(new Uint8Array(size))
})

/** Returns `size` random bytes from {@link Randomness}. */
export const randomBytes = (size: number): Effect.Effect<Uint8Array> =>
  Effect.map(Effect.service(Randomness), (random) => random(size))
