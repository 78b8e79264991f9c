import { describe, expect, it } from "vitest"
import type { Monitor } from "../src/api/monitors.ts"
import { wholePeriod } from "../src/monitors/wholePeriod.ts"
import { firstFix, gainOf } from "../src/mailReport/gains.ts"
import {
  applyMailFilters,
  fixGroups,
  gradeCounts,
  gradeFilters,
  mailFiltersOf,
  mailSearchOf
} from "../src/mail/mailFilters.ts"
import { seriesOf } from "../src/mailReport/scoreSeries.ts"
import { diffRows, inlineRows } from "../src/pages/diffRows.ts"
import { pageFilters } from "../src/pages/pageFilters.ts"
import { parseProspects, PROSPECT_LIMIT } from "../src/simulations/parseProspects.ts"
import { pointsOf, standingOf } from "./mailRecords.ts"
import { changeRecord, makePage } from "./pageRecords.ts"
import { makeSite } from "./StandIn.ts"

const collator = new Intl.Collator("en")

describe("a list of prospects", () => {
  it("is a list of addresses and domains, with duplicates and invalid ones counted", () => {
    expect(
      parseProspects('ann@example.org, "Bob" <bob@example.net>\nANN@example.org;example.com  x@y  münchen.example')
    ).toEqual({
      columns: [],
      column: 0,
      entries: [
        "ann@example.org",
        '"Bob" <bob@example.net>',
        "ANN@example.org",
        "example.com",
        "x@y",
        "münchen.example"
      ],
      isCut: false,
      different: 4,
      duplicates: 1,
      invalid: 1,
      invalidExamples: ["x@y"]
    })
  })

  it("is the column with addresses of a table, with quoted delimiters, line ends and a header", () => {
    const text =
      '\uFEFFcompany;mail;site\r\n"A; ""one""\nGmbH";ann@a.example;a.example\r\nB;bob@b.example;b.example\r\n'
    const { column, columns, entries } = parseProspects(text)
    expect({ column, columns, entries }).toEqual({
      column: 1,
      columns: ["company", "mail", "site"],
      entries: ["ann@a.example", "bob@b.example"]
    })
    expect(parseProspects(text, 2).entries).toEqual(["a.example", "b.example"])
  })

  it("is a table without a header if the first row has an address", () => {
    const { columns, entries } = parseProspects("Ann,ann@a.example\nBob,bob@b.example\nNo one,\n")
    expect(columns).toEqual(["", ""])
    expect(entries).toEqual(["ann@a.example", "bob@b.example"])
  })

  it("ends at the limit", () => {
    const { entries, isCut } = parseProspects(
      Array.from({ length: PROSPECT_LIMIT + 5 }, (_, at) => `a${at}@b.example`).join("\n")
    )
    expect([entries.length, isCut]).toEqual([PROSPECT_LIMIT, true])
  })

  it("is never confused by hostile text", () => {
    for (const text of ["", "\u0000", '"', '"\n"', ",,,\n,,,", "<", "@", '"a,b\nc', "=1+1,@x\n=2,@y"]) {
      expect(parseProspects(text).entries.length).toBeLessThan(5)
    }
  })
})

describe("the points of a fix", () => {
  const components = {
    mx: { score: 100, weight: 20 },
    spf: { score: 96, weight: 25 },
    dkim: { score: 0, weight: 20 },
    dmarc: { score: 80, weight: 25 },
    blacklist: { score: null, weight: 10 }
  }
  it("are those of the weighted mean of the known components", () => {
    const score = Math.floor((100 * 20 + 96 * 25 + 80 * 25) / 90)
    expect(gainOf(components, score, "dkim")).toBe(Math.floor((100 * 40 + 96 * 25 + 80 * 25) / 90) - score)
    expect(gainOf(components, score, "mx")).toBe(0)
    expect(gainOf(components, score, "blacklist")).toBe(0)
    expect(firstFix(components, score)?.name).toBe("dkim")
    expect(firstFix(components, null)).toBeNull()
  })
})

describe("mail health", () => {
  const standings = [3, 4, 0, 13].map((number) => standingOf(makeSite(number)))
  it("puts the fix with the most points in all first", () => {
    expect(fixGroups(standings).map(({ domains, key }) => [key, domains.length])).toEqual([
      ["dkim_none", 3],
      ["spf_missing", 1],
      ["dmarc_none", 3],
      ["spf", 2]
    ])
  })

  it("filters by grade and fix, and writes the filters into the URL", () => {
    const filters = mailFiltersOf("?grade=F&fix=spf_missing&view=fix&q=a")
    expect(mailSearchOf(filters)).toBe("?q=a&grade=F&fix=spf_missing&view=fix")
    const shown = applyMailFilters(standings, { ...filters, text: "" }, collator)
    expect(shown.map(({ domainId }) => domainId)).toEqual(["id-3"])
    expect(mailSearchOf(mailFiltersOf("?grade=Z&view=none"))).toBe("")
  })

  it("has a filter of its own for domains whose check is off, which do not wait for a result", () => {
    const unchecked = { score: null, grade: null, checkedAt: null, components: null }
    const [waiting, off] = ["waiting", "off"].map((domainId, index) => ({
      ...standingOf(makeSite(3)),
      ...unchecked,
      domainId,
      emailHealthEnabled: index === 0
    }))
    if (waiting === undefined || off === undefined) throw new Error("There are two.")
    const counts = gradeCounts([...standings, waiting, off], mailFiltersOf(""))
    expect([counts.get("pending"), counts.get("off")]).toEqual([1, 1])
    const shown = applyMailFilters([...standings, waiting, off], mailFiltersOf("?grade=off"), collator)
    expect(shown.map(({ domainId }) => domainId)).toEqual(["off"])
    expect(fixGroups([waiting, off])).toEqual([])
  })

  it("shows for each grade as many as its count says, beside the other filters", () => {
    for (const search of ["", "?fix=spf_missing", "?q=id-3", `?q=${standings[1]?.name}`]) {
      const filters = mailFiltersOf(search)
      const shown = gradeFilters.map((grade) => applyMailFilters(standings, { ...filters, grade }, collator).length)
      expect([...gradeCounts(standings, filters).values()]).toEqual(shown)
    }
    expect(gradeCounts(standings, mailFiltersOf("?fix=spf_missing")).get("all")).toBe(1)
  })
})

