// Writes docs/api, which is not committed, from the docblocks of the published packages.
import { command, ExitCode, flag, runProcess } from "@mon/bundled/command-line"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { indexOf, pageOf } from "./Page.mjs"
import { readPackages, root, withProject } from "./Surface.mjs"

const folder = join(root, "docs", "api")

const reference = command({
  name: "npm run reference --",
  description: "Writes docs/api from the docblocks of the published packages.",
  options: {
    check: flag("Write nothing, and print as JSON which exports have no docblock")
  },
  arguments: {},
  exitCodes: {
    ok: "Every export has a docblock",
    finding: "A docblock is missing",
    couldNot: "The pages could not be written"
  },
  run: ({ check }, { out }) => {
    const { packages, pages } = withProject((project) => {
      const all = readPackages(project)
      return {
        packages: all,
        pages: check
          ? []
          : [
              ["README.md", indexOf(all)],
              ...all.map((one) => [`${one.folder.split("/")[1]}.md`, pageOf(project.checker, one)])
            ]
      }
    })
    const exported = packages.flatMap(({ entries }) => entries.flatMap((entry) => entry.exported))
    const missing = exported.filter(({ sentence }) => sentence === "").map(({ file, name }) => `${file} ${name}`)
    const undocumented = [...new Set(missing)].toSorted()
    if (check) out(`${JSON.stringify({ count: exported.length, undocumented })}\n`)
    else {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      for (const [name, page] of pages) writeFileSync(join(folder, name), page)
      out(`${pages.length} pages in docs/api. ${undocumented.length} exports without a docblock.\n`)
      for (const name of undocumented) out(`${name}\n`)
    }
    return undocumented.length === 0 ? ExitCode.ok : ExitCode.finding
  }
})
await runProcess(reference, new URL("../../package.json", import.meta.url))
