import { prototypeWords } from "@mon/tooling/prototypeWords"
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { causeTitle, type DiagnosisFacts, pageExcerpt, readDiagnosisFacts } from "../src/index.ts"
import { matchSignatures, signatureTables } from "../src/signatures/matchSignatures.ts"
import { MAX_BODY, readPage } from "../src/signatures/PageText.ts"

describe("the text of a page", () => {
  it("is counted without tags, scripts, styles and blanks", () => {
    expect(readPage({ body: "<p>a b</p><script>var x = 1</script><style>p{}</style> c" }).visible).toBe(3)
    expect(readPage({ body: "a<SCRIPT>b</SCRIPT >c" }).visible).toBe(2)
    expect(readPage({ body: "a<script>never closed" }).visible).toBe(1)
    expect(readPage({ body: "a<p never closed" }).visible).toBe(1)
  })

  it("has a title as it was written", () => {
    expect(readPage({ body: "<TITLE lang=de> Über uns </TITLE>" }).title).toBe("Über uns")
    expect(readPage({ body: "<title>never closed" }).title).toBe("")
    expect(readPage({ body: `<title>${"x".repeat(9_000)}</title>` }).title).toHaveLength(200)
  })

  it("has header fields in lower case, at most 100", () => {
    expect(readPage({ headers: { "CF-Mitigated": "Challenge" } }).headers.get("cf-mitigated")).toBe("challenge")
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, "y".repeat(9_000)]))
    const { headers } = readPage({ headers: many })
    expect([headers.size, headers.get("x-0")?.length]).toEqual([100, 1_000])
  })

  it("is recognized with the line breaks, quotes and references of HTML that programs write", () => {
    const apache = "<p>The proxy server received an invalid\r\nresponse from an upstream server.<br />"
    expect(matchSignatures({ body: apache }, 502, null).proxy).toBe("Apache")
    const akamai = "<H1>Access Denied</H1> <P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;1</P>"
    expect(matchSignatures({ body: akamai }, 403, null).wall).toBe("Akamai")
    const rails = "<title>We\u2019re sorry, but something went wrong (500)</title>"
    expect(matchSignatures({ body: rails }, 500, null).program).toBe("Ruby on Rails")
    const php = "<br />\n<b>Fatal error</b>:  Uncaught Exception: x in a.php:2\nStack trace:\n#0 {main}"
    expect(matchSignatures({ body: php }, 200, null).program).toBe("PHP")
  })

  it("ends after 65,536 characters", () => {
    const body = `${"x".repeat(MAX_BODY)}<input type=password>`
    expect(readPage({ body })).toMatchObject({ visible: MAX_BODY, asksForPassword: false })
  })
})

describe("an excerpt of a page", () => {
  it("has the header fields that rules read, and no others", () => {
    const headers = { Server: "cloudflare", "Set-Cookie": "session=1", Date: "Mon, 23 Nov 2026 12:00:00 GMT" }
    expect(pageExcerpt({ headers })).toEqual({
      headers: { server: "cloudflare", date: "Mon, 23 Nov 2026 12:00:00 GMT" },
      body: ""
    })
  })

  it("of a long page still counts as long", () => {
    const body = `<h1>This account has been suspended</h1>${"<p>A page about it. </p>".repeat(2_000)}`
    const page = pageExcerpt({ body })
    expect(page.body).toHaveLength(16_384)
    expect([matchSignatures({ body }, 200, null).suspended, matchSignatures(page, 200, null).suspended]).toEqual([
      null,
      null
    ])
    const beginning = pageExcerpt({ body: `${body.slice(0, 100)}<style>${"p{}".repeat(9_000)}</style>` })
    expect(matchSignatures(beginning, 200, null).suspended).toBe("the hosting provider")
  })
})

describe("stored facts", () => {
  it("are read back if a diagnosis accepts them", () => {
    const facts: DiagnosisFacts = {
      check: { outcome: "connect_refused", statusCode: null },
      page: { body: "a", visible: 9 }
    }
    expect(readDiagnosisFacts(JSON.parse(JSON.stringify(facts)))).toEqual(facts)
  })

  it.each([null, undefined, "text", [], { check: {} }, { check: { outcome: 7 } }, { unknown: true }])(
    "of another form are refused: %j",
    (value) => {
      expect(readDiagnosisFacts(value)).toBe(null)
    }
  )
})

test("any page can be read", () => {
  const fragment = fc.constantFrom(
    "<",
    ">",
    "</",
    "<script",
    "</script",
    "<style>",
    "<title",
    "</title>",
    "\u0130",
    "a",
    "\0"
  )
  const markup = fc.array(fragment, { maxLength: 300 }).map((parts) => parts.join(""))
  fc.assert(
    fc.property(fc.oneof(markup, fc.string({ unit: "binary", maxLength: 2_000 })), (body) => {
      const page = readPage({ body })
      expect(page.visible).toBeLessThanOrEqual(body.length)
      expect(page.source.length).toBeLessThanOrEqual(body.length)
      matchSignatures({ body }, 500, body)
    }),
    { numRuns: 500 }
  )
})

/** Steps of the scanner are bounded by the searches that it makes, so a repeated opening tag must not search again. */
test.each(["<script>", "<title", "<", "<style><", "</script", "<script></script>"])(
  "a page full of %s has a result",
  (text) => {
    const body = text.repeat(Math.ceil(MAX_BODY / text.length))
    expect(readPage({ body }).visible).toBeLessThan(MAX_BODY)
  }
)

test("every signature is in lower case, has a reference and a month, and matches its own texts", () => {
  for (const [kind, table] of Object.entries(signatureTables))
    for (const signature of table) {
      const {
        header,
        path = "",
        source = [],
        statuses = [200],
        title = "",
        reference,
        verified,
        name
      } = {
        header: undefined,
        ...signature
      } as (typeof signatureTables.wall)[number]
      expect([reference.length > 10, /^20\d\d-\d\d$/u.test(verified)], name).toEqual([true, true])
      for (const text of [...source, title, path, ...(header ?? [])]) expect(text).toBe((text ?? "").toLowerCase())
      const page = {
        headers: header === undefined ? {} : { [header[0]]: header[1] ?? "any" },
        body: `<title>${title}</title>${source.join(" ")}`
      }
      const found = matchSignatures(page, statuses[0], `https://example.com${path}`)
      expect(found[kind as keyof typeof signatureTables], `${kind} ${reference}`).toBe(name)
    }
})

test("no signature matches an ordinary page", () => {
  const body = "<!doctype html><title>Shop</title><h1>Our shop</h1><p>Many things to buy, and a form to sign in.</p>"
  const { page, ...found } = matchSignatures({ headers: { server: "nginx" }, body }, 200, "https://example.com/")
  expect(Object.values(found).filter((name) => name !== null)).toEqual([])
  expect(page?.title).toBe("Shop")
})

it.each(prototypeWords)("the word %j is a header that no rule reads, and no cause", (word) => {
  expect(pageExcerpt({ headers: { [word]: "x", server: "nginx" } })).toEqual({ headers: { server: "nginx" }, body: "" })
  expect(readPage({ headers: {} }).headers.get(word)).toBeUndefined()
  expect(causeTitle(word, "en")).toBeNull()
})
