// The published packages with their entry points: the entries of the manifest's `exports`, except the manifest itself.
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { WITHOUT_NODE } from "./where-it-runs.mjs"

/**
 * Returns the entry points of a manifest. `file` is the file that Node and bundlers load. An entry point that is a data
 * file has `module: false`.
 */
const entryPointsOf = ({ exports, name }) =>
  Object.entries(exports)
    .filter(([subpath]) => subpath !== "./package.json")
    .map(([subpath, target]) => {
      const file = typeof target === "string" ? target : target.default
      return { subpath, specifier: name + subpath.slice(1), file, module: file.endsWith(".js") }
    })

/**
 * Returns the commands of a package without entry points. People install such a package to run its commands, not to
 * import it.
 */
export const commandsOf = ({ entryPoints, manifest }) =>
  entryPoints.length > 0
    ? []
    : Object.entries(manifest.bin ?? {}).map(([name, file]) => ({ specifier: `${manifest.name} ${name}`, file }))

export const publicPackages = (root) =>
  readdirSync(join(root, "packages"))
    .filter((folder) => existsSync(join(root, "packages", folder, "package.json")))
    .map((folder) => ({
      folder,
      path: join(root, "packages", folder),
      manifest: JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"))
    }))
    .filter(({ manifest }) => !manifest.private)
    .map((one) => ({ ...one, entryPoints: entryPointsOf(one.manifest) }))

/** Returns whether an entry point must run without Node. */
export const forBrowsers = ({ specifier }) => WITHOUT_NODE.has(specifier)

/** Returns the names of the packages of this repository that a package needs, including the package itself. */
export const closure = (packages, name, seen = new Set()) => {
  const one = packages.find(({ manifest }) => manifest.name === name)
  if (one === undefined || seen.has(name)) return seen
  seen.add(name)
  for (const dependency of Object.keys(one.manifest.dependencies ?? {})) closure(packages, dependency, seen)
  return seen
}
