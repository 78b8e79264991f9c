import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Where random bytes come from: the runtime's generator of cryptographic quality; tests provide another. */
export const Randomness = Context.Reference<(size: number) => Uint8Array>("@mon/core-store/Randomness", {
  defaultValue: () => (size) => globalThis.crypto.getRandomValues(new Uint8Array(size))
})

/** That many random bytes. */
export const randomBytes = (size: number): Effect.Effect<Uint8Array> =>
  Effect.map(Effect.service(Randomness), (random) => random(size))
