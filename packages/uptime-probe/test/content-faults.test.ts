import { describe, expect, it, test } from "vitest"
import {
  type ContentFaultCode,
  contentFaults,
  type ContentMemory,
  isContentMemory,
  judgeContent
} from "../src/index.ts"
import { type ContentBody, readBodies } from "./contentBodies.ts"

const codes = Object.keys(contentFaults) as ReadonlyArray<ContentFaultCode>

const page = (text: string, contentType: string | null = "text/html") => ({ statusCode: 200, contentType, text })

/** Returns the content memory of a URL after a number of checks with the same answer. */
const remembered = (text: string, checks = 30, contentType = "text/html"): ContentMemory | null => {
  let memory: ContentMemory | null = null
  for (let count = 0; count < checks; count++) ({ memory } = judgeContent(page(text, contentType), memory))
  return memory
}

const faultOf = ({ before, contentType, text }: ContentBody) =>
  judgeContent(page(text, contentType), before === undefined ? null : remembered(before.text, 30, before.contentType))
    .fault

describe("bodies of broken sites", () => {
  const bodies = codes.flatMap((code) =>
    [code, `held-out/${code}`].flatMap((name) =>
      readBodies(name.replaceAll("_", "-")).map((body) => ({ code, body, fault: faultOf(body) }))
    )
  )

  it("are at least 600, and each class has at least 20", () => {
    expect(bodies.length).toBeGreaterThanOrEqual(600)
    for (const code of codes)
      expect([code, bodies.filter((one) => one.code === code).length >= 20]).toEqual([code, true])
  })

  it("are found, but for these", () => {
    expect(bodies.filter(({ fault }) => fault === null).map(({ body, code }) => `${code}: ${body.source}`)).toEqual([
      "application_error: Mashroom error pages 2.8.1, default.html (en)",
      "coming_soon: private page of a site builder, rebuilt (en)"
    ])
  })

  it("have the right class, but for these", () => {
    const others = bodies.flatMap(({ body, code, fault }) =>
      fault === null || fault.code === code ? [] : [`${code}, not ${fault.code}: ${body.source}`]
    )
    expect(others).toEqual([
      "application_error, not maintenance: Next.js 15.5.29 of the package, its error component with 503, drawn on the server (en)",
      ...["geojson", "json", "json", "json-ld"].map(
        () => "wrong_format, not application_error: error page of the server where an API or feed was (en)"
      )
    ])
  })

  it("are quoted with words that the page shows", () => {
    for (const { body, fault } of bodies) {
      if (fault?.line == null) continue
      expect(fault.line.length).toBeLessThanOrEqual(200)
      expect(fault.line).not.toMatch(/^\s|\s$|\n/u)
      expect([body.source, fault.line === ""]).toEqual([body.source, false])
    }
  })
})

test.each(readBodies("good").map((body) => [body.family, body.source, body] as const))(
  "a good page has no fault: %s, %s",
  (_family, _source, body) => {
    expect(faultOf(body)).toBeNull()
  }
)

