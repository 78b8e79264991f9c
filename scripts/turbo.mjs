// Runs turbo without telemetry and without the update notice. turbo reads these settings only from the environment.
import { spawnSync } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { userCache } from "./user-cache.mjs"

/** Returns the variable for turbo's cache folder. Turbo's own default is a folder inside the clone. */
const cacheFolder = () => {
  const folder = userCache()
  if (process.env.TURBO_CACHE_DIR || folder === null) return {}
  return { TURBO_CACHE_DIR: join(folder, "turbo") }
}

/**
 * The programs and fonts without which some tests are skipped. A cached result is therefore valid only for the same
 * programs and fonts.
 */
const programs = [
  "/usr/lib/chromium/chromium",
  "/usr/lib/postgresql/15/bin/postgres",
  "/usr/bin/caddy",
  "/usr/bin/docker-compose",
  "/usr/bin/prometheus",
  "/usr/bin/prometheus-blackbox-exporter",
  "/usr/bin/systemd-analyze",
  "/usr/sbin/nginx",
  "/usr/sbin/nsd",
  "/usr/sbin/unbound",
  "/usr/share/fonts"
]
const versionOf = (path) => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? "missing" : `${stat.size}:${stat.mtimeMs}`
}
const vectors = fileURLToPath(new URL("../../shared/data", import.meta.url))
const surroundings = [
  ...programs.map(versionOf),
  existsSync(vectors) ? "vectors" : "no vectors",
  existsSync(fileURLToPath(new URL("../.git/shallow", import.meta.url))) ? "no history" : "history"
].join(" ")

const env = {
  ...process.env,
  ...cacheFolder(),
  MON_TEST_SURROUNDINGS: surroundings,
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1"
}
const run = spawnSync("turbo", process.argv.slice(2), { stdio: "inherit", env, shell: process.platform === "win32" })
if (run.error) throw run.error
process.exit(run.status ?? 1)
