import { describe, expect, it } from "vitest"
import { type Monitor, monitorsOf, shownState } from "../src/api/monitors.ts"
import { byAttention, concernsOf } from "../src/monitors/attention.ts"
import { concernText } from "../src/monitors/concernText.ts"
import { domainFilters } from "../src/domains/domainFilters.ts"
import { de } from "../src/words/catalogue.de.ts"
import { en } from "../src/words/catalogue.en.ts"
import { monitor } from "./aMonitor.ts"

const collator = new Intl.Collator("en")

const shows = "all down slow response certificate registration mail up unknown paused".split(" ")

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
    expect(domainFilters.apply(monitors, domainFilters.read(""), collator).map(({ name }) => name)).toEqual([
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
      monitor({ name: "f", state: "paused", responseMs: 6_000 }),
      monitor({ name: "g", state: "up", tags: [shop], certProblem: "expired" }),
      monitor({ name: "h", state: "unknown", responseMs: null }),
      monitor({ name: "i", state: "up", responseMs: 6_000 })
    ]
    for (const search of ["", "?tag=t1", "?q=b", "?tag=t1&q=c", "?q=nothing"]) {
      const filters = domainFilters.read(search)
      const counts = domainFilters.count(monitors, filters)
      expect(counts.map(({ value }) => value)).toEqual(shows)
      for (const { count, value } of counts)
        expect(domainFilters.apply(monitors, { ...filters, show: value }, collator)).toHaveLength(count)
    }
    const counted = (search: string) =>
      Object.fromEntries(domainFilters.count(monitors, domainFilters.read(search)).map((one) => [one.value, one.count]))
    expect(counted("?tag=t1")).toMatchObject({ all: 4, down: 1, slow: 1, up: 1 })
    expect(counted("")).toMatchObject({ response: 1, unknown: 1 })
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
    [
      "while its state changes too often, before its bad email health",
      { flapping: 14, grade: "F" },
      ["Changes state too often: 14 times in 24 hours", "Email health is F"],
      ["Wechselt zu oft den Zustand: 14-mal in 24 Stunden", "Die E-Mail-Note ist F"]
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
    expect(domainFilters.read(domainFilters.write(filters))).toEqual(filters)
    expect(domainFilters.read("?show=everything&sort=__proto__")).toEqual({
      text: "",
      show: "all",
      tag: "",
      sort: "attention"
    })
    expect(domainFilters.write(domainFilters.read(""))).toBe("")
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
