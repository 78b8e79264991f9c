// A consumer's folder with Mon's packages installed: their unpacked tarballs, and only the dependencies that they
// declare. Third-party packages are links into this repository's node_modules, so no network is needed.
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const link = (from, folder, name) => {
  const target = join(folder, "node_modules", name)
  if (existsSync(target) || !existsSync(from)) return
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(from, target, "junction")
}

/** npm may have put a dependency below the package or above it. */
const installed = (root, one, name) => {
  const nested = join(one.path, "node_modules", name)
  return existsSync(nested) ? nested : join(root, "node_modules", name)
}

const closure = (packages, name, seen = new Set()) => {
  const one = packages.find(({ manifest }) => manifest.name === name)
  if (one === undefined || seen.has(one)) return seen
  seen.add(one)
  for (const dependency of Object.keys(one.manifest.dependencies ?? {})) closure(packages, dependency, seen)
  return seen
}

const isOptional = ({ peerDependenciesMeta }, name) => peerDependenciesMeta?.[name]?.optional === true

/**
 * Installs the packages `names`. `addOptionalPeers` adds their optional peers, and `hoist` links all dependencies at
 * the top level for bundles.
 */
export const consumerFolder = ({ root, folder, packages, names, tarballs }) => {
  const all = [...new Set(names.flatMap((name) => [...closure(packages, name)]))]
  mkdirSync(join(folder, "node_modules"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }))
  link(join(root, "node_modules", "@types", "node"), folder, "@types/node")
  const peers = (optional) => {
    for (const one of all) {
      for (const name of Object.keys(one.manifest.peerDependencies ?? {})) {
        if (isOptional(one.manifest, name) === optional) link(installed(root, one, name), folder, name)
      }
    }
  }
  const ours = (name) => packages.some(({ manifest }) => manifest.name === name)
  const declared = ({ manifest }) =>
    Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter((name) => !ours(name))
  for (const one of all) {
    const place = join(folder, "node_modules", one.manifest.name)
    mkdirSync(place, { recursive: true })
    execFileSync("tar", ["-xzf", tarballs.get(one.manifest.name), "--strip-components=1", "-C", place])
    for (const name of declared(one)) link(installed(root, one, name), place, name)
  }
  peers(false)
  return {
    folder,
    addOptionalPeers: () => peers(true),
    hoist: () => {
      for (const one of all) for (const name of declared(one)) link(installed(root, one, name), folder, name)
    }
  }
}
