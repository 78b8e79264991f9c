import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, connect, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeHttpsClient, makeTlsClient } from "../src/index.ts"
import { NAME, resolve, theAuthority } from "./encryptedServers.ts"

const UNBOUND = "/usr/sbin/unbound"

/** Unbound offers DNS over HTTPS only over HTTP/2, and only if it was built with nghttp2. */
const isInstalled = existsSync(UNBOUND) && spawnSync(UNBOUND, ["-V"], { encoding: "utf8" }).stdout.includes("nghttp2")

const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("connect", () => {
      socket.destroy()
      done(true)
    })
    socket.on("error", () => done(false))
  })

const configuration = (folder: string, tls: number, https: number): string => `
server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  do-daemonize: no
  interface: 127.0.0.1@${tls}
  interface: 127.0.0.1@${https}
  tls-port: ${tls}
  https-port: ${https}
  tls-service-key: "${folder}/key.pem"
  tls-service-pem: "${folder}/cert.pem"
  access-control: 127.0.0.0/8 allow
  module-config: "iterator"
  local-zone: "example.com." static
  local-data: "www.example.com. 300 A 192.0.2.1"
  local-data: "www.example.com. 300 AAAA 2001:db8::1"
  local-data: 'example.com. 300 HTTPS 1 . alpn="h2,h3" ipv4hint="192.0.2.1"'
  local-data: 'long.example.com. 300 TXT "${"a".repeat(200)}" "${"b".repeat(200)}"'
  ${Array.from({ length: 60 }, (_, at) => `local-data: 'many.example.com. 300 TXT "${at} ${"c".repeat(100)}"'`).join("\n  ")}
  local-data-ptr: "192.0.2.1 300 www.example.com"
remote-control:
  control-enable: no
`

describe.skipIf(!isInstalled)("the clients and Unbound", () => {
  let stop: () => Promise<void>
  let ports: { tls: number; https: number }
  let ca: string

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "mon-unbound-"))
    const authority = await theAuthority()
    const { certPem, keyPem } = await authority.issue({ names: [NAME] })
    ca = authority.rootPem
    writeFileSync(join(folder, "cert.pem"), certPem)
    writeFileSync(join(folder, "key.pem"), keyPem)
    ports = { tls: await freePort(), https: await freePort() }
    writeFileSync(join(folder, "unbound.conf"), configuration(folder, ports.tls, ports.https))
    const server = spawn(UNBOUND, ["-d", "-c", join(folder, "unbound.conf")], { stdio: ["ignore", "ignore", "pipe"] })
    let said = ""
    server.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()))
    stop = async () => {
      if (server.exitCode === null) {
        server.kill()
        await once(server, "exit")
      }
      rmSync(folder, { recursive: true, force: true })
    }
    while (!(await answers(ports.https)) || !(await answers(ports.tls)))
      if (server.exitCode !== null) throw new Error(`Unbound ended: ${said}`)
  }, 60_000)
  afterAll(() => stop())

  const clients = () =>
    [
      ["tls", makeTlsClient({ servers: [`${NAME}:${ports.tls}`], ca, resolve })],
      ["https", makeHttpsClient({ urls: [`https://${NAME}:${ports.https}/dns-query`], ca, resolve })],
      ["https", makeHttpsClient({ urls: [`https://${NAME}:${ports.https}/dns-query`], ca, resolve, method: "GET" })]
    ] as const

  it("agree on every kind of answer", async () => {
    for (const [transport, client] of clients()) {
      expect(await client.query("www.example.com", "A")).toMatchObject({
        status: "ok",
        records: [{ address: "192.0.2.1", ttl: 300 }],
        transport
      })
      expect((await client.query("example.com", "HTTPS")).records).toEqual([
        { priority: 1, target: "", parameters: { alpn: ["h2", "h3"], ipv4hint: ["192.0.2.1"] } }
      ])
      expect((await client.query("long.example.com", "TXT")).records).toEqual([
        { chunks: ["a".repeat(200), "b".repeat(200)] }
      ])
      expect((await client.query("many.example.com", "TXT")).records).toHaveLength(60)
      expect((await client.query("www.example.com", "MX")).status).toBe("nodata")
      expect((await client.query("nosuch.example.com", "A")).status).toBe("nxdomain")
      expect((await client.reverse("192.0.2.1")).records).toEqual([{ target: "www.example.com" }])
      await client.close()
    }
  })

  it("exchange 500 queries at once", async () => {
    for (const [, client] of clients()) {
      const found = await Promise.all(Array.from({ length: 500 }, () => client.query("www.example.com", "AAAA")))
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["ok"]))
      await client.close()
    }
  })
})
