// What an embedder pays for each door of each public package, as built: minified and gzip sizes, time and memory of the
// import. Sizes are held to scripts/size-budgets.json, times and memory are only printed.
//   --write            writes the budgets anew, with a few percent of room
//   --root FOLDER      another repository of the same shape    --sizes-only  without the imports
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { doorSize } from "./door-size.mjs"
import { importCost } from "./import-cost.mjs"
import { publicPackages } from "./public-packages.mjs"
import { beyondBudget, budgetsFor } from "./size-guard.mjs"

const { values: flags } = parseArgs({
  options: { write: { type: "boolean" }, "sizes-only": { type: "boolean" }, root: { type: "string" } }
})
const root = resolve(flags.root ?? fileURLToPath(new URL("..", import.meta.url)))
const budgetFile = join(root, "scripts", "size-budgets.json")

const kib = (bytes) => (bytes / 1024).toFixed(1)
const weight = (size) => (size === undefined ? "" : `${kib(size.min)} / ${kib(size.gz)}`)
const row = (door, cells) =>
  console.log([door.padEnd(36), ...cells.map((cell) => cell.padStart(17))].join("").trimEnd())
const within = (count) => (count === 1 ? "1 door within its budget" : `${count} doors within their budgets`)

const packages = publicPackages(root)
for (const { manifest, path, doors } of packages) {
  const missing = doors.find(({ file }) => !existsSync(join(path, file)))
  if (missing !== undefined) {
    console.error(`${manifest.name}: ${missing.file} is not built; \`npm run build\` makes it.`)
    process.exit(2)
  }
}

console.log("KiB, minified / gzip; import in a cold process of Node, median of three; heap kept after a collection\n")
row("", ["own code", "without effect", "with effect", "import", "memory"])
const sizes = {}
for (const one of packages) {
  for (const door of one.doors) {
    const size = await doorSize(one, door)
    const cost = door.module && !flags["sizes-only"] ? await importCost(door.specifier, one.path) : undefined
    sizes[door.specifier] = Object.fromEntries(Object.entries(size).map(([figure, { gz }]) => [figure, gz]))
    row(door.specifier, [
      ...[size.own, size.withoutEffect, size.withEffect].map(weight),
      ...(cost === undefined ? [] : [`${cost.ms.toFixed(0)} ms`, `${cost.mib.toFixed(1)} MiB`])
    ])
  }
}

if (flags.write) writeFileSync(budgetFile, JSON.stringify(budgetsFor(sizes), null, 2) + "\n")
const faults = beyondBudget(sizes, existsSync(budgetFile) ? JSON.parse(readFileSync(budgetFile, "utf8")) : {})
console.log("")
for (const { manifest, doors } of packages) {
  const bad = doors.filter(({ specifier }) => faults.some((fault) => fault.startsWith(`${specifier}: `))).length
  console.log(
    `${manifest.name}: ${bad === 0 ? within(doors.length) : `${bad} of ${doors.length} doors beyond their budgets`}`
  )
}
if (faults.length > 0) {
  console.error(
    `\n${faults.join("\n")}\nA size that is meant to be so: \`npm run size -- --write\`, and say why in the commit.`
  )
  process.exit(1)
}
