// Runs turbo without telemetry and without the update notice. turbo reads these settings from the environment only.
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** A folder of the user, so that a second clone does not repeat what passed on the same content. */
const cacheFolder = () => {
  const { TURBO_CACHE_DIR, XDG_CACHE_HOME } = process.env
  const folder = TURBO_CACHE_DIR || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "mon", "turbo")
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return { TURBO_CACHE_DIR: folder }
  } catch {
    // turbo's own default is a folder of the clone.
    return {}
  }
}

/** Tests are skipped where these are missing, so a cached result is valid only for the same programs and fonts. */
const programs = [
  "/usr/lib/chromium/chromium",
  "/usr/lib/postgresql/15/bin/postgres",
  "/usr/bin/caddy",
  "/usr/bin/docker-compose",
  "/usr/bin/prometheus",
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
const surroundings = [...programs.map(versionOf), existsSync(vectors) ? "vectors" : "no vectors"].join(" ")

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
