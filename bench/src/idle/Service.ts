import { startDnsServer, startSite } from "@mon/tooling/testbed"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import process from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Defer } from "../harness/Cleanup.ts"

const MANIFEST = fileURLToPath(new URL("../../../package.json", import.meta.url))
const ROOT = dirname(MANIFEST)
const BUILT = fileURLToPath(new URL("../../../apps/standalone/dist/main.js", import.meta.url))
const API_KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
const READY = /Mon is ready at (\S+)/u
const POLL_MS = 500
const PATIENCE_MS = 60_000

interface Monitor {
  readonly status: string
}

/** The built service, started like `npm start` does, with monitors of a site on this machine. */
export interface Service {
  readonly pid: number
  readonly monitors: () => Promise<ReadonlyArray<Monitor>>
}

export interface ServiceOptions {
  readonly monitors: number
  readonly intervalSeconds: number
}

/** The command of `npm start` in package.json, so that its flags and variables are measured too. */
const startCommand = async (): Promise<string> => {
  const manifest: unknown = JSON.parse(await readFile(MANIFEST, "utf8"))
  const scripts = typeof manifest === "object" && manifest !== null && "scripts" in manifest ? manifest.scripts : null
  if (typeof scripts !== "object" || scripts === null || !("start" in scripts)) throw new Error("No start script.")
  return String(scripts.start)
}

const startProcess = async (env: Readonly<Record<string, string>>, defer: Defer) => {
  if (!existsSync(BUILT)) throw new Error("Run `npm run build` first.")
  const child = spawn("sh", ["-c", await startCommand()], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: [join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter), HOME: tmpdir(), ...env }
  })
  const exit = once(child, "exit")
  defer(async () => {
    child.kill("SIGTERM")
    await exit
  })
  if (child.pid === undefined) throw new Error("The service has no process id.")
  for await (const line of createInterface(child.stdout)) {
    const [, url] = READY.exec(line) ?? []
    if (url === undefined) continue
    child.stdout.resume()
    return { pid: child.pid, url }
  }
  throw new Error("The service ended before it was ready.")
}

/** Starts the service in a new data folder and waits until all monitors are up. */
export const startService = async (options: ServiceOptions, defer: Defer): Promise<Service> => {
  const folder = await mkdtemp(join(tmpdir(), "mon-idle-"))
  defer(() => rm(folder, { recursive: true, force: true }))
  const [site, dns] = await Promise.all([startSite(), startDnsServer()])
  defer(site.close)
  defer(dns.close)
  const { pid, url } = await startProcess(
    {
      MON_DATA_DIR: folder,
      MON_PORT: "0",
      MON_BOOTSTRAP_API_KEY: API_KEY,
      MON_BOOTSTRAP_PLAN: "agency",
      MON_DNS_SERVERS: dns.address,
      MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8"
    },
    defer
  )
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  for (let count = 0; count < options.monitors; count++) {
    const name = `shop${count}.example.com`
    dns.zone.set(name, { A: [site.host] })
    const body = { url: `http://${name}:${site.port}/`, checkInterval: options.intervalSeconds }
    await call("/domains", { method: "POST", body: JSON.stringify(body) })
  }
  const monitors = async () => {
    const answer = await call("/domains?limit=50")
    const data = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : []
    return Array.isArray(data) ? data.map((each: Monitor): Monitor => ({ status: each.status })) : []
  }
  const deadline = performance.now() + PATIENCE_MS
  while (!(await monitors()).every(({ status }) => status === "up")) {
    if (performance.now() > deadline) throw new Error("The monitors are not up.")
    await delay(POLL_MS)
  }
  return { pid, monitors }
}
