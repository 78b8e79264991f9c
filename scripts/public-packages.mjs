// The packages that are published, and the doors of each: what its `exports` names, except its manifest.
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** A door's condition "default" is what Node and bundlers load; a door that is no module (a data file) has `module: false`. */
const doorsOf = ({ exports, name }) =>
  Object.entries(exports)
    .filter(([door]) => door !== "./package.json")
    .map(([door, target]) => {
      const file = typeof target === "string" ? target : target.default
      return { door, specifier: name + door.slice(1), file, module: file.endsWith(".js") }
    })

export const publicPackages = (root) =>
  readdirSync(join(root, "packages"))
    .filter((folder) => existsSync(join(root, "packages", folder, "package.json")))
    .map((folder) => ({
      folder,
      path: join(root, "packages", folder),
      manifest: JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"))
    }))
    .filter(({ manifest }) => !manifest.private)
    .map((one) => ({ ...one, doors: doorsOf(one.manifest) }))

/** Doors that must run where there is no Node. */
export const forBrowsers = ({ door }) => /^\.\/(browser|edge|core)$/.test(door)
