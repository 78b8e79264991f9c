// publint and "are the types wrong" for every public package, on the tarball that npm would publish.
import { spawnSync } from "node:child_process"
import { readFileSync, readdirSync } from "node:fs"

let failed = false
for (const name of readdirSync("packages")) {
  if (JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8")).private) continue
  for (const args of [["publint", "--strict", `packages/${name}`], ["attw", "--pack", `packages/${name}`, "--profile", "esm-only", "--format", "ascii", "--no-summary"]]) {
    const run = spawnSync(args[0], args.slice(1), { encoding: "utf8", shell: process.platform === "win32" })
    if (run.status !== 0) {
      failed = true
      console.error(`${args.join(" ")}:\n${run.stdout}${run.stderr}`)
    }
  }
}
process.exit(failed ? 1 : 0)
