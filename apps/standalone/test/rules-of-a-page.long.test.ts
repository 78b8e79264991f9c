import { assert, layer } from "@effect/vitest"
import type { Notification, PagePreview, PageChange, PageMonitor } from "@mon/model"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { request, Service } from "./Service.ts"

const hasBrowser = existsSync("/usr/bin/chromium") || process.env["MON_CHROMIUM_PATH"] !== undefined

type Fields = Readonly<Record<string, unknown>>

const data = <A>(method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), (answer) => answer.body.data as A)

/** The result of a check of a page. `alert` has the lines that the alert names. It is null without an alert. */
interface Checked {
  readonly status: string
  readonly error: string | null
  readonly alert: ReadonlyArray<string> | null
}

interface Page {
  readonly body: string
  readonly type: string
}

const HTML = "text/html; charset=utf-8"

/** The page that the site shows for each host and port. */
const pages = new Map<string, Page>()

/**
 * Returns `begin`, which monitors a new page, and `check`, which changes the page and returns how Mon announced the
 * change.
 */
const watch = Effect.fn("watch")(function* (name: string, fields: Fields) {
  const { dns, passSeconds, site } = yield* Service
  const host = `${name}.example.com:${site.port}`
  dns.zone.set(`${name}.example.com`, { A: [site.host] })
  site.behave((asked) => {
    const { body = "", type = HTML } = pages.get(asked.host) ?? {}
    return { status: 200, body, headers: { "content-type": type } }
  })
  const alerts = (id: string) =>
    Effect.map(
      data<ReadonlyArray<Notification>>("GET", "/notifications?limit=50"),
      (all) => all.filter(({ kind, urlId }) => urlId === id && kind === "page_changed").length
    )
  const begin = Effect.fnUntraced(function* (body: string, type = HTML) {
    pages.set(host, { body, type })
    const created = yield* request("POST", "/urls", {
      url: `http://${host}/`,
      checkInterval: 2_592_000,
      screenshotEnabled: false,
      ...fields
    })
    assert.strictEqual(created.status, 201, created.body.message)
    const { id } = created.body.data as PageMonitor
    yield* Effect.repeat(data<PageMonitor>("GET", `/urls/${id}`), { until: ({ status }) => status !== "unknown" })
    return id
  })
  const check = Effect.fnUntraced(function* (id: string, body: string, type = HTML) {
    pages.set(host, { body, type })
    const before = yield* alerts(id)
    yield* passSeconds(31)
    const checked = yield* data<PageMonitor & { readonly change: PageChange | null }>("POST", `/urls/${id}/check-now`)
    const lines = (checked.change?.hunks ?? []).flatMap((hunk) =>
      hunk.lines.flatMap(({ op, text }) => (op === "equal" ? [] : [`${op === "insert" ? "+" : "-"}${text}`]))
    )
    const announced = (yield* alerts(id)) - before
    return {
      status: checked.status,
      error: checked.lastError?.code ?? null,
      alert: announced === 0 ? null : lines
    } satisfies Checked
  })
  return { begin, check }
})

/**
 * Returns a page whose script writes the price. The script also pretends to other scripts that the text hidden by the
 * style sheet is visible.
 */
const written = (price: string, hidden: string) =>
  `<style>.h{display:none}</style><p class=h>${hidden}</p><p id=p></p><script>document.getElementById("p").textContent = "Price: ${price}"; getComputedStyle = () => ({ display: "block" })</script>`

const quiet: Checked = { status: "active", error: null, alert: null }
const loud = (...alert: ReadonlyArray<string>): Checked => ({ status: "changed", error: null, alert })

