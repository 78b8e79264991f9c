import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { OWN_PORTS } from "./loopback.ts"

interface SecureAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

export interface Caddy {
  readonly port: number
  /** The certificate of Caddy's own authority. */
  readonly ca: string
  /** Requests a path over HTTPS, trusting only Caddy's own authority. Fails if there is no certificate for the host. */
  readonly get: (hostname: string, path: string) => Promise<SecureAnswer>
  readonly close: () => Promise<void>
}

/** Returns the path of Caddy, or null if Caddy is not installed. */
export const caddyPath = (): string | null =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"]
    .map((folder) => join(folder, "caddy"))
    .find(existsSync) ?? null

interface CaddySettings {
  /** The Caddyfile, which begins with global options. */
  readonly caddyfile: string
  /** The address that Caddy listens on. */
  readonly address: string
}

const get = (address: string, ca: string, hostname: string, path: string) =>
  new Promise<SecureAnswer>((resolve, reject) => {
    const sent = request(
      {
        host: address,
        port: OWN_PORTS.https,
        path,
        servername: hostname,
        headers: { Host: `${hostname}:${OWN_PORTS.https}` },
        ca,
        agent: false
      },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString("utf8")
          })
        )
      }
    )
    sent.on("error", reject)
    sent.end()
  })

/** Runs Caddy with its own authority on a loopback address, and waits until it serves. */
export const startCaddy = async (path: string, { address, caddyfile }: CaddySettings): Promise<Caddy> => {
  const folder = await mkdtemp(join(tmpdir(), "caddy-"))
  const local = `admin off
	local_certs
	skip_install_trust
	http_port ${OWN_PORTS.http}
	https_port ${OWN_PORTS.https}
	default_bind ${address}
	storage file_system ${join(folder, "storage")}`
  await writeFile(join(folder, "Caddyfile"), caddyfile.replace("{\n", `{\n\t${local}\n`))
  const child = spawn(path, ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"]
  })
  let said = ""
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`caddy ended with ${code}: ${said}`)))
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (said.includes("serving initial configuration")) resolve()
    })
  })
  const root = join(folder, "storage", "pki", "authorities", "local", "root.crt")
  const ca = await readFile(root, "utf8")
  return {
    port: OWN_PORTS.https,
    ca,
    get: (hostname, target) => get(address, ca, hostname, target),
    close: async () => {
      child.kill("SIGTERM")
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}