const page = (changes: Partial<Monitor>) =>
  ({
    name: "a",
    host: "a.example/x",
    state: "active",
    unseen: 0,
    changedAt: null,
    responseMs: 1,
    tags: [],
    ...changes
  }) as Monitor

describe("the list of pages", () => {
  it("shows unseen changes first, then errors, and paused pages last", () => {
    const pages = [
      page({ name: "paused", state: "paused" }),
      page({ name: "old", changedAt: 1 }),
      page({ name: "new", changedAt: 2 }),
      page({ name: "error", state: "error" }),
      page({ name: "unseen", unseen: 1 })
    ]
    const shown = (search: string) =>
      pageFilters.apply(pages, pageFilters.read(search), collator).map(({ name }) => name)
    expect(shown("")).toEqual(["unseen", "error", "new", "old", "paused"])
    expect(shown("?seen=no")).toEqual(["unseen"])
    expect(shown("?sort=name&q=N")).toEqual(["new", "unseen"])
    expect(pageFilters.write(pageFilters.read("?seen=no&sort=name"))).toBe("?seen=no&sort=name")
    const counts = pageFilters.count(pages, pageFilters.read("?q=un")).map(({ count, value }) => [value, count])
    expect(Object.fromEntries(counts)).toEqual({ all: 1, unseen: 1, error: 0, paused: 0 })
  })
})

describe("the comparison of two versions", () => {
  const { hunks } = changeRecord(makePage(0), 0)
  it("puts removed and added lines beside each other, with their numbers", () => {
    const rows = diffRows(hunks)
    const third = rows[2]
    expect(third?.kind === "lines" && [third.before?.text, third.after?.text, third.before?.number]).toEqual([
      "$15 per month",
      "$19 per month",
      3
    ])
    expect(rows.filter(({ kind }) => kind === "skipped")).toEqual([{ kind: "skipped", lines: 23 }])
    const [, added] = rows.slice(-3)
    expect(added?.kind === "lines" && [added.before, added.after?.text]).toEqual([null, "SSO now included"])
  })

  it("leaves out what is the same if only changes are wanted", () => {
    const rows = inlineRows(diffRows(hunks), true)
    expect(rows.map((row) => row.kind === "lines" && (row.before ?? row.after)?.op)).toEqual([
      "delete",
      "insert",
      "delete",
      "insert",
      "delete",
      "insert",
      "insert"
    ])
  })
})

describe("the history of the score", () => {
  it("has one series for each version of the scoring rules, oldest first, without checks that gave no score", () => {
    const [newest, ...rest] = pointsOf(makeSite(4))
    if (newest === undefined) throw new Error("There is no history.")
    const series = seriesOf([{ ...newest, score: null }, ...rest])
    expect(series.map(({ length }) => length)).toEqual([10, 19])
    expect([series[0]?.[0]?.score, series[1]?.[0]?.score, series[1]?.at(-1)?.score]).toEqual([52, 68, 74])
  })

  it("does not compare results of earlier releases, which have no version, with later ones", () => {
    const [newest] = pointsOf(makeSite(4))
    if (newest === undefined) throw new Error("There is no history.")
    expect(seriesOf([newest, { ...newest, rubricVersion: null }])).toHaveLength(2)
    expect(seriesOf([])).toEqual([])
  })
})

describe("the whole of a timeline", () => {
  const fields = ["start", "checks", "up", "down", "dns", "wait"]
  it.each([
    ["nothing", [], { checks: 0, failed: 0, averageMs: null }],
    ["failures alone", [[0, 3, 0, 3, null, null]], { checks: 3, failed: 3, averageMs: null }],
    ["no phases", [[0, 3, 3, 0, null, null]], { checks: 3, failed: 0, averageMs: null }],
    [
      "buckets of different sizes",
      [
        [0, 10, 9, 1, 10, 90],
        [1, 1, 1, 0, null, 1_100]
      ],
      { checks: 11, failed: 1, averageMs: 200 }
    ]
  ])("is known of %s", (_, buckets, whole) => expect(wholePeriod({ fields, buckets })).toEqual(whole))
})
