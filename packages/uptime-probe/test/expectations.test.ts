import * as fc from "fast-check"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Expectation, withStatus } from "../src/index.ts"
import * as JsonPath from "../src/expect/JsonPath.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const document = { state: "green", count: 0, list: [{ name: "a" }, null], "odd key": { deep: [1, { x: true }] } }

describe("an expectation", () => {
  it.each<[Expectation, boolean]>([
    [{ status: "200" }, true],
    [{ status: "100-199, 200-204" }, true],
    [{ status: "201" }, false],
    [{ text: "green" }, true],
    [{ text: "GREEN" }, false],
    [{ text: "GREEN", ignoreCase: true }, true],
    [{ text: "green", absent: true }, false],
    [{ text: "red", absent: true }, true],
    [{ header: "Content-Type" }, true],
    [{ header: "content-type", equals: "application/json" }, true],
    [{ header: "content-type", contains: "xml" }, false],
    [{ header: "x-missing" }, false],
    [{ header: "x-missing", absent: true }, true],
    [{ header: "content-type", absent: true }, false],
    [{ json: "state" }, true],
    [{ json: "$.state", equals: "green" }, true],
    [{ json: "$.state", equals: "red" }, false],
    [{ json: "$.count", equals: 0 }, true],
    [{ json: "$.count", equals: "0" }, false],
    [{ json: "$.list[0]", equals: { name: "a" } }, true],
    [{ json: "$.list[0]", equals: { name: "a", more: 1 } }, false],
    [{ json: "$.list", equals: [{ name: "a" }, null] }, true],
    [{ json: "$.list[1]", equals: null }, true],
    [{ json: "$.list[2]" }, false],
    [{ json: "$.list.length" }, false],
    [{ json: "$.list[2]", absent: true }, true],
    [{ json: '$["odd key"].deep[1].x', equals: true }, true],
    [{ json: "$.__proto__" }, false],
    [{ json: "$" }, true],
    [{ json: "$.count", differs: 1 }, true],
    [{ json: "$.count", differs: 0 }, false],
    [{ json: "$.count", atLeast: 0, atMost: 0 }, true],
    [{ json: "$.count", above: 0 }, false],
    [{ json: "$.count", below: 1 }, true],
    [{ json: "$.count", below: "1" }, false],
    [{ json: "$.state", above: "a", below: "h" }, true],
    [{ json: "$.list", atMost: 5 }, false],
    [{ matches: "gr[ao]{2}n" }, false],
    [{ matches: "gr[e]{2}n" }, true],
    [{ matches: "GREEN", ignoreCase: true }, true],
    [{ matches: "\\bgreen\\b", absent: true }, false],
    [{ matches: "^green" }, false],
    [{ header: "content-type", matches: "^application/(?:json|xml)$" }, true],
    [{ header: "content-type", matches: "^json" }, false],
    [{ responseTimeMs: 3_000 }, true],
    [{ minimumBytes: 10 }, true],
    [{ minimumBytes: 10_000 }, false],
    [{ maximumBytes: 10_000 }, true],
    [{ maximumBytes: 10 }, false],
    [{ ipVersion: 4 }, true],
    [{ ipVersion: 6 }, false],
    [{ certificate: "valid" }, false]
  ])("%j: %j", async (expectation, holds) => {
    const { url } = await lab.open("api.example.com", {
      behaviour: { headers: { "content-type": "application/json" }, body: JSON.stringify(document) }
    })
    const check = await lab.check(url, { expect: [expectation] })
    expect(check.expectations).toMatchObject([{ expectation, holds }])
    expect(check.outcome).toBe(holds ? "ok" : "expectation_failed")
    expect(check.message === null).toBe(holds)
    expect(check.totalUs).toBeGreaterThan(0)
  })

  it.each<readonly [expectation: Expectation, holds: boolean]>([
    [{ header: "server", equals: "new" }, true],
    [{ header: "server", equals: "old, new" }, true],
    [{ header: "server", contains: "ew" }, true],
    [{ header: "server", contains: "newer" }, false],
    [{ header: "server", matches: "^new$" }, true],
    [{ header: "server", matches: "^old, new$" }, true],
    [{ header: "server", matches: "^newer" }, false],
    [{ header: "server", equals: "old", matches: "new" }, false]
  ])("of a header that is sent twice, %j: %j", async (expectation, holds) => {
    const { url } = await lab.open("api.example.com", { behaviour: { headers: { server: ["old", "new"] } } })
    expect((await lab.check(url, { expect: [expectation] })).expectations).toMatchObject([{ holds }])
  })

  it("on the status replaces the rule about 400", async () => {
    const { url } = await lab.open("api.example.com", { behaviour: { status: 401 } })
    expect((await lab.check(url, { expect: [{ status: "401" }] })).outcome).toBe("ok")
    expect((await lab.check(url, { expect: [{ text: "Hello" }] })).outcome).toBe("http_status")
  })

  it("is checked against the final response in its charset, and only if there is one", async () => {
    const { url, site } = await lab.open("api.example.com", {
      behaviour: ({ path }) =>
        path === "/"
          ? { redirectTo: "/end" }
          : { headers: { "content-type": "text/html; charset=ISO-8859-1" }, body: Buffer.from("Grüße", "latin1") }
    })
    expect(
      (await lab.check(url, { expect: [{ text: "Grüße" }, { text: "nothing" }] })).expectations?.map(
        ({ holds }) => holds
      )
    ).toEqual([true, false])
    site.behave({ reset: true })
    expect(await lab.check(url, { expect: [{ text: "Grüße" }] })).not.toHaveProperty("expectations")
  })

  it.each<[Expectation, string]>([
    [{ text: "In stock" }, "Expected the text “In stock”, not found."],
    [{ text: "green", absent: true }, "Expected no text “green”, found it."],
    [{ status: "201" }, "Expected the status “201”, got 200 OK."],
    [
      { header: "content-type", equals: "a", matches: "b" },
      "Expected the header “content-type” to be “a” and to match “b”, got “application/json”."
    ],
    [
      { json: "$.count", above: 5, differs: null },
      "Expected the value at “$.count” not to be “null” and to be above “5”, got “0”."
    ],
    [{ maximumBytes: 1 }, "Expected a body of at most 1 byte, got 88 bytes."],
    [{ certificate: "valid" }, "Expected a valid certificate, there is none."],
    [{ ipVersion: 6 }, "Expected a response over IPv6, got one over IPv4."]
  ])("%j that does not hold is named in the message", async (expectation, message) => {
    const { url } = await lab.open("api.example.com", {
      behaviour: { headers: { "content-type": "application/json" }, body: JSON.stringify(document) }
    })
    expect((await lab.check(url, { expect: [expectation] })).message).toBe(message)
  })

  it("on the certificate sees its problems and its remaining days", async () => {
    const { url } = await lab.open("api.example.com", { secure: true })
    const days = (await lab.check(url)).certificate?.daysRemaining ?? 0
    const outcome = async (minimumDays: number) =>
      (await lab.check(url, { expect: [{ certificate: "valid", minimumDays }] })).outcome
    expect(await outcome(days)).toBe("ok")
    expect(await outcome(days + 1)).toBe("expectation_failed")
    const wrong = await lab.open("other.example.com", {
      tls: await lab.authority.issue({ names: ["api.example.com"] })
    })
    expect(await lab.check(wrong.url, { expect: [{ certificate: "valid" }] })).toMatchObject({
      outcome: "expectation_failed",
      message: "Expected a valid certificate, got wrong_host."
    })
  })

  it("on the response time counts all hops", async () => {
    const { url } = await lab.open("api.example.com", { behaviour: { delayMs: 40 } })
    expect(await lab.check(url, { expect: [{ responseTimeMs: 20 }] })).toMatchObject({
      outcome: "expectation_failed",
      message: expect.stringMatching(/^Expected a response within 20 ms, got one after \d+ ms\.$/u)
    })
  })

  it.each<[Expectation, string | null]>([
    [{ json: "$.items[*].price", below: 80 }, null],
    [{ json: "$.items[*].price", below: 50 }, "Expected every value at “$.items[*].price” to be below “50”, got “79”."],
    [{ json: "$..price", above: 5 }, null],
    [{ json: "$.items[?@.name == 'Pen'].price", equals: 12 }, null],
    [
      { json: "$.items[?@.price > 70]", absent: true },
      'Expected no value at “$.items[?@.price > 70]”, got “{"name":"Bag","price":79}”.'
    ],
    [{ json: "$.items[?@.price > 100]", absent: true }, null],
    [{ json: "$.items[?@.price > 100]" }, "Expected the value at “$.items[?@.price > 100]”, not found."],
    [{ json: "$.items[-1].name", equals: "Bag" }, null],
    [{ json: "$.items[?length(@.name) == 3]" }, null],
    [{ json: "items[0].name", equals: "Pen" }, null],
    [{ json: "$.odd-key", equals: 1 }, null]
  ])("%j has the paths of RFC 9535", async (expectation, message) => {
    const shop = {
      items: [
        { name: "Pen", price: 12 },
        { name: "Bag", price: 79 }
      ],
      "odd-key": 1
    }
    const { url } = await lab.open("api.example.com", { behaviour: { body: JSON.stringify(shop) } })
    const check = await lab.check(url, { expect: [expectation] })
    expect(check.message).toBe(message)
    expect(check.outcome).toBe(message === null ? "ok" : "expectation_failed")
  })

  it.each([
    ["a long list", "$[?count($[?@ < 9]) > 5000]", JSON.stringify(Array.from({ length: 1_000 }, () => 0))],
    ["many values", "$..[?@ > 1]", JSON.stringify(Array.from({ length: 200_000 }, () => 0))],
    ["many lists", "$[0]", `[${"[],".repeat(200_000)}[]]`],
    [
      "deep values",
      "$[?@ == $.a]",
      `{"a":${"[".repeat(2_000)}${"]".repeat(2_000)},"b":${"[".repeat(2_000)}${"]".repeat(2_000)}}`
    ]
  ])("whose path costs too much on %s gives no verdict", async (_, json, body) => {
    const { url } = await lab.open("api.example.com", { behaviour: { body } })
    expect(await lab.check(url, { expect: [{ json }] })).toMatchObject({
      outcome: "prober_fault",
      verdict: "unknown",
      message: expect.stringContaining("took too long")
    })
  })

  it("that finds a deeply nested value names it without its text", async () => {
    const body = `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`
    const { url } = await lab.open("api.example.com", { behaviour: { body } })
    expect((await lab.check(url, { expect: [{ json: "$.a", equals: 1 }] })).message).toBe(
      "Expected the value at “$.a” to be “1”, got a deeply nested value."
    )
  })

  it("whose search takes too long gives no verdict", async () => {
    const body = Array.from({ length: 60_000 }, (_, index) => (Math.sin(index * index) > 0 ? "a" : "b")).join("")
    const { url } = await lab.open("api.example.com", { behaviour: { body } })
    const check = await lab.check(url, { expect: [{ matches: "a[ab]{150}c" }] })
    expect(check).toMatchObject({ outcome: "prober_fault", verdict: "unknown" })
    expect(check.message).toContain("took too long")
  })

  it("that is invalid rejects the check", async () => {
    for (const expectation of [
      { status: "2xx" },
      { status: "" },
      { json: "$[?search(@.a, 'b')]" },
      { json: "$.a[" },
      { json: "a..b" },
      { matches: "(a)\\1" },
      { matches: "a(?=b)" },
      { header: "x", matches: "(" },
      { json: "$.a", above: true },
      { certificate: "invalid" },
      { certificate: "valid", minimumDay: 5 },
      { ipVersion: 5 },
      { maximumBytes: 2 ** 21 },
      { responseTimeMs: 0 },
      { txt: "a" }
    ]) {
      await expect(lab.check("http://api.example.com/", { expect: [expectation as Expectation] })).rejects.toThrow(
        TypeError
      )
    }
  })
})

