import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { MaintenanceWindows, StatusPageDocuments, StatusPages, type StatusPageChange } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { openWindow } from "./maintenanceWindow.ts"
import { installClock, setClock } from "./movableClock.ts"
import { component, newPage, newPost } from "./statusPage.ts"
import { watched } from "./watchedDomain.ts"

const nothing = { wholeAccount: false, domainIds: [], urlIds: [], heartbeatIds: [], tagIds: [] } as const

layer(layerStore, { excludeTestServices: true })("a change of a status page", (it) => {
  it.effect("is signalled to every process that listens, whatever changes it", () =>
    Effect.gen(function* () {
      const { changes } = yield* StatusPageDocuments
      const pages = yield* StatusPages
      const processes = [yield* Queue.unbounded<StatusPageChange>(), yield* Queue.unbounded<StatusPageChange>()]
      for (const queue of processes)
        yield* Effect.forkScoped(Stream.runForEach(changes, (change) => Queue.offer(queue, change)))
      // The first change shows that signals arrive from now on.
      for (const queue of processes) assert.strictEqual((yield* Queue.take(queue))._tag, "All")

      const awaitChange = Effect.fn("awaitChange")(function* (id: string) {
        for (const queue of processes) {
          while (true) {
            const change = yield* Queue.take(queue)
            if (change._tag === "Pages" && change.ids.includes(id)) break
          }
        }
      })

      const domain = yield* watched("signalled.example")
      const { id } = yield* newPage(domain.viewer, { components: [component("Shop", { monitorIds: [domain.id] })] })
      yield* awaitChange(id)
      yield* domain.check("up")
      yield* awaitChange(id)
      yield* newPost(domain.viewer, id)
      yield* awaitChange(id)
      const window = yield* openWindow(domain.viewer, 30, { ...nothing, domainIds: [domain.id] })
      yield* awaitChange(id)
      yield* (yield* MaintenanceWindows).end(domain.viewer, window.id)
      yield* awaitChange(id)
      yield* pages.remove(domain.viewer, id)
      yield* awaitChange(id)
    }).pipe(Effect.scoped)
  )

  it.effect("is signalled when a window begins or ends, although no row changes", () =>
    Effect.gen(function* () {
      yield* installClock("2026-11-23T02:00:00.000Z")
      const { changes } = yield* StatusPageDocuments
      const domain = yield* watched("boundary.example")
      const { id } = yield* newPage(domain.viewer, { components: [component("Shop", { monitorIds: [domain.id] })] })
      yield* openWindow(domain.viewer, 1, {
        ...nothing,
        domainIds: [domain.id],
        startsAt: Date.parse("2026-11-23T03:00:00.000Z")
      })
      for (const time of ["2026-11-23T03:00:01.000Z", "2026-11-23T03:01:01.000Z"]) {
        yield* setClock("2026-11-23T02:30:00.000Z")
        const found = yield* changes.pipe(
          // From now on, signals could arrive, but no signal is sent.
          Stream.tap((change) => (change._tag === "All" ? setClock(time) : Effect.void)),
          Stream.filter((change) => change._tag === "Pages" && change.ids.includes(id)),
          Stream.take(1),
          Stream.runCollect
        )
        assert.lengthOf(found, 1)
      }
    })
  )
})
