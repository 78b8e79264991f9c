// Removes the declaration files that no entry point of a built package reaches, which are half of the files in some
// packages. In the remaining declarations, finds imports of packages that are not installed with the package.
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const IMPORT = /(?:^(?:import|export|\})[^"\n]*?from ?|^import ?|\bimport\()"([^"\n]+)"/gmu

const packageOf = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** Collects the files that a built file reaches, and the packages that they import. */
const reached = (file, ending, files, packages) => {
  if (files.has(file) || !existsSync(file)) return
  files.add(file)
  for (const [, specifier] of readFileSync(file, "utf8").matchAll(IMPORT))
    if (specifier.startsWith("."))
      reached(resolve(dirname(file), specifier.replace(/\.[jt]s$/u, ending)), ending, files, packages)
    else if (!specifier.startsWith("node:")) packages.add(packageOf(specifier))
}

/**
 * Returns the packages that the declarations of an entry point import but that users of the entry point may not have,
 * because they are neither dependencies nor imported by its code. Such a declaration should be `@internal`, or belongs
 * in another file.
 */
const missingFor = (manifest, entry, folder) => {
  const code = new Set()
  const declared = new Set()
  if (entry.default !== undefined) reached(resolve(folder, entry.default), ".js", new Set(), code)
  reached(resolve(folder, entry.types), ".d.ts", new Set(), declared)
  const optional = manifest.peerDependenciesMeta ?? {}
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((name) => optional[name]?.optional !== true)
  const installed = new Set([manifest.name, ...Object.keys(manifest.dependencies ?? {}), ...peers, ...code])
  return [...declared].filter((name) => !installed.has(name))
}

/** Returns the problems with the declarations of a built package, one line for each problem. */
export const declarationProblems = (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return Object.entries(manifest.exports ?? {}).flatMap(([name, entry]) =>
    entry.types === undefined
      ? []
      : missingFor(manifest, entry, folder).map(
          (missing) => `${manifest.name}: the declarations of "${name}" import ${missing}, which users may not have.`
        )
  )
}

/** Removes unreachable declarations. Removes nothing if the manifest names no declarations. */
export const pruneDeclarations = (folder) => {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const entryPoints = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [resolve(folder, types)]
  )
  if (entryPoints.length === 0) return
  const seen = new Set()
  for (const file of entryPoints) reached(file, ".d.ts", seen, new Set())
  const built = join(folder, "dist")
  for (const name of readdirSync(built, { recursive: true })) {
    const file = resolve(built, name)
    if (!file.endsWith(".d.ts") || seen.has(file)) continue
    rmSync(file)
    rmSync(`${file}.map`, { force: true })
  }
}
