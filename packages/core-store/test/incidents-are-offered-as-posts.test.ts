import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { StatusPosts } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { component, newPage } from "./statusPage.ts"
import { watched } from "./watchedDomain.ts"

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 23, hour, minute)).toISOString()

layer(layerStore, { excludeTestServices: true })("an incident of a monitor", (it) => {
  it.effect("is offered as a post of pages that show it, from its begin until 7 days after its end", () =>
    Effect.gen(function* () {
      yield* Effect.ignore(installClock(at(2)))
      const posts = yield* StatusPosts
      yield* setClock(at(2))
      const domain = yield* watched("offered.example", { name: "shop-01" })
      const page = yield* newPage(domain.viewer, {
        language: "de",
        components: [component("Shop", { monitorIds: [domain.id] }), component("Wiki")]
      })
      const other = yield* newPage(domain.viewer, { components: [component("Wiki")] })
      const offered = Effect.fn("offered")(function* (pageId: string = page.id) {
        return (yield* posts.incidentsToPost(domain.viewer, pageId, 20))?.incidents ?? []
      })
      assert.deepStrictEqual(yield* offered(), [])

      for (const minute of [0, 1, 2]) {
        yield* setClock(at(3, minute))
        yield* domain.check("down")
      }
      const [open] = yield* offered()
      assert.deepInclude(open, { monitorName: "shop-01", resolvedAt: null, isRecovering: false })
      assert.strictEqual(open?.startedAt.toISOString(), at(3))
      assert.deepStrictEqual(
        open?.components.map(({ name }) => name),
        ["Shop"]
      )
      assert.deepStrictEqual(yield* offered(other.id), [])

      yield* setClock(at(4))
      yield* domain.check("up")
      assert.deepInclude((yield* offered())[0], { resolvedAt: null, isRecovering: true })
      for (const minute of [1, 2, 3]) {
        yield* setClock(at(4, minute))
        yield* domain.check("up")
      }
      const [over] = yield* offered()
      assert.strictEqual(over?.resolvedAt?.toISOString(), at(4))
      assert.isFalse(over?.isRecovering)
      yield* setClock(new Date(Date.parse(at(5)) + 7 * 86_400_000).toISOString())
      assert.deepStrictEqual(yield* offered(), [])
    })
  )

  it.effect("is offered to its account only", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const { viewer } = yield* newAccount
      const stranger = yield* newAccount
      const page = yield* newPage(viewer)
      assert.isNull(yield* posts.incidentsToPost(stranger.viewer, page.id, 20))
      assert.isNull(yield* posts.incidentsToPost(viewer, "no id", 20))
    })
  )
})
