import { describe, expect, it } from "vitest"
import { type PageOptions, readPage, SelectorError, selectorFault } from "../src/index.ts"

const read = (text: string, contentType: string, options: PageOptions) =>
  readPage({ body: new TextEncoder().encode(text), contentType, statusCode: 200 }, options)
const textOf = async (text: string, contentType: string, options: PageOptions) => {
  const reading = await read(text, contentType, options)
  return reading.state === "ok" ? reading.text : reading
}

const JSON_TYPE = "application/json"
const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]))
const shop = JSON.stringify({
  updated: "2026-11-22T10:00:00Z",
  items: [
    { name: "Chair", price: 1.5, "in stock": true },
    { name: "Table", price: 20, tags: [] }
  ],
  "odd 'key'\n": { price: 7 }
})

describe("JSONPath on JSON", () => {
  it("selects values, which have the same lines as on the whole page", async () => {
    expect(await textOf(shop, JSON_TYPE, { include: ["$.items[*].price"] })).toBe(
      "items[0].price: 1.5\nitems[1].price: 20"
    )
    expect(await textOf(shop, JSON_TYPE, { include: ["$.items[1]"] })).toBe(
      'items[1].name: "Table"\nitems[1].price: 20\nitems[1].tags: []'
    )
    const whole = await textOf(shop, JSON_TYPE, {})
    expect(await textOf(shop, JSON_TYPE, { include: ["$"] })).toBe(whole)
  })

  it("excludes values, also within selected ones", async () => {
    expect(
      await textOf(shop, JSON_TYPE, { include: ["$.items"], exclude: ["$..name", "$.items[0]['in stock']"] })
    ).toBe("items[0].price: 1.5\nitems[1].price: 20\nitems[1].tags: []")
    expect(await textOf(shop, JSON_TYPE, { exclude: ["$.items", "$.updated"] })).toBe("[\"odd 'key'\\n\"].price: 7")
  })

  it("understands filters, and names with any characters", async () => {
    expect(await textOf(shop, JSON_TYPE, { include: ["$.items[?@.price > 10].name"] })).toBe('items[1].name: "Table"')
    expect(await textOf(shop, JSON_TYPE, { include: ["$[\"odd 'key'\\n\"]"] })).toBe("[\"odd 'key'\\n\"].price: 7")
  })

  it("keeps the original notation of numbers", async () => {
    const text = '{"a": 1.50, "b": 12345678901234567890}'
    expect(await textOf(text, JSON_TYPE, { include: ["$.*"] })).toBe("a: 1.50\nb: 12345678901234567890")
  })

  it("reports a path without matches, and rejects an invalid path", async () => {
    expect(await read(shop, JSON_TYPE, { include: ["$.price"] })).toEqual({
      state: "filter_not_found",
      reason: "Nothing on the page matches $.price."
    })
    await expect(read(shop, JSON_TYPE, { include: ["$.items["] })).rejects.toThrow(SelectorError)
    await expect(read(shop, JSON_TYPE, { include: ["$.items["] })).rejects.toThrow(
      '"$.items[" is not a JSONPath (expected a selector at character 9).'
    )
    await expect(read(shop, JSON_TYPE, { include: ["$[?match(@.name, '(a+)+$')]"] })).rejects.toThrow(
      "$[?match(@.name, '(a+)+$')]\" is not a JSONPath"
    )
    expect(await read(shop, JSON_TYPE, { include: ["$['match(x)']"] })).toMatchObject({ state: "filter_not_found" })
  })

  it.each([
    ["copies of one value", { a: { a: { a: { a: { a: { a: 1 } } } } } }, `$${`[${"'a',".repeat(15)}'a']`.repeat(6)}`],
    ["lengths of a large object", numbered(5_000), "$[?length($) > 1]"],
    ["comparisons of large objects", { a: numbered(2_000), b: numbered(2_000) }, "$.a[?$.a == $.b]"]
  ])("stops paths that take too long: %s", async (_name, document, path) => {
    expect(await read(JSON.stringify(document), JSON_TYPE, { include: [path] })).toMatchObject({
      reason: "Matching the paths takes too long on this page."
    })
  })

  it("writes no path of a value that is not selected", async () => {
    const values = `[${"1,".repeat(400_000)}2]`
    const document = `{"${"k".repeat(1_000_000)}": ${values}}`
    expect(await read(document, JSON_TYPE, { include: ["$[*][-1]"], exclude: ["$[*][0,1]"] })).toMatchObject({
      state: "ok",
      text: `${"k".repeat(1_000_000)}[400000]: 2`
    })
  })

  it("stops paths that take too long, and documents that are too deep", async () => {
    const wide = JSON.stringify(Array.from({ length: 3_000 }, (_, index) => ({ a: [index] })))
    expect(await read(wide, JSON_TYPE, { include: ["$[?count($..*) > 1]"] })).toEqual({
      state: "too_large",
      reason: "Matching the paths takes too long on this page."
    })
    const deep = `${"[".repeat(600)}${"]".repeat(600)}`
    expect(await read(deep, JSON_TYPE, { include: ["$..a"] })).toEqual({
      state: "too_large",
      reason: "Values are nested more than 512 levels deep."
    })
  })
})

