// Refuses an import from a lower layer of a package to a higher one. The table is scripts/layers.mjs.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { pathToFileURL } from "node:url"

const root = process.cwd()
const { default: table } = await import(pathToFileURL(join(root, "scripts/layers.mjs")).href)
const imports = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu

const filesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))

/** The folder or file directly under `folder` that a path belongs to; null: it is elsewhere. */
const partOf = (folder, path) => {
  const [part] = relative(join(root, folder), path).split(sep)
  return part === ".." ? null : part
}

/** A table that allows a circle keeps nothing apart. */
const circlesOf = (folder, layers) => {
  const visit = (layer, way) =>
    way.includes(layer)
      ? [`scripts/layers.mjs: in ${folder}, ${[...way, layer].join(" -> ")} is a circle.`]
      : (layers[layer] ?? []).flatMap((lower) => visit(lower, [...way, layer]))
  return Object.keys(layers).flatMap((layer) => visit(layer, []))
}

/** Names of the table that are no longer in the tree. */
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

const errors = Object.entries(table).flatMap(([folder, layers]) => {
  const files = filesOf(folder)
  const parts = new Set(files.map((file) => partOf(folder, file)))
  return [
    ...circlesOf(folder, layers),
    ...unknownNames(folder, layers, parts),
    ...files.flatMap((file) => upwardImports(folder, layers, file))
  ]
})
for (const error of new Set(errors)) console.error(error)
console.log(`Layers of ${Object.keys(table).length} folders checked, ${errors.length} errors.`)
process.exit(errors.length === 0 ? 0 : 1)
