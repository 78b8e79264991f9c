import { describe, expect, it } from "vitest"
import { matchRank } from "../src/shell/matchRank.ts"
import { money } from "../src/billing/money.ts"
import { accessOf, commonRight, listsOf, monitorsByTag, withRight, withSharedTags } from "../src/team/access.ts"
import { curlOf } from "../src/ui/curlOf.ts"
import { channelsDe } from "../src/alerts/channels.de.ts"
import { de } from "../src/words/catalogue.de.ts"
import { dnsDe } from "../src/domain/dns/dns.de.ts"
import { en } from "../src/words/catalogue.en.ts"
import { makeFormat } from "../src/words/format.ts"
import { monitor } from "./aMonitor.ts"

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

  it("show only nothing as 0% of a whole, and only all of it as 100%", () => {
    const { share } = makeFormat("en", "UTC")
    expect([0, 0.000_01, 0.5, 0.999_99, 1].map(share)).toEqual(["0%", "0.1%", "50%", "99.9%", "100%"])
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
  const tag = { id: "t", name: "T", color: "#000000" }
  const monitors = ["a", "b", "c"].map((id) =>
    monitor({ id, name: id, kind: id === "b" ? "heartbeat" : "domain", tags: id === "c" ? [] : [tag] })
  )
  const none = { domainAccess: [], urlAccess: [], heartbeatAccess: [], serviceAccess: [] }

  it("are set by tag, and are mixed if they differ", () => {
    const [tagged] = monitorsByTag(monitors)
    expect(tagged?.ids).toEqual(["a", "b"])
    const access = withRight(
      accessOf({ ...none, domainAccess: [{ domainId: "c", canWrite: true }] }),
      tagged?.ids ?? [],
      "read"
    )
    expect(listsOf(access, monitors, null)).toEqual({
      ...none,
      domainAccess: [
        { domainId: "c", canWrite: true },
        { domainId: "a", canWrite: false }
      ],
      heartbeatAccess: [{ heartbeatId: "b", canWrite: false }]
    })
    expect(commonRight(access, ["a", "b"])).toBe("read")
    expect(commonRight(access, ["a", "c"])).toBeNull()
    expect(listsOf(withRight(access, ["a", "b", "c"], "none"), monitors, null)).toEqual(none)
  })

  it("stay as they were for a monitor that is not in the list yet", () => {
    const before = { ...none, urlAccess: [{ urlId: "new", canWrite: true }] }
    expect(listsOf(accessOf(before), monitors, before)).toEqual(before)
  })

  it("include the monitors of shared tags, with the widest right", () => {
    const tagged = monitorsByTag(monitors)
    const access = accessOf({ ...none, domainAccess: [{ domainId: "a", canWrite: true }] })
    const shared = withSharedTags(access, [{ tagId: "t", canWrite: false }], tagged)
    expect([...shared]).toEqual([
      ["a", "write"],
      ["b", "read"]
    ])
    expect([...withSharedTags(shared, [{ tagId: "t", canWrite: true }], tagged).values()]).toEqual(["write", "write"])
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
