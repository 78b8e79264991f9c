import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { checkAll, newChecker, watchPage } from "./PageWorld.ts"
import { layerWorld, openSite, TestWorld } from "./TestWorld.ts"

layer(layerWorld, { excludeTestServices: true })("pages", (it) => {
  it.effect("keep their states while the worker cannot reach anything, also after its start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sites = [yield* openSite(), yield* openSite()]
      for (const site of sites) site.behave({ body: "<p>39 EUR" })
      const pages = yield* Effect.forEach(sites, (site, index) => watchPage(site, `page-${index}.com`))
      const checker = yield* newChecker()
      assert.deepStrictEqual(yield* checkAll(checker, pages), ["active", "active"])
      for (const site of sites) site.behave({ reset: "connect" })
      for (let time = 0; time < 3; time++) assert.deepStrictEqual(yield* checkAll(checker, pages), ["active", "active"])
      assert.deepStrictEqual(yield* checkAll(yield* newChecker(), pages), ["active", "active"])
      assert.lengthOf(yield* sql`select 1 from notification`, 0)
      // One site works again, and the other site is really down.
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
      const checker = yield* newChecker()
      assert.deepStrictEqual(yield* checkAll(checker, [page]), ["active"])
      yield* Effect.promise(dns.close)
      for (let time = 0; time < 2; time++) assert.deepStrictEqual(yield* checkAll(checker, [page]), ["active"])
    })
  )
})
