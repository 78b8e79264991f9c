import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { MESSAGE_RULES } from "../../src/message/index.ts"

const sources = ["../../src/message/verdict/authenticationFindings.ts", "../../src/message/verdict/contentFindings.ts"]
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n")
const tests = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n")

test.each([...MESSAGE_RULES.keys()])("%s is raised by the code and named by a test", (code) => {
  expect(sources).toContain(`"${code}"`)
  expect(tests).toContain(`"${code}"`)
})

test("every rule names a standard, and every finding above info says what to do", () => {
  for (const [code, { reference, severity, step }] of MESSAGE_RULES) {
    expect([code, reference]).toEqual([code, expect.stringMatching(/^(?:RFC \d+|Google|Unicode)/u)])
    if (severity !== "info") expect([code, step]).toEqual([code, expect.any(String)])
  }
})
