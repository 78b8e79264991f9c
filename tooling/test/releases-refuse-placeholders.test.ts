import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const copy = mkdtempSync(join(tmpdir(), "mon-address-"))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const folder = join(copy, "packages", "disposable-check")
mkdirSync(folder, { recursive: true })
for (const file of ["package.json", "README.md"])
  cpSync(join(root, "packages", "disposable-check", file), join(folder, file))
mkdirSync(join(folder, "lists"))
const readme = join(folder, "README.md")
writeFileSync(
  readme,
  `${readFileSync(readme, "utf8")}
[file](package.json) [folder](lists) [part](../../docs/recipes.md#cron) [page](#usage) [mail](mailto:a@b.example)
\`rows[0](name)\` [site](https://mon.example)
`
)

const guide = join(copy, "docs", "cli.md")
mkdirSync(join(copy, "docs"))
writeFileSync(guide, "# Page\n\nNot published yet: run it\nfrom a clone.\n\nFrom npm.\n")

const run = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [join(root, "scripts", "release-address.mjs"), "--root", copy, ...args], {
    encoding: "utf8"
  })

it("a release is refused while the address is a placeholder, a link is relative or a changelog is missing", () => {
  const { status, stderr } = run()
  expect(status).toBe(1)
  for (const problem of [
    "repository is a placeholder",
    "homepage is missing",
    "bugs is missing",
    "the README says that it is not published yet",
    "the README links to ../../docs/recipes.md",
    "the README links to package.json",
    "the README links to lists",
    "there is no CHANGELOG.md"
  ])
    expect(stderr).toContain(`@mon/disposable-check: ${problem}`)
  expect(stderr).toContain("docs/cli.md: it says that the packages are not published yet")
})

it("one command sets the address in the manifests and the links", () => {
  writeFileSync(join(folder, "CHANGELOG.md"), "# @mon/disposable-check\n")
  expect(run("--set", "https://github.com/owner/mon").status).toBe(0)
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  expect(manifest).toMatchObject({
    homepage: "https://github.com/owner/mon/tree/main/packages/disposable-check#readme",
    bugs: { url: "https://github.com/owner/mon/issues" },
    repository: { url: "git+https://github.com/owner/mon.git", directory: "packages/disposable-check" }
  })
  const main = "https://github.com/owner/mon"
  const text = readFileSync(readme, "utf8")
  expect(text).not.toContain("Not published yet")
  expect(readFileSync(guide, "utf8")).toBe("# Page\n\nFrom npm.\n")
  expect(text).toContain(`](${main}/blob/main/docs/recipes.md)`)
  expect(text).toContain(`
[file](${main}/blob/main/packages/disposable-check/package.json) [folder](${main}/tree/main/packages/disposable-check/lists) [part](${main}/blob/main/docs/recipes.md#cron) [page](#usage) [mail](mailto:a@b.example)
\`rows[0](name)\` [site](https://mon.example)
`)
})

it("a placeholder is refused as an address", () => {
  expect(run("--set", "https://example.invalid/mon").status).toBe(64)
})
