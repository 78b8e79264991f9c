// Writes docs/api from the docblocks of the published packages.
import { command, ExitCode, flag, runProcess } from "@mon/command-line"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { indexOf, pageOf } from "./reference/Page.mjs"
import { readPackages, root, withProject } from "./reference/Surface.mjs"

const folder = join(root, "docs", "api")

const reference = command({
  name: "npm run reference --",
  description: "Writes docs/api from the docblocks of the published packages.",
  options: {
    check: flag("Write nothing, and print as JSON which exports have no docblock and which pages are out of date")
  },
  arguments: {},
  exitCodes: {
    ok: "The pages are up to date",
    finding: "With --check: a docblock is missing, or a page is out of date",
    couldNot: "The pages could not be written"
  },
  run: ({ check }, { out }) => {
    const { count, pages, undocumented } = withProject((project) => {
      const packages = readPackages(project)
      const pageNames = packages.map((one) => [`${one.folder.split("/")[1]}.md`, pageOf(project.checker, one)])
      const exported = packages.flatMap(({ entries }) => entries.flatMap((entry) => entry.exported))
      const missing = exported.filter(({ sentence }) => sentence === "").map(({ file, name }) => `${file} ${name}`)
      return {
        count: exported.length,
        pages: new Map([["README.md", indexOf(packages)], ...pageNames]),
        undocumented: [...new Set(missing)].toSorted()
      }
    })
    const present = existsSync(folder) ? readdirSync(folder) : []
    const stale = [...new Set([...pages.keys(), ...present])]
      .toSorted()
      .filter(
        (name) =>
          !present.includes(name) || !pages.has(name) || readFileSync(join(folder, name), "utf8") !== pages.get(name)
      )

    if (check) {
      out(`${JSON.stringify({ count, undocumented, stale })}\n`)
      return undocumented.length + stale.length === 0 ? ExitCode.ok : ExitCode.finding
    }
    mkdirSync(folder, { recursive: true })
    for (const name of stale) {
      if (pages.has(name)) writeFileSync(join(folder, name), pages.get(name))
      else rmSync(join(folder, name))
    }
    out(`${pages.size} pages, ${stale.length} written; ${undocumented.length} exports without a docblock.\n`)
    return ExitCode.ok
  }
})
await runProcess(reference, new URL("../package.json", import.meta.url))
