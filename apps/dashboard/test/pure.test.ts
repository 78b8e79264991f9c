import { describe, expect, it } from "vitest"
import { type Monitor, monitorsOf, shownState } from "../src/api/monitors.ts"
import { byAttention, concernsOf } from "../src/domains/attention.ts"
import { concernText } from "../src/domains/concernText.ts"
import { applyFilters, countsOf, filtersOf, searchOf, shows } from "../src/domains/filters.ts"
import { matchRank } from "../src/shell/matchRank.ts"
import { money } from "../src/billing/money.ts"
import { accessOf, commonRight, domainsByTag, listOf, withRight } from "../src/team/access.ts"
import { curlOf } from "../src/ui/curlOf.ts"
import { channelsDe } from "../src/words/channelsDe.ts"
import { de } from "../src/words/de.ts"
import { dnsDe } from "../src/words/dnsDe.ts"
import { en } from "../src/words/en.ts"
import { makeFormat } from "../src/words/format.ts"

const collator = new Intl.Collator("en")

const monitor = (changes: Partial<Monitor>): Monitor => ({
  id: changes.name ?? "a",
  kind: "domain",
  name: "a",
  host: "a.example",
  state: "up",
  since: 0,
  responseMs: 100,
  uptime30: 100,
  certDays: 90,
  certProblem: null,
  regDays: 300,
  grade: "A",
  code: null,
  acknowledgedBy: null,
  maintenanceUntil: null,
  flapping: null,
  contentFault: null,
  isContentFaultCertain: false,
  isRemarkOnly: false,
  canWrite: true,
  unseen: 0,
  changedAt: null,
  tags: [],
  ...changes
})

