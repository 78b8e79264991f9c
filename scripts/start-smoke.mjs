// Starts the service as a new user does: a fresh clone in a folder with a space, `npm start`, one request, a signal.
// Afterwards, no process may still be running. Prints one line per step, and exits with a non-zero code at the first
// step that fails.
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const work = mkdtempSync(join(tmpdir(), "mon start "))
const clone = join(work, "a clone")
const readyWithin = 300_000
const goneWithin = 10_000

const since = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`
const wait = (ms) => new Promise((done) => setTimeout(done, ms))

/**
 * Returns the pid and command line of every process that runs in the clone or was started from it, according to /proc.
 */
const running = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        return command !== "" && (cwd.startsWith(work) || command.includes(work)) ? [`${pid} ${command}`] : []
      } catch {
        return []
      }
    })

/** The user "nobody", which exists on every system. */
const nobody = { uid: 65_534, gid: 65_534 }

/** Runs `npm start` in its own process group and waits until it is ready. */
const start = async (env, user = {}) => {
  const child = spawn("npm", ["start"], {
    ...user,
    cwd: clone,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, MON_PORT: "0", NODE_ENV: "production", ...env }
  })
  let output = ""
  const exited = new Promise((done) => child.once("exit", (code, signal) => done({ code, signal })))
  const ready = new Promise((done, fail) => {
    const read = (chunk) => {
      output += chunk
      const url = /Mon is ready at (http:\/\/\S+)/.exec(output)?.[1]
      if (url !== undefined) done(url)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    exited.then(() => fail(new Error(`npm start ended before it was ready:\n${output}`)))
    setTimeout(() => fail(new Error(`not ready within ${readyWithin} ms:\n${output}`)), readyWithin).unref()
  })
  return { child, exited, url: await ready, output: () => output }
}

const stop = async (service, signal, toGroup) => {
  const started = performance.now()
  process.kill(toGroup ? -service.child.pid : service.child.pid, signal)
  const ended = await Promise.race([service.exited, wait(goneWithin).then(() => null)])
  if (ended === null) throw new Error(`${signal} did not end it within ${goneWithin} ms:\n${service.output()}`)
  for (;;) {
    const left = running()
    if (left.length === 0) break
    if (performance.now() - started > goneWithin) throw new Error(`still running after ${signal}:\n${left.join("\n")}`)
    await wait(100)
  }
  console.log(`${signal}${toGroup ? " to the group" : ""}: everything ended after ${since(started)}`)
}

const answers = async (url, path, key) => {
  const response = await fetch(`${url}${path}`, key === undefined ? {} : { headers: { "X-API-Key": key } })
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

try {
  execFileSync("git", ["clone", "--quiet", root, clone], { stdio: "inherit" })
  let started = performance.now()
  let service = await start({})
  console.log(`npm start in a bare clone: ready after ${since(started)}`)
  const key = /mon_[0-9A-Za-z]{38}/.exec(service.output())?.[0]
  if (key === undefined) throw new Error(`no API key was printed:\n${service.output()}`)
  await answers(service.url, "/health")
  await answers(service.url, "/ready")
  const { data } = await answers(service.url, "/api/v1/status", key)
  console.log(`one request with the printed key: plan ${data.plan}, ${data.domains.total} domains`)
  await stop(service, "SIGTERM", false)

  started = performance.now()
  service = await start({})
  console.log(`npm start again: ready after ${since(started)}`)
  if (/mon_[0-9A-Za-z]{38}/.test(service.output())) throw new Error("the API key was printed a second time")
  await answers(service.url, "/api/v1/status", key)
  await stop(service, "SIGINT", true)

  if (process.getuid() === 0) {
    rmSync(join(clone, "data"), { recursive: true })
    execFileSync("chown", ["-R", `${nobody.uid}:${nobody.gid}`, work])
    started = performance.now()
    const home = {
      HOME: work,
      npm_config_cache: join(work, "npm"),
      XDG_CACHE_HOME: join(work, "cache"),
      TURBO_CACHE_DIR: ""
    }
    service = await start(home, nobody)
    console.log(`npm start as an ordinary user: ready after ${since(started)}`)
    await answers(service.url, "/ready")
    await stop(service, "SIGTERM", true)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