layer(Service.layer, { excludeTestServices: true, timeout: 120_000 })("a page with", (it) => {
  const example = (
    name: string,
    fields: Fields,
    first: string,
    steps: ReadonlyArray<readonly [string, Checked]>,
    type?: string
  ) =>
    it.effect(`${JSON.stringify(fields)} is announced for what counts`, () =>
      Effect.gen(function* () {
        const { begin, check } = yield* watch(name, fields)
        const id = yield* begin(first, type)
        for (const [body, expected] of steps) assert.deepStrictEqual(yield* check(id, body, type), expected, body)
      })
    )

  example("include", { include: ["#price"] }, "<p id=price>39<p>a", [
    ["<p id=price>39<p>b", quiet],
    ["<p id=price>49<p>c", loud("-39", "+49")],
    ["<p>49<p>c", { status: "error", error: "filter_not_found", alert: null }]
  ])
  example("exclude", { exclude: [".ad"] }, "<p>39<p class=ad>a", [
    ["<p>39<p class=ad>b", quiet],
    ["<p>49<p class=ad>c", loud("-39", "+49")]
  ])
  example(
    "jsonpath",
    { include: ["$.items[*].price"], exclude: ["$.items[1]"] },
    '{"items":[{"price":39},{"price":1}],"views":1}',
    [
      ['{"items":[{"price":39},{"price":2}],"views":2}', quiet],
      ['{"items":[{"price":49},{"price":3}],"views":3}', loud("-items[0].price: 39", "+items[0].price: 49")]
    ],
    "application/json"
  )
  example(
    "css-of-json",
    { include: ["#price"] },
    '{"price":39}',
    [['{"price":49}', { status: "error", error: "not_applicable", alert: null }]],
    "application/json"
  )
  example(
    "ignored-lines",
    { ignoreLines: [{ text: "SOLD", ignoreCase: true }, { matches: "^Visitors: \\d+$" }] },
    "<p>39<p>7 sold<p>Visitors: 1",
    [
      ["<p>39<p>8 sold<p>Visitors: 2", quiet],
      ["<p>39<p>9 sold<p>Visitors: none", loud("+Visitors: none")]
    ]
  )
  example("appears", { trigger: { appears: "In stock" } }, "<p>Sold out<p>39", [
    ["<p>Sold out<p>49", quiet],
    ["<p>In stock<p>49", loud("-Sold out", "+In stock")],
    ["<p>In stock<p>59", quiet],
    ["<p>Sold out<p>59", quiet],
    ["<p>In stock<p>59", loud("-Sold out", "+In stock")]
  ])
  example("disappears", { trigger: { disappears: "Sold out" } }, "<p>Sold out<p>39", [
    ["<p>Sold out<p>49", quiet],
    ["<p>In stock<p>49", loud("-Sold out", "+In stock")]
  ])
  example("only-added", { onlyLines: "added" }, "<p>a<p>b<p>c", [
    ["<p>a<p>b", quiet],
    ["<p>b<p>a", quiet],
    ["<p>b<p>a<p>d", loud("+d")]
  ])
  example("only-removed", { onlyLines: "removed" }, "<p>a<p>b", [
    ["<p>a<p>b<p>c", quiet],
    ["<p>a<p>c", loud("-b")]
  ])
  example("minimum", { minimumChange: { lines: 3 } }, "<p>a<p>b<p>c<p>d", [
    ["<p>A<p>b<p>c<p>d", quiet],
    ["<p>A<p>B<p>c<p>d", quiet],
    ["<p>A<p>B<p>C<p>d", loud("-a", "-b", "-c", "+A", "+B", "+C")],
    ["<p>A<p>B<p>C<p>D", quiet]
  ])

  it.effect("a preview shows what would be compared, and what each option leaves out", () =>
    Effect.gen(function* () {
      const { dns, site } = yield* Service
      dns.zone.set("preview.example.com", { A: [site.host] })
      const host = `preview.example.com:${site.port}`
      site.behave(() => ({
        status: 200,
        body: "<title>Shop</title><main><p>39 EUR<p class=ad>Buy<p>7 visitors</main><footer>2026</footer>",
        headers: { "content-type": HTML }
      }))
      const preview = (more: Fields) => data<PagePreview>("POST", "/urls/preview", { url: `http://${host}/`, ...more })
      const rules = { include: ["main"], exclude: [".ad"], ignoreLines: [{ matches: "^\\d+ visitors$" }] }
      const { finalUrl, responseTimeMs, timings: _, ...shown } = yield* preview(rules)
      assert.strictEqual(finalUrl, `http://${host}/`)
      assert.isAbove(responseTimeMs ?? 0, 0)
      assert.deepStrictEqual(shown, {
        status: "active",
        slow: null,
        statusCode: 200,
        expectations: [],
        certificateProblems: [],
        contentFault: null,
        contentType: HTML,
        title: "Shop",
        lineCount: 1,
        lines: ["39 EUR"],
        leftOut: [
          { option: "exclude", lineCount: 1, lines: ["Buy"] },
          { option: "include", lineCount: 1, lines: ["2026"] },
          { option: "ignoreLines", lineCount: 1, lines: ["7 visitors"] }
        ],
        cause: null,
        error: null
      })
      const missing = yield* preview({ include: ["#price"] })
      assert.deepInclude(missing, { lineCount: 0, cause: "include" })
      assert.deepInclude(missing.error, { code: "filter_not_found" })
      site.behave({ status: 503, body: "no" })
      assert.deepInclude((yield* preview({})).error, { code: "http_status" })
      site.behave(({ headers }) => ({ status: headers["x-key"] === "canary" ? 200 : 401, body: "39 EUR" }))
      const own = { request: { headers: { "X-Key": "canary" } } }
      const tried = yield* preview({ ...own, expect: [{ text: "49 EUR" }] })
      assert.deepInclude(tried, { status: "error", statusCode: 200, lineCount: 1, lines: [] })
      assert.deepStrictEqual(tried.expectations, [{ expected: "the text “49 EUR”", holds: false, found: null }])
      const { id } = yield* data<PageMonitor>("POST", "/urls", { url: `http://${host}/`, ...own })
      const change = yield* data<PagePreview>("POST", `/urls/${id}/preview`, { expect: [{ text: "39 EUR" }] })
      assert.deepInclude(change, { status: "active", statusCode: 200, lines: [] })
    })
  )

  it.effect("other rules than before is a new baseline, without an alert", () =>
    Effect.gen(function* () {
      const { begin, check } = yield* watch("changed-rules", {})
      const id = yield* begin("<p>39<p class=ad>a")
      const changes: ReadonlyArray<Fields> = [
        { exclude: [".ad"] },
        { ignoreLines: [{ text: "visitors" }] },
        { trigger: { appears: "x" } },
        { onlyLines: "added" },
        { minimumChange: { percent: 1 } },
        { include: ["p"], trigger: null, onlyLines: null, minimumChange: null }
      ]
      for (const [index, change] of changes.entries()) {
        const patched = yield* request("PATCH", `/urls/${id}`, change)
        assert.strictEqual(patched.status, 200)
        assert.deepStrictEqual(yield* check(id, `<p>x ${index}<p class=ad>b`), quiet, JSON.stringify(change))
      }
      assert.deepStrictEqual(yield* check(id, "<p>49"), loud("-x 5", "+49"))
    })
  )

  it.effect.skipIf(!hasBrowser)("render is compared as the browser shows it", () =>
    Effect.gen(function* () {
      const { begin, check } = yield* watch("rendered", { render: true, screenshotWaitMs: 0 })
      const id = yield* begin(written("39", "a"))
      assert.deepStrictEqual(yield* check(id, written("39", "b")), quiet)
      assert.deepStrictEqual(yield* check(id, written("49", "c")), loud("-Price: 39", "+Price: 49"))
      const json = yield* check(id, "{}", "application/json")
      assert.deepStrictEqual(json, { status: "error", error: "not_applicable", alert: null })
    })
  )
})
