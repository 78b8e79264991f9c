// Runs turbo without telemetry and without the update notice. turbo reads these settings from the environment only.
import { spawnSync } from "node:child_process"

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_NO_UPDATE_NOTIFIER: "1" }
const run = spawnSync("turbo", process.argv.slice(2), { stdio: "inherit", env, shell: process.platform === "win32" })
if (run.error) throw run.error
process.exit(run.status ?? 1)
