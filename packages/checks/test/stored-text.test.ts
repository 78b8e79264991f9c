import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { storable } from "../src/StoredText.ts"

describe("storable external text", () => {
  it("loses only what PostgreSQL cannot store", () => {
    assert.strictEqual(storable("caf\u00e9 \u0000\ud83d\ude00", 100), "caf\u00e9 \ud83d\ude00")
    assert.strictEqual(storable("a\ud800b", 100), "a\ufffdb")
    assert.strictEqual(storable("", 10), "")
  })

  it("is always well-formed, free of NUL and short enough", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 20 }), (text, maximum) => {
        const stored = storable(`${text}\ud83d\u0000${text}`, maximum)
        assert.isTrue(stored.isWellFormed())
        assert.isFalse(stored.includes("\u0000"))
        assert.isAtMost(stored.length, maximum)
      })
    )
  })
})
