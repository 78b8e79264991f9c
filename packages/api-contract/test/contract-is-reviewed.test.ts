import { readFileSync } from "node:fs"
import { expect, expectTypeOf, it } from "vitest"
import { openApiDocument, type Pagination } from "../src/index.ts"
import type { Records } from "../src/plain.ts"

const script: string = new URL("../scripts/plain-client.mjs", import.meta.url).href
const { hashesOf, plainClientText } = (await import(script)) as {
  readonly hashesOf: (document: object) => object
  readonly plainClientText: (document: object) => string
}
const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8")
const document = openApiDocument()

it("the document and the client have the committed hashes", () => {
  expect(hashesOf(document), "The contract has changed. Run `npm run openapi`, and review the difference.").toEqual(
    JSON.parse(read("scripts/contract-hashes.json"))
  )
})

it("the generated source is that of the contract", () => {
  expect(read("src/plain/generated.ts").startsWith(plainClientText(document)), "Run `npm run openapi`.").toBe(true)
})

it("the client has the pagination of the contract", () => {
  expectTypeOf<Records["Pagination"]>().toEqualTypeOf<Pagination>()
})
