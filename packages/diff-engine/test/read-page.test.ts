import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  comparePages,
  decodeBody,
  jsonLines,
  type NoiseMaskName,
  noiseMasks,
  type PageOptions,
  readPage,
  SelectorError
} from "../src/index.ts"
import { maskNoise } from "../src/page/NoiseMask.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string, options: PageOptions = {}, contentType: string | null = "text/html", statusCode = 200) =>
  readPage({ body: bytes(text), contentType, statusCode }, options)
const textOf = async (text: string, options: PageOptions = {}, contentType: string | null = "text/html") => {
  const reading = await read(text, options, contentType)
  return reading.state === "ok" ? reading.text : `${reading.state}: ${reading.reason}`
}

describe("the text of an HTML page", () => {
  it.each([
    ["<h1>Prices</h1><p>Starter: <b>39</b> EUR<p>Pro", "Prices\nStarter: 39 EUR\nPro"],
    ["<p>a<br>b<br/>c", "a\nb\nc"],
    ["<p>  much \n\t space&nbsp;here </p>", "much space here"],
    ["<ul><li>one<li>two</ul>", "one\ntwo"],
    ["<table><tr><td>a<td>b<tr><th>c</th><td>d</table>", "a\tb\nc\td"],
    ["<p>&lt;tag&gt; &amp; &eacute; &#8364; &#x20ac; &hellip;", "<tag> & é € € …"],
    ["<span>$<!-- x -->90</span>", "$90"],
    ["a<script>var x = '<p>no</p>'</script>b", "ab"],
    ["<style>p{}</style><noscript>no</noscript><template><p>no</template>yes", "yes"],
    ["<svg><title>no</title><text>5 <tspan>of 9</tspan></text></svg>yes", "5 of 9\nyes"],
    ["<p>Area: <math><mi>a</mi><mo>=</mo><mn>2</mn><annotation>no</annotation></math>", "Area: a=2"],
    ["<svg><text>yes<p>breaks out</p>", "yes\nbreaks out"],
    ["<p hidden>no</p><p>yes</p>", "yes"],
    ["<p hidden>no<p>yes", "yes"],
    ["<div style='color:red; display:none'>no<div>no</div></div>yes", "yes"],
    ["<pre>  a\n    b\n</pre>c", "  a\n    b\nc"],
    ["<textarea>\n kept &amp; shown</textarea>", " kept & shown"],
    ["<title>No</title><p>1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["<p title='a > b'>x</p>", "x"],
    ['<a href=x title="it\'s">link</a>', "link"],
    ["text <!-- never ends", "text"],
    ["text <b never ends", "text"],
    ["<!doctype html><?php echo 1 ?><p>x", "x"],
    ["a\u00adb\u200bc", "abc"],
    ["<pre>  a\u00adb\n\u200b\n\ufeff  c</pre><textarea>d&shy;e</textarea>", "  ab\n  c\nde"],
    ["e\u0301", "é"],
    ["<SCRIPT>no</ScRiPt >yes", "yes"],
    ["<script>no", "empty: The page shows no text."]
  ])("%s", async (html, text) => {
    expect(await textOf(html)).toBe(text)
  })

  it("includes attributes on request", async () => {
    expect(await textOf("<a href='/x?a=1&amp;b=2'>go</a><img alt='A cat'>", { attributes: ["href", "alt"] })).toBe(
      "[href: /x?a=1&b=2] go [alt: A cat]"
    )
  })

  it("has a title, which is compared on request", async () => {
    expect(await read("<title> My\n page </title><p>x")).toMatchObject({ title: "My page", text: "x" })
    expect(await textOf("<title>My page</title><p>x", { title: true })).toBe("My page\nx")
  })

  it("contains only selected elements, in document order", async () => {
    const html =
      "<main><p class=a>one</p><p>two</p><div class=a>three<i class=no>four</i></div></main><footer class=a>five</footer>"
    expect(await textOf(html, { include: [".a"], exclude: [".no", "footer"] })).toBe("one\nthree")
    expect(await textOf(html, { exclude: [".a"] })).toBe("two")
    expect(await textOf(html, { include: ["main", "p"] })).toBe("one\ntwo\nthreefour")
  })

  it("reports a selector without matches and rejects an invalid selector", async () => {
    expect(await read("<p>x", { include: ["#price"] })).toEqual({
      state: "filter_not_found",
      reason: "Nothing on the page matches #price."
    })
    await expect(read("<p>x", { include: ["p[["] })).rejects.toThrow(SelectorError)
  })

  it("can ignore, sort and deduplicate lines", async () => {
    const html = "<p>b<p>a<p>b<p>visits: 17"
    expect(await textOf(html, { ignoreLines: [/^visits/u], sort: true })).toBe("a\nb\nb")
    expect(await textOf(html, { dedupe: true })).toBe("b\na\nvisits: 17")
  })
})

describe("other kinds of pages", () => {
  it("reads JSON as one line per leaf, sorted, with the original numbers", () => {
    expect(jsonLines('{"b":[1.50,true,{}],"a b":"x","n":12345678901234567890,"e":[]}')).toEqual([
      '["a b"]: "x"',
      "b[0]: 1.50",
      "b[1]: true",
      "b[2]: {}",
      "e: []",
      "n: 12345678901234567890"
    ])
    expect(jsonLines("no")).toBeNull()
  })

  it("treats JSON with reordered keys as the same page", async () => {
    const one = await read('{"a":1,"b":2}', {}, "application/json")
    const other = await read('{ "b": 2, "a": 1 }', {}, "application/json; charset=utf-8")
    expect(one).toEqual(other)
  })

  it("reads RSS as element and text", async () => {
    const rss =
      "<?xml version='1.0'?><rss><channel><title>News</title><item><title>One</title><link>https://a.example/1</link><description><![CDATA[<b>Hi</b>]]></description></item></channel></rss>"
    expect(await textOf(rss, {}, "application/rss+xml")).toBe(
      "title: News\ntitle: One\nlink: https://a.example/1\ndescription: <b>Hi</b>"
    )
    expect(await textOf(rss, {}, null)).toContain("title: News")
  })

  const atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>News</title><entry><title>One</title></entry></feed>"
  const rdf =
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel><title>News</title></channel><item><title>One</title></item></rdf:RDF>"
  const rss = "<rss version='2.0'><channel><title>News</title><item><title>One</title></item></channel></rss>"
  const sitemap = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>News One</loc></url></urlset>"

  it.each([
    ["RSS", rss],
    ["RSS behind a declaration", `<?xml version="1.0" encoding="utf-8"?>\n${rss}`],
    ["RSS behind a byte-order mark, white space and comments", `\ufeff\n\n<!-- a > b --><!---->\n${rss}`],
    ["RSS behind a style sheet", `<?xml version="1.0"?><?xml-stylesheet href="/a.xsl"?>${rss}`],
    ["RSS 0.91 with its document type", `<!DOCTYPE rss PUBLIC "-//A" "http://a/rss.dtd" [<!ENTITY x "y">]>${rss}`],
    ["Atom", atom],
    ["Atom with a prefix", atom.replaceAll(/<(\/?)(?=\w)/gu, "<$1atom:")],
    ["RSS 1.0", rdf],
    ["RSS 1.0 without a prefix", rdf.replaceAll("rdf:RDF", "RDF")],
    ["a sitemap", sitemap]
  ])("reads %s as a feed, whatever its header says", async (_, text) => {
    const expected = await read(text, {}, "application/xml")
    expect(expected).toMatchObject({ state: "ok", kind: "xml" })
    expect(expected.state === "ok" && expected.text).toMatch(/News[^]*One/u)
    for (const type of [
      "text/html",
      "text/html; charset=utf-8",
      "text/plain",
      "application/json",
      "application/octet-stream",
      null
    ])
      expect([type, await read(text, {}, type)]).toEqual([type, expected])
  })

  it("reads JSON Feed as JSON, whatever its header says", async () => {
    for (const version of ["https://jsonfeed.org/version/1.1", String.raw`https:\/\/jsonfeed.org\/version\/1`]) {
      const text = `{ "title": "News", "version": "${version}", "items": [{ "title": "One" }] }`
      const expected = await read(text, {}, "application/feed+json")
      for (const type of ["text/html", "text/plain", "text/xml", null])
        expect([type, await read(text, {}, type)]).toEqual([type, expected])
    }
  })

  it.each([
    ["a page that shows a feed", `<!doctype html><p>News</p><pre>${rss}</pre>`],
    ["a page whose first element has a name that begins as one", "<!-- --><feedback-form>News</feedback-form>"],
    ["a page with a comment that holds one", `<!-- ${rss.replaceAll("--", "")} --><p>News</p>`],
    ["XHTML", '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body>News</body></html>']
  ])("reads %s as HTML", async (_, text) => {
    for (const type of ["text/html", null])
      expect([type, await read(text, {}, type)]).toEqual([type, expect.objectContaining({ kind: "html" })])
  })

  it("finds another title of a feed that is served as HTML", async () => {
    expect(await textOf(rss, {}, "text/html")).not.toBe(await textOf(rss.replace("One", "Two"), {}, "text/html"))
  })

  it("reads plain text as lines", async () => {
    expect(await textOf("a  \r\n  b\n", {}, "text/plain")).toBe("a\n  b\n")
  })

  it("reads binary content as size and hash", async () => {
    const reading = await readPage({ body: new Uint8Array([0, 1, 2]), contentType: null, statusCode: 200 })
    expect(reading).toMatchObject({ state: "ok", kind: "binary" })
    expect(reading.state === "ok" && reading.text).toMatch(/^3 bytes\nsha256 [0-9a-f]{64}$/u)
  })
})

describe("encodings", () => {
  it.each([
    ["a byte-order mark wins", [0xff, 0xfe, 0x41, 0], "text/html; charset=utf-8", "A"],
    ["the header", [0xe4], "text/html; charset=iso-8859-1", "ä"],
    ["the header in quotes", [0xe4], 'text/html; charset="windows-1252"', "ä"],
    ["nothing said, valid UTF-8", [0xc3, 0xa4], null, "ä"],
    ["nothing said, not UTF-8", [0x39, 0x80], null, "9€"],
    ["a charset that nobody knows", [0xc3, 0xa4], "text/html; charset=nope", "ä"]
  ])("%s", (_name, body, contentType, text) => {
    expect(decodeBody(new Uint8Array(body), contentType)).toBe(text)
  })

  it("uses the encoding that the page declares", () => {
    const head = "<meta http-equiv=content-type content='text/html; charset=koi8-r'>"
    expect(decodeBody(new Uint8Array([...bytes(head), 0xc1]), "text/html")).toBe(`${head}а`)
    expect(decodeBody(bytes("<meta charset=utf-16><p>x"), null)).toBe("<meta charset=utf-16><p>x")
  })
})

describe("masks", () => {
  const cases: Readonly<
    Record<NoiseMaskName, readonly [hidden: ReadonlyArray<string>, visible: ReadonlyArray<string>]>
  > = {
    "date-time": [
      ["2026-11-21T08:15:00Z", "2026-11-21 08:15", "2026-11-21T08:15:00.123+01:00"],
      ["2026-11-21", "1.5", "39 EUR"]
    ],
    "http-date": [["Sat, 21 Nov 2026 08:15:00 GMT"], ["Sat, 21 Nov", "21 Nov 2026"]],
    date: [["2026-11-21"], ["2026-13-01", "1234-5678", "39-49", "2026"]],
    "long-date": [
      ["November 21, 2026", "21 Nov 2026", "21st November 2026"],
      ["May 5 items", "March madness 2026", "May 2026"]
    ],
    "time-of-day": [
      ["08:15", "8:15:30 PM", "23:59"],
      ["1:100", "16:9.5", "25:00", "39.90", "3:1"]
    ],
    "relative-time": [
      ["5 minutes ago", "just now", "an hour ago", "in 3 hours"],
      ["5 minutes", "3 hours of video", "delivery in 3 days"]
    ],
    uuid: [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"], ["01981f6e-2a7b", "+49-30-1234567"]],
    hex: [["9f86d081884c7d659a2feaa0"], ["1234567890123456", "deadbeef", "facadefacadefacade"]],
    token: [
      ["aZ3bQ9xK2mP7vT4nL8wR5yU1"],
      ["internationalisation-of-things", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1234567890123456789012345"]
    ],
    "session-id": [
      ["/a;jsessionid=AB12", "?sid=xyz"],
      ["?side=left", "?id=5"]
    ]
  }

  it.each(Object.keys(noiseMasks) as Array<NoiseMaskName>)("%s masks its format and nothing else", (name) => {
    const [hidden, visible] = cases[name]
    for (const value of hidden) expect(maskNoise(`at ${value} now`, new Set([name]))).not.toContain(value)
    for (const value of [...visible, "39 EUR", "$1,299.00", "4.9 stars", "17 items", "v2.4.1", "Nov 2026"]) {
      expect(maskNoise(`at ${value} now`, new Set([name]))).toBe(`at ${value} now`)
    }
  })

  it("a page where only a nonce and a time changed is the same", async () => {
    const masks = ["time-of-day", "token", "hex"] as const
    const page = (clock: string, nonce: string, price: string) =>
      read(`<p>Now ${clock}<p>${nonce}<p>Price ${price} EUR`, { masks })
    const before = await page("08:15:01", "9f86d081884c7d659a2feaa0", "39")
    const after = await page("08:15:44", "0123abcd4567ef890123abcd", "39")
    const dearer = await page("08:16:02", "aaaa1111bbbb2222cccc3333", "49")
    expect(before.state === "ok" && comparePages(before, after).result).toBe("same")
    expect(before.state === "ok" && comparePages(before, dearer).result).toBe("changed")
  })
})

describe("pages that cannot be compared", () => {
  it.each([
    ["<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>", 403, "blocked"],
    ["<title>Just a moment...</title><script>window._cf_chl_opt={}</script>", 200, "blocked"],
    ["<p>Access to this page has been denied<div id=px-captcha>", 200, "blocked"],
    ["<script src=https://geo.captcha-delivery.com/c.js></script>", 200, "blocked"],
    ["<p>Please complete the security check<div class=h-captcha>", 200, "blocked"],
    ["<title>Vänta…</title><script>window._cf_chl_opt={}</script>", 200, "blocked"],
    ["<title>Making sure you&#39;re not a bot!</title><p>Loading", 200, "blocked"],
    ["<p>Forbidden", 403, "blocked"],
    ["<p>  </p>", 200, "empty"],
    ["", 200, "empty"]
  ])("%s with %i: %s", async (html, status, state) => {
    expect((await read(html, {}, "text/html", status)).state).toBe(state)
  })

  it.each([
    ["", {}],
    [", of which only the form is compared,", { include: ["form"] }]
  ])("a long page with a captcha in a form%s is not blocked", async (_name, options) => {
    const reading = await read(
      `<p>${"We are happy to hear from you. ".repeat(200)}<form>I'm not a robot<div class=g-recaptcha></form>`,
      options
    )
    expect(reading.state).toBe("ok")
  })

  it("reports pages that are too large, by bytes or by text", async () => {
    expect((await read("<p>123456", { maxBytes: 5 })).state).toBe("too_large")
    expect((await read("<p>123456<p>7890", { maxCharacters: 4 })).state).toBe("too_large")
  })

  it("never count as a change", async () => {
    expect(comparePages({ text: "x", configuration: "y" }, await read("")).result).toBe("unread")
  })

  it("another configuration is a new baseline, not a change", async () => {
    const before = await read("<p>08:15")
    const after = await read("<p>08:15", { masks: ["time-of-day"] })
    expect(before.state === "ok" && comparePages(before, after).result).toBe("baseline")
    expect(comparePages(null, after).result).toBe("baseline")
  })
})

describe("any input", () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<",
    ">",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "text",
    " ",
    "&amp;",
    "&",
    '"',
    "'",
    "=",
    '<b a="',
    "<svg>",
    "</svg>",
    "<td>",
    "<pre>",
    "\n",
    "</",
    "<a href='x'>",
    "<title>",
    "hidden",
    "<p hidden>",
    "é",
    "\u0000"
  )

  it("is read or reported, and never throws", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const { state } = await read(pieces.join(""))
        expect(["ok", "empty", "blocked", "too_large"]).toContain(state)
      }),
      { numRuns: 500 }
    )
  })

  it("never throws for random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(null, "text/html", "application/json", "text/xml", "text/plain"),
        async (body, contentType) => {
          expect((await readPage({ body, contentType, statusCode: 200 })).state).toBeDefined()
        }
      ),
      { numRuns: 500 }
    )
  })
})
