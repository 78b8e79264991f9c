import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly repository: { readonly url: string }
  readonly keywords: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

const root = fileURLToPath(new URL("../../", import.meta.url))
const published = globSync("packages/*/package.json", { cwd: root })
  .map((file) => ({
    folder: dirname(file).replaceAll("\\", "/"),
    manifest: JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest
  }))
  .filter(({ manifest }) => manifest.private !== true)

/** Packages that need less than the others. */
const OLDER_NODE: Readonly<Record<string, string>> = { "@mon/disposable-check": ">=20.19.0" }

/**
 * The sources of alerts, and those of model, which it installs, would take it over its limit of 6 MB. The command line
 * holds sources of many packages.
 */
const WITHOUT_SOURCES: ReadonlySet<string> = new Set(["@mon/alerts", "@mon/cli", "@mon/model"])

/** Commands without an entry point for programs. */
const ONLY_COMMANDS: ReadonlySet<string> = new Set(["@mon/cli"])

describe.each(published)("$manifest.name", ({ folder, manifest }) => {
  it("says about itself what every package says", () => {
    expect(manifest).toMatchObject({
      license: "MIT",
      author: "The Mon authors",
      type: "module",
      sideEffects: false,
      engines: { node: OLDER_NODE[manifest.name] ?? ">=22.19.0" },
      repository: { type: "git", directory: folder },
      files: expect.arrayContaining(["dist", "README.md", "CHANGELOG.md", "LICENSE", "NOTICE"])
    })
    expect(manifest.files.includes("src")).toBe(!WITHOUT_SOURCES.has(manifest.name))
    expect(manifest.keywords.length).toBeGreaterThanOrEqual(5)
  })

  it("has types for every entry point that is a module", () => {
    const modules = Object.values(manifest.exports).filter((entryPoint) => typeof entryPoint === "object")
    expect(modules.length > 0).toBe(!ONLY_COMMANDS.has(manifest.name))
    for (const entryPoint of modules) expect(entryPoint["types"]).toMatch(/\.d\.ts$/u)
  })

  it("has a README with every section", () => {
    const readme = readFileSync(join(root, folder, "README.md"), "utf8")
    const sections = [...readme.matchAll(/^## (.+)$/gmu)].map(([, title]) => title)
    expect(sections).toEqual(
      expect.arrayContaining(["First use", "Errors", "Limits", "Comparison", "Versions", "Licence"])
    )
    expect(readme).toContain(`npm install ${manifest.name}`)
    // The first release replaces the address, and removes the sentence.
    const isPublished = !manifest.repository.url.includes("example.invalid")
    expect(/^Not published yet: .*\]\(\.\.\/\.\.\/docs\/from-a-clone\.md/mu.test(readme)).toBe(!isPublished)
    for (const command of Object.keys(manifest.bin ?? {}))
      expect(readme).toMatch(new RegExp(`npx ${manifest.name}|\\b${command}\\b`, "u"))
  })

  it("names only files that exist or are generated", () => {
    const generated = new Set(["dist", "CHANGELOG.md"])
    expect(manifest.files.filter((file) => !generated.has(file) && !existsSync(join(root, folder, file)))).toEqual([])
  })
})

describe("licences and notices", () => {
  it("are as `npm run notices` writes them", () => {
    const run = spawnSync(process.execPath, ["scripts/write-notices.mjs", "--check"], { cwd: root, encoding: "utf8" })
    expect(run.stderr).toBe("")
    expect(JSON.parse(run.stdout)).toEqual({ count: 2 * published.length, stale: [] })
  })
})
