import { makeAuthority } from "@mon/tooling/testbed"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { OWN_PORTS } from "./loopback.ts"

const NGINX = "/usr/sbin/nginx"

/** Whether Debian's nginx is installed. */
export const hasNginx = (): boolean => existsSync(NGINX)

interface NginxSettings {
  /** A `server` block without addresses. The test inserts the addresses. */
  readonly server: string
  readonly hostname: string
  /** The address that nginx listens on. */
  readonly address: string
  /** The address of Mon, as `host:port`. */
  readonly mon: string
}

const listens = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(OWN_PORTS.https, address)
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

/**
 * Runs nginx with a `server` block of the documentation on a loopback address. When this returns, nginx accepts
 * connections.
 */
export const startNginx = async ({ address, hostname, mon, server }: NginxSettings) => {
  const folder = await mkdtemp(join(tmpdir(), "nginx-"))
  const authority = await makeAuthority()
  const { certPem, keyPem } = await authority.issue({ names: [hostname] })
  await writeFile(join(folder, "fullchain.pem"), certPem)
  await writeFile(join(folder, "privkey.pem"), keyPem)
  const local = server
    .replace("listen 443 ssl;", `listen ${address}:${OWN_PORTS.https} ssl;`)
    .replace(/^ *listen \[::\]:443 ssl;\n/mu, "")
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/gu, folder)
    .replaceAll("127.0.0.1:3000", mon)
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join("\n")
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;\nmaster_process off;\npid ${join(folder, "pid")};\nerror_log stderr warn;\n` +
      `events {}\nhttp {\naccess_log off;\n${temporary}\n${local}\n}\n`
  )
  const child = spawn(NGINX, ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"]
  })
  let said = ""
  let hasEnded = false
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text
  })
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => {
      hasEnded = true
      resolve()
    })
  )
  while (!(await listens(address))) {
    if (hasEnded) throw new Error(`nginx ended: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    ca: authority.rootPem,
    close: async () => {
      child.kill("SIGTERM")
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}
