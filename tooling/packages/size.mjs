// The cost of each entry point of each published package, as built: the minified and gzip sizes, and the time and
// memory of the import. Sizes are compared with tooling/packages/size-budgets.json. Times and memory are only printed.
import { command, CommandError, ExitCode, flag, optional, runProcess, text } from "@mon/bundled/command-line"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { commandSize, entryPointSize, exportSize } from "./entry-point-size.mjs"
import { importCost, LONGEST_IMPORT_MS, startCost } from "./import-cost.mjs"
import { commandsOf, publicPackages } from "./public-packages.mjs"
import { beyondBudget, budgetsFor } from "./size-guard.mjs"
import { LIGHT } from "./where-it-runs.mjs"

/** The exports that people use alone, for instance on a page. The size of each of them has a separate budget. */
const ALONE = {
  "@mon/diff-engine": ["diffJson", "diffText", "diffImages"],
  "@mon/email-health": ["parseSpf", "parseDmarc", "parseDkimKey"]
}

const kib = (bytes) => (bytes / 1024).toFixed(1)
const weight = (size) => (size === undefined ? "" : `${kib(size.min)} / ${kib(size.gz)}`)
const row = (specifier, cells) =>
  console.log([specifier.padEnd(36), ...cells.map((cell) => cell.padStart(17))].join("").trimEnd())
const within = (count) =>
  count === 1 ? "1 entry point within its budget" : `${count} entry points within their budgets`

const measure = command({
  name: "npm run size --",
  description:
    "Measures the entry points of the published packages and compares their sizes with the budgets. Needs a build.",
  options: {
    write: flag("Write new budgets, with a few percent of headroom"),
    "sizes-only": flag("Do not measure the time and memory of imports"),
    root: optional(text("folder", "the path of a repository"), "Measure this repository, which has the same folders")
  },
  arguments: {},
  exitCodes: {
    ok: "Every size is within its budget",
    finding: "A size exceeds its budget",
    couldNot: "A package is not built"
  },
  run: async ({ root: folder, "sizes-only": sizesOnly, write }) => {
    const root = resolve(folder ?? fileURLToPath(new URL("../..", import.meta.url)))
    const budgetFile = join(root, "tooling/packages/size-budgets.json")
    const packages = publicPackages(root)
    for (const one of packages) {
      const { manifest, path, entryPoints } = one
      const missing = [...entryPoints, ...commandsOf(one)].find(({ file }) => !existsSync(join(path, file)))
      if (missing !== undefined) {
        throw new CommandError(`${manifest.name}: ${missing.file} does not exist. Run \`npm run build\`.`)
      }
    }

    console.log(
      "KiB, minified / gzip; user CPU time of the import in a cold process of Node, least of seven; heap in use after a garbage collection\n"
    )
    row("", ["own code", "without effect", "with effect", "import", "memory"])
    const sizes = {}
    const slow = []
    for (const one of packages) {
      for (const entryPoint of one.entryPoints) {
        const size = await entryPointSize(one, entryPoint)
        const cost = entryPoint.module && !sizesOnly ? await importCost(entryPoint.specifier, one.path) : undefined
        if (LIGHT.has(entryPoint.specifier) && cost?.ms > LONGEST_IMPORT_MS) slow.push(entryPoint.specifier)
        sizes[entryPoint.specifier] = Object.fromEntries(Object.entries(size).map(([figure, { gz }]) => [figure, gz]))
        row(entryPoint.specifier, [
          ...[size.own, size.withoutEffect, size.withEffect].map(weight),
          ...(cost === undefined ? [] : [`${cost.ms.toFixed(0)} ms`, `${cost.mib.toFixed(1)} MiB`])
        ])
        for (const name of ALONE[entryPoint.specifier] ?? []) {
          const { alone } = await exportSize(one, entryPoint, name)
          sizes[`${entryPoint.specifier} ${name}`] = { alone: alone.gz }
          row(`  ${name} alone`, [weight(alone)])
        }
      }
    }

    for (const one of packages) {
      for (const { file, specifier } of commandsOf(one)) {
        const size = await commandSize(one)
        sizes[specifier] = { own: size.gz }
        row(specifier, [
          weight(size),
          "",
          "",
          ...(sizesOnly ? [] : [`${(await startCost(join(one.path, file))).toFixed(0)} ms`])
        ])
      }
    }

    if (write) writeFileSync(budgetFile, JSON.stringify(budgetsFor(sizes), null, 2) + "\n")
    const violations = beyondBudget(sizes, existsSync(budgetFile) ? JSON.parse(readFileSync(budgetFile, "utf8")) : {})
    console.log("")
    if (slow.length > 0) console.log(`The import takes more than ${LONGEST_IMPORT_MS} ms: ${slow.join(", ")}\n`)
    for (const one of packages) {
      const measured = [...one.entryPoints, ...commandsOf(one)]
      const bad = measured.filter(({ specifier }) =>
        violations.some((violation) => violation.startsWith(`${specifier}: `))
      ).length
      console.log(
        `${one.manifest.name}: ${bad === 0 ? within(measured.length) : `${bad} of ${measured.length} entry points exceed their budgets`}`
      )
    }
    if (violations.length > 0) {
      console.error(
        `\n${violations.join("\n")}\nIf the growth is intended, run \`npm run size -- --write\` and give the reason in the commit.`
      )
      return ExitCode.finding
    }
    return ExitCode.ok
  }
})
await runProcess(measure, new URL("../../package.json", import.meta.url))
