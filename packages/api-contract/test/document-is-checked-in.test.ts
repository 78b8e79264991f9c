import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { openApiDocument } from "../src/index.ts"

it("docs/openapi.json is the document of the contract: `npm run openapi` writes it", () => {
  const file = new URL("../../../docs/openapi.json", import.meta.url)
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
})
