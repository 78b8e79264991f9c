import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

const generate = (size: number) => globalThis.crypto.getRandomValues(new Uint8Array(size))

/** The number of bytes that one call of the generator produces. The call takes longer than producing the bytes. */
const SUPPLY_BYTES = 4_096

/** Returns a source that gets many bytes from the generator at once. Each byte is returned only once, then erased. */
const makeSource = () => {
  let supply = new Uint8Array()
  let used = 0
  return (size: number): Uint8Array => {
    if (size > SUPPLY_BYTES) return generate(size)
    if (used + size > supply.length) {
      supply = generate(SUPPLY_BYTES)
      used = 0
    }
    const bytes = supply.slice(used, used + size)
    supply.fill(0, used, used + size)
    used += size
    return bytes
  }
}

/** The source of random bytes: the runtime's cryptographic generator, which tests replace. */
export const Randomness = Context.Reference<(size: number) => Uint8Array>("@mon/core-store/Randomness", {
  defaultValue: makeSource
})

/** Returns `size` random bytes from {@link Randomness}. */
export const randomBytes = (size: number): Effect.Effect<Uint8Array> =>
  Effect.map(Effect.service(Randomness), (random) => random(size))
