// Runs the suite of the package that it is called in, and leaves the counts where scripts/count-tests.mjs finds them.
import { spawnSync } from "node:child_process"

const run = spawnSync("vitest", [
  "run", "--passWithNoTests", "--reporter=default", "--reporter=json", "--outputFile.json=.turbo/tests.json", ...process.argv.slice(2)
], { stdio: "inherit", shell: process.platform === "win32" })
if (run.error) throw run.error
process.exit(run.status ?? 1)
