import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const manifest = createRequire(import.meta.url).resolve("@mon/cli/package.json")
const bin = join(dirname(manifest), "dist", "bin.js")
const run = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [bin, ...args], {
    encoding: "utf8",
    env: { ...process.env, MON_URL: "", MON_API_KEY: "", XDG_CONFIG_HOME: dirname(manifest) }
  })

assert.match(run("--version").stdout, /^\d+\.\d+\.\d+\n$/u)
assert.match(run("--help").stdout, /^Usage: mon /u)
assert.equal(run("monitors", "--state", "hot").status, 64)
assert.equal(run("status").status, 2)
assert.match(run("completion", "bash").stdout, /complete -F _mon mon/u)
const check = run("check", "http://127.0.0.1:9/", "--json")
assert.equal(check.status, 1)
assert.equal(JSON.parse(check.stdout).outcome, "blocked_address")
