import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { randomBytes } from "../src/index.ts"

it.effect("random bytes are new in each call, and have the wanted size", () =>
  Effect.gen(function* () {
    const seen = new Set<string>()
    for (let call = 0; call < 1_000; call++) {
      const bytes = yield* randomBytes(16)
      assert.lengthOf(bytes, 16)
      seen.add(Buffer.from(bytes).toString("hex"))
    }
    assert.strictEqual(seen.size, 1_000)
    assert.lengthOf(yield* randomBytes(10_000), 10_000)
  })
)

it.effect("random bytes do not change after later calls", () =>
  Effect.gen(function* () {
    const first = yield* randomBytes(16)
    const copy = Buffer.from(first)
    for (let call = 0; call < 1_000; call++) yield* randomBytes(16)
    assert.isTrue(copy.equals(first))
  })
)
