// Runs the tests of the package in the current folder and writes a report for scripts/count-tests.mjs. With --long,
// runs the files *.long.test.ts instead, without a report.
import { spawnSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

const isLong = process.argv[2] === "--long"
const args = process.argv.slice(isLong ? 3 : 2)
// With a compile cache, the programs that tests start load twice as fast.
const cache = fileURLToPath(new URL("../node_modules/.cache/node-compile", import.meta.url))
const env = { NODE_COMPILE_CACHE: cache, ...process.env, ...(isLong ? { MON_LONG_TESTS: "1" } : {}) }

const run = spawnSync(
  "vitest",
  // One worker is enough, because turbo runs as many packages at the same time as there are cores.
  [
    "run",
    "--maxWorkers=1",
    "--passWithNoTests",
    "--reporter=default",
    ...(isLong ? [] : ["--reporter=json", "--outputFile.json=.turbo/tests.json"]),
    ...args
  ],
  { stdio: "inherit", shell: process.platform === "win32", env }
)
if (run.error) throw run.error
process.exit(run.status ?? 1)
