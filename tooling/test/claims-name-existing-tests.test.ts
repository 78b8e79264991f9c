import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const page = readFileSync(join(root, "docs/claims.md"), "utf8")

/** The cells of each row of the tables, without the head rows and their separators. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Claim |"))
  .map((line) => line.slice(2, -2).split(" | "))

const filesIn = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+\.test\.tsx?)`/gu)].map(([, path = ""]) => path)

it("each claim has a fact and names tests that exist, or none", () => {
  const wrong = rows.filter(
    ([claim = "", fact = "", tests = "", ...rest]) =>
      claim === "" || fact === "" || rest.length > 0 || (tests !== "none" && filesIn(tests).length === 0)
  )
  expect(wrong).toEqual([])
  expect(rows.flatMap(([, , tests = ""]) => filesIn(tests)).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it("the numbers at the top are those of the tables", () => {
  const none = rows.filter(([, , tests]) => tests === "none").length
  const sentence = `In this list are ${rows.length} claims. ${rows.length - none} of them are held by a test, and ${none} by none.`
  expect(page.replaceAll("\n", " ")).toContain(sentence)
})
