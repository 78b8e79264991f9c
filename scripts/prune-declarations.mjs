// Removes the declarations that no entry point of a built package reaches. They are half of the files of some packages.
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu

const reached = (file, seen) => {
  if (seen.has(file) || !existsSync(file)) return
  seen.add(file)
  for (const [, specifier] of readFileSync(file, "utf8").matchAll(IMPORT))
    reached(resolve(dirname(file), specifier.replace(/\.[jt]s$/u, ".d.ts")), seen)
}

/** Leaves everything where it is if the manifest names no declarations. */
export const pruneDeclarations = (folder) => {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const entryPoints = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [resolve(folder, types)]
  )
  if (entryPoints.length === 0) return
  const seen = new Set()
  for (const file of entryPoints) reached(file, seen)
  const built = join(folder, "dist")
  for (const name of readdirSync(built, { recursive: true })) {
    const file = resolve(built, name)
    if (!file.endsWith(".d.ts") || seen.has(file)) continue
    rmSync(file)
    rmSync(`${file}.map`, { force: true })
  }
}
