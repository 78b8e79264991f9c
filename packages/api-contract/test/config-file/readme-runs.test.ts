import { examplesOf, runExample } from "@mon/tooling/readme"
import { readFileSync } from "node:fs"
import { expect, it, test } from "vitest"
import * as entryPoint from "../../src/config-file/index.ts"

const readme = new URL("../../README.md", import.meta.url)

test.each(examplesOf(readme))("example %# of the README runs as printed", async (fence) => {
  const claims = await runExample(fence, { "@mon/api-contract/config-file": entryPoint })
  expect(claims.length).toBeGreaterThan(0)
  for (const [found, claimed] of claims) expect(found).toEqual(claimed)
})

it("reads the file that the README shows", () => {
  const [, file = ""] = /```yaml\n(.*?)```/su.exec(readFileSync(readme, "utf8")) ?? []
  expect(entryPoint.readConfig(file)).toMatchObject({ ok: true })
})