describe("the list", () => {
  it("has what needs somebody first: down, certificate, registration, mail, then paused last", () => {
    const monitors = [
      monitor({ name: "fine" }),
      monitor({ name: "paused", state: "paused", certDays: 1 }),
      monitor({ name: "mail", grade: "F" }),
      monitor({ name: "registration", regDays: 3 }),
      monitor({ name: "soon", certDays: 4 }),
      monitor({ name: "broken", certProblem: "wrong_host" }),
      monitor({ name: "down", state: "down", code: "connect_refused" })
    ]
    expect(applyFilters(monitors, filtersOf(""), collator).map(({ name }) => name)).toEqual([
      "down",
      "broken",
      "soon",
      "registration",
      "mail",
      "fine",
      "paused"
    ])
    expect(concernsOf(monitor({ state: "paused", certDays: 1 }))).toEqual([])
  })

  it("shows for each quick filter as many as its count says, beside the other filters", () => {
    const shop = { id: "t1", name: "Shops", color: "#1a5fc4" }
    const monitors = [
      monitor({ name: "a", state: "down", tags: [shop] }),
      monitor({ name: "b", state: "down", grade: "F" }),
      monitor({ name: "c", state: "degraded", tags: [shop] }),
      monitor({ name: "d", state: "up", certDays: 3 }),
      monitor({ name: "e", state: "up", tags: [shop], regDays: 3 }),
      monitor({ name: "f", state: "paused" }),
      monitor({ name: "g", state: "up", tags: [shop], certProblem: "expired" })
    ]
    for (const search of ["", "?tag=t1", "?q=b", "?tag=t1&q=c", "?q=nothing"]) {
      const filters = filtersOf(search)
      const shown = shows.map((show) => [show, applyFilters(monitors, { ...filters, show }, collator).length])
      expect(countsOf(monitors, filters)).toEqual(Object.fromEntries(shown))
    }
    const { all, down, slow, up } = countsOf(monitors, filtersOf("?tag=t1"))
    expect({ all, down, slow, up }).toEqual({ all: 4, down: 1, slow: 1, up: 1 })
  })

  it("has a site whose certificate browsers refuse before a slow one, in a state of its own", () => {
    const monitors = [
      monitor({ name: "slow", state: "degraded" }),
      monitor({ name: "both", state: "degraded", certProblem: "expired", since: 1 }),
      monitor({ name: "refused", certProblem: "self_signed" })
    ]
    expect(monitors.toSorted(byAttention(collator)).map(({ name }) => name)).toEqual(["both", "refused", "slow"])
    expect(shownState("up", "expired")).toBe("refused")
    expect(shownState("degraded", "expired")).toBe("refused")
    for (const state of ["down", "paused", "unknown"] as const) expect(shownState(state, "expired")).toBe(state)
    expect(shownState("up", null)).toBe("up")
    expect(en.state.refused).toBe("Up, certificate rejected by browsers")
  })

  it.each<readonly [string, Partial<Monitor>, ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      "for which it is down",
      { state: "down", code: "content_fault", contentFault: "suspended" },
      ["The site is suspended"],
      ["Die Website ist gesperrt"]
    ],
    [
      "which it no longer shows",
      { state: "down", code: "content_fault" },
      ["The page shows that the site is broken"],
      ["Die Seite zeigt, dass die Website gestört ist"]
    ],
    [
      "and is down for something else",
      { state: "down", code: "connect_timeout", contentFault: "suspended" },
      [en.fault["connect_timeout"] ?? ""],
      [de.fault["connect_timeout"] ?? ""]
    ],
    [
      "for which a page is down",
      { kind: "url", state: "error", code: "content_fault", contentFault: "empty" },
      ["The page is empty"],
      ["Die Seite ist leer"]
    ],
    [
      "for which it is degraded",
      { state: "degraded", contentFault: "maintenance" },
      ["The site is in maintenance"],
      ["Die Website wird gewartet"]
    ],
    [
      "and is degraded without one",
      { state: "degraded" },
      ["Slow, or recovering from a problem"],
      ["Langsam oder erst seit Kurzem wieder in Ordnung"]
    ],
    ["of a class of later", { state: "degraded", contentFault: "for_rent" }, ["for rent"], ["for rent"]],
    ["but was not degraded yet", { contentFault: "maintenance" }, [], []]
  ])("says what the page of a monitor shows %s", (_, changes, english, german) => {
    const concerns = concernsOf(monitor(changes))
    expect(concerns.map((concern) => concernText(en, concern))).toEqual(english)
    expect(concerns.map((concern) => concernText(de, concern))).toEqual(german)
  })

  it("has a page as long as the viewer has not seen its changes, the newest change first", () => {
    const page = { kind: "url", certDays: null, regDays: null, grade: null } as const
    const monitors = [
      monitor({ ...page, name: "older", state: "active", unseen: 2, changedAt: 1_000 }),
      monitor({ ...page, name: "seen", state: "changed", unseen: 0, changedAt: 3_000 }),
      monitor({ ...page, name: "newer", state: "changed", unseen: 1, changedAt: 2_000 }),
      monitor({ name: "mail", grade: "F" })
    ]
    expect(monitors.toSorted(byAttention(collator)).map(({ name }) => name)).toEqual(["mail", "newer", "older", "seen"])
    expect(monitors.map((one) => concernsOf(one).map((concern) => concernText(en, concern)))).toEqual([
      ["2 changes you have not seen"],
      [],
      ["1 change you have not seen"],
      ["Email health is F"]
    ])
    expect(concernText(de, { kind: "unseen", count: 100 })).toBe("100+ ungesehene Änderungen")
  })

  it("has a domain for three days after its DNS records changed", () => {
    const now = Date.UTC(2026, 10, 23)
    const changed = (days: number) => monitor({ name: `${days}`, changedAt: now - days * 86_400_000 })
    expect(concernsOf(changed(2.9), now).map((concern) => concernText(en, concern))).toEqual(["DNS records changed"])
    expect(concernsOf(changed(3.1), now)).toEqual([])
    const page = monitor({ kind: "url", state: "active", changedAt: now })
    expect(concernsOf(page, now)).toEqual([])
    expect(concernsOf({ ...changed(1), state: "paused" }, now)).toEqual([])
  })

  it("has its filters in the URL, and unknown values are the defaults", () => {
    const filters = { text: "shop & co", show: "down", tag: "t1", sort: "name" } as const
    expect(filtersOf(searchOf(filters))).toEqual(filters)
    expect(filtersOf("?show=everything&sort=__proto__")).toEqual({ text: "", show: "all", tag: "", sort: "attention" })
    expect(searchOf(filtersOf(""))).toBe("")
  })

  it.each([
    ["https://shop.example.com", "shop.example.com"],
    ["http://shop.example.com/", "shop.example.com"],
    ["https://Shop.example.com", "shop.example.com"],
    ["https://shop.example.com:8443", "shop.example.com:8443"],
    ["https://shop.example.com/a?b", "shop.example.com/a"],
    ["https://münchen.example", "xn--mnchen-3ya.example"],
    ["shop", "shop"]
  ])("shows the host and path of %s", (url, host) => {
    const table = { fields: ["id", "kind", "url"], tags: [], rows: [["1", "domain", url]] }
    expect(monitorsOf(table as unknown as Parameters<typeof monitorsOf>[0])[0]?.host).toBe(host)
  })

  it("is read once, however many parts of a screen show it", () => {
    const table = { fields: ["id"], tags: [], rows: [["1"]] } as unknown as Parameters<typeof monitorsOf>[0]
    expect(monitorsOf(table)).toBe(monitorsOf(table))
    expect(monitorsOf({ ...table })).not.toBe(monitorsOf(table))
  })

  it("reads fields by name, and a field that is missing is null", () => {
    const [first] = monitorsOf({
      fields: ["name", "id", "url", "tags", "state", "new"],
      tags: [{ id: "t", name: "T", color: "#000000" }],
      rows: [["Shop", "1", "https://shop.example/health", [0, 9], "weird", 1]]
    } as unknown as Parameters<typeof monitorsOf>[0])
    expect(first).toMatchObject({
      id: "1",
      name: "Shop",
      host: "shop.example/health",
      state: "unknown",
      uptime30: null
    })
    expect(first?.tags).toHaveLength(1)
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