describe("a JSON path", () => {
  it("reaches every value of a document", () => {
    const key = fc.string({ minLength: 1, maxLength: 8 })
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(key, tie("node"), { maxKeys: 3 })
      )
    })).node
    const visit = (value: unknown, path: string): void => {
      const parsed = JsonPath.parse(path)
      expect(parsed).not.toBe(null)
      expect(parsed === null ? null : new JsonPath.JsonValues(root).at(parsed)).toEqual([value])
      if (typeof value !== "object" || value === null) return
      for (const [name, child] of Object.entries(value)) {
        visit(child, Array.isArray(value) ? `${path}[${name}]` : `${path}["${name.replaceAll(/["\\]/g, "\\$&")}"]`)
      }
    }
    let root: unknown
    fc.assert(
      fc.property(tree, (made) => {
        root = made
        visit(made, "$")
      })
    )
  })
})

/** "正常" in GBK, and "Привет" in windows-1251. */
const gbk = Buffer.from("d5fdb3a3", "hex")
const cyrillic = Buffer.from("cff0e8e2e5f2", "hex")
const page = (head: string, text = gbk) => Buffer.concat([Buffer.from(head), text])

describe("an expected text in another encoding", () => {
  const utf16 = Buffer.from('\ufeff{"state":"正常"}', "utf16le")
  const big = Buffer.from(utf16).swap16()

  it.each([
    ["the header", "text/html; charset=gbk", page("")],
    ["the header in single quotes", "text/html; charset='gb2312'", page("")],
    ["a meta element", "text/html", page("<meta charset=gbk>")],
    ["a meta element in single quotes", "text/html", page("<meta charset='gb2312'>")],
    ["http-equiv", "text/html", page('<meta http-equiv="Content-Type" content="text/html; charset=gbk">')],
    ["an XML declaration", "application/xml", page('<?xml version="1.0" encoding="gbk"?>')],
    ["the header, not the page", "text/html; charset=gbk", page("<meta charset=utf-8>")],
    ["a byte order mark", "application/json", utf16],
    ["a byte order mark beside a wrong header", "application/json; charset=utf-8", utf16],
    ["a byte order mark of UTF-16BE", "text/plain", big],
    ["UTF-8 in spite of a comment", "text/html", Buffer.from("<!-- <meta charset=gbk> -->正常")],
    ["UTF-8 in plain text", "text/plain", Buffer.from("<meta charset=gbk>正常")]
  ])("is found by %s", async (_, type, body) => {
    const headers = { "content-type": type }
    const { url } = await lab.open("encoded.example.com", { behaviour: { status: 200, headers, body } })
    const outcomeOf = async (expectation: Expectation) => (await lab.check(url, { expect: [expectation] })).outcome
    expect([
      await outcomeOf({ text: "正常" }),
      await outcomeOf({ matches: "正.$|正常" }),
      await outcomeOf({ text: "正常", absent: true })
    ]).toEqual(["ok", "ok", "expectation_failed"])
  })

  it("is found in JSON with a byte order mark, and in windows-1251", async () => {
    const json = await lab.open("json.example.com", { behaviour: { status: 200, body: utf16 } })
    expect((await lab.check(json.url, { expect: [{ json: "$.state", equals: "正常" }] })).outcome).toBe("ok")
    const body = page('<meta charset="windows-1251">', cyrillic)
    const old = await lab.open("old.example.com", {
      behaviour: { status: 200, headers: { "content-type": "text/html" }, body }
    })
    expect((await lab.check(old.url, { expect: [{ text: "привет", ignoreCase: true }] })).outcome).toBe("ok")
  })
})

