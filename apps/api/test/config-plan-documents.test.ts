import { expect, it } from "vitest"
import { openFile, readFile } from "../src/api/config/configJobs.ts"

const document = { version: 1, project: "shop", tags: { web: { name: "Web 🌍" } } }

it("opens the file of a plan as this release and as the former one stored it", () => {
  const reading = readFile(JSON.stringify(document))
  if (!reading.ok) throw new Error("The file was refused.")
  const { document: stored, ...texts } = reading.file
  expect(openFile(stored)).toMatchObject({ ...texts, objects: [expect.stringContaining("Web 🌍")] })
  expect(openFile(JSON.stringify(document))).toEqual(openFile(stored))
})

it("stores a large file in little space", () => {
  const tags = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`t${index}`, { name: `Tag ${index}` }]))
  const source = JSON.stringify({ ...document, tags })
  const reading = readFile(source)
  expect(reading.ok && reading.file.document.length).toBeLessThan(source.length / 2)
})
