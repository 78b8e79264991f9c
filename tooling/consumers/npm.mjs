// Installs tarballs with npm: all tarballs in one empty folder, where the peer ranges must fit and the commands must
// start, and one tarball with a version of Node that it does not support, which npm must report.
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"
import { closure } from "../packages/public-packages.mjs"
import { run } from "../packages/run.mjs"
import { UNREACHABLE, UNTESTED } from "./registry.mjs"

/** The version of effect in this repository, because the engines accept more versions than all other packages. */
const EFFECT = { effect: createRequire(import.meta.url)("effect/package.json").version }

export const installAll = async ({ folder, packages, tarballs }) => {
  mkdirSync(folder)
  const peers = Object.assign({}, ...packages.map(({ manifest }) => manifest.peerDependencies), EFFECT)
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({
      name: "consumer",
      private: true,
      type: "module",
      dependencies: {
        ...peers,
        ...Object.fromEntries(packages.map(({ manifest }) => [manifest.name, `file:${tarballs.get(manifest.name)}`]))
      }
    })
  )
  const install = (preference) =>
    run("npm", ["install", preference, "--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"], {
      cwd: folder
    })
  const cached = await install("--prefer-offline")
  // The cache may know a package, but not yet its newest version.
  const { status, stderr } = cached.stderr.includes("ETARGET") ? await install("--prefer-online") : cached
  if (status !== 0) {
    if (UNREACHABLE.test(stderr)) return UNTESTED
    throw new Error(stderr)
  }
  const commands = packages.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))
  for (const command of commands) {
    const help = await run("npx", ["--no", "--", command, "--help"], { cwd: folder })
    if (help.status !== 0 || help.stdout.trim() === "")
      throw new Error(`${command} --help: exit code ${help.status}\n${help.stderr}`)
  }
  return `one installation, npx starts ${commands.length} commands`
}

/** Returns the path of npm's own program, so that it can run with another version of Node. */
const npmProgram = () => {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "npm"))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
  const program = process.env.npm_execpath ?? onPath.find((path) => path.endsWith(".js"))
  if (program === undefined)
    throw new Error("The program of npm was not found: start this script with npm run packages.")
  return program
}

// Checks that npm refuses a version of Node that a package does not support. Without engine-strict, npm would only
// print a warning.
export const refuseOldNode = async ({ folder, node, one: { manifest }, packages, tarballs }) => {
  mkdirSync(folder)
  const dependencies = Object.fromEntries(
    [...closure(packages, manifest.name)].map((name) => [name, `file:${tarballs.get(name)}`])
  )
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, dependencies }))
  // The log level is set because `npm run --silent` passes `silent` to every npm that it starts.
  const options = ["--engine-strict", "--dry-run", "--prefer-offline", "--loglevel=error", "--no-audit", "--no-fund"]
  const { status, stderr } = await run(node.path, [npmProgram(), "install", ...options], { cwd: folder, shell: false })
  if (UNREACHABLE.test(stderr)) return UNTESTED
  if (status === 0 || !stderr.includes("EBADENGINE") || !stderr.includes(manifest.engines.node)) throw new Error(stderr)
  return `npm says that it needs Node ${manifest.engines.node}`
}
