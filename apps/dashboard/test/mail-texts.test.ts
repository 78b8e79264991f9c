import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { mailDe } from "../src/mailReport/mail.de.ts"

const engine = fileURLToPath(new URL("../../../packages/email-health/src", import.meta.url))

/** Returns the sources of a folder of the engine, which the dashboard must not import. */
const sourceOf = (folder: string): string =>
  readdirSync(`${engine}/${folder}`)
    .map((name) => readFileSync(`${engine}/${folder}/${name}`, "utf8"))
    .join("\n")

const codes = [...sourceOf("rubric").matchAll(/^ {2}([a-z][a-z\d]*_[\w]+): \{/gmu)].map(([, code = ""]) => code)

describe("the German texts of email health", () => {
  it("name every finding of the engine", () => {
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.filter((code) => mailDe.findings[code] === undefined)).toEqual([])
  })
})
