// Installs packages of npm in a temporary folder, so that a comparison needs no dependency of this repository.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/**
 * Installs exact versions without running their scripts. `load` requires a module of the folder, `remove` deletes it.
 * Throws with the message of npm if the registry cannot be reached.
 */
export const installPackages = (versions) => {
  const folder = mkdtempSync(join(tmpdir(), "mon-compare-"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: versions }))
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: folder, encoding: "utf8", shell: process.platform === "win32" }
  )
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (status !== 0) {
    remove()
    throw new Error(`npm could not install the packages:\n${stderr}`)
  }
  return { folder, remove, load: createRequire(join(folder, "package.json")) }
}

/** Imports a package of the folder, also one that has no CommonJS. */
export const importFrom = async (folder, name) => {
  const { exports, main, module } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))
  const entry =
    exports?.["."]?.node ?? exports?.["."]?.import ?? exports?.["."]?.default ?? exports?.default ?? module ?? main
  return import(pathToFileURL(join(folder, "node_modules", name, entry.default ?? entry)).href)
}
