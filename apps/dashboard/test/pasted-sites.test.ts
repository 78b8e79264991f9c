import { describe, expect, it } from "vitest"
import { parseSites } from "../src/add/parseSites.ts"

describe("a pasted list of sites", () => {
  it("is split at lines, commas and spaces, without duplicates and what is monitored", () => {
    const text = "example.com, https://example.com/\nhttp://shop.example.com/health;known.example <münchen.example>"
    expect(parseSites(text, new Set(["known.example"]))).toEqual({
      names: new Map(),
      tags: new Map(),
      fresh: ["example.com", "http://shop.example.com/health", "münchen.example"],
      known: 1,
      unclear: []
    })
  })

  it.each<[what: string, text: string, fresh: ReadonlyArray<string>, unclear: ReadonlyArray<string>]>([
    ["a blank in an address", "https://a.test/?q=site monitoring", [], ["https://a.test/?q=site monitoring"]],
    ["a remark behind an address", "a.test our shop\nb.test", ["b.test"], ["a.test our shop"]],
    ["separators in an address", "https://a.test/a,b;c?x=1,2", ["https://a.test/a,b;c?x=1,2"], []],
    [
      "separators before an address",
      "a.test,b.test;https://c.test/x,d.test",
      ["a.test", "b.test", "https://c.test/x", "d.test"],
      []
    ],
    ["a separator at the end", "a.test,\nb.test;", ["a.test", "b.test"], []],
    ["brackets of an address", "https://a.test/wiki/Foo_(bar)", ["https://a.test/wiki/Foo_(bar)"], []],
    [
      "brackets around an address",
      '(https://a.test/b_(c)) <b.test> "c.test" [d.test]',
      ["https://a.test/b_(c)", "b.test", "c.test", "d.test"],
      []
    ],
    ["a bracket behind an address", "see https://a.test/b)", ["https://a.test/b"], ["see"]],
    [
      "addresses of IPv4 and IPv6",
      "192.0.2.1 http://192.0.2.2:8080/x [2001:db8::1] http://[2001:db8::2]/",
      ["192.0.2.1", "http://192.0.2.2:8080/x", "[2001:db8::1]", "http://[2001:db8::2]/"],
      []
    ],
    ["numbers", "780001\n1.2\n0x7f000001\nhttp://780001/", [], ["780001", "1.2", "0x7f000001", "http://780001/"]],
    ["a numbered list", "1. a.test\n2. b.test", ["a.test", "b.test"], ["1.", "2."]],
    [
      "a table with numbers",
      "id,url,state\n780001,https://a.test/x,on\n780002,https://b.test/y,on",
      ["https://a.test/x", "https://b.test/y"],
      ["id", "url", "state", "780001", "on", "780002", "on"]
    ],
    [
      "a table with quotes",
      'Shop,"https://a.test/x,y"\n"Other, shop",https://b.test',
      ["https://a.test/x,y", "https://b.test"],
      []
    ],
    ["a table with tabs", "Our shop\ta.test\nBlog\tb.test", ["a.test", "b.test"], []]
  ])("%s", (_, text, fresh, unclear) => expect(parseSites(text, new Set())).toMatchObject({ fresh, known: 0, unclear }))

  it.each<[what: string, text: string, names: Readonly<Record<string, string>>, unclear: ReadonlyArray<string>]>([
    ["a head", "Name,url\nOur shop,https://a.test\n,https://b.test", { "https://a.test": "Our shop" }, []],
    [
      "a head in quotes",
      '"friendly_name";"url"\n"A; B";"a.test"\n"C";"b.test"',
      { "a.test": "A; B", "b.test": "C" },
      []
    ],
    [
      "more columns",
      "id,title,url\n1,Shop,a.test\n2,Blog,b.test",
      { "a.test": "Shop", "b.test": "Blog" },
      ["id", "1", "2"]
    ],
    ["two columns without a head", "a.test\tShop\nb.test\tBlog", { "a.test": "Shop", "b.test": "Blog" }, []],
    ["a row without an address", "name,url\nShop,a.test\nBlog,none", { "a.test": "Shop" }, ["Blog", "none"]],
    ["states beside addresses", "url,state\na.test,up\nb.test,up", {}, ["url", "state", "up", "up"]],
    ["numbers beside addresses", "a.test,1\nb.test,2", {}, ["1", "2"]]
  ])("has the names of a table: %s", (_, text, names, unclear) => {
    const sites = parseSites(text, new Set())
    expect([Object.fromEntries(sites.names), sites.unclear]).toEqual([names, unclear])
  })

  it.each<[what: string, text: string, tags: Readonly<Record<string, ReadonlyArray<string>>>, names: number]>([
    ["a head", "URL,Name,Tags\na.test,Shop,web\nb.test,Blog,", { "a.test": ["web"] }, 2],
    [
      "several in one cell",
      'site;tags\na.test;"web; eu|shops"\nb.test;eu',
      { "a.test": ["web", "eu", "shops"], "b.test": ["eu"] },
      0
    ],
    ["several without quotes", "url,name,tags\na.test,Shop,web,eu\nb.test,Blog", { "a.test": ["web", "eu"] }, 2],
    [
      "tags before addresses",
      "Labels\tDomain\nweb, eu\ta.test\nweb\tb.test",
      { "a.test": ["web", "eu"], "b.test": ["web"] },
      0
    ]
  ])("has the tags of a table: %s", (_, text, tags, names) => {
    const sites = parseSites(text, new Set())
    expect(sites).toMatchObject({ fresh: ["a.test", "b.test"], unclear: [] })
    expect([Object.fromEntries(sites.tags), sites.names.size]).toEqual([tags, names])
  })

  it("names what is no address", () => {
    expect(parseSites("hello, user@example.com, http://me:pw@example.com", new Set()).unclear).toEqual([
      "hello",
      "user@example.com",
      "http://me:pw@example.com"
    ])
  })
})
