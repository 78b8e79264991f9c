// Installs all tarballs in one empty folder with npm: the peer ranges must fit and the commands must start.
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

const isWindows = process.platform === "win32"
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/

/** Ours: the engines accept more versions than the other packages. */
const EFFECT = { effect: createRequire(import.meta.url)("effect/package.json").version }

export const installAll = ({ folder, packages, tarballs }) => {
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
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--prefer-offline", "--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"],
    { cwd: folder, encoding: "utf8", shell: isWindows }
  )
  if (status !== 0) {
    if (UNREACHABLE.test(stderr)) return "no registry is reachable: not tested"
    throw new Error(stderr)
  }
  const commands = packages.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))
  for (const command of commands) {
    const help = spawnSync(join(folder, "node_modules", ".bin", command), ["--help"], {
      cwd: folder,
      encoding: "utf8",
      shell: isWindows
    })
    if (help.status !== 0 || help.stdout.trim() === "")
      throw new Error(`${command} --help: exit code ${help.status}\n${help.stderr}`)
  }
  return `one installation, ${commands.length} commands start`
}
