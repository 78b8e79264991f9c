import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

const SOURCES = ["apps/*/src/**", "packages/*/src/**"]

/** Returns the files in the first column of the tables of a page. */
const filesOn = (page: string): ReadonlySet<string> =>
  new Set(
    readFileSync(join(root, "docs", page), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| ["))
      .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/\(\.\.\/([^)]+)\)/gu)].map(([, file = ""]) => file))
  )

/** Returns the files that contain a word, without the files that commands write. */
const filesWith = (word: string, places: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    execFileSync("git", ["grep", "-il", word, "--", ...places], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((file) => file !== "" && !/\/(?:plain|migrations|test\/channels)\//u.test(file))
  )

it.each([
  {
    page: "adding-an-alert-channel.md",
    word: "gotify",
    places: [
      ...SOURCES,
      "packages/alerts/test/**",
      "tooling/consumers/**",
      "tooling/test/testbed/**",
      "tooling/testbed/**"
    ]
  },
  { page: "adding-an-option.md", word: "card_\\?color", places: SOURCES }
])("docs/$page lists every file of its example, and no other", ({ page, places, word }) => {
  expect([...filesOn(page)].toSorted()).toEqual([...filesWith(word, places)].toSorted())
})

it("docs/adding-a-kind-of-monitor.md lists twelve files, which all name its example", () => {
  const page = filesOn("adding-a-kind-of-monitor.md")
  const named = filesWith("heartbeat\\(Fields\\|Monitor\\|sApi\\|:\\)", SOURCES)
  expect(page.size).toBe(12)
  expect([...page].filter((file) => !named.has(file))).toEqual([])
})
