import type { Zone } from "@mon/dns"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"

export interface Nsd {
  readonly address: string
  readonly close: () => Promise<void>
}

/** Returns the path of the NSD program; null if NSD is not installed. */
export const nsdPath = (): string | null =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
    .map((folder) => join(folder, "nsd"))
    .find(existsSync) ?? null

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`
const chunks = (text: string): ReadonlyArray<string> => text.match(/[^]{1,255}/g) ?? [""]
const absolute = (name: string): string => (name === "." ? "." : `${name}.`)

type Record = string | ReadonlyArray<string> | { readonly exchange: string; readonly preference: number }

const dataOf = (type: string, record: Record): string => {
  if (typeof record === "object" && "exchange" in record) return `${record.preference} ${absolute(record.exchange)}`
  if (type === "TXT") return [record].flat().flatMap(chunks).map(quoted).join(" ")
  return type === "A" || type === "AAAA" ? String(record) : absolute(String(record))
}

const linesOf = (zone: Zone): ReadonlyArray<string> =>
  Object.entries(zone).flatMap(([name, types]) =>
    Object.entries(types).flatMap(([type, records]) =>
      (records as ReadonlyArray<Record>).map((record) => `${name}. 300 IN ${type} ${dataOf(type, record)}`)
    )
  )

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const address = server.address()
        server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
      })
  })

/** Runs NSD with a zone that is served as the root, and waits until NSD answers. */
export const startNsd = async (path: string, zone: Zone): Promise<Nsd> => {
  const folder = await mkdtemp(join(tmpdir(), "nsd-"))
  const port = await freePort()
  await writeFile(
    join(folder, "root.zone"),
    [". 300 IN SOA a. b. 1 300 300 300 300", ". 300 IN NS a.", "a. 300 IN A 127.0.0.1", ...linesOf(zone), ""].join("\n")
  )
  await writeFile(
    join(folder, "nsd.conf"),
    [
      "server:",
      `  ip-address: 127.0.0.1@${port}`,
      '  username: ""',
      '  chroot: ""',
      `  zonesdir: "${folder}"`,
      `  pidfile: "${folder}/pid"`,
      `  zonelistfile: "${folder}/list"`,
      `  xfrdfile: "${folder}/xfrd"`,
      `  xfrdir: "${folder}"`,
      '  database: ""',
      "  server-count: 1",
      "  rrl-ratelimit: 0",
      "remote-control:",
      "  control-enable: no",
      "zone:",
      '  name: "."',
      '  zonefile: "root.zone"',
      ""
    ].join("\n")
  )
  const child = spawn(path, ["-d", "-c", join(folder, "nsd.conf")], { stdio: ["ignore", "ignore", "pipe"] })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  let said = ""
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`nsd ended with ${code}: ${said}`)))
    child.stderr.on("data", (data) => {
      said += String(data)
      if (said.includes("nsd started")) resolve()
    })
  })
  return {
    address: `127.0.0.1:${port}`,
    close: async () => {
      child.kill()
      await exited
      await rm(folder, { recursive: true, force: true })
    }
  }
}
