import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { NetworkPolicy } from "../src/effect.ts"

describe("the policy service", () => {
  it.effect("allows the configured networks", () =>
    Effect.gen(function* () {
      const policy = yield* NetworkPolicy
      assert.isTrue(policy.allows("127.0.0.1"))
      assert.isFalse(policy.allows("10.0.0.1"))
    }).pipe(Effect.provide(NetworkPolicy.layer({ allow: ["127.0.0.0/8"] })))
  )

  it("names an invalid network when the layer is made", () => {
    assert.throws(() => NetworkPolicy.layer({ allow: ["127.0.0.0/40"] }), /127\.0\.0\.0\/40/)
  })
})
