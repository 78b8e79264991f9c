// Writes docs/api from the docblocks of the published packages. With --check it writes nothing, and says as JSON which exports have
// no docblock and which pages are not as they would be written.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { indexOf, pageOf } from "./reference/Page.mjs"
import { readPackages, root, withProject } from "./reference/Surface.mjs"

const folder = join(root, "docs", "api")
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

if (process.argv.includes("--check")) {
  console.log(JSON.stringify({ count, undocumented, stale }))
} else {
  mkdirSync(folder, { recursive: true })
  for (const name of stale) {
    if (pages.has(name)) writeFileSync(join(folder, name), pages.get(name))
    else rmSync(join(folder, name))
  }
  console.log(`${pages.size} pages, ${stale.length} written; ${undocumented.length} exports without a docblock.`)
}
