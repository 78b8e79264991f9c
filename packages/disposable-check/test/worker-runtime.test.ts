import { statSync } from "node:fs"
import { createContext, runInContext } from "node:vm"
import { beforeAll, describe, expect, it } from "vitest"
import type { Verdict } from "../src/Verdict.ts"
import { bundleEntryPoint } from "./bundles.ts"
import { vectors } from "./vectors.ts"

// The globals that web worker runtimes have in common (the part of WinterTC's minimum API that this package needs),
// without those of Node.
const webGlobals = { URL, TextDecoder, TextEncoder, atob }

let script: string
let checkDisposable: (input: string) => Verdict
beforeAll(async () => {
  script = await bundleEntryPoint("embedded")
  const context = createContext({ ...webGlobals })
  runInContext(script, context)
  checkDisposable = (input) =>
    JSON.parse(runInContext(`JSON.stringify(api.checkDisposable(${JSON.stringify(input)}))`, context)) as Verdict
})

describe("the bundle for a worker runtime", () => {
  it("uses nothing from Node", () => {
    expect(script).not.toMatch(/node:|\brequire\(|\bprocess\b|\bBuffer\b/)
  })

  it("contains the table in base64 and a few kilobytes", () => {
    const table = statSync(new URL("../table/disposable.bin", import.meta.url)).size
    expect(script.length - Math.ceil(table / 3) * 4).toBeLessThan(12_500)
  })

  it.each(vectors)("says $says of $input", ({ input, says }) => {
    const verdict = checkDisposable(input)
    expect(verdict.valid ? verdict.class : verdict.reason).toBe(says)
  })
})
