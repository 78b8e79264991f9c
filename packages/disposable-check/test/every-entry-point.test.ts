import { describe, expect, it } from "vitest"
import * as embedded from "../src/embedded.ts"
import * as main from "../src/index.ts"
import { vectors } from "./vectors.ts"

describe.each([
  ["node", main],
  ["embedded", embedded]
] as const)("the entry point %s", (_, api) => {
  it.each(vectors)("says $says of $input", ({ domain, input, rule, says }) => {
    const verdict = api.checkDisposable(input)
    expect(verdict.valid ? verdict.class : verdict.reason).toBe(says)
    if (verdict.valid) {
      expect(verdict.disposable).toBe(says === "disposable")
      expect(api.isDisposable(input)).toBe(verdict.disposable)
      expect(api.mailClass(input)).toBe(verdict.class)
      if (domain !== undefined) expect(verdict.domain).toBe(domain)
      if (rule !== undefined) expect(verdict.rule).toBe(rule)
    } else {
      expect(verdict.message).not.toBe("")
    }
  })

  it("reads the same table", () => {
    expect(api.checker().info).toEqual(main.checker().info)
  })
})
