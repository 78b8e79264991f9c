import type { ServedStatusPage } from "@mon/core-store"
import { pageFiles, type StatusPageDocument, type StatusPost } from "@mon/status-page"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { copyOf, hashOf } from "../../src/statusExport/pageCopy.ts"
import { makeCachedPage } from "../../src/web/statusPages/PageCache.ts"

const AT = "2026-11-23T05:53:42.000Z"

const post = (number: number): StatusPost => ({
  id: `post-${number}`,
  kind: "incident",
  title: "Slow payments",
  state: "investigating",
  impact: "minor",
  startedAt: AT,
  resolvedAt: null,
  monitoringAt: null,
  scheduledFor: null,
  scheduledUntil: null,
  componentIds: [],
  updates: Array.from({ length: 5 }, (_, place) => ({
    id: `update-${number}-${place}`,
    state: "investigating" as const,
    body: "&".repeat(10_000),
    displayAt: AT,
    createdAt: AT,
    updatedAt: AT,
    changes: [],
    notifiesSubscribers: false
  })),
  revision: 0,
  createdAt: AT,
  updatedAt: AT
})

const document: StatusPageDocument = {
  id: "page",
  slug: "shop",
  name: "Shop",
  description: null,
  language: "en",
  timeZone: "UTC",
  url: "https://mon.example/s/shop",
  colors: { accent: "#2563eb", header: null },
  logo: null,
  links: [],
  groups: [],
  components: [],
  posts: Array.from({ length: 60 }, (_, place) => post(place)),
  windows: [],
  createdAt: AT,
  updatedAt: AT
}

const served: ServedStatusPage = {
  document,
  access: "public",
  passwordHash: null,
  emailDomains: [],
  stoppedBy: null,
  version: 1,
  host: null,
  serviceUrl: document.url
}

/** Returns the number of turns of the event loop while an effect runs. */
const turnsOf = async <A>(effect: Effect.Effect<A>) => {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const result = await Effect.runPromise(effect)
  clearImmediate(next)
  return { result, turns }
}

describe("a status page with many large files", () => {
  it("has at most 8 MiB of them in memory: those that were asked for last", () => {
    const page = makeCachedPage(served, null, 0, {})
    const paths = [...pageFiles(document).keys()]
    const written = paths.map((path) => page.file(path)?.plain.length ?? 0)
    const asked = [...page.asked()]
    expect(written.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(8_388_608)
    expect(asked.reduce((sum, path) => sum + (page.file(path)?.plain.length ?? 0), 0)).toBeLessThanOrEqual(8_388_608)
    expect(asked).toEqual(paths.slice(-asked.length))
    expect(page.file("")?.plain.length).toBe(written[0])
  })

  it("is copied in turns: the event loop goes around for each file", async () => {
    const { result: files, turns } = await turnsOf(copyOf(served, null))
    expect(files).toHaveLength(pageFiles(document).size)
    expect(turns).toBeGreaterThanOrEqual(files.length - 1)
    const hashed = await turnsOf(hashOf(files))
    expect(hashed.turns).toBeGreaterThanOrEqual(files.length - 1)
  })
})