const feed = `<?xml version="1.0"?>
<rss xmlns:m="urn:m"><channel><title>News</title>
<item id="1"><title>One</title><link>https://a.example/1</link><pubDate>now</pubDate></item>
<item id="2"><title>Two &amp; more</title><m:rating>5</m:rating></item></channel></rss>`

describe("CSS selectors on XML", () => {
  it("select elements, which have the same lines as on the whole page", async () => {
    expect(await textOf(feed, "application/rss+xml", { include: ["item"] })).toBe(
      "item[id]: 1\ntitle: One\nlink: https://a.example/1\npubDate: now\nitem[id]: 2\ntitle: Two & more\nm:rating: 5"
    )
    expect(await textOf(feed, "application/rss+xml", { include: ["rss"] })).toBe(
      await textOf(feed, "application/rss+xml", {})
    )
  })

  it("exclude elements, respect upper case, and find names with a prefix", async () => {
    expect(await textOf(feed, "text/xml", { include: ["item"], exclude: ["pubDate", "link", "m\\:rating"] })).toBe(
      "item[id]: 1\ntitle: One\nitem[id]: 2\ntitle: Two & more"
    )
    expect(await read(feed, "text/xml", { include: ["pubdate"] })).toMatchObject({ state: "filter_not_found" })
    expect(await textOf(feed, "text/xml", { include: ["m\\:rating"] })).toBe("m:rating: 5")
  })

  it("have the title of the whole page", async () => {
    expect(await read(feed, "text/xml", { include: ["m\\:rating"] })).toMatchObject({ title: "News" })
    await expect(read(feed, "text/xml", { include: ["p[["] })).rejects.toThrow(SelectorError)
  })
})

describe("an option that cannot apply to the content", () => {
  it.each([
    [
      shop,
      JSON_TYPE,
      { include: ["#price"] },
      '"#price" is a CSS selector, but the page is JSON. Use a JSONPath such as "$.price".'
    ],
    ["no json", JSON_TYPE, { include: ["$.a"] }, "The page is not valid JSON, so a JSONPath does not apply."],
    [
      "<p>x",
      "text/html",
      { exclude: ["$.a"] },
      '"$.a" is a JSONPath, but the page is HTML. Use a CSS selector such as "main".'
    ],
    [
      feed,
      "text/xml",
      { include: ["$.a"] },
      '"$.a" is a JSONPath, but the page is XML. Use a CSS selector such as "main".'
    ],
    ["x", "text/plain", { include: ["main"] }, "The option include does not apply, because the page is plain text."],
    ["x", "text/plain", { exclude: ["main"] }, "The option exclude does not apply, because the page is plain text."],
    [shop, JSON_TYPE, { title: true }, "The option title does not apply, because the page is JSON."],
    [shop, JSON_TYPE, { attributes: ["href"] }, "The option attributes does not apply, because the page is JSON."],
    [
      "\u0000\u0001",
      "application/pdf",
      { include: ["a"] },
      "The option include does not apply, because the page is binary data."
    ]
  ] as const)("is reported with a sentence: %j as %s", async (text, contentType, options, reason) => {
    expect(await read(text, contentType, options)).toEqual({ state: "not_applicable", reason })
  })
})

describe("a CSS selector", () => {
  const page = `<html lang=de><body><ul><li class=a title=":hover">one<li class=b>two</ul><a href=/x>link</a><p>text</p>`

  it.each([
    [":root > body li:first-child", "one"],
    ["li:nth-child(1 of .b)", "two"],
    ["li:is(.b, .c):not(.a)", "two"],
    ["ul:has(> .b) .a", "one"],
    ["a:link, a:any-link", "link"],
    ["[title=':hover']", "one"],
    ["[title$=HOVER i]", "one"],
    [":lang(de) > p:only-of-type", "text"],
    ["li:contains(two)", "two"]
  ])("%s selects what it selects in a browser", async (selector, text) => {
    expect(await selectorFault(selector)).toBeNull()
    expect(await textOf(page, "text/html", { include: [selector] })).toBe(text)
  })

  it.each([
    "li:hover",
    "a:VISITED",
    ":scope > li",
    "li:not(:active)",
    "input:read-only",
    ":read-write",
    "a:focus",
    ":target",
    "li::before",
    "li || td",
    "svg|a",
    ":dir(ltr)",
    ":nth-col(1)"
  ])("%s is refused with its name, because it could match nothing", async (selector) => {
    const refused = { name: "SelectorError", code: "ERR_INVALID_ARG_VALUE", selector }
    for (const options of [{ include: [selector] }, { exclude: [selector] }])
      await expect(read(page, "text/html", options)).rejects.toMatchObject(refused)
    expect(await selectorFault(selector)).toContain(JSON.stringify(selector))
  })

  it("is refused with the pseudo-class that needs a browser", async () => {
    expect(await selectorFault('li[title="a:b"]:hover')).toBe(
      '"li[title=\\"a:b\\"]:hover" is not a CSS selector (:hover needs a browser).'
    )
  })
})
