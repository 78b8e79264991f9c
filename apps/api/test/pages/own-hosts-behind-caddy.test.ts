import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { type Caddy, caddyPath, startCaddy } from "./caddy.ts"
import { OWN_PORTS, ownAddress } from "./loopback.ts"
import { giveHost, newHostname } from "./ownHost.ts"
import { makeStatusPage } from "./statusPage.ts"

const path = caddyPath()
const SERVICE = "mon.example.org"
const MON = "127.0.0.1:3000"

/** Returns the Caddyfile in the documentation. */
const documentedCaddyfile = async (): Promise<string> => {
  const page = await readFile(new URL("../../../../docs/operations/custom-host-names.md", import.meta.url), "utf8")
  return /```caddyfile\n([^]*?)```/u.exec(page)?.[1] ?? ""
}

describe.skipIf(path === null)("own host names behind Debian's Caddy (skipped where it is not installed)", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let caddy: Caddy
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      settings: { baseUrl: `https://${SERVICE}:${OWN_PORTS.https}`, trustedProxies: ["127.0.0.0/8"] }
    })
    owner = await world.account("agency")
    const caddyfile = (await documentedCaddyfile()).replaceAll(MON, `127.0.0.1:${api.port}`)
    caddy = await startCaddy(path ?? "", { address: ownAddress(), caddyfile })
  }, 60_000)
  afterAll(async () => {
    await caddy.close()
    await world.close()
  })

  const makeHosted = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const page = await makeStatusPage(api, owner, fields)
    const hostname = newHostname()
    await giveHost(world, page, hostname)
    await vi.waitFor(async () => expect((await api.send("GET", `/tls/ask?domain=${hostname}`)).status).toBe(200), {
      timeout: 20_000
    })
    return { ...page, hostname }
  }

  it("get a certificate when the first reader comes, and serve only their page", async () => {
    const { hostname } = await makeHosted()
    const page = await caddy.get(hostname, "/")
    expect([page.status, page.headers["set-cookie"]]).toEqual([200, undefined])
    expect(page.text).toContain("Checkout")
    expect(page.text).toContain(`<link rel="canonical" href="https://${hostname}:${caddy.port}/">`)
    expect((await caddy.get(hostname, "/api/v2/status.json")).status).toBe(200)
    for (const other of ["/app", "/signin", "/api/v1/account", "/metrics", `/tls/ask?domain=${hostname}`])
      expect([other, (await caddy.get(hostname, other)).status]).toEqual([other, 404])
  })

  it("get no certificate before they are proven, or when they are unknown", async () => {
    const waiting = newHostname()
    await giveHost(world, await makeStatusPage(api, owner), waiting, false)
    for (const hostname of [waiting, "status.stranger.com", `a.${SERVICE}`])
      await expect(caddy.get(hostname, "/"), hostname).rejects.toThrow(/alert|ECONNRESET|handshake/iu)
  })

  it("leave the service where it is, and nobody outside can ask for names", async () => {
    const { hostname, slug } = await makeHosted()
    expect((await caddy.get(SERVICE, "/health")).status).toBe(200)
    expect((await caddy.get(SERVICE, `/s/${slug}/`)).text).toContain(`href="https://${hostname}:${caddy.port}/"`)
    expect((await caddy.get(SERVICE, `/tls/ask?domain=${hostname}`)).status).toBe(404)
    expect((await caddy.get(SERVICE, "/metrics")).status).toBe(404)
  })

  it("show the form of a private page, and set no cookie before it is answered", async () => {
    const { hostname } = await makeHosted({ access: "password", password: "a password of readers" })
    const form = await caddy.get(hostname, "/")
    expect([form.status, form.headers["set-cookie"], form.text.includes('action="/access"')]).toEqual([
      401,
      undefined,
      true
    ])
  })
})
