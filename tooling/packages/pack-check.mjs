// Runs publint and "are the types wrong" on the tarball of every published package. Prints one line for each package.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { inParallel } from "./inParallel.mjs"
import { publicPackages } from "./public-packages.mjs"
import { run } from "./run.mjs"
import { packInto } from "./tarballs.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const work = mkdtempSync(join(tmpdir(), "mon-pack-check-"))
process.once("exit", () => rmSync(work, { recursive: true, force: true }))

/** Returns the entry points that are data files, which have no types. */
const dataEntryPoints = (manifest) =>
  Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === "string" && !/\.(js|json)$/.test(target))
    .map(([subpath]) => subpath)

const isImported = ({ exports }) => Object.keys(exports).some((subpath) => subpath !== "./package.json")

const checksOf = (manifest, tarball) => {
  const data = dataEntryPoints(manifest)
  const types = ["attw", tarball, "--profile", "esm-only", "--format", "ascii", "--no-summary"]
  return [
    ["publint", "--strict", tarball],
    // A command has no types.
    ...(isImported(manifest) ? [[...types, ...(data.length > 0 ? ["--exclude-entrypoints", ...data] : [])]] : [])
  ]
}

const packages = publicPackages(root)
const tarballs = packInto(root, work, packages)
let failed = false
await inParallel(packages, async ({ manifest }) => {
  const bad = []
  for (const [command, ...args] of checksOf(manifest, tarballs.get(manifest.name).file)) {
    const result = await run(command, args, { cwd: root })
    if (result.status !== 0) bad.push({ command, ...result })
  }
  console.log(
    `${manifest.name}: ${bad.length === 0 ? "publint and types fine" : bad.map(({ command }) => command).join(" and ") + " failed"}`
  )
  for (const { command, stderr, stdout } of bad) {
    failed = true
    console.error(`${command}:\n${stdout}${stderr}`)
  }
})
process.exitCode = failed ? 1 : 0