describe("an expected status of a redirect", () => {
  it.each([
    [true, "Expected the status “301”, got 200 OK after the redirect with 301 Moved Permanently was followed."],
    [false, null]
  ])("is that of the last answer (redirects are followed: %s)", async (follows, message) => {
    const { url } = await lab.open("moved.example.com", {
      behaviour: ({ path }) => (path === "/" ? { status: 301, headers: { location: "/end" } } : { status: 200 })
    })
    expect(await lab.check(url, { followRedirects: follows, expect: [{ status: "301" }] })).toMatchObject({ message })
  })
})

describe("a result with another status", () => {
  it.each<[ReadonlyArray<Expectation>, number, string, string | null]>([
    [[], 204, "ok", null],
    [[], 399, "ok", null],
    [[], 403, "http_status", "The server responded with 403 Forbidden."],
    [[], 404, "http_status", "The server responded with 404 Not Found."],
    [[], 429, "http_status", "The server responded with 429 Too Many Requests."],
    [[], 503, "http_status", "The server responded with 503 Service Unavailable."],
    [[{ text: "green" }], 500, "http_status", "The server responded with 500 Internal Server Error."],
    [[{ text: "red" }], 204, "expectation_failed", "Expected the text “red”, not found."],
    [[{ status: "200-299, 403" }], 403, "ok", null],
    [[{ status: "200-299" }], 301, "expectation_failed", "Expected the status “200-299”, got 301 Moved Permanently."]
  ])("and the expectations %j: %i is %s", async (expected, status, outcome, message) => {
    const { url } = await lab.open("status.example.com", { behaviour: { status: 200, body: "green" } })
    const result = withStatus(await lab.check(url, { expect: expected }), status)
    const verdict = outcome === "ok" ? "up" : "down"
    expect(result).toMatchObject({ statusCode: status, outcome, verdict, message, finalUrl: url })
  })

  it("is the same if the status is", async () => {
    const { url } = await lab.open("same.example.com", { behaviour: { status: 500 } })
    const result = await lab.check(url)
    expect(withStatus(result, 500)).toBe(result)
  })
})
