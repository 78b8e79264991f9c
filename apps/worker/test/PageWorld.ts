import { PageChecker } from "@mon/checks"
import { Blobs, type NewMonitor, PageChecks, PageMonitors } from "@mon/core-store"
import { pageDefaults } from "@mon/model"
import { Screenshots } from "@mon/screenshot/effect"
import type { Site } from "@mon/tooling/testbed"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import { assert } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { WorkerConfig, type WorkerSettings } from "../src/index.ts"
import { layerProbes } from "../src/checks/Probes.ts"
import { layerSecrets, settings, TestWorld, watch } from "./TestWorld.ts"

export const newChecker = Effect.fnUntraced(function* (more: Partial<WorkerSettings> = {}) {
  const world = yield* TestWorld
  const checker = PageChecker.layerNoDeps({ fetchPolicy: { attempts: 2, waitMs: 0 } }).pipe(
    Layer.provide([
      Layer.provide(Layer.fresh(layerProbes), WorkerConfig.layer(settings(world, more))),
      WorkerPool.layerMemory,
      Layer.mock(Blobs)({}),
      layerSecrets,
      Screenshots.layerMemory(() => ({ status: "unavailable", reason: "no_browser", message: "None." })),
      Layer.succeed(References.MinimumLogLevel, "Error")
    ])
  )
  return Context.get(yield* Layer.build(checker), PageChecker)
})

export const watchPage = Effect.fnUntraced(function* (
  site: Pick<Site, "host" | "port">,
  hostname: string,
  {
    expect = [],
    path = "/",
    scheme = "http"
  }: {
    readonly scheme?: "http" | "https"
    readonly path?: string
    readonly expect?: NewMonitor<"domain">["expect"]
  } = {}
) {
  const { dns } = yield* TestWorld
  dns.zone.set(hostname, { A: [site.host] })
  const { viewer } = yield* watch(site, { hostname: `owner-of-${hostname}`, intervalMs: 86_400_000 })
  const url = {
    url: `${scheme}://${hostname}:${site.port}${path}`,
    hostname,
    name: hostname,
    screenshotEnabled: false,
    expect
  }
  const added = yield* (yield* PageMonitors).create(viewer, { ...pageDefaults, ...url }, 100)
  if (added._tag !== "Created") return yield* Effect.die(new Error(added._tag))
  const { id } = added.monitor
  const status = Effect.map((yield* PageMonitors).find(viewer, id), (found) => found?.status)
  return { id, status, viewer }
})

export type Page = Effect.Success<ReturnType<typeof watchPage>>

/** Checks these pages at the same moment and returns their states. */
export const checkAll = Effect.fnUntraced(function* (checker: PageChecker["Service"], pages: ReadonlyArray<Page>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update monitor_schedule set next_at = mon_now() where kind = 2`
  const claims = (yield* (yield* PageChecks).claim(100, 60_000)).filter((claim) =>
    pages.some(({ id }) => id === claim.id)
  )
  assert.lengthOf(claims, pages.length)
  yield* Effect.forEach(claims, checker.check, { concurrency: "unbounded" })
  return yield* Effect.forEach(pages, ({ status }) => status)
})
