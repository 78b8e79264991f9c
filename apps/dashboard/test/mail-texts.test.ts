import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { stepTitle } from "../src/mail/planTexts.ts"
import { mailDe } from "../src/words/mailDe.ts"
import { mailEn } from "../src/words/mailEn.ts"

const engine = fileURLToPath(new URL("../../../packages/email-health/src", import.meta.url))

/** The sources of a folder of the engine, which the dashboard must not import. */
const sourceOf = (folder: string): string =>
  readdirSync(`${engine}/${folder}`)
    .map((name) => readFileSync(`${engine}/${folder}/${name}`, "utf8"))
    .join("\n")

const codes = [...sourceOf("rubric").matchAll(/^ {2}([a-z][a-z\d]*_[\w]+): \{/gmu)].map(([, code = ""]) => code)

/** What follows `title:` or begins a call of `step`, up to the end of the line, without the names in it. */
const titles = [...sourceOf("repair").matchAll(/(?:\btitle: |\bstep\(\s*)(["'`].*|\w[\w.]* \? .*)/gu)].flatMap(
  ([, text = ""]) =>
    [...text.split(", text:")[0]!.matchAll(/"([A-Z][^"]+)"|'([A-Z][^']+)'|`([A-Z][^`]+)`/gu)]
      .map(([, one, two, three]) => (one ?? two ?? three ?? "").replace(/\$\{\w+\}/gu, "shop.example"))
      .filter((title) => !title.endsWith("."))
)

describe("the German texts of email health", () => {
  it("name every finding of the engine", () => {
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.filter((code) => mailDe.findings[code] === undefined)).toEqual([])
  })

  it("have a title for every step of a plan", () => {
    expect(titles.length).toBeGreaterThan(30)
    expect(titles.filter((title) => stepTitle(mailDe.stepTitles, title) === title)).toEqual([])
    expect(stepTitle(mailDe.stepTitles, "Decide whether shop.example has email")).toBe(
      "Entscheiden, ob shop.example E-Mail hat"
    )
  })

  it("translate no title that the engine does not have", () => {
    const known = new Set(titles.map((title) => title.replace("shop.example", "{domain}")))
    expect(Object.keys(mailDe.stepTitles).filter((title) => !known.has(title))).toEqual([])
  })

  it("leave English titles as the API gives them", () => {
    expect(stepTitle(mailEn.stepTitles, "Publish one SPF record")).toBe("Publish one SPF record")
    expect(stepTitle(mailEn.stepTitles, "Decide whether a.example has email")).toBe(
      "Decide whether a.example has email"
    )
  })
})
