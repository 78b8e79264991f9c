import { StatusPageDocuments } from "@mon/core-store"
import { logoPath, pageFiles } from "@mon/status-page"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { startFaultyDatabase } from "../FaultyDatabase.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { png } from "../pngImage.ts"
import { at, giveHost, newHostname } from "./ownHost.ts"
import { makeStatusPage, overrideState } from "./statusPage.ts"

/** The time within which a change must be visible in every process, even on a busy machine. */
const VISIBLE_WITHIN = { timeout: 20_000, interval: 50 }
const ASK = "/tls/ask"

let world: World
let api: TestApi
let owner: TestAccount
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
  owner = await world.account("agency")
})
afterAll(() => world.close())

const statusAt = async (hostname: string, path: string, server = api): Promise<number> =>
  (await at(server, hostname).send("GET", path)).status

const becomes = (hostname: string, path: string, status: number, server = api) =>
  vi.waitFor(async () => expect(await statusAt(hostname, path, server)).toBe(status), VISIBLE_WITHIN)

const makeHosted = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const page = await makeStatusPage(api, owner, fields)
  const hostname = newHostname()
  await giveHost(world, page, hostname)
  await vi.waitFor(
    async () => expect((await api.send("GET", `${ASK}?domain=${hostname}`)).status).toBe(200),
    VISIBLE_WITHIN
  )
  return { ...page, hostname, own: at(api, hostname) }
}

const isPage = (text: string): boolean => text.includes("Checkout")
const tagOf = async ({ send }: TestApi): Promise<string> => (await send("GET", "/")).headers["etag"] ?? ""

