import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { gzipSync } from "node:zlib"
import { contrastOf, pageFiles, type StatusPageDocument, styleSheet } from "../src/index.ts"
import { fullPage, idOf, largePage, makeComponent, makeDays, makePage, makePost } from "./examplePage.ts"

/** The maximum size of the main page with 50 components, compressed with gzip. */
const MOST_GZIP_BYTES = 30_000

const read = (document: StatusPageDocument, path = ""): string => pageFiles(document).get(path)?.().body ?? ""

const htmlPaths = (document: StatusPageDocument) =>
  [...pageFiles(document)].filter(([, write]) => write().contentType.startsWith("text/html")).map(([path]) => path)

describe("HTML pages", () => {
  it.each([
    ["", "index"],
    ["history/", "history"],
    ["maintenance/", "maintenance"],
    ["embed/", "embed"],
    [`incidents/${idOf(3, 2)}/`, "incident"]
  ])("are written like the golden file: %s", async (path, name) => {
    await expect(read(fullPage, path)).toMatchFileSnapshot(`golden/${name}.html`)
  })

  it("show a window that recurs once, with its recurrence in words and its next time", () => {
    const weekly = fullPage.windows.map((one) => ({ ...one, recurrence: "FREQ=WEEKLY;BYDAY=SU" }))
    for (const path of ["", "maintenance/"]) {
      const markup = read({ ...fullPage, windows: weekly }, path)
      expect(markup.match(/every Sunday, \d\d:\d\d–\d\d:\d\d/gu)).toHaveLength(1)
      expect(markup.match(/Next: /gu)).toHaveLength(1)
    }
    const odd = fullPage.windows.map((one) => ({ ...one, recurrence: "FREQ=MONTHLY;BYDAY=MO,SU;BYSETPOS=-1" }))
    expect(read({ ...fullPage, windows: odd }).match(/This maintenance recurs/gu)).toHaveLength(1)
    const once = fullPage.windows.map((one) => ({ ...one, recurrence: null }))
    expect(read({ ...fullPage, windows: once })).not.toContain("Next: ")
  })

  it("offer a subscription beside their name", () => {
    const files = pageFiles(fullPage, { subscribeUrl: "subscribe/" })
    for (const [path, base] of [
      ["", "./"],
      ["history/", "../"],
      ["maintenance/", "../"]
    ] as const)
      expect(files.get(path)?.().body.split("<main")[0]).toContain(
        `<a class="subscribe" href="${base}subscribe/" title="Subscribe by email or webhook">Subscribe</a>`
      )
    expect(read(fullPage)).not.toContain('class="subscribe"')
  })

  it("are written in German", async () => {
    await expect(read({ ...fullPage, language: "de" })).toMatchFileSnapshot("golden/index.de.html")
  })

  it.each([0.02, 0.3, 1])(
    "have at most 30 KB with 50 components of which %d of the days are no normal ones",
    (trouble) => {
      expect(gzipSync(read(largePage(50, trouble))).length).toBeLessThan(MOST_GZIP_BYTES)
    }
  )

  it("contain no script, and refer to no file outside of the page", () => {
    for (const path of htmlPaths(fullPage)) {
      const markup = read(fullPage, path)
      expect(markup).not.toMatch(/<script|javascript:|\son\w+=/iu)
      // A canonical link names an address, and loads nothing.
      const sources = [...markup.matchAll(/(?:src|<link (?!rel="canonical")[^>]*href)="([^"]*)"/gu)].map(
        ([, url]) => url
      )
      expect(sources.filter((url) => !/^(?:\.{1,2}\/)+[\w/.-]*$|^data:,$/u.test(url ?? ""))).toEqual([])
    }
  })

  it("name the address that search engines should show, on an own host name, too", () => {
    const own = { ...fullPage, url: "https://status.acme.com" }
    for (const path of htmlPaths(own).filter((one) => one !== "embed/"))
      expect(read(own, path)).toContain(`<link rel="canonical" href="https://status.acme.com/${path}">`)
    expect(read(own, "embed/")).not.toContain("canonical")
  })

  it("link only to files that exist", () => {
    const files = pageFiles(fullPage)
    for (const path of htmlPaths(fullPage).filter((one) => one !== "embed/")) {
      const base = new URL(path, "http://page.example/s/acme/")
      const links = [...read(fullPage, path).matchAll(/href="(\.[^"]*)"/gu)].map(([, url]) => new URL(url ?? "", base))
      const missing = links
        .map(({ pathname }) => pathname.replace("/s/acme/", ""))
        .filter((one) => !files.has(one) && !one.startsWith("logo-"))
      expect(missing).toEqual([])
    }
  })

  it("say that nothing is monitored where nothing is known to be good", () => {
    const manual = makeComponent(1, { state: "unknown", days: null })
    for (const components of [[], [manual], [manual, manual]]) {
      const markup = read(makePage({ components, posts: [] }))
      expect(markup).toContain('<p class="banner unknown"><strong>Not Monitored</strong>')
      expect(markup).not.toContain("All Systems Operational")
    }
    expect(read(makePage({ components: [manual, makeComponent(2)], posts: [] }))).toContain("All Systems Operational")
  })

  it("list outages that nobody has written about, with their facts", () => {
    const down = makeComponent(1, {
      name: "Checkout",
      state: "major_outage",
      stateSince: "2026-11-23T04:00:00.000Z",
      days: makeDays(90, (ago) =>
        ago === 0 ? { down: 600 } : ago === 3 ? { down: 4_500 } : ago === 20 ? { down: 60 } : {}
      )
    })
    const page = makePage({ components: [down], posts: [] })
    const markup = read(page)
    expect(markup).toContain("<h3>Checkout: Major Outage</h3>")
    expect(markup).not.toContain("No incidents were reported")
    expect(markup.match(/<ul class="facts">.*<\/ul>/u)?.[0]).toBe(
      '<ul class="facts"><li>20 Nov 2026: Checkout, down 1 h 15 min</li></ul>'
    )
    const posts = [
      makePost(1, { componentIds: [down.id] }),
      makePost(2, {
        componentIds: [down.id],
        state: "resolved",
        startedAt: "2026-11-20T01:00:00.000Z",
        resolvedAt: "2026-11-20T05:00:00.000Z"
      })
    ]
    const written = read({ ...page, posts })
    expect(written).not.toContain("<h3>Checkout: Major Outage</h3>")
    expect(written).not.toContain('<ul class="facts">')
  })

  it.each([
    ["en", "No incidents were reported in the last 14 days.", "Uptime not measured · not counted: maintenance 2 days"],
    [
      "de",
      "In den letzten 14 Tagen wurde keine Störung gemeldet.",
      "Verfügbarkeit nicht gemessen · nicht mitgezählt: Wartung 2 Tage"
    ]
  ] as const)("claim no uptime, and no quiet time, that nobody measured (%s)", (language, quiet, unmeasured) => {
    const days = makeDays(2, () => ({ maintenance: 86_400 }))
    const component = makeComponent(1, { state: "under_maintenance", uptimePercent: null, days })
    const markup = read({ ...makePage({ components: [component], posts: [] }), language })
    expect(markup).toContain(quiet)
    expect(markup).toContain(`<p class="uptime">${unmeasured}</p>`)
    expect(markup).toContain('<path class="maintenance"')
    expect(markup).not.toContain('<path class="up"')
  })

  it("say that nothing is planned or published only where there is no post and no window", () => {
    const empty = makePage({ components: [makeComponent(1)], posts: [], windows: [] })
    for (const [path, sentence] of [
      ["maintenance/", "No maintenance is planned."],
      ["history/", "No incidents have been published."]
    ] as const) {
      expect(read(empty, path)).toContain(sentence)
      expect(read(fullPage, path)).not.toContain(sentence)
    }
  })

  it("show hostile texts as texts", () => {
    const hostile = `</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"'&\u0000\uD800`
    const document = makePage({
      name: hostile,
      description: hostile,
      links: [{ label: hostile, url: "javascript:alert(1)" }],
      timeZone: hostile,
      colors: { accent: "red;}</style><script>", header: "url(https://evil.example)" },
      logo: { hash: `"><script>`, contentType: "image/png", width: 10, height: 10 },
      components: [
        makeComponent(1, { name: hostile, description: hostile, monitors: [{ name: hostile, state: "unknown" }] })
      ],
      posts: [
        makePost(1, {
          title: hostile,
          updates: makePost(1).updates.map((update) => ({ ...update, body: `${hostile} https://a.example/"onclick=x` }))
        })
      ]
    })
    for (const [path, write] of pageFiles(document)) {
      const { body, contentType } = write()
      if (contentType.startsWith("application/json") || contentType.startsWith("text/calendar")) continue
      expect(body, path).not.toMatch(/<script|<img src=x|javascript:|evil\.example/u)
    }
  })

  it("have readable colors, whatever the owner picks", () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`)
    fc.assert(
      fc.property(color, color, (accent, header) => {
        const sheet = styleSheet({ colors: { accent, header } })
        const [light, dark] = [...sheet.matchAll(/--accent:(#[0-9a-f]{6})/gu)].map(([, value]) => value ?? "")
        for (const ground of ["#ffffff", "#f4f5f7"]) expect(contrastOf(light ?? "", ground)).toBeGreaterThanOrEqual(4.5)
        for (const ground of ["#14161a", "#1e2228"]) expect(contrastOf(dark ?? "", ground)).toBeGreaterThanOrEqual(4.5)
        const [, ground = "", text = ""] = /\.top\{background:(#\w+);color:(#\w+)/u.exec(sheet) ?? []
        expect(contrastOf(ground, text)).toBeGreaterThanOrEqual(4.5)
      })
    )
  })

  it("keep a color that is readable", () => {
    expect(styleSheet({ colors: { accent: "#0b4f9e", header: null } })).toContain("--accent:#0b4f9e")
  })

  it("show a component that hides while it works only while it does not", () => {
    const component = makeComponent(1, { name: "Backup site", isShownOnlyIfDegraded: true })
    expect(read(makePage({ components: [component] }))).not.toContain("Backup site")
    expect(read(makePage({ components: [{ ...component, state: "partial_outage" }] }))).toContain("Backup site")
  })
})
