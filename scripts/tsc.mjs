// Runs tsc with Effect's diagnostics, if @effect/tsgo has a build for this platform and TypeScript version. (The path
// is resolved here, because getExePath of @effect/tsgo 0.45.0 throws "Invalid … upstream.json", and its command takes a
// second to print the path.)
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { declarationProblems, pruneDeclarations } from "./prune-declarations.mjs"

const require = createRequire(import.meta.url)
const { version } = require("typescript/package.json")
const exe = (() => {
  try {
    const folder = dirname(
      require.resolve(`@effect/tsgo-${process.platform}-${process.arch}/package.json`, {
        paths: [dirname(require.resolve("@effect/tsgo/package.json"))]
      })
    )
    return join(folder, "artifacts", "typescript", version, process.platform === "win32" ? "tsc.exe" : "tsc")
  } catch {
    return ""
  }
})()
const effect = existsSync(exe)
if (!effect)
  console.warn(`No Effect build of TypeScript ${version} here: type-checking without the Effect diagnostics.`)
const run = effect
  ? spawnSync(exe, process.argv.slice(2), { stdio: "inherit" })
  : spawnSync("tsc", process.argv.slice(2), { stdio: "inherit", shell: process.platform === "win32" })
if (run.error) throw run.error
const isBuilt = run.status === 0 && process.argv.includes("tsconfig.build.json")
if (isBuilt) pruneDeclarations(process.cwd())
const problems = isBuilt ? declarationProblems(process.cwd()) : []
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : (run.status ?? 1))
