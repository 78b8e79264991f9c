// Runs the proofs that take too long to run for each commit, one after the other. Prints one line per proof at the end.
import {
  choice,
  command,
  ExitCode,
  flag,
  list,
  optional,
  positiveNumber,
  runProcess,
  UsageError
} from "@mon/bundled/command-line"
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { byWait, describePasses, readLedger, recordPass } from "./proof-ledger.mjs"
import { PROOFS } from "./proof-list.mjs"
import { userCache } from "./user-cache.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const cache = userCache()
const ledger = cache === null ? null : join(cache, "proofs.json")

/** The proofs that are left out without root. `image` needs namespaces of Linux, and `failover` another user. */
const NEED_ROOT = new Set(["image", "failover"])
const here = [...PROOFS.keys()].filter((name) => !NEED_ROOT.has(name) || process.getuid?.() === 0)

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim()

/** The proofs that start with an earlier commit, which a shallow clone does not have. */
const NEED_HISTORY = new Set(["upgrade", "rolling"])
const hasHistory = () => {
  const commit = readFileSync(join(root, "apps/standalone/upgrade/baseline"), "utf8").trim()
  return spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root, stdio: "ignore" }).status === 0
}

/** The programs that proofs require. If a program is missing, tests that need it are skipped too. */
const NEEDS = new Map([
  ["bench:dashboard", ["/usr/bin/chromium"]],
  ["bench:email-health", ["/usr/sbin/nsd"]],
  [
    "failover",
    [
      "/usr/bin/etcd",
      "/usr/bin/patroni",
      "/usr/lib/postgresql/15/bin/postgres",
      "/usr/sbin/haproxy",
      "/usr/sbin/pgbouncer"
    ]
  ]
])

/** Returns the reason why a proof cannot be run on this machine, or null if it can. */
const obstacleOf = (name) => {
  if (NEED_HISTORY.has(name) && !hasHistory()) return "this clone lacks the earlier commit (git fetch --unshallow)"
  const missing = NEEDS.get(name)?.find((program) => !existsSync(program))
  return missing === undefined ? null : `there is no ${missing}`
}

const longTests = () => git("ls-files", "*.long.test.ts").split("\n").toSorted()

/** Runs a command, and records it in the ledger if it passed. */
const prove = (name, [program, ...args], cwd = root) => {
  const started = performance.now()
  // With a compile cache, programs load twice as fast.
  const env = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node-compile"), ...process.env }
  const { error, status } = spawnSync(program, args, {
    cwd,
    env,
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  if (error) console.error(error.message)
  const seconds = Math.round((performance.now() - started) / 1000)
  const passed = status === 0
  if (passed)
    recordPass(ledger, name, {
      passedAt: new Date().toISOString(),
      seconds,
      commit: git("rev-parse", "--short", "HEAD")
    })
  return { name, passed, seconds }
}

/**
 * Runs the long tests, starting with those whose last pass is the oldest. Starts no further test after the given number
 * of minutes.
 */
const proveLong = (minutes, out) => {
  const started = performance.now()
  const results = []
  const files = byWait(longTests(), readLedger(ledger))
  for (const file of files) {
    if (results.length > 0 && (performance.now() - started) / 60_000 >= minutes) break
    out(`\n== ${file} (${results.length + 1} of ${files.length})\n`)
    const [place, name] = file.split("/test/")
    results.push(prove(file, ["npm", "run", "--silent", "test:long", "--", `test/${name}`], join(root, place)))
  }
  return results
}

const proofs = command({
  name: "npm run proofs --",
  description: "Runs the checks that take too long for each commit, one after the other. Needs a build.",
  options: {
    minutes: optional(
      positiveNumber("minutes", "minutes", 1_440),
      "Begin no long test after this time. Those that have waited longest are first"
    ),
    last: flag("Only print when each proof and each long test passed last on this machine")
  },
  arguments: { proof: list(choice("proof", here), "Run only these proofs (default: all)") },
  exitCodes: { ok: "All proofs passed", finding: "A proof failed", couldNot: "The proofs could not be run" },
  run: ({ last, minutes, proof: wanted }, { out }) => {
    const names = here.filter((name) => wanted.length === 0 || wanted.includes(name))
    if (minutes !== null && !names.includes("long")) throw new UsageError("--minutes is for the proof long.")
    if (last) {
      const all = [...names.filter((name) => name !== "long"), ...(names.includes("long") ? longTests() : [])]
      const passes = readLedger(ledger)
      out(describePasses(byWait(all, passes), passes))
      return ExitCode.ok
    }
    const results = []
    for (const name of names) {
      const proof = PROOFS.get(name)
      if (proof === null) {
        results.push(...proveLong(minutes ?? Number.POSITIVE_INFINITY, out))
        continue
      }
      out(`\n== ${name}\n`)
      const obstacle = obstacleOf(name)
      if (obstacle !== null) out(`Skipped: ${obstacle}.\n`)
      else results.push(prove(name, proof))
    }
    out("\n")
    for (const { name, passed, seconds } of results)
      out(`${passed ? "passed" : "FAILED"} ${String(seconds).padStart(6)} s  ${name}\n`)
    const failed = results.filter(({ passed }) => !passed).length
    out(`\n${results.length - failed} passed, ${failed} failed\n`)
    return failed === 0 ? ExitCode.ok : ExitCode.finding
  }
})

await runProcess(proofs, new URL("../package.json", import.meta.url))
