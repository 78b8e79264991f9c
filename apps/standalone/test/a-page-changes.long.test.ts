import { assert, layer } from "@effect/vitest"
import type { PageChange, PageMonitor, PageScreenshot } from "@mon/model"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { request, Service } from "./Service.ts"

const hasBrowser = existsSync("/usr/bin/chromium") || process.env["MON_CHROMIUM_PATH"] !== undefined

const data = <A>(method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), (answer) => answer.body.data as A)

const monitor = (id: string) => data<PageMonitor>("GET", `/urls/${id}`)
const changes = (id: string) => data<ReadonlyArray<PageChange>>("GET", `/urls/${id}/changes`)
const screenshots = (id: string) => data<ReadonlyArray<PageScreenshot>>("GET", `/urls/${id}/screenshots`)

const until = <A, E, R>(effect: Effect.Effect<A, E, R>, wanted: (value: A) => boolean) =>
  Effect.repeat(effect, { until: wanted })

const pageOf = (price: string, clock: string, nonce: string) =>
  `<!doctype html><html><head><title>Prices</title><meta name="csrf" content="${nonce}"></head><body style="margin:0;background:#fff">` +
  `<h1>Plans</h1><p id="clock">Now ${clock}</p><p>Token ${nonce}</p><p style="font-size:40px" id="price">Starter ${price} EUR</p><p>Free for 14 days</p></body></html>`

const html = (body: string, status = 200) => ({ status, body, headers: { "content-type": "text/html; charset=utf-8" } })

const watch = Effect.fn("watch")(function* (name: string, fields: Readonly<Record<string, unknown>> = {}) {
  const { dns, site } = yield* Service
  dns.zone.set(`${name}.example.com`, { A: [site.host] })
  const created = yield* request("POST", "/urls", {
    url: `http://${name}.example.com:${site.port}/prices`,
    checkInterval: 3_600,
    ...fields
  })
  assert.strictEqual(created.status, 201)
  return created.body.data as PageMonitor
})

const image = (url: string, baseUrl: string) =>
  Effect.promise(async () => {
    const answer = await fetch(url.replace(/^https?:\/\/[^/]+/u, new URL(baseUrl).origin))
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      size: (await answer.arrayBuffer()).byteLength
    }
  })

layer(Service.layer, { excludeTestServices: true, timeout: 60_000 })("a watched page", (it) => {
  it.effect(
    "reports a changed price but not a changed clock or nonce, and reports a bot wall and a failure as errors",
    () =>
      Effect.gen(function* () {
        const { passSeconds, site } = yield* Service
        site.behave(html(pageOf("39", "08:15:01", "9f86d081884c7d659a2feaa0")))
        const { id } = yield* watch("prices", { screenshotEnabled: false })
        yield* until(monitor(id), ({ status }) => status === "active")
        assert.deepStrictEqual(yield* changes(id), [])

        site.behave(html(pageOf("39", "08:16:44", "0123abcd4567ef890123abcd")))
        const same = yield* data<{ status: string; change: unknown }>("POST", `/urls/${id}/check-now`)
        assert.deepInclude(same, { status: "active", change: null })

        const soon = yield* request("POST", `/urls/${id}/check-now`)
        assert.strictEqual(soon.status, 429)
        assert.match(soon.body.message ?? "", /^Please wait (?:[12]?\d|30) seconds before checking again\.$/u)

        site.behave(html(pageOf("49", "08:17:02", "aaaa1111bbbb2222cccc3333")))
        yield* passSeconds(31)
        const changed = yield* data<{ status: string; changeCount: number; change: PageChange }>(
          "POST",
          `/urls/${id}/check-now`
        )
        assert.deepInclude(changed, { status: "changed", changeCount: 1 })
        assert.deepInclude(changed.change, {
          summary: "1 change: +1 / -1 line",
          addedLines: 1,
          removedLines: 1,
          approximate: false,
          visual: null
        })
        assert.include(changed.change.diff, "-Starter 39 EUR\n+Starter 49 EUR")
        assert.deepStrictEqual(yield* changes(id), [changed.change])

        site.behave(html("<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>", 403))
        yield* passSeconds(31)
        const walled = yield* data<PageMonitor>("POST", `/urls/${id}/check-now`)
        assert.deepInclude(walled, { status: "error", lastStatusCode: 403 })
        assert.deepInclude(walled.lastError, { code: "blocked" })

        site.behave(html(pageOf("49", "08:18:02", "aaaa1111bbbb2222cccc4444")))
        yield* passSeconds(3_601)
        const back = yield* until(monitor(id), ({ status }) => status !== "error")
        assert.deepInclude(back, { status: "active", changeCount: 1, lastError: null })
      })
  )

  it.effect("can be checked manually while it is paused, and stays paused", () =>
    Effect.gen(function* () {
      const { site } = yield* Service
      site.behave(html(pageOf("39", "08:15", "9f86d081884c7d659a2feaa0")))
      const { id } = yield* watch("paused", { screenshotEnabled: false })
      yield* until(monitor(id), ({ status }) => status === "active")
      yield* data("POST", `/urls/${id}/pause`)
      site.behave(html(pageOf("59", "08:15", "9f86d081884c7d659a2feaa0")))
      const checked = yield* data<PageMonitor>("POST", `/urls/${id}/check-now`)
      assert.deepInclude(checked, { status: "changed", isPaused: true, nextCheckAt: null })
    })
  )

  it.effect.skipIf(!hasBrowser)("has screenshots before and after that differ where the price is", () =>
    Effect.gen(function* () {
      const { baseUrl, passSeconds, site } = yield* Service
      site.behave(html(pageOf("39", "08:15", "9f86d081884c7d659a2feaa0")))
      const { id } = yield* watch("shown", { screenshotWaitMs: 0 })
      yield* until(monitor(id), ({ status }) => status === "active")
      const [first] = yield* screenshots(id)
      assert.deepInclude(first, { urlId: id, reason: "check", format: "image/webp" })

      site.behave(html(pageOf("99", "08:15", "9f86d081884c7d659a2feaa0")))
      yield* passSeconds(31)
      const { change } = yield* data<{ change: PageChange }>("POST", `/urls/${id}/check-now`)
      assert.isAbove(change.visual?.boxes.length ?? 0, 0)
      const { height = 0, y = 0 } = change.visual?.boxes[0] ?? {}
      assert.isAbove(y, 100)
      assert.isBelow(height, 80)
      const stored = yield* screenshots(id)
      assert.deepStrictEqual(
        stored.map(({ reason }) => reason),
        ["change", "check"]
      )
      const [after, before] = stored
      for (const url of [
        change.beforeScreenshotUrl,
        change.afterScreenshotUrl,
        after?.thumbnailUrl,
        before?.imageUrl
      ]) {
        const shown = yield* image(url ?? "", baseUrl)
        assert.deepInclude(shown, { status: 200, type: "image/webp" })
        assert.isAbove(shown.size, 100)
      }
    })
  )
})
