import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

const commands = [
  "apps/standalone/chaos/main.ts",
  "apps/standalone/failover/main.ts",
  "apps/standalone/demo/main.ts",
  "apps/standalone/demo/pictures/main.ts",
  "apps/standalone/drill/main.ts",
  "apps/standalone/upgrade/fill.ts",
  "apps/standalone/upgrade/main.ts",
  "apps/standalone/src/mon-server.ts",
  "bench/src/main.ts",
  "packages/cli/src/bin.ts",
  "packages/diff-engine/src/bin.ts",
  "packages/disposable-check/builder/main.ts",
  "packages/disposable-check/src/bin.ts",
  "packages/email-health/src/bin.ts",
  "packages/email-health/src/message/bin.ts",
  "packages/simulation/src/bin.ts",
  "packages/uptime-probe/src/bin.ts",
  "scripts/canary.mjs",
  "bench/compare/main.mjs",
  "scripts/fault-laboratory.mjs",
  "tooling/consumers/main.mjs",
  "scripts/proofs.mjs",
  "scripts/release-address.mjs",
  "tooling/packages/pack-for-project.mjs",
  "tooling/packages/size.mjs",
  "scripts/write-notices.mjs",
  "tooling/reference/main.mjs"
]

/**
 * Programs that take only positional arguments, programs that pass their arguments to another program, and steps of a
 * build.
 */
const withoutOptions = [
  "deploy/container/ready.mjs",
  "packages/diagnosis/bench/diagnose.ts",
  "packages/disposable-check/bench/main.ts",
  "packages/dns/scripts/fuzz-codec.ts",
  "packages/email-health/bench/checks.ts",
  "packages/email-health/bench/spf.ts",
  "packages/email-health/scripts/robot.ts",
  "packages/on-call/bench/schedules.ts",
  "packages/screenshot/src/browser/BrowserHome.ts",
  "packages/simulation/bench/campaign.ts",
  "packages/uptime-probe/scripts/hostile.ts",
  "packages/uptime-probe/scripts/hostileChecks.ts",
  "packages/api-contract/scripts/write-openapi.mjs",
  "scripts/check-callbacks.mjs",
  "scripts/check-lookups.mjs",
  "scripts/check-tests.mjs",
  "scripts/check-words.mjs",
  "scripts/image-rehearsal.mjs",
  "tooling/packages/import-cost.mjs",
  "scripts/test-package.mjs",
  "scripts/tsc.mjs",
  "scripts/turbo.mjs",
  "scripts/way.mjs",
  "packages/disposable-check/builder/update.mjs"
]

const run = (file: string, ...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--conditions=@mon/source", file, ...args], {
    cwd: root,
    encoding: "utf8"
  })
  return { status, stderr, stdout }
}

describe.each(commands)("%s", (file) => {
  it("answers --help and --version, and refuses an unknown option with 64", () => {
    expect(run(file, "--help")).toEqual({ status: 0, stderr: "", stdout: expect.stringMatching(/^Usage: /u) })
    expect(run(file, "--version")).toEqual({
      status: 0,
      stderr: "",
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u)
    })
    expect(run(file, "--no-such-option")).toEqual({
      status: 64,
      stderr: expect.stringMatching(/^Unknown option: --no-such-option\.\nRun ".+ --help" for help\.\n$/u),
      stdout: ""
    })
  }, 180_000)
})

it.each([
  ["apps/standalone/chaos/main.ts", ["--seconds", "0"], "--seconds must be a number of seconds above 0"],
  ["apps/standalone/chaos/main.ts", ["--monitors", "many"], "--monitors must be a whole number from 1 to"],
  ["bench/src/main.ts", ["speed"], "<benchmark> must be one of probe, "],
  ["bench/src/main.ts", ["diff", "--rounds", "0"], "--rounds must be a whole number from 1 to"],
  [
    "packages/disposable-check/builder/main.ts",
    [],
    "<command> is missing. It must be one of write, generate, packages, rules, changes."
  ],
  ["tooling/packages/size.mjs", ["--root"], "--root must be the path of a repository, but no value was given."]
])(
  "%s %j: exits 64 and names the argument",
  (file, args, message) => {
    const { status, stderr, stdout } = run(file, ...args)
    expect({ status, stdout }).toEqual({ status: 64, stdout: "" })
    expect(stderr.startsWith(message)).toBe(true)
  },
  60_000
)

it("no other program reads arguments", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.mjs"], { cwd: root, encoding: "utf8" }).split("\n")
  const readers = files.filter(
    (file) =>
      file !== "" &&
      !/(^|\/)test\/|^packages\/bundled\//u.test(file) &&
      /process\.argv|\bparseArgs\(|\brunProcess\b|effect\/cli/u.test(readFileSync(join(root, file), "utf8"))
  )
  expect(readers.toSorted()).toEqual([...commands, ...withoutOptions].toSorted())
})