describe("the own host name of a status page", () => {
  it("serves the page and its documents at /, with its own address in them", async () => {
    const { componentId, hostname, own, slug } = await makeHosted()
    const page = await own.send("GET", "/", { headers: { Cookie: "mon_session=x" } })
    expect([page.status, page.headers["set-cookie"]]).toEqual([200, undefined])
    expect(page.text).toContain("Checkout")
    expect(page.text).toContain(`<link rel="canonical" href="${own.origin}/">`)
    expect(page.text).not.toMatch(/\/app|\/assets\/mon\.css|\/s\//u)
    for (const path of ["history/", "maintenance/", "embed/", "history.atom", "history.rss", "maintenance.ics"])
      expect(await statusAt(hostname, `/${path}`), path).toBe(200)
    for (const path of [`badge/${componentId}.svg`, "badge.json", "api/v2/summary.json", "api/v2/status.json"])
      expect(await statusAt(hostname, `/${path}`), path).toBe(200)
    const summary = (await own.send("GET", "/api/v2/summary.json")).body as { readonly page: { readonly url: string } }
    expect(summary.page.url).toContain(own.origin)
    expect((await own.send("GET", "/history")).headers["location"]).toBe("/history/")
    expect((await own.send("OPTIONS", "/api/v2/summary.json")).status).toBe(204)
    const robots = await own.send("GET", "/robots.txt")
    expect([robots.status, robots.text]).toEqual([200, "User-agent: *\nDisallow:\n"])
    // The page stays available at its address below the service, and contains the address that search engines should
    // show.
    const below = await api.send("GET", `/s/${slug}/`)
    expect([below.status, below.text.includes(`href="${own.origin}/"`)]).toEqual([200, true])
  })

  it("answers 404 to everything else, by any method, and sets no cookie", async () => {
    const { own, slug } = await makeHosted()
    const paths = [
      "/app",
      "/app/domains",
      "/signin",
      "/signup",
      "/settings",
      "/docs",
      "/health",
      "/ready",
      "/metrics",
      "/mcp",
      "/assets/mon.css",
      "/images/x",
      "/api/v1/domains",
      "/api/v1/openapi.json",
      "/api/v1/account",
      `/s/${slug}/`,
      `/s/${slug}/api/v2/summary.json`,
      "/tls/ask?domain=example.com",
      "/tools/email-health",
      "/favicon.ico",
      "//example.com/",
      "/.//example.com",
      "/..%2fapp"
    ]
    for (const path of paths) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const headers = { Accept: "text/html", Cookie: "mon_session=x", Origin: own.origin }
        const { headers: answered, status, text } = await own.send(method, path, { key: owner.key, headers })
        expect([path, method, status], text.slice(0, 200)).toEqual([path, method, 404])
        expect([answered["set-cookie"], answered["location"]], path).toEqual([undefined, undefined])
        expect(text, path).not.toMatch(/href="\/|mon\.css/u)
      }
    }
  })

  it("is recognized with a port, a trailing dot, capitals and an absolute-form target, and by nothing else", async () => {
    const { hostname, own } = await makeHosted()
    for (const host of [hostname, `${hostname}:8443`, `${hostname}.`, `${hostname}.:443`, hostname.toUpperCase()]) {
      const { status, text } = await api.send("GET", "/", { headers: { Host: host } })
      expect([host, status, isPage(text)]).toEqual([host, 200, true])
    }
    // The host of an absolute-form target takes precedence over the Host field (RFC 9112 section 3.2.2).
    const absolute = await api.send("GET", `http://${hostname}/history/`, { headers: { Host: "mon.example.com" } })
    expect(absolute.status).toBe(200)
    expect((await own.send("GET", `http://127.0.0.1:${api.port}/health`)).status).toBe(200)
    expect((await api.send("GET", `http://${hostname}/health`)).status).toBe(404)
    for (const host of [`x${hostname}`, `a.${hostname}`, `${hostname}x`, `${hostname}..`, ""]) {
      const { text } = await api.send("GET", "/", { headers: { Host: host } })
      expect([host, isPage(text)]).toEqual([host, false])
    }
  })

  it("is not chosen by X-Forwarded-Host, even behind a trusted proxy, because shared caches do not know it", async () => {
    const { hostname } = await makeHosted()
    const behind = await world.startApi({ settings: { trustedProxies: ["127.0.0.0/8"] } })
    for (const name of ["X-Forwarded-Host", "X-Host", "X-Original-Host"]) {
      const { text } = await behind.send("GET", "/", { headers: { [name]: hostname } })
      expect(text).not.toContain("Checkout")
    }
    await becomes(hostname, "/history/", 200, behind)
    const spoofed = await at(behind, hostname).send("GET", "/", { headers: { "X-Forwarded-Host": "evil.example.net" } })
    expect(spoofed.text).toContain("Checkout")
    expect(spoofed.text).not.toContain("evil.example.net")
  })

  it("is refused in a request with two Host fields", async () => {
    const { hostname } = await makeHosted()
    const { request } = await import("node:http")
    const status = await new Promise((resolve, reject) => {
      const sent = request({
        port: api.port,
        host: "127.0.0.1",
        headers: ["Host", hostname, "Host", "mon.example.com"]
      })
      sent.on("response", (response) => resolve(response.resume().statusCode))
      sent.on("error", reject)
      sent.end()
    })
    expect(status).toBe(400)
  })

  it("has pages and validators of its own, so that a cache cannot mix two hosts", async () => {
    const one = await makeHosted({ name: "First Shop" })
    const other = await makeHosted({ name: "Second Shop" })
    const tag = await tagOf(one.own)
    expect(tag).not.toBe(await tagOf(other.own))
    const asked = await other.own.send("GET", "/", { headers: { "If-None-Match": tag } })
    expect([asked.status, asked.text.includes("Second Shop")]).toEqual([200, true])
    expect((await one.own.send("GET", "/", { headers: { "If-None-Match": tag } })).status).toBe(304)
  })

  it("begins and ends in every process, and changes reach it in each", async () => {
    const second = await world.startApi()
    const page = await makeStatusPage(api, owner)
    const hostname = newHostname()
    await giveHost(world, page, hostname, false)
    expect(await statusAt(hostname, "/history/")).toBe(404)
    expect((await at(api, hostname).send("GET", "/health")).status).toBe(200)
    await giveHost(world, page, hostname)
    for (const server of [api, second]) await becomes(hostname, "/history/", 200, server)
    await overrideState(api, page, "major_outage")
    for (const server of [api, second]) {
      await vi.waitFor(async () => {
        const { text } = await at(server, hostname).send("GET", "/api/v2/components.json")
        expect(text).toContain("major_outage")
      }, VISIBLE_WITHIN)
    }
    await world.sql("update status_page_host set released_at = now() where hostname = $1", hostname)
    for (const server of [api, second]) {
      await becomes(hostname, "/history/", 404, server)
      await becomes(hostname, "/health", 200, server)
      expect((await server.send("GET", `${ASK}?domain=${hostname}`)).status).toBe(404)
    }
  })

  it("is where links lead as soon as a reader has arrived there, whatever its addresses say", async () => {
    const { hostname, own, slug } = await makeHosted()
    await world.sql("update status_page_host set address = 'elsewhere' where hostname = $1", hostname)
    const canonical = async () =>
      /rel="canonical" href="([^"]*)"/u.exec((await api.send("GET", `/s/${slug}/`)).text)?.[1]
    await vi.waitFor(async () => expect(await canonical()).toBe(`${api.origin}/s/${slug}/`), VISIBLE_WITHIN)
    expect((await own.send("GET", "/")).status).toBe(200)
    await vi.waitFor(async () => expect(await canonical()).toBe(`${own.origin}/`), VISIBLE_WITHIN)
  })

  it("never takes the place of the service, should the service move to it", async () => {
    const { hostname } = await makeHosted()
    const moved = await world.startApi({ settings: { baseUrl: `https://${hostname}` } })
    await vi.waitFor(
      async () => expect((await moved.send("GET", `${ASK}?domain=${hostname}`)).status).toBe(200),
      VISIBLE_WITHIN
    )
    expect((await at(moved, hostname).send("GET", "/health")).status).toBe(200)
    expect((await at(moved, hostname).send("GET", "/signin")).status).toBe(200)
  })

  it("serves nothing, and nothing of the service, while the plan is too small for it", async () => {
    const customer = await world.account("pro")
    const pages = [await makeStatusPage(api, customer), await makeStatusPage(api, customer)]
    const names = [newHostname(), newHostname()]
    for (const [index, page] of pages.entries()) await giveHost(world, page, names[index] ?? "")
    const [first = "", second = ""] = names
    await becomes(first, "/history/", 200)
    await becomes(second, "/health", 404)
    expect((await at(api, second).send("GET", "/")).text).not.toContain("Checkout")
    expect((await api.send("GET", `${ASK}?domain=${second}`)).status).toBe(404)
  })

  it("is served while the database is away, and names that are not known yet never show the service", async () => {
    const { hostname } = await makeHosted()
    const database = await startFaultyDatabase(world.databaseUrl)
    const cut = await world.startApi({ databaseUrl: database.url })
    await becomes(hostname, "/", 200, cut)
    database.arm({ statement: 1, when: "before", forAll: true })
    world.clock.advance(60 * 60_000)
    expect((await at(cut, hostname).send("GET", "/")).text).toContain("Checkout")
    expect((await cut.send("GET", `${ASK}?domain=${hostname}`)).status).toBe(200)
    const late = await world.startApi({ databaseUrl: database.url })
    for (const path of ["/", "/signin", "/app", "/api/v1/domains"])
      expect([path, await statusAt(hostname, path, late)]).toEqual([path, 503])
    expect((await late.send("GET", `${ASK}?domain=${hostname}`)).status).toBe(404)
    expect((await late.send("GET", "/signin")).status).toBe(200)
    await late.close()
    await cut.close()
    await database.close()
  })
})

