import { expect, it } from "vitest"
import { oldNodeMessage } from "../../src/command-line/nodeVersion.ts"

it("compares versions by number, and says nothing where it cannot compare", () => {
  const sentence = "mon needs Node 22.19.0 or later. This is Node 20.20.2."
  expect(oldNodeMessage("mon", ">=22.19.0", "v20.20.2")).toBe(sentence)
  for (const running of ["v22.19.0", "v22.19.1", "v22.100.0", "v24.0.0", "v100.0.0"])
    expect(oldNodeMessage("mon", ">=22.19.0", running)).toBeNull()
  for (const running of ["v22.9.0", "v22.18.9", "v9.99.99"])
    expect(oldNodeMessage("mon", ">=22.19.0", running)).toContain("mon needs Node 22.19.0 or later.")
  for (const needed of [undefined, "", "^22", "*"]) expect(oldNodeMessage("mon", needed, "v20.20.2")).toBeNull()
})
