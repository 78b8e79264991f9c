// Two processes write copies to one folder and one bucket while pages are made private and public, deleted and renamed
// at random, also to addresses that other pages have just left.
import { type S3Server, startS3Server } from "@mon/tooling/testbed"
import { Redacted } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const LIMIT = 300_000
const WITHIN = { timeout: 60_000, interval: 100 }
const ROUNDS = 25
const PAGES = 5
/** There are few addresses, so that a page often gets the former address of another page. */
const SLUGS = Array.from({ length: 6 }, (_, index) => `address-${index}`)
const PASSWORD = "a password of readers"

let world: World
let apis: ReadonlyArray<TestApi>
let owner: TestAccount
let bucket: S3Server
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mon-status-"))
  bucket = await startS3Server({ pageSize: 10 })
  world = await openWorld()
  const settings = {
    statusExport: folder,
    statusExportBucket: { ...bucket, secretAccessKey: Redacted.make(bucket.secretAccessKey), prefix: "status/" }
  }
  apis = [await world.startApi({ settings }), await world.startApi({ settings })]
  owner = await world.account("agency")
})
afterAll(async () => {
  await world.close()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Page {
  readonly name: string
  id: string
  slug: string
  isPublic: boolean
}

const pick = <A>(list: ReadonlyArray<A>): A => list[Math.floor(Math.random() * list.length)] as A

const send = (method: string, path: string, body?: object) =>
  pick(apis).send(method, `/api/v1/status-pages${path}`, { key: owner.key, ...(body === undefined ? {} : { body }) })

const summaryPath = (slug: string): string => join(slug, "api", "v2", "summary.json")

const nameIn = (text: string): string => JSON.parse(text).page.name

/** Returns the names of the pages whose copies are at an address: in the folder and in the bucket. */
const namesAt = (slug: string): ReadonlyArray<string | null> => {
  const file = join(folder, summaryPath(slug))
  const object = bucket.objects.get(`status/${summaryPath(slug)}`)
  return [
    existsSync(file) ? nameIn(readFileSync(file, "utf8")) : null,
    object === undefined ? null : nameIn(object.bytes.toString())
  ]
}

const hasFiles = (slug: string): boolean =>
  existsSync(join(folder, slug)) || [...bucket.objects.keys()].some((key) => key.startsWith(`status/${slug}/`))

const create = async (page: Page): Promise<void> => {
  const slug = pick(SLUGS)
  const { data, status } = await send("POST", "", { name: page.name, slug, components: [{ name: "Checkout" }] })
  // The status is 400 if another page has the address.
  if (status === 400) return
  expect(status).toBe(201)
  Object.assign(page, { id: data.id, slug, isPublic: true })
}

const change = async (page: Page): Promise<void> => {
  if (page.id === "") return create(page)
  const what = Math.random()
  if (what < 0.15) {
    expect((await send("DELETE", `/${page.id}`)).status).toBe(200)
    Object.assign(page, { id: "", slug: "", isPublic: false })
    return
  }
  if (what < 0.55) {
    const slug = pick(SLUGS)
    const { status } = await send("PATCH", `/${page.id}`, { slug })
    if (status === 400) return
    expect(status).toBe(200)
    page.slug = slug
    return
  }
  const isPublic = !page.isPublic
  const access = isPublic ? { access: "public" } : { access: "password", password: PASSWORD }
  expect((await send("PATCH", `/${page.id}`, access)).status).toBe(200)
  page.isPublic = isPublic
}

describe("the copies of two processes", () => {
  it(
    "never show what no page shows any more, and in the end are those of the pages at their addresses",
    async () => {
      const pages = Array.from({ length: PAGES }, (_, index): Page => ({
        name: `Page ${index}`,
        id: "",
        slug: "",
        isPublic: false
      }))
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all(pages.map(change))
        const shown = new Set(pages.filter(({ isPublic }) => isPublic).map(({ slug }) => slug))
        const left = SLUGS.filter((slug) => !shown.has(slug) && hasFiles(slug))
        expect(left, `round ${round}`).toEqual([])
        const hidden = new Set(pages.filter(({ isPublic }) => !isPublic).map(({ name }) => name))
        expect(
          SLUGS.flatMap(namesAt).filter((name) => name !== null && hidden.has(name)),
          `round ${round}`
        ).toEqual([])
      }
      await vi.waitFor(() => {
        for (const slug of SLUGS) {
          const page = pages.find((one) => one.isPublic && one.slug === slug)
          expect(namesAt(slug), slug).toEqual([page?.name ?? null, page?.name ?? null])
        }
      }, WITHIN)
    },
    LIMIT
  )
})
