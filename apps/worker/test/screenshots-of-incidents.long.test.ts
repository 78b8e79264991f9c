import { layerIncidentSignal } from "@mon/checks"
import { Blobs, Incidents, IncidentScreenshots, type IncidentShot, layerPostgresBytes } from "@mon/core-store"
import { findChromium } from "@mon/screenshot"
import { Screenshots, type ScreenshotResult } from "@mon/screenshot/effect"
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as SqlClient from "effect/sql/SqlClient"
import process from "node:process"
import { layerScreenshots, layerScreenshotWorkerNoDeps, WorkerConfig } from "../src/index.ts"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, settings, TestWorld, watch, type Watched } from "./TestWorld.ts"

const chromium = findChromium(process.env["MON_CHROMIUM_PATH"] ?? null)
if (!chromium.ok) console.warn(`A test with a browser is skipped. ${chromium.message}`)

const image = (bytes: string) =>
  ({ bytes: new TextEncoder().encode(bytes), contentType: "image/webp", width: 1, height: 1 }) as const

const pictureOf = (url: string): ScreenshotResult => ({
  status: "taken",
  image: image(`picture of ${url}`),
  thumbnail: image("small"),
  png: new Uint8Array(),
  pixels: () => Promise.reject(new Error("not asked for")),
  cropped: false,
  finalUrl: url,
  statusCode: 503,
  title: "",
  html: null,
  durationMs: 1
})

type StoredShot = Pick<IncidentShot, "incidentKey" | "moment"> & { readonly hash: string }

/** Starts a worker that takes the given screenshots. The queues receive each claimed and each stored screenshot. */
const startWorker = Effect.fnUntraced(function* (screenshots: Layer.Layer<Screenshots>) {
  // Pauses monitors of other tests, whose sites no longer exist.
  yield* (yield* SqlClient.SqlClient)`update monitor_schedule set next_at = null`
  const claimed = yield* Queue.unbounded<IncidentShot>()
  const stored = yield* Queue.unbounded<StoredShot>()
  const signalled = Layer.effect(
    IncidentScreenshots,
    Effect.map(IncidentScreenshots, ({ claim, store }) => ({
      claim: (checks) => Effect.tap(claim(checks), (shots) => Queue.offerAll(claimed, shots)),
      store: (shot, hash) => Effect.tap(store(shot, hash), () => Queue.offer(stored, { ...shot, hash }))
    }))
  )
  const signal = yield* Layer.build(layerIncidentSignal)
  yield* Effect.provide(Layer.build(Layer.provide(layerScreenshotWorkerNoDeps, [screenshots, signalled])), signal)
  yield* Effect.provide(runWorker(), signal)
  return { claimed, stored }
})

const incidentOf = (watched: Watched) =>
  Effect.map(
    Effect.flatMap(Incidents, (all) => all.ofDomain(watched.viewer, watched.id, 20)),
    (found) => found?.[0]
  )

const layerBlobWorld = Layer.provideMerge(Blobs.layer, Layer.provideMerge(layerPostgresBytes, layerWorld))

layer(layerBlobWorld, { excludeTestServices: true })("the screenshots of an incident", (it) => {
  it.effect("are taken when it opens and when it recovers, and stored as long as the plan allows", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const sql = yield* SqlClient.SqlClient
      const site = yield* openSite()
      const { stored } = yield* startWorker(Screenshots.layerMemory(({ url }) => pictureOf(url)))
      const watched = yield* watch(site)
      yield* checks.next(of(watched, "up"))
      site.behave({ status: 503 })
      const trigger = yield* Queue.take(stored)
      assert.strictEqual(trigger.moment, "trigger")
      assert.deepInclude(yield* incidentOf(watched), {
        status: "open",
        triggerScreenshotUrl: trigger.hash,
        resolutionScreenshotUrl: null
      })
      site.behave({})
      const resolution = yield* Queue.take(stored)
      assert.deepInclude(yield* incidentOf(watched), {
        status: "resolved",
        triggerScreenshotUrl: trigger.hash,
        resolutionScreenshotUrl: resolution.hash
      })

      const blob = yield* (yield* Blobs).get(trigger.hash)
      assert.strictEqual(new TextDecoder().decode(blob?.bytes), `picture of http://${watched.hostname}:${site.port}/`)
      const [row] = yield* sql<{ days: number }>`
        select round(extract(epoch from expires_at - mon_now()) / 86400)::int as days from blob where encode(hash, 'hex') = ${trigger.hash}`
      assert.strictEqual(row?.days, 90)

      yield* sql`update blob set expires_at = mon_now() - interval '1 second'`
      assert.deepInclude(yield* incidentOf(watched), { triggerScreenshotUrl: null, resolutionScreenshotUrl: null })
    })
  )

  it.effect("are not taken if they are disabled, and cause no error if they fail", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const sql = yield* SqlClient.SqlClient
      const [wanted, unwanted] = [yield* openSite(), yield* openSite()]
      const { claimed } = yield* startWorker(
        Screenshots.layerMemory(() => ({
          status: "unavailable",
          reason: "no_browser",
          message: "Screenshots are unavailable: none."
        }))
      )
      const [shown, hidden] = [yield* watch(wanted), yield* watch(unwanted)]
      yield* sql`update monitor set screenshot_on_failure = false where public_id = ${hidden.id}::uuid`
      yield* checks.next(of(hidden, "up"))
      unwanted.behave({ status: 500 })
      for (let seen = 0; seen < 4; seen++) yield* checks.next(of(hidden, "down"))
      wanted.behave({ status: 500 })
      assert.strictEqual((yield* Queue.take(claimed)).url, `http://${shown.hostname}:${wanted.port}/`)
      yield* checks.next(of(shown, "down"))
      wanted.behave({})
      assert.strictEqual((yield* Queue.take(claimed)).moment, "resolution")
      assert.deepInclude(yield* incidentOf(shown), { triggerScreenshotUrl: null, resolutionScreenshotUrl: null })
      assert.deepInclude(yield* incidentOf(hidden), { status: "open", triggerScreenshotUrl: null })
    })
  )

  describe.skipIf(!chromium.ok)("with a browser (skipped where there is no Chromium)", () => {
    it.effect(
      "show the error page that visitors see",
      () =>
        Effect.gen(function* () {
          const world = yield* TestWorld
          const site = yield* openSite()
          const { stored } = yield* startWorker(
            Layer.provide(
              layerScreenshots,
              WorkerConfig.layer(settings(world, { chromiumPath: process.env["MON_CHROMIUM_PATH"] ?? null }))
            )
          )
          const watched = yield* watch(site)
          yield* world.checks.next(of(watched, "up"))
          site.behave({ status: 503, headers: { "content-type": "text/html" }, body: "<h1>Closed for today</h1>" })
          const { hash } = yield* Queue.take(stored)
          const blob = yield* (yield* Blobs).get(hash)
          assert.strictEqual(blob?.contentType, "image/webp")
          assert.isAbove(blob?.bytes.length ?? 0, 500)
        }),
      30_000
    )
  })
})
