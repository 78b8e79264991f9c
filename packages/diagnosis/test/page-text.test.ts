import { prototypeWords } from "@mon/tooling/prototypeWords"
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { causeTitle, type DiagnosisFacts, pageExcerpt, readDiagnosisFacts } from "../src/index.ts"
import { matchSignatures, signatureTables } from "../src/signatures/matchSignatures.ts"
import { MAX_BODY, readAnswer } from "../src/signatures/AnswerText.ts"

describe("the text of an answer", () => {
  it("has header fields in lower case, at most 100", () => {
    expect(readAnswer({ headers: { "CF-Mitigated": "Challenge" } }).headers.get("cf-mitigated")).toBe("challenge")
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, "y".repeat(9_000)]))
    const { headers } = readAnswer({ headers: many })
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
    expect(readAnswer({ body })).toMatchObject({ isShort: false, asksForPassword: false })
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
      readAnswer({ body })
      matchSignatures({ body }, 500, body)
    }),
    { numRuns: 500 }
  )
})

test("every signature is in lower case, has a reference and a month, and matches its own texts", () => {
  for (const [kind, table] of Object.entries(signatureTables))
    for (const signature of table) {
      const {
        header,
        path = "",
        source = [],
        statuses = [200],
        reference,
        verified,
        name
      } = {
        header: undefined,
        ...signature
      } as (typeof signatureTables.wall)[number]
      expect([reference.length > 10, /^20\d\d-\d\d$/u.test(verified)], name).toEqual([true, true])
      for (const text of [...source, path, ...(header ?? [])]) expect(text).toBe((text ?? "").toLowerCase())
      const page = {
        headers: header === undefined ? {} : { [header[0]]: header[1] ?? "any" },
        body: source.join(" ")
      }
      const found = matchSignatures(page, statuses[0], `https://example.com${path}`)
      expect(found[kind as keyof typeof signatureTables], `${kind} ${reference}`).toBe(name)
    }
})

test("no signature matches an ordinary page", () => {
  const body = "<!doctype html><title>Shop</title><h1>Our shop</h1><p>Many things to buy, and a form to sign in.</p>"
  const { page, ...found } = matchSignatures({ headers: { server: "nginx" }, body }, 200, "https://example.com/")
  expect(Object.values(found).filter((name) => name !== null)).toEqual([])
  expect(page?.isShort).toBe(true)
})

const heading = (text: string) => `<title>${text}</title><h1>${text}</h1>`

it.each([
  [200, "<title>Making sure you&#39;re not a bot!</title>", { wall: "Anubis" }],
  [403, "<title>DDoS-Guard</title>", { wall: "DDoS-Guard" }],
  [429, "<script src=/149e9513-01fa-4fb0-aad4-566afd725d1b/ips.js></script>", { wall: "Kasada" }],
  [200, heading("Diese Domain steht zum Verkauf"), { parked: "a seller of domains" }],
  [200, heading("Ce compte a été suspendu"), { suspended: "the hosting provider" }],
  [503, heading("Wartungsarbeiten"), { maintenance: "" }],
  [500, heading("We'll be back soon"), {}],
  [403, heading("Access Denied"), {}],
  [
    200,
    heading("Error establishing a database connection"),
    { program: "an application that cannot reach its database" }
  ],
  [200, `${heading("Question")}<p>Asked by Ann: <code>Error establishing a database connection</code>`, {}],
  [200, `${heading("How to suspend")}<p>Then it shows: this account has been suspended`, {}],
  [200, `${heading("Hello")}<p>Why does nginx say: Welcome to nginx!`, {}],
  [503, `${heading("503 Service Unavailable")}<p>due to maintenance downtime or capacity problems.`, {}],
  [503, `${heading("503 Service Temporarily Unavailable")}<hr><center>nginx</center>`, { proxy: "nginx" }],
  [503, `<title>HTTP Status 503 – Service Unavailable</title>`, {}],
  [502, "<title>IIS 10.0 Detailed Error - 502.3 - Bad Gateway</title><h2>HTTP Error 502.3</h2>", {}],
  [404, `${heading("Site not found")}<p>There isn't a GitHub Pages site here.`, { unclaimed: "GitHub Pages" }],
  [404, heading("Sorry, this shop is currently unavailable"), { unclaimed: "Shopify" }]
])("an answer with the status %i and %j resembles %j", (status, body, expected) => {
  const { page: _, ...found } = matchSignatures({ body }, status, null)
  expect(Object.fromEntries(Object.entries(found).filter(([, name]) => name !== null))).toEqual(expected)
})

it.each(prototypeWords)("the word %j is a header that no rule reads, and no cause", (word) => {
  expect(pageExcerpt({ headers: { [word]: "x", server: "nginx" } })).toEqual({ headers: { server: "nginx" }, body: "" })
  expect(readAnswer({ headers: {} }).headers.get(word)).toBeUndefined()
  expect(causeTitle(word, "en")).toBeNull()
})