describe("a page", () => {
  it.each([
    ["zero bytes", "", "text/html"],
    ["white space", " \n\t&nbsp;\u200b", "text/html"],
    ["a head only", "<!doctype html><html><head><title>Shop</title></head></html>", "text/html"],
    ["an empty text", "\n", "text/plain"]
  ])("is empty with %s, which is certain once there was content", (_name, text, contentType) => {
    expect(judgeContent(page(text, contentType)).fault).toEqual({
      code: "empty",
      family: null,
      line: null,
      certain: false
    })
    expect(judgeContent(page(text, contentType), remembered("<h1>Shop</h1>", 1)).fault).toMatchObject({
      code: "empty",
      certain: true
    })
  })

  it.each([
    ["a script", '<div id="root"></div><script src="/app.js"></script>'],
    ["an inline script", '<div id="root"></div><script>start()</script>'],
    ["an image", '<img src="/sign.png" alt="">'],
    ["a frame", '<frameset><frame src="/a.html"></frameset>'],
    ["an element of its own", "<shop-front></shop-front>"],
    ["a redirect", '<meta http-equiv="refresh" content="0; url=/shop">']
  ])("is not empty with %s", (_name, text) => {
    expect(
      judgeContent(page(`<!doctype html><html><body>${text}</body></html>`), remembered("<h1>Shop</h1>")).fault
    ).toBeNull()
  })

  it.each([
    [404, "text/html"],
    [503, "text/html"],
    [204, "text/html"],
    [304, null],
    [200, "image/png"],
    [200, "application/octet-stream"]
  ] as const)("is not judged with the status %i and the type %s", (statusCode, contentType) => {
    expect(judgeContent({ statusCode, contentType, text: "" })).toEqual({ fault: null, memory: null })
  })

  it("is recognised by its beginning, whatever its type says", () => {
    const text = "<!doctype html><title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>"
    for (const contentType of ["text/html", "text/plain", "application/json", null])
      expect(judgeContent(page(text, contentType)).fault).toMatchObject({ code: "default_page", family: "nginx" })
  })

  it.each([
    ["suspended", "This account has been suspended."],
    ["parked", "The domain shop.example is for sale."],
    ["application_error", "MySQL server has gone away"],
    ["defaced", "Hacked by nobody"]
  ])("that is %s is quoted with the line that shows it, not with the name of its site", (code, line) => {
    const text = `<div>Anvil Works</div><p>Home Contact</p><p>${line}</p><p>Imprint</p>`
    expect(judgeContent(page(text)).fault).toMatchObject({ code, line })
  })

  const critical = "There has been a critical error on this website."
  const fatalError = `<b>Fatal error</b>:  Uncaught Error: no &quot;stock&quot; in <b>/srv/shop.php</b> on line <b>7</b>`

  it.each([
    ["maintenance", "Wartung", "<nav><a>Home</a></nav><h1>Wir sind gleich zurück</h1>", "Wir sind gleich zurück"],
    ["maintenance", "", "<nav><a>Home</a></nav><h1>Wir sind gleich zurück</h1>", "Wir sind gleich zurück"],
    ["maintenance", "Wartung", "<nav><a>Home</a></nav><h1>Anvil Works</h1>", "Wartung"],
    ["maintenance", "Wartung", "<p>Prüfe in einer Minute erneut.</p>", "Prüfe in einer Minute erneut."],
    [
      "application_error",
      "WordPress &rsaquo; Error",
      '<body id="error-page"><p>No.</p><p>Back</p></body>',
      "WordPress › Error"
    ],
    [
      "application_error",
      "WordPress &rsaquo; Error",
      `<nav>Home</nav><h1>Anvil Works</h1><p>${critical}</p><p>Learn more</p><footer>Imprint</footer>`,
      critical
    ],
    [
      "application_error",
      "Anvil Works",
      `<nav>Home</nav><p>Anvils</p><div class="wp-die-message"><p>${critical}</p><p>Learn more about troubleshooting WordPress.</p></div>`,
      critical
    ],
    [
      "application_error",
      "Anvil Works",
      `<p>Accueil</p><p>Il y a eu une erreur critique sur ce site.</p>`,
      "Il y a eu une erreur critique sur ce site."
    ],
    [
      "application_error",
      "Anvil Works",
      `<nav>Home</nav><h1>Anvils</h1><br />\n${fatalError}<br />`,
      'Fatal error: Uncaught Error: no "stock" in /srv/shop.php on line 7'
    ],
    [
      "application_error",
      "Anvil Works",
      `<p>Home</p><p>Anvils</p><p>TypeError: x is no function</p><p>at f (/srv/a.js:1:2)</p>`,
      "TypeError: x is no function"
    ],
    [
      "application_error",
      "Database Error",
      "<h1>Error establishing a database connection</h1>",
      "Error establishing a database connection"
    ],
    ["parked", "Anvil Works", '<p>Related</p><p>Links</p><script src="//sedoparking.com/a.js"></script>', null],
    [
      "parked",
      "anvils.example",
      '<p>Anvils &rarr; here&trade;</p><script src="//sedoparking.com/a.js"></script>',
      "Anvils → here™"
    ]
  ])("that is %s, with the title %j and %j, is quoted with %j", (code, title, body, line) => {
    expect(judgeContent(page(`<!doctype html><title>${title}</title>${body}`)).fault).toMatchObject({ code, line })
  })

  it("of a site that writes about a critical error has no fault", () => {
    const text = `<title>Anvil Works</title><h1>What to do</h1><p>${critical}</p><p>Ask your host, and how to restore a backup.</p>`
    expect(judgeContent(page(text)).fault).toBeNull()
  })

  it("that ends in the middle is judged by its last words, however long it is", () => {
    const before = `<html><head><title>Shop</title></head><body>${"<p>Anvils of all sizes.</p>\n".repeat(8_000)}`
    const fatal = "<br />\n<b>Fatal error</b>:  Uncaught Error: no stock in <b>/srv/shop.php</b> on line <b>7</b><br />"
    expect(judgeContent(page(`${before}${fatal}`)).fault).toMatchObject({ code: "application_error", family: "php" })
    expect(judgeContent(page(`${before}<pre>${fatal}</pre></body></html>`)).fault).toBeNull()
  })
})

