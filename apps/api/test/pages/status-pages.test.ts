import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { startFaultyDatabase } from "../FaultyDatabase.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { makeStatusPage, overrideState } from "./statusPage.ts"
import { visitor } from "./Visitor.ts"

/** The time within which a change must be visible in every process, even on a busy machine. */
const VISIBLE_WITHIN = { timeout: 20_000, interval: 50 }

/** The body of a PATCH. Null: the page is deleted. */
type Change = Readonly<Record<string, unknown>> | null

let world: World
let api: TestApi
let owner: TestAccount
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
  owner = await world.account("agency")
})
afterAll(() => world.close())

const stateOf = async (server: TestApi, slug: string): Promise<unknown> => {
  const { body } = await server.send("GET", `/s/${slug}/api/v2/components.json`)
  return (body as { readonly components: ReadonlyArray<{ readonly status: string }> }).components[0]?.status
}

describe("a public status page", () => {
  it("is served below its path, without a cookie and without anything of the app", async () => {
    const { slug } = await makeStatusPage(api, owner)
    const page = await api.send("GET", `/s/${slug}/`, { headers: { Cookie: "mon_session=x" } })
    expect(page.status).toBe(200)
    expect(page.text).toContain("Checkout")
    expect(page.headers["set-cookie"]).toBeUndefined()
    expect(page.headers["access-control-allow-origin"]).toBeUndefined()
    expect(page.headers["cache-control"]).toBe("public, max-age=5, stale-if-error=86400")
    expect(page.headers["content-security-policy"]).toMatch(
      /default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'/u
    )
    expect(page.text).not.toMatch(/\/app|\/assets\/mon\.css/u)
  })

  it("leads from its path without a slash to its relative links", async () => {
    const { slug } = await makeStatusPage(api, owner)
    expect((await api.send("GET", `/s/${slug}`)).headers["location"]).toBe(`/s/${slug}/`)
    expect((await api.send("GET", `/s/${slug}/history`)).headers["location"]).toBe(`/s/${slug}/history/`)
  })

  it("answers a reader who has the file with 304, and compresses it for the others", async () => {
    const { slug } = await makeStatusPage(api, owner)
    const path = `/s/${slug}/`
    const etag = (await api.send("GET", path)).headers["etag"] ?? ""
    const same = await api.send("GET", path, { headers: { "If-None-Match": etag } })
    expect([same.status, same.text, same.headers["etag"]]).toEqual([304, "", etag])
    for (const coding of ["br", "gzip"]) {
      await vi.waitFor(async () => {
        const { headers } = await api.send("GET", path, { headers: { "Accept-Encoding": coding } })
        expect([headers["content-encoding"], headers["vary"]]).toEqual([coding, "Accept-Encoding"])
      }, VISIBLE_WITHIN)
    }
    expect((await api.send("HEAD", path)).text).toBe("")
  })

  it("lets programs of other sites read its documents, but not frame its pages", async () => {
    const { componentId, slug } = await makeStatusPage(api, owner)
    for (const path of [
      "api/v2/summary.json",
      "history.atom",
      "history.rss",
      "maintenance.ics",
      `badge/${componentId}.svg`
    ]) {
      const { headers, status } = await api.send("GET", `/s/${slug}/${path}`)
      expect([status, headers["access-control-allow-origin"]], path).toEqual([200, "*"])
      expect(headers["access-control-allow-credentials"]).toBeUndefined()
    }
    expect((await api.send("OPTIONS", `/s/${slug}/api/v2/summary.json`)).status).toBe(204)
    const embed = await api.send("GET", `/s/${slug}/embed/`)
    expect(embed.headers["content-security-policy"]).toContain("frame-ancestors *")
  })

  it("has no other files, and says so without a link into the app", async () => {
    const { slug } = await makeStatusPage(api, owner)
    for (const path of [
      `/s/${slug}/nothing`,
      `/s/${slug}/api/v1/domains`,
      "/s/no-such-page/",
      "/s/",
      "/s//",
      "/s/%2e%2e/"
    ]) {
      const { status, text } = await api.send("GET", path)
      expect([status, text.includes("Page not found"), text.includes('href="/')], path).toEqual([404, true, false])
    }
    expect((await api.send("DELETE", `/s/${slug}/`)).status).toBe(404)
  })

  it("shows a change in every process, and ends with its removal", async () => {
    const other = await world.startApi()
    const page = await makeStatusPage(api, owner)
    for (const server of [api, other]) expect(await stateOf(server, page.slug)).toBe("operational")
    expect((await overrideState(api, page, "major_outage")).status).toBe(200)
    for (const server of [api, other])
      await vi.waitFor(async () => expect(await stateOf(server, page.slug)).toBe("major_outage"), VISIBLE_WITHIN)
    await api.send("DELETE", `/api/v1/status-pages/${page.id}`, { key: owner.key })
    for (const server of [api, other])
      await vi.waitFor(
        async () => expect((await server.send("GET", `/s/${page.slug}/`)).status).toBe(404),
        VISIBLE_WITHIN
      )
    await other.close()
  })

  it.each<readonly [string, Readonly<Record<string, unknown>>, Change, number]>([
    ["becomes private", {}, { access: "password", password: "a password of readers" }, 401],
    ["has another address", {}, { slug: `moved-${randomUUID().slice(0, 8)}` }, 404],
    ["is deleted", {}, null, 404],
    ["becomes public", { access: "password", password: "a password of readers" }, { access: "public" }, 200]
  ])("is not served as before in any process when the answer says that it %s", async (_, fields, change, status) => {
    const other = await world.startApi()
    const { id, slug } = await makeStatusPage(api, owner, fields)
    const path = `/s/${slug}/`
    const statuses = async () =>
      (await Promise.all([api, other].map((server) => server.send("GET", path)))).map((one) => one.status)
    expect(new Set(await statuses())).toEqual(new Set([fields["access"] === undefined ? 200 : 401]))
    const method = change === null ? "DELETE" : "PATCH"
    const changed = await api.send(method, `/api/v1/status-pages/${id}`, {
      key: owner.key,
      ...(change === null ? {} : { body: change })
    })
    expect(changed.status).toBe(200)
    expect(await statuses()).toEqual([status, status])
    await other.close()
  })

  it("lets nobody in with the cookie of a former password, in any process", async () => {
    const other = await world.startApi()
    const { id, slug } = await makeStatusPage(api, owner, { access: "password", password: "a password of readers" })
    const readers = [api, other].map((server) => visitor(server))
    for (const reader of readers) await reader.post(`/s/${slug}/access`, { password: "a password of readers" })
    const statuses = () => Promise.all(readers.map(async (reader) => (await reader.get(`/s/${slug}/`)).status))
    expect(await statuses()).toEqual([200, 200])
    await api.send("PATCH", `/api/v1/status-pages/${id}`, { key: owner.key, body: { password: "another password" } })
    expect(await statuses()).toEqual([401, 401])
    await other.close()
  })

  it("is served for an hour while the database is away, and catches up afterwards", async () => {
    const database = await startFaultyDatabase(world.databaseUrl)
    const page = await makeStatusPage(api, owner)
    const cut = await world.startApi({ databaseUrl: database.url })
    expect(await stateOf(cut, page.slug)).toBe("operational")
    database.arm({ statement: 1, when: "before", forAll: true })
    await overrideState(api, page, "partial_outage")
    for (const minutes of [0, 5, 30, 60]) {
      world.clock.advance(minutes * 60_000)
      expect(await stateOf(cut, page.slug)).toBe("operational")
      expect((await cut.send("GET", `/s/${page.slug}/history/`)).status).toBe(200)
    }
    expect((await cut.send("GET", "/s/some-other-page/")).status).toBe(503)
    database.arm(null)
    await vi.waitFor(async () => expect(await stateOf(cut, page.slug)).toBe("partial_outage"), {
      timeout: 30_000,
      interval: 200
    })
    await cut.close()
    await database.close()
  }, 60_000)
})
