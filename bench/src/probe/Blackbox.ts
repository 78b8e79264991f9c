import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import { rootCertificates } from "node:tls"
import type { Defer } from "../harness/Cleanup.ts"
import { onCore } from "../harness/Pinning.ts"

/** What it checks: a page, a TCP port, a TLS handshake, or a name server. */
export type Module = "page" | "tcp" | "tls" | "dns"

/** The peer: Prometheus' blackbox exporter. */
export interface Blackbox {
  readonly pid: number
  readonly port: number
  readonly version: string
  /** Path and query that make it check a URL, or for other modules "host:port". */
  readonly pathOf: (module: Module, target: string) => string
}

/** The name of the Debian package, and that of the project's own releases. */
const NAMES = ["prometheus-blackbox-exporter", "blackbox_exporter"]

export const MISSING_PEER =
  "The peer is not installed (Debian: apt-get install prometheus-blackbox-exporter), so there is no ratio."

/** The name whose addresses the module "dns" asks for. */
export const ASKED_NAME = "www.example.com"

const CONFIG = `modules:
  page:
    prober: http
    timeout: 20s
    http:
      preferred_ip_protocol: ip4
  tcp:
    prober: tcp
    timeout: 20s
    tcp:
      preferred_ip_protocol: ip4
  tls:
    prober: tcp
    timeout: 20s
    tcp:
      preferred_ip_protocol: ip4
      tls: true
  dns:
    prober: dns
    timeout: 20s
    dns:
      preferred_ip_protocol: ip4
      transport_protocol: udp
      query_name: ${ASKED_NAME}
      query_type: A
`

const versionOf = (name: string): string | null => {
  try {
    const output = execFileSync(name, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
    return /version (\S+)/u.exec(output)?.[1] ?? "unknown"
  } catch {
    return null
  }
}

/** Where it is installed; null when it is not. */
const findBlackbox = (): { readonly command: string; readonly version: string } | null => {
  for (const command of NAMES) {
    const version = versionOf(command)
    if (version !== null) return { command, version }
  }
  return null
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const READY_MS = 60_000
const POLL_MS = 50

const untilHealthy = async (port: number): Promise<void> => {
  const deadline = performance.now() + READY_MS
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/-/healthy`).catch(() => null)
    if (response?.ok === true) return
    if (performance.now() > deadline) throw new Error("The blackbox exporter does not answer.")
    await delay(POLL_MS)
  }
}

/**
 * Starts it on loopback with one thread for its work; it trusts the same roots as Mon. Null when it is not installed.
 */
export const startBlackbox = async (rootPem: string, defer: Defer): Promise<Blackbox | null> => {
  const found = findBlackbox()
  if (found === null) return null
  const folder = await mkdtemp(join(tmpdir(), "mon-bench-"))
  defer(() => rm(folder, { recursive: true, force: true }))
  const config = join(folder, "blackbox.yml")
  const roots = join(folder, "roots.pem")
  await writeFile(config, CONFIG)
  await writeFile(roots, [...rootCertificates, rootPem].join("\n"))
  const port = await freePort()
  const [command, args] = onCore("subject", found.command, [
    `--config.file=${config}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error"
  ])
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], GOMAXPROCS: "1", SSL_CERT_FILE: roots, SSL_CERT_DIR: "/nonexistent" },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const exit = once(child, "exit")
  defer(async () => {
    child.kill("SIGTERM")
    await exit
  })
  await untilHealthy(port)
  if (child.pid === undefined) throw new Error("The blackbox exporter has no process id.")
  return {
    pid: child.pid,
    port,
    version: found.version,
    pathOf: (module, target) => `/probe?module=${module}&target=${encodeURIComponent(target)}`
  }
}

/** The note about the peer in a report. */
export const peerNote = (blackbox: Blackbox | null): string =>
  blackbox === null
    ? MISSING_PEER
    : `blackbox: blackbox_exporter ${blackbox.version}, GOMAXPROCS=1. Its CPU includes answering /probe with metrics; Mon's includes neither scheduling nor storage.`