const site = (name: string, host: string) =>
  `<!doctype html><title>${name}</title><h1>${name}</h1><a href="https://${host}/about">About</a>`

describe("the memory of a URL", () => {
  it("is the same object once there is nothing to learn", () => {
    const memory = remembered(site("Shop", "shop.example"))
    expect(judgeContent(page(site("Shop (3)", "shop.example")), memory).memory).toBe(memory)
  })

  it("is plain JSON without any text of the pages", () => {
    const memory = remembered(site("Shop", "shop.example"), 2)
    expect(JSON.parse(JSON.stringify(memory))).toEqual(memory)
    expect(isContentMemory(memory)).toBe(true)
    expect(JSON.stringify(memory)).not.toMatch(/shop/iu)
  })

  it("does not learn from broken pages", () => {
    const memory = remembered(site("Shop", "shop.example"), 3)
    expect(judgeContent(page("<h1>Error establishing a database connection</h1>"), memory).memory).toBe(memory)
    expect(judgeContent(page(""), memory).memory).toBe(memory)
  })

  it("finds another site only after thirty checks, and only if title and hosts are all new", () => {
    const other = page(site("Casino", "casino.example"))
    expect(judgeContent(other, remembered(site("Shop", "shop.example"), 29)).fault).toBeNull()
    const memory = remembered(site("Shop", "shop.example"))
    expect(judgeContent(other, memory).fault).toMatchObject({ code: "another_site", line: "Casino", certain: false })
    expect(judgeContent(page(site("Casino", "shop.example")), memory).fault).toBeNull()
    expect(judgeContent(page(site("Shop", "casino.example")), memory).fault).toBeNull()
    expect(judgeContent(page("<title>Casino</title><h1>Casino</h1>"), memory).fault).toBeNull()
  })

  it("accepts another site, or another format, after thirty checks in a row", () => {
    for (const next of [
      page(site("New shop", "new.example")),
      page("<!doctype html><title>Docs</title><h1>Docs</h1>")
    ]) {
      let memory = next.text.includes("Docs")
        ? remembered('{"ok":true}', 30, "application/json")
        : remembered(site("Shop", "shop.example"))
      const codesSeen = Array.from({ length: 32 }, () => {
        const judged = judgeContent(next, memory)
        ;({ memory } = judged)
        return judged.fault?.code ?? null
      })
      expect(codesSeen.filter((code) => code !== null).length).toBe(30)
      expect(codesSeen.slice(30)).toEqual([null, null])
    }
  })

  it("finds HTML where data was from the second check on", () => {
    const html = page("<!doctype html><title>Sign in</title><h1>Sign in</h1>")
    expect(judgeContent(html, remembered('{"items":[]}', 1, "application/json")).fault).toMatchObject({
      code: "wrong_format",
      line: "Sign in"
    })
    expect(judgeContent(page("<rss></rss>", "text/xml"), remembered('{"items":[]}', 1)).fault).toBeNull()
  })
})
