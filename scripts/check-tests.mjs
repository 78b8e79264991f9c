// Refuses code that makes a test depend on the speed of the machine or on chance: sleeps, limits of real time, repeated
// tests, and random inputs without a seed. If file names are given, checks only these files.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import process from "node:process"

const RULES = [
  {
    name: "a sleep",
    advice: "wait for an event, or move a virtual clock",
    pattern: /\bsetTimeout\(|["']node:timers\/promises["']/u
  },
  {
    name: "a limit of real time",
    advice: "count the work, move a virtual clock, or leave the timeout of the test to end it",
    pattern:
      /\b(?:performance|Date)\.now\(\) ?- ?\w+\W.*\b(?:toBeLessThan|isBelow|isAtMost)|\b(?:isBelow|isAtMost)\((?:performance|Date)\.now\(\) ?-/u
  },
  {
    name: "a repeated test",
    advice: "a test that fails by chance is repaired or deleted",
    pattern: /\{ retry: [1-9] \}/u
  },
  {
    name: "random inputs without a seed",
    advice: "use SEED of @mon/tooling/seed",
    pattern: /\bseed: ?(?:Date\.|Math\.)|arbitrary: \{(?![^}]*seed)|\bconfigureGlobal\(/u
  }
]

/** The files that may break a rule, by rule, each with the reason. */
const EXCEPTIONS = {
  "a sleep": {
    "apps/dashboard/test/hostile-texts.long.test.ts": "the browser paints in its own time",
    "apps/standalone/test/alerts-fire-when-something-fails.long.test.ts": "Prometheus evaluates rules in real time",
    "apps/standalone/test/embedded-database-ends.long.test.ts": "asks a real process until it answers",
    "apps/standalone/test/starting-and-stopping.long.test.ts": "shows that a real process does not end",
    "packages/api-contract/test/plain-client.test.ts": "aborts a request on its way",
    "packages/core-store/test/test-databases-are-isolated.long.test.ts": "waits for the end of a killed process",
    "packages/embedded-postgres/test/processes.long.test.ts": "waits for the end of killed processes",
    "packages/process-runtime/test/process-metrics.test.ts": "Node samples the event loop in real time",
    "packages/process-runtime/test/watchdog.long.test.ts": "the watchdog measures real time in a thread",
    "packages/screenshot/test/pages-are-drawn.long.test.ts": "the sleep is in the page that is drawn",
    "packages/screenshot/test/pages-reach-public-addresses-only.long.test.ts": "shows that a page reaches nobody"
  },
  "a limit of real time": {
    "apps/standalone/test/starting-and-stopping.long.test.ts": "the grace period of a real process",
    "apps/worker/test/graceful-shutdown-under-load.long.test.ts": "the grace period of a real process",
    "packages/embedded-postgres/test/processes.long.test.ts": "the grace period of a real process",
    "packages/screenshot/test/hanging-browsers-are-killed.long.test.ts": "the deadline of a real browser"
  }
}

const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given
    : execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts", "*.test.tsx"], {
        encoding: "utf8"
      })
        .split("\n")
        .filter((file) => file !== "" && existsSync(file))

const errors = []
const used = new Set()
for (const file of files) {
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    for (const { advice, name, pattern } of RULES) {
      if (!pattern.test(line)) continue
      if (EXCEPTIONS[name]?.[file] !== undefined) used.add(`${name} ${file}`)
      else errors.push(`${file}:${index + 1}: ${name}; ${advice}.`)
    }
  }
}
if (given.length === 0)
  for (const [name, exceptions] of Object.entries(EXCEPTIONS))
    for (const file of Object.keys(exceptions))
      if (!used.has(`${name} ${file}`)) errors.push(`scripts/check-tests.mjs: ${file} needs no exception for ${name}.`)

for (const error of errors) console.error(error)
console.log(`${files.length} files of tests checked, ${errors.length} errors.`)
process.exit(errors.length === 0 ? 0 : 1)
