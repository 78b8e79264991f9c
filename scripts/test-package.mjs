// Runs the suite of the package that it is called in, and leaves the counts where scripts/count-tests.mjs finds them.
// With --long it runs what takes long instead: the files named *.long.test.ts.
import { spawnSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

const isLong = process.argv[2] === "--long"
const args = process.argv.slice(isLong ? 3 : 2)
const report = isLong ? ".turbo/long-tests.json" : ".turbo/tests.json"
// Programs of ours that tests start load in half the time when what Node made of their sources is kept.
const cache = fileURLToPath(new URL("../node_modules/.cache/node-compile", import.meta.url))
const env = { NODE_COMPILE_CACHE: cache, ...process.env, ...(isLong ? { MON_LONG_TESTS: "1" } : {}) }

const run = spawnSync(
  "vitest",
  ["run", "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
  { stdio: "inherit", shell: process.platform === "win32", env }
)
if (run.error) throw run.error
process.exit(run.status ?? 1)