describe("every file of a status page", () => {
  it("is served on its own host name, also the logo and those of posts", async () => {
    const { hostname, id } = await makeHosted({ logo: `data:image/png;base64,${png(40, 40).toString("base64")}` })
    await api.send("POST", `/api/v1/status-pages/${id}/posts`, {
      key: owner.key,
      body: { kind: "incident", title: "Slow", body: "We investigate.", isDraft: false, notifySubscribers: false }
    })
    const served = await world.run(Effect.flatMap(StatusPageDocuments, ({ document }) => document({ id }, api.origin)))
    const document = served?.document
    if (document === undefined || document.logo === null) throw new Error("No page with a logo.")
    const paths = [...pageFiles(document).keys(), logoPath(document.logo)]
    expect(paths.some((path) => path.startsWith("incidents/"))).toBe(true)
    for (const path of paths) await becomes(hostname, `/${path}`, 200)
  })
})

describe("the question of Caddy whether there may be a certificate", () => {
  it("is answered with 200 for active host names only, without a body and without a statement", async () => {
    const { hostname } = await makeHosted()
    const statements: Array<string> = []
    const counted = await world.startApi({ statements })
    await vi.waitFor(
      async () => expect((await counted.send("GET", `${ASK}?domain=${hostname}`)).status).toBe(200),
      VISIBLE_WITHIN
    )
    const waiting = newHostname()
    await giveHost(world, await makeStatusPage(api, owner), waiting, false)
    const asked = async (domain: string) => counted.send("GET", `${ASK}?domain=${domain}`)
    for (const domain of [hostname.toUpperCase(), `${hostname}.`]) expect((await asked(domain)).status).toBe(200)
    for (const domain of [
      "",
      waiting,
      `a.${hostname}`,
      "127.0.0.1",
      "localhost",
      `${hostname}:443`,
      "%00",
      "x".repeat(9_000)
    ])
      expect([domain.slice(0, 50), (await asked(domain)).status]).toEqual([domain.slice(0, 50), 404])
    const answers = [await asked(hostname), await asked(waiting)]
    expect(answers.map(({ text }) => text)).toEqual(["", ""])
    expect(answers.map(({ headers }) => headers["cache-control"])).toEqual(["no-store", "no-store"])
    expect((await counted.send("POST", `${ASK}?domain=${hostname}`)).status).toBe(404)
    const known = statements.filter((text) => /status_page_host/u.test(text)).length
    await Promise.all(Array.from({ length: 200 }, (_, index) => asked(`flood-${index}.customer.com`)))
    const now = statements.filter((text) => /status_page_host h where|slug = /u.test(text)).length
    expect(now).toBeLessThanOrEqual(known)
  })

  it("is answered on the port for metrics, too, if there is one", async () => {
    const { hostname } = await makeHosted()
    const both = await world.startApi({ settings: { metricsPort: 0 } })
    const inside = `http://127.0.0.1:${both.metricsPort}${ASK}?domain=${hostname}`
    await vi.waitFor(async () => expect((await fetch(inside)).status).toBe(200), VISIBLE_WITHIN)
  })
})
