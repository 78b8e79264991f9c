// Debian's nginx and Caddy with the configurations of docs/operations/one-machine.md.
import { readFile } from "node:fs/promises"
import { request } from "node:https"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type World } from "../World.ts"
import { caddyPath, startCaddy } from "./caddy.ts"
import { OWN_PORTS, ownAddress } from "./loopback.ts"
import { hasNginx, startNginx } from "./nginx.ts"

const HOST = "mon.example.org"
/** An address that differs from the proxy's address, so that Mon does not trust it. */
const CLIENT = "127.0.0.5"
const MEBIBYTE = 1_048_576

const documented = async (language: string): Promise<string> => {
  const page = await readFile(new URL("../../../../docs/operations/one-machine.md", import.meta.url), "utf8")
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "u").exec(page)?.[1] ?? ""
}

interface Proxy {
  readonly ca: string
  readonly close: () => Promise<void>
}

const proxies: ReadonlyArray<
  readonly [name: string, isThere: boolean, start: (mon: string, address: string) => Promise<Proxy>]
> = [
  [
    "nginx",
    hasNginx(),
    async (mon, address) => startNginx({ server: await documented("nginx"), hostname: HOST, address, mon })
  ],
  [
    "Caddy",
    caddyPath() !== null,
    async (mon, address) => {
      const caddyfile = (await documented("caddyfile")).replaceAll("127.0.0.1:3000", mon)
      return startCaddy(caddyPath() ?? "", { caddyfile: `{\n}\n${caddyfile}`, address })
    }
  ]
]

describe.each(proxies)("Mon behind %s as documented (skipped where it is not installed)", (_name, isThere, start) => {
  let world: World
  let owner: TestAccount
  let proxy: Proxy
  const address = ownAddress()
  beforeAll(async () => {
    if (!isThere) return
    world = await openWorld()
    const api = await world.startApi({
      settings: { baseUrl: `https://${HOST}:${OWN_PORTS.https}`, trustedProxies: ["127.0.0.1/32"] }
    })
    owner = await world.account("agency")
    proxy = await start(`127.0.0.1:${api.port}`, address)
  }, 120_000)
  afterAll(async () => {
    if (!isThere) return
    await proxy.close()
    await world.close()
  })

  /** Sends a request over TLS, from an address that is not a proxy. */
  const send = (
    method: string,
    path: string,
    options: {
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      /** The request ends when the response contains this text. */
      readonly until?: string
    } = {}
  ) =>
    new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
      const sent = request(
        {
          host: address,
          localAddress: CLIENT,
          port: OWN_PORTS.https,
          method,
          path,
          servername: HOST,
          ca: proxy.ca,
          agent: false,
          headers: { Host: `${HOST}:${OWN_PORTS.https}`, "X-API-Key": owner.key, ...options.headers }
        },
        (response) => {
          let text = ""
          const done = () => resolve({ status: response.statusCode ?? 0, text })
          response.setEncoding("utf8").on("data", (piece: string) => {
            text += piece
            if (options.until === undefined || !text.includes(options.until)) return
            done()
            sent.destroy()
          })
          response.on("end", done)
        }
      )
      sent.on("error", reject)
      sent.end(options.body)
    })

  it.skipIf(!isThere)("is reached over TLS, and hides its metrics", async () => {
    // Caddy makes its certificate after it has started.
    const health = async () => (await send("GET", "/health").catch(() => ({ status: 0 }))).status
    await expect.poll(health, { timeout: 30_000 }).toBe(200)
    expect((await send("GET", "/metrics")).status).toBe(404)
  })

  it.skipIf(!isThere)("knows the address of the client, whatever the client claims", async () => {
    const made = await send("POST", "/api/v1/tags", {
      headers: { "X-Forwarded-For": "203.0.113.9", "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Shop" })
    })
    expect([made.status, made.text]).toEqual([201, expect.stringContaining("Shop")])
    expect(await world.sql("select distinct address from audit_entry")).toEqual([{ address: CLIENT }])
  })

  it.skipIf(!isThere)("gets large bodies, and answers by itself that one is too large", async () => {
    const large = (mebibytes: number) =>
      send("POST", "/api/v1/domains", {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: "x".repeat(mebibytes * MEBIBYTE) })
      })
    const refused = await large(3)
    expect(refused.status).toBe(413)
    expect(refused.text).toMatch(/^\{/u)
  })

  it.skipIf(!isThere)("sends live events at once, although the answer never ends", async () => {
    const stream = await send("GET", "/api/v1/events", { until: "event: ready" })
    expect([stream.status, stream.text.includes("event: ready")]).toEqual([200, true])
  })
})
