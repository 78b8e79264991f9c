import { describe, expect, it } from "vitest"
import { parseSites } from "../src/add/parseSites.ts"
import { matchRank } from "../src/shell/matchRank.ts"
import { money } from "../src/billing/money.ts"
import { accessOf, commonRight, domainsByTag, listOf, withRight } from "../src/team/access.ts"
import { curlOf } from "../src/ui/curlOf.ts"
import { channelsDe } from "../src/words/channelsDe.ts"
import { de } from "../src/words/de.ts"
import { dnsDe } from "../src/words/dnsDe.ts"
import { en } from "../src/words/en.ts"
import { makeFormat } from "../src/words/format.ts"
import { monitor } from "./aMonitor.ts"

describe("a pasted list of sites", () => {
  it("is split at lines, commas and spaces, without duplicates and what is monitored", () => {
    const text = "example.com, https://example.com/\nhttp://shop.example.com/health;known.example <münchen.example>"
    expect(parseSites(text, new Set(["known.example"]))).toEqual({
      names: new Map(),
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

  it("names what is no address", () => {
    expect(parseSites("hello, user@example.com, http://me:pw@example.com", new Set()).unclear).toEqual([
      "hello",
      "user@example.com",
      "http://me:pw@example.com"
    ])
  })
})

describe("texts", () => {
  it("exist in both languages for every code", () => {
    for (const table of ["fault", "certProblem"] as const) {
      expect(Object.keys(de[table])).toEqual(Object.keys(en[table]))
    }
    expect(Object.keys(de.incident.advice)).toEqual(Object.keys(en.incident.advice))
  })

  it("never round a downtime away", () => {
    const format = makeFormat("en", "UTC")
    expect(format.percent(99.9999)).toBe("99.99%")
    expect([99.986, 64.1, 99.57, 99.29].map(format.percent)).toEqual(["99.98%", "64.10%", "99.57%", "99.29%"])
    expect(format.percent(100)).toBe("100.00%")
  })

  it("give durations in two units, between the seconds that are shown", () => {
    const { between, seconds } = makeFormat("en", "UTC")
    expect([0, 59, 60, 61, 5_400, 86_405, 180_000].map(seconds)).toEqual([
      "0 sec",
      "59 sec",
      "1 min",
      "1 min 1 sec",
      "1 hr 30 min",
      "1 day",
      "2 days 2 hr"
    ])
    const start = Date.UTC(2026, 10, 26, 0, 14, 35)
    expect(between(start + 900, start + 180_100)).toBe("3 min")
    expect(between(start + 100, start + 179_900)).toBe("2 min 59 sec")
  })

  it.each([
    ["31 Min.", "Seit 31 Min. gestört", "wieder in 31 Min."],
    ["1 Tag 3 Std.", "Seit 1 Tag 3 Std. gestört", "wieder in 1 Tag 3 Std."],
    ["2 Tage 2 Std.", "Seit 2 Tagen 2 Std. gestört", "wieder in 2 Tagen 2 Std."]
  ])("stand in German sentences in the case that these need: %s", (duration, failing, next) => {
    expect([channelsDe.failingFor(duration), dnsDe.next(duration)]).toEqual([failing, next])
  })

  it("write minutes alike in every variant of English", () => {
    expect(makeFormat("en-GB", "UTC").seconds(27 * 60)).toBe("27 min")
    expect(makeFormat("de-AT", "UTC").seconds(27 * 60)).toBe("27 Min.")
  })

  it("name the day of a recent time unless it is today", () => {
    const now = Date.UTC(2026, 10, 22, 9, 30)
    const { recent } = makeFormat("en-GB", "UTC")
    expect(recent(Date.UTC(2026, 10, 22, 3, 5), now)).toBe("03:05")
    expect(recent(Date.UTC(2026, 10, 21, 22, 5), now)).toMatch(/^Sat,? 22:05$/u)
  })

  it("match the beginning of a word better than its middle", () => {
    expect(matchRank("fj", "Fjord Dental")).toBeGreaterThan(matchRank("den", "Fjord Dental"))
    expect(matchRank("den", "Fjord Dental")).toBeGreaterThan(matchRank("ent", "Fjord Dental"))
    expect(matchRank("zz", "Fjord Dental")).toBe(0)
  })
})

describe("the rights of a member", () => {
  const domains = ["a", "b", "c"].map((id) =>
    monitor({ id, name: id, tags: id === "c" ? [] : [{ id: "t", name: "T", color: "#000000" }] })
  )

  it("are set by tag, and are mixed if they differ", () => {
    const [tagged] = domainsByTag(domains)
    expect(tagged?.ids).toEqual(["a", "b"])
    const access = withRight(accessOf([{ domainId: "c", canWrite: true }]), tagged?.ids ?? [], "read")
    expect(listOf(access)).toEqual([
      { domainId: "c", canWrite: true },
      { domainId: "a", canWrite: false },
      { domainId: "b", canWrite: false }
    ])
    expect(commonRight(access, ["a", "b"])).toBe("read")
    expect(commonRight(access, ["a", "c"])).toBeNull()
    expect(listOf(withRight(access, ["a", "b", "c"], "none"))).toEqual([])
  })
})

describe("an API call as a command", () => {
  it("is quoted for a shell", () => {
    expect(curlOf({ path: "/tags", method: "POST", body: { name: "Ann's $(rm -rf /) `x`" } }, "https://mon.test")).toBe(
      `curl -X POST -H "X-API-Key: $MON_API_KEY" -H 'Content-Type: application/json' -d '{"name":"Ann'\\''s $(rm -rf /) \`x\`"}' 'https://mon.test/api/v1/tags'`
    )
  })
})

describe("money", () => {
  it("shows cents only where there are some, and none in currencies without them", () => {
    expect([money("en", 9_900, "usd"), money("en", 950, "usd"), money("en", 500, "jpy")]).toEqual([
      "$99",
      "$9.50",
      "¥500"
    ])
  })
})
