// Runs publint and "are the types wrong" on the tarball of every published package. Prints one line for each package.
import { spawnSync } from "node:child_process"
import { readFileSync, readdirSync } from "node:fs"

const shell = process.platform === "win32"

/** Entry points that are data files have no types. */
const dataEntryPoints = (manifest) =>
  Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === "string" && !/\.(js|json)$/.test(target))
    .map(([subpath]) => subpath)

const isImported = ({ exports }) => Object.keys(exports).some((subpath) => subpath !== "./package.json")

let failed = false
for (const name of readdirSync("packages")) {
  const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8"))
  if (manifest.private) continue
  const data = dataEntryPoints(manifest)
  const checks = [
    ["publint", "--strict", `packages/${name}`],
    // A command has no types.
    ...(isImported(manifest)
      ? [
          [
            "attw",
            "--pack",
            `packages/${name}`,
            "--profile",
            "esm-only",
            "--format",
            "ascii",
            "--no-summary",
            ...(data.length > 0 ? ["--exclude-entrypoints", ...data] : [])
          ]
        ]
      : [])
  ]
  const bad = checks
    .map(([command, ...args]) => ({ command, ...spawnSync(command, args, { encoding: "utf8", shell }) }))
    .filter(({ status }) => status !== 0)
  console.log(
    `${manifest.name}: ${bad.length === 0 ? "publint and types fine" : bad.map(({ command }) => command).join(" and ") + " failed"}`
  )
  for (const { command, stderr, stdout } of bad) {
    failed = true
    console.error(`${command}:\n${stdout}${stderr}`)
  }
}
process.exit(failed ? 1 : 0)
