import { type S3Server, startS3Server } from "@mon/tooling/testbed"
import { Redacted } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { makeStatusPage, overrideState, type TestStatusPage } from "./statusPage.ts"

const WITHIN = { timeout: 20_000, interval: 50 }
const PREFIX = "status/"
const PRIVATE = { access: "password", password: "a password of readers" }
const IMAGE = "a".repeat(64)

let world: World
let api: TestApi
let owner: TestAccount
let bucket: S3Server
let folder: string

const settings = () => ({
  statusExport: folder,
  statusExportBucket: { ...bucket, secretAccessKey: Redacted.make(bucket.secretAccessKey), prefix: PREFIX }
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mon-status-"))
  // The page size is small, so that a listing has several pages.
  bucket = await startS3Server({ publicPrefix: PREFIX, pageSize: 5 })
  bucket.objects.set(IMAGE, { bytes: Buffer.from("a screenshot"), contentType: "image/webp", cacheControl: null })
  world = await openWorld()
  api = await world.startApi({ settings: settings() })
  owner = await world.account("agency")
})
beforeEach(() => bucket.behave(() => "Work"))
afterAll(async () => {
  await world.close()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

const keysOf = (slug: string): ReadonlyArray<string> =>
  [...bucket.objects.keys()].filter((key) => key.startsWith(`${PREFIX}${slug}/`))

/** Requests an object as a reader without a key. */
const readAnonymously = (key: string) => fetch(`${bucket.endpoint}/${bucket.bucket}/${key}`)

const stateIn = ({ slug }: Pick<TestStatusPage, "slug">): unknown =>
  JSON.parse(bucket.objects.get(`${PREFIX}${slug}/api/v2/components.json`)?.bytes.toString() ?? "{}").components?.[0]
    ?.status

const copied = (page: Pick<TestStatusPage, "slug">, state: string) =>
  vi.waitFor(() => {
    expect(stateIn(page)).toBe(state)
    expect(bucket.objects.get(`${PREFIX}${page.slug}/index.html`)).toBeDefined()
  }, WITHIN)

const copiedPage = async () => {
  const page = await makeStatusPage(api, owner)
  await copied(page, "operational")
  return page
}

const change = (page: TestStatusPage, body: object) =>
  api.send("PATCH", `/api/v1/status-pages/${page.id}`, { key: owner.key, body })
const remove = (page: TestStatusPage) => api.send("DELETE", `/api/v1/status-pages/${page.id}`, { key: owner.key })

describe("the copy of a status page in a bucket", () => {
  it("is read without a key, with content types and a short life in caches", async () => {
    const page = await copiedPage()
    await overrideState(api, page, "major_outage")
    await copied(page, "major_outage")
    await vi.waitFor(async () => {
      expect(await (await readAnonymously(`${PREFIX}${page.slug}/`)).text()).toContain("Major Outage")
    }, WITHIN)
    const types = Object.fromEntries(
      ["index.html", "api/v2/summary.json", "badge.svg", "history.atom", "maintenance.ics"].map((path) => {
        const found = bucket.objects.get(`${PREFIX}${page.slug}/${path}`)
        return [path, [found?.contentType, found?.cacheControl]]
      })
    )
    const cache = "public, max-age=5"
    expect(types).toEqual({
      "index.html": ["text/html; charset=utf-8", cache],
      "api/v2/summary.json": ["application/json; charset=utf-8", cache],
      "badge.svg": ["image/svg+xml", cache],
      "history.atom": ["application/atom+xml; charset=utf-8", cache],
      "maintenance.ics": ["text/calendar; charset=utf-8", cache]
    })
  })

  it("opens neither the images of the bucket nor a listing", async () => {
    await copiedPage()
    expect((await readAnonymously(IMAGE)).status).toBe(403)
    expect((await readAnonymously(`?list-type=2&prefix=${PREFIX}`)).status).toBe(403)
    expect(bucket.objects.has(IMAGE)).toBe(true)
  })

  it("is the same as in the folder", async () => {
    const page = await copiedPage()
    await vi.waitFor(() => {
      for (const key of keysOf(page.slug))
        expect(readFileSync(join(folder, key.slice(PREFIX.length)))).toEqual(bucket.objects.get(key)?.bytes)
    }, WITHIN)
  })

  it.each([
    ["private", (page: TestStatusPage) => change(page, PRIVATE)],
    ["deleted", remove],
    ["at another address", (page: TestStatusPage) => change(page, { slug: `${page.slug}-new` })]
  ])("is gone before the answer says that the page is %s", async (_, end) => {
    const page = await copiedPage()
    expect((await end(page)).status).toBe(200)
    expect(keysOf(page.slug)).toEqual([])
  })

  it("stays at an address that another page has taken over", async () => {
    const first = await copiedPage()
    const second = await copiedPage()
    await change(first, { slug: `${first.slug}-moved` })
    await change(second, { slug: first.slug })
    await overrideState(api, second, "partial_outage")
    await copied({ slug: first.slug }, "partial_outage")
    await copied({ slug: `${first.slug}-moved` }, "operational")
    expect(keysOf(second.slug)).toEqual([])
  })

  it("stays at an address whose former page is settled later, as after the death of its process", async () => {
    const first = await copiedPage()
    const second = await copiedPage()
    // In this state, the copy of the first page is still at the address of the second page, because it has not been
    // settled since the first page moved.
    await world.sql("update status_page_export set slug = $1 where page_id = $2::uuid", second.slug, first.id)
    await overrideState(api, first, "major_outage")
    await copied(first, "major_outage")
    expect(stateIn(second)).toBe("operational")
    expect((await change(second, PRIVATE)).status).toBe(200)
    expect(keysOf(second.slug)).toEqual([])
  })

  it("writes again only what changed", async () => {
    const page = await copiedPage()
    const seen = bucket.requests.length
    await change(page, { description: "All about our shop" })
    const text = () => bucket.objects.get(`${PREFIX}${page.slug}/index.html`)?.bytes.toString()
    await vi.waitFor(() => expect(text()).toContain("All about our shop"), WITHIN)
    const written = bucket.requests.slice(seen).filter(({ method }) => method === "PUT")
    expect(written.map(({ key }) => key)).not.toContain(`${PREFIX}${page.slug}/badge.svg`)
    expect(written.length).toBeGreaterThan(0)
  })

  it("of no page is removed, and nothing outside the prefix is", async () => {
    const ghost = { bytes: Buffer.from("a page that is gone"), contentType: "text/html", cacheControl: null }
    bucket.objects.set(`${PREFIX}ghost/index.html`, ghost).set("other/index.html", ghost)
    const other = await world.startApi({ settings: settings() })
    await vi.waitFor(() => expect(keysOf("ghost")).toEqual([]), WITHIN)
    expect(bucket.objects.has("other/index.html")).toBe(true)
    await other.close()
  })
})

describe("a bucket that refuses", () => {
  it("makes the call that makes a page private a 503, and the copy is removed as soon as it can be", async () => {
    const page = await copiedPage()
    bucket.behave(({ method }) => (method === "DELETE" ? "Refuse" : "Work"))
    const answer = await change(page, PRIVATE)
    expect(answer.status).toBe(503)
    expect(answer.text).toContain("could not be removed yet")
    expect((await fetch(`${api.origin}/s/${page.slug}/api/v2/summary.json`)).status).not.toBe(200)
    expect(keysOf(page.slug)).not.toEqual([])
    const metrics = async () =>
      /^mon_status_copies_late (\d+)$/mu.exec(
        await (await fetch(`http://127.0.0.1:${api.metricsPort}/metrics`)).text()
      )?.[1]
    await vi.waitFor(async () => expect(await metrics()).toBe("1"), WITHIN)
    expect((await change(page, { access: "password" })).status).toBe(503)
    bucket.behave(() => "Work")
    await vi.waitFor(() => expect(keysOf(page.slug)).toEqual([]), WITHIN)
    expect((await change(page, { access: "password" })).status).toBe(200)
    await vi.waitFor(async () => expect(await metrics()).toBe("0"), WITHIN)
  })

  it("makes the deletion of a page a 503 that deletes nothing", async () => {
    const page = await copiedPage()
    bucket.behave(() => "Refuse")
    const answer = await remove(page)
    expect(answer.status).toBe(503)
    expect(answer.text).toContain("was not deleted")
    expect((await fetch(`${api.origin}/s/${page.slug}/`)).status).toBe(200)
    bucket.behave(() => "Work")
    expect((await remove(page)).status).toBe(200)
    expect(keysOf(page.slug)).toEqual([])
    expect((await remove(page)).status).toBe(404)
  })

  it("does not delay the copy in the folder, and gets its copy later", async () => {
    const page = await copiedPage()
    bucket.behave(() => "Busy")
    await overrideState(api, page, "degraded_performance")
    await vi.waitFor(() => {
      const text = readFileSync(join(folder, page.slug, "api/v2/components.json"), "utf8")
      expect(JSON.parse(text).components[0].status).toBe("degraded_performance")
    }, WITHIN)
    expect(stateIn(page)).toBe("operational")
    bucket.behave(() => "Work")
    await copied(page, "degraded_performance")
  })

  it("is not asked about the page of another account", async () => {
    const page = await copiedPage()
    const stranger = await world.account("agency")
    const { status } = await api.send("DELETE", `/api/v1/status-pages/${page.id}`, { key: stranger.key })
    expect(status).toBe(404)
    expect(keysOf(page.slug)).not.toEqual([])
  })
})
