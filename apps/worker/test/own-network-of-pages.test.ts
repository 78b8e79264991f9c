import { layerUrlChecker, UrlChecker } from "@mon/checks"
import { Blobs, UrlChecks, UrlMonitors, Secrets } from "@mon/core-store"
import { urlDefaults } from "@mon/model"
import { Screenshots } from "@mon/screenshot/effect"
import type { Site } from "@mon/testbed"
import { WorkerPool } from "@mon/worker-pool"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { WorkerConfig } from "../src/index.ts"
import { layerProbes } from "../src/Probes.ts"
import { layerWorld, openSite, settings, TestWorld, watch } from "./TestWorld.ts"

/** The page checks of a worker that has just started. */
const newChecker = Effect.gen(function* () {
  const world = yield* TestWorld
  const checker = layerUrlChecker({ fetchPolicy: { attempts: 2, waitMs: 0 } }).pipe(
    Layer.provide([
      Layer.provide(Layer.fresh(layerProbes), WorkerConfig.layer(settings(world))),
      WorkerPool.layerMemory,
      Layer.mock(Blobs)({}),
      Secrets.layer(["a secret of at least 32 characters"]),
      Screenshots.layerMemory(() => ({ status: "unavailable", reason: "no_browser", message: "None." })),
      Layer.succeed(References.MinimumLogLevel, "Error")
    ])
  )
  return Context.get(yield* Layer.build(checker), UrlChecker)
})

/** Monitors a page of a site under this name. */
const watchPage = Effect.fnUntraced(function* (site: Site, hostname: string) {
  const { dns } = yield* TestWorld
  dns.zone.set(hostname, { A: [site.host] })
  const { viewer } = yield* watch(site, { hostname: `owner-of-${hostname}`, intervalMs: 86_400_000 })
  const url = { url: `http://${hostname}:${site.port}/`, hostname, name: hostname, screenshotEnabled: false }
  const added = yield* (yield* UrlMonitors).create(viewer, { ...urlDefaults, ...url }, 100)
  if (added._tag !== "Created") return yield* Effect.die(new Error(added._tag))
  const { id } = added.url
  const status = Effect.map((yield* UrlMonitors).find(viewer, id), (found) => found?.status)
  return { id, status, viewer }
})

type Page = Effect.Success<ReturnType<typeof watchPage>>

/** Checks these pages at the same moment and returns their states. */
const checkAll = Effect.fnUntraced(function* (checker: UrlChecker["Service"], pages: ReadonlyArray<Page>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update monitor_schedule set next_at = mon_now() where kind = 2`
  const claims = (yield* (yield* UrlChecks).claim(100, 60_000)).filter((claim) =>
    pages.some(({ id }) => id === claim.id)
  )
  assert.lengthOf(claims, pages.length)
  yield* Effect.forEach(claims, checker.check, { concurrency: "unbounded" })
  return yield* Effect.forEach(pages, ({ status }) => status)
})

layer(layerWorld, { excludeTestServices: true })("pages", (it) => {
  it.effect("keep their states while the worker cannot reach anything, also after its start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sites = [yield* openSite(), yield* openSite()]
      for (const site of sites) site.behave({ body: "<p>39 EUR" })
      const pages = yield* Effect.forEach(sites, (site, index) => watchPage(site, `page-${index}.com`))
      const checker = yield* newChecker
      assert.deepStrictEqual(yield* checkAll(checker, pages), ["active", "active"])
      for (const site of sites) site.behave({ reset: "connect" })
      for (let time = 0; time < 3; time++) assert.deepStrictEqual(yield* checkAll(checker, pages), ["active", "active"])
      assert.deepStrictEqual(yield* checkAll(yield* newChecker, pages), ["active", "active"])
      assert.lengthOf(yield* sql`select 1 from notification`, 0)
      // One site is back, and the other one is really down.
      sites[0]?.behave({ body: "<p>39 EUR" })
      for (let time = 0; time < 2; time++) yield* checkAll(checker, pages)
      assert.deepStrictEqual(yield* checkAll(checker, pages), ["active", "error"])
      assert.deepStrictEqual(
        (yield* sql<{ kind: string }>`select kind from notification`).map(({ kind }) => kind),
        ["page_error"]
      )
    })
  )

  it.effect("keep their states while no name server answers", () =>
    Effect.gen(function* () {
      const { dns } = yield* TestWorld
      const site = yield* openSite()
      site.behave({ body: "<p>39 EUR" })
      const page = yield* watchPage(site, "nameless-page.com")
      const checker = yield* newChecker
      assert.deepStrictEqual(yield* checkAll(checker, [page]), ["active"])
      yield* Effect.promise(dns.close)
      for (let time = 0; time < 2; time++) assert.deepStrictEqual(yield* checkAll(checker, [page]), ["active"])
    })
  )
})
