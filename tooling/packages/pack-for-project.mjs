// Builds and packs published packages of this clone with the packages of Mon that they need, and prints the command
// that installs them in another project. Until the first release, this is the only way to install them.
import { choice, command, ExitCode, requiredList, runProcess } from "@mon/bundled/command-line"
import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { closure, publicPackages } from "./public-packages.mjs"
import { packInto } from "./tarballs.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const packages = publicPackages(root)
const folders = packages.map(({ folder }) => folder)

/**
 * Builds the given packages and their dependencies. Sends the output to standard error, because standard output
 * contains only the command for the installation.
 */
const build = (names) =>
  spawnSync(
    process.execPath,
    ["scripts/turbo.mjs", "run", "build", ...names.map((name) => `--filter=${name}`), "--output-logs=errors-only"],
    { cwd: root, stdio: ["ignore", 2, 2] }
  ).status

const packForProject = command({
  name: "npm run --silent tarballs --",
  description: "Packs packages of this clone, and prints the command that installs them in your own project.",
  options: {},
  arguments: { package: requiredList(choice("package", folders), "The packages, by the names of their folders") },
  examples: [["npm run --silent tarballs -- email-health", "@mon/email-health and what it needs"]],
  exitCodes: { ok: "The packages are packed", couldNot: "A package could not be built" },
  run: ({ package: chosen }) => {
    const seen = new Set()
    for (const folder of chosen) closure(packages, packages.find((one) => one.folder === folder)?.manifest.name, seen)
    const wanted = packages.filter(({ manifest }) => seen.has(manifest.name))
    if (build([...seen]) !== 0) return ExitCode.couldNot
    const folder = join(root, "tarballs")
    mkdirSync(folder, { recursive: true })
    const files = [...packInto(root, folder, wanted).values()].map(({ file }) => file)
    console.log(`npm install ${files.join(" ")}`)
    return ExitCode.ok
  }
})
await runProcess(packForProject, new URL("../../package.json", import.meta.url))
