// Consumer projects that npm installs: each package alone without effect, with its size, and all packages together with
// each of three versions of effect.
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { closure } from "../packages/public-packages.mjs"
import { run } from "../packages/run.mjs"
import { runProgram } from "./node.mjs"
import { UNREACHABLE, UNTESTED } from "./registry.mjs"

/** The maximum size on disk of the installation of a package with all its dependencies, in MB. */
const LARGEST_MB = {
  alerts: 6.5,
  cli: 8,
  "diff-engine": 6,
  "disposable-check": 6,
  dns: 6,
  "email-health": 6,
  model: 6,
  "public-net": 6,
  simulation: 10,
  "uptime-probe": 6.5
}

/** The versions of effect with which the packages are installed: the newest 3, the oldest 4 and the newest 4. */
export const EFFECT_VERSIONS = ["3", "4.0.0", "4"]

/** Returns whether at least one entry point of a package works without effect. */
export const worksPlain = (root, { folder }) =>
  existsSync(join(root, "tooling/consumers/programs", `${folder}.plain.ts`))

/** Runs npm install. Resolves to false if no registry is reachable. Rejects if npm refuses the installation. */
const install = async ({ folder, names, tarballs, beside = {} }) => {
  mkdirSync(folder, { recursive: true })
  const ours = Object.fromEntries(names.map((name) => [name, `file:${tarballs.get(name)}`]))
  const dependencies = { ...ours, ...beside }
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module", dependencies })
  )
  const { status, stderr } = await run(
    "npm",
    ["install", "--prefer-offline", "--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"],
    { cwd: folder }
  )
  if (status === 0) return true
  if (UNREACHABLE.test(stderr)) return false
  throw new Error(stderr)
}

/** Returns the size of a folder in whole blocks of the file system, as `du` counts. */
const bytesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).blocks * 512,
    0
  )

const versionIn = (folder, name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version

/** Installs one package alone, measures it, and runs its program that does not use effect. */
export const installAlone = async ({ folder, node, one, packages, root, tarballs }) => {
  const { folder: program, manifest } = one
  if (!(await install({ folder, names: [...closure(packages, manifest.name)], tarballs }))) return UNTESTED
  const modules = join(folder, "node_modules")
  if (existsSync(join(modules, "effect"))) throw new Error("npm installed effect")
  copyFileSync(join(root, "tooling/consumers/programs", `${program}.plain.ts`), join(folder, "plain.ts"))
  await runProgram(node, "plain.ts", folder)
  const megabytes = bytesIn(modules) / 1e6
  const most = LARGEST_MB[program]
  if (most !== undefined && megabytes > most)
    throw new Error(`The installation takes ${megabytes.toFixed(1)} MB; the most is ${most} MB.`)
  return `${megabytes.toFixed(1)} MB installed${most === undefined ? "" : ` of at most ${most}`}, program ran`
}

/**
 * Returns the optional peers that the programs use in addition to effect, in the versions with which the packages are
 * tested.
 */
const peersOf = (packages) =>
  Object.fromEntries(
    packages
      .filter(({ manifest }) => manifest.peerDependencies?.undici !== undefined)
      .map(({ manifest }) => ["undici", manifest.devDependencies.undici])
  )

/**
 * Installs all packages together with a version of effect. With effect 4, runs all programs. With effect 3, runs the
 * programs that do not use effect.
 */
export const installBeside = async ({ effect, folder, node, packages, root, tarballs }) => {
  const names = packages.map(({ manifest }) => manifest.name)
  if (!(await install({ folder, names, tarballs, beside: { ...peersOf(packages), effect } }))) return UNTESTED
  const version = versionIn(folder, "effect")
  const usesEffect = version.startsWith("4.")
  for (const { folder: program } of packages) {
    const place = join(folder, program)
    mkdirSync(place)
    writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module" }))
    copyFileSync(join(root, "tooling/consumers/programs", `${program}.plain.ts`), join(place, "plain.ts"))
    copyFileSync(join(root, "tooling/consumers/programs", `${program}.ts`), join(place, "program.ts"))
    await runProgram(node, usesEffect ? "program.ts" : "plain.ts", place)
  }
  return `effect ${version}: ${packages.length} programs ${usesEffect ? "with and without effect" : "without effect"} ran`
}
