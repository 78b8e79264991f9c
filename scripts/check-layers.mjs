// Refuses an import from a lower package, or a lower layer of a package, to a higher one. The tables are in
// scripts/layers.mjs.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { pathToFileURL } from "node:url"

const root = process.cwd()
const { default: table, packages = {} } = await import(pathToFileURL(join(root, "scripts/layers.mjs")).href)
const imports = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu

const filesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/u.test(entry.name))
    .filter((entry) => !entry.parentPath.split(sep).includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name))

/**
 * Returns the folder or file directly under `folder` that contains a path, or null if the path is outside of `folder`.
 */
const partOf = (folder, path) => {
  const [part] = relative(join(root, folder), path).split(sep)
  return part === ".." ? null : part
}

/** Returns errors for the cycles in a table, because a table with a cycle would allow imports in both directions. */
const cyclesOf = (folder, layers) => {
  const visit = (layer, way) =>
    way.includes(layer)
      ? [`scripts/layers.mjs: in ${folder}, ${[...way, layer].join(" -> ")} is a cycle.`]
      : (layers[layer] ?? []).flatMap((lower) => visit(lower, [...way, layer]))
  return Object.keys(layers).flatMap((layer) => visit(layer, []))
}

const unknownNames = (folder, layers, parts) =>
  Object.entries(layers)
    .flatMap(([layer, allowed]) => [layer, ...allowed])
    .filter((name) => name !== "*" && !parts.has(name))
    .map((name) => `scripts/layers.mjs: ${folder} has no ${name}.`)

const upwardImports = (folder, layers, file) => {
  const part = partOf(folder, file)
  const layer = part in layers ? part : "*"
  const allowed = layers[layer] ?? []
  return [...readFileSync(file, "utf8").matchAll(imports)].flatMap(([, target]) => {
    const imported = partOf(folder, resolve(dirname(file), target))
    if (imported === null || imported === part || allowed.includes(imported in layers ? imported : "*")) return []
    return [`${relative(root, file)}: imports ${target}; ${part} may import ${allowed.join(", ") || "no other layer"}.`]
  })
}

const sourcesOf = (name) =>
  ["packages", "apps"].map((place) => join(place, name, "src")).find((folder) => existsSync(join(root, folder)))

const packageErrors = (name, allowed) => {
  const folder = sourcesOf(name)
  if (folder === undefined) return [`scripts/layers.mjs: there is no package ${name}.`]
  return filesOf(folder).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"@mon\/([a-z-]+)/gu)].flatMap(([, imported]) =>
      imported === name || allowed.includes(imported)
        ? []
        : [
            `${relative(root, file)}: imports @mon/${imported}; ${name} may import ${allowed.join(", ") || "no other package"}.`
          ]
    )
  )
}
const unnamedPackages = () =>
  ["packages", "apps"]
    .filter((place) => Object.keys(packages).length > 0 && existsSync(join(root, place)))
    .flatMap((place) => readdirSync(join(root, place)))
    .filter((name) => sourcesOf(name) !== undefined && !(name in packages))
    .map((name) => `scripts/layers.mjs: name the package ${name} and what it may import.`)

const errors = Object.entries(table).flatMap(([folder, layers]) => {
  const files = filesOf(folder)
  const parts = new Set(files.map((file) => partOf(folder, file)))
  return [
    ...cyclesOf(folder, layers),
    ...unknownNames(folder, layers, parts),
    ...files.flatMap((file) => upwardImports(folder, layers, file))
  ]
})
errors.push(
  ...cyclesOf("the packages", packages),
  ...Object.entries(packages).flatMap(([name, allowed]) => packageErrors(name, allowed)),
  ...unnamedPackages()
)
for (const error of new Set(errors)) console.error(error)
console.log(
  `Imports of ${Object.keys(packages).length} packages and layers of ${Object.keys(table).length} folders checked, ${errors.length} errors.`
)
process.exit(errors.length === 0 ? 0 : 1)
