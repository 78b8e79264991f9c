import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type Group, parseGroups } from "../builder/Groups.ts"
import { checkHost } from "../builder/hosts.ts"
import { make } from "../builder/files.ts"
import { assemble } from "../builder/rules.ts"
import { parseRows, readAdditions, readExceptions, readMailboxes } from "../builder/sourcedLists.ts"
import { MAINSTREAM, refusal, type Source, SOURCES } from "../builder/sources.ts"

const read = (path: string): Buffer => readFileSync(new URL(`../${path}`, import.meta.url))

describe("the committed files", () => {
  it("are reproducible from the pinned and the manually maintained lists, byte for byte", () => {
    const made = make()
    expect(Buffer.from(made.bin).equals(read("table/disposable.bin"))).toBe(true)
    expect(made.report).toBe(read("table/report.json").toString())
    expect(made.notices).toBe(read("THIRD_PARTY_NOTICES.md").toString())
    expect(made.readme).toBe(read("README.md").toString())
  })

  it("report every source with its licence, its share and its dropped entries", () => {
    const report = JSON.parse(read("table/report.json").toString())
    expect(report.rules.total).toBe(report.rules.confirmed + report.rules.reported)
    expect(report.sources.map(({ name }: { name: string }) => name)).toEqual(SOURCES.map(({ name }) => name))
    for (const source of report.sources) expect(source.licence).toMatch(/^(MIT|BSD-3-Clause|CC0-1\.0)$/)
  })

  it("contain the notices that the licences require", () => {
    const notices = read("THIRD_PARTY_NOTICES.md").toString()
    for (const words of [
      "Copyright (c) 2013 Francois-Guillaume Ribreau",
      "Copyright (c) 2022, 7c",
      "CC0 1.0 Universal",
      "## disposable-domains "
    ])
      expect(notices).toContain(words)
  })
})

describe("a source", () => {
  it("is rejected for its licence", () => {
    for (const licence of ["GPL-3.0", "AGPL-3.0-only", "UNLICENSED", "SEE LICENSE IN LICENSE", undefined])
      expect(refusal(licence, ["mailinator.com"])).toMatch(/licence/)
    for (const licence of ["MIT", "BSD-3-Clause", "CC0-1.0"]) expect(refusal(licence, ["mailinator.com"])).toBeNull()
  })

  it("is rejected when it contains a mainstream provider", () => {
    expect(refusal("MIT", ["mailinator.com", " Gmail.com", "outlook.com"])).toBe("it holds gmail.com, outlook.com")
    for (const domain of MAINSTREAM) expect(refusal("MIT", [domain])).not.toBeNull()
  })
})

describe("a line of a list", () => {
  it.each([
    ["Mailinator.COM", "mailinator.com"],
    ["*.33mail.com", "33mail.com"],
    ["@yopmail.com", "yopmail.com"],
    ["a.b.example.", "malformed or unknown"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["  spaced.com\r", "spaced.com"]
  ])("%j becomes %s", (line, host) => {
    const checked = checkHost(line)
    expect(checked.ok ? checked.host : "malformed or unknown").toBe(host)
  })

  it.each([
    ["co.uk", "public_suffix"],
    ["my.id", "public_suffix"],
    ["pp.ua", "public_suffix"],
    ["github.io", "public_suffix"],
    ["com", "malformed"],
    ["gmail.con", "unknown_tld"],
    ["0815.ry", "unknown_tld"],
    ["under_score.com", "malformed"],
    ["192.0.2.1", "malformed"],
    ["-a.com", "malformed"],
    ["a..com", "malformed"],
    ["", "malformed"]
  ])("%j is dropped as %s", (line, reason) => {
    expect(checkHost(line)).toEqual({ ok: false, reason })
  })
})

describe("the grammar of the manually maintained lists", () => {
  it("reads groups with class, provider and reason", () => {
    expect(parseGroups("# words\n@ alias A.b io: why: because\na.com b.com\n\nc.com\n", "f")).toEqual([
      { class: "alias", provider: "A.b io", reason: "why: because", domains: ["a.com", "b.com", "c.com"] }
    ])
  })

  it.each([
    ["a.com", /before the first group/],
    ["@ odd A: why\na.com", /is not "@ <class>/],
    ["@ free A\na.com", /is not "@ <class>/],
    ["@ free A: why\nA.com", /written a.com/],
    ["@ free A: why\na.com a.com", /already/],
    ["@ free A: why\nco.uk", /public_suffix/]
  ])("rejects %j", (text, message) => {
    expect(() => parseGroups(text, "f")).toThrow(message)
  })
})

describe("the lists with a source on each line", () => {
  it("are read as records", () => {
    expect(parseRows("# words\na.com | why | where\n\n", "f", ["domain", "reason", "source"])).toEqual([
      { domain: "a.com", reason: "why", source: "where" }
    ])
  })

  it.each([
    ["a.com | why", /f:1: a line has the fields domain \| reason \| source/],
    ["a.com | why |  ", /f:1: a line has the fields/],
    ["a.com | why | where | more", /f:1: a line has the fields/],
    ["A.com | why | where", /f:1: A.com is written a.com/],
    ["co.uk | why | where", /f:1: co.uk is public_suffix/]
  ])("refuse %j", (text, message) => {
    expect(() => parseRows(text, "f", ["domain", "reason", "source"])).toThrow(message)
  })

  it("name every domain once, and a country that exists", () => {
    const domains = [...readAdditions(), ...readExceptions()].map(({ domain }) => domain)
    expect(new Set(domains).size).toBe(domains.length)
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
    for (const { country } of readMailboxes()) expect([country, names.of(country)]).not.toContain(undefined)
  })
})

const source = (
  name: string,
  lineage: Source["spec"]["lineage"],
  lines: ReadonlyArray<string>,
  more: Partial<Source["spec"]> = {}
): Source => ({
  spec: { name, package: name, lineage, confirms: false, gives: true, note: "", read: () => lines, ...more },
  version: "1.0.0",
  licence: "MIT",
  repository: "",
  licenceText: null,
  lines
})
const group = (kind: Group["class"], ...domains: ReadonlyArray<string>): Group => ({
  class: kind,
  provider: "P",
  reason: "why",
  domains
})

describe("the rules", () => {
  it("are confirmed by a maintained list or by two lineages, and otherwise reported", () => {
    const { deny } = assemble(
      [
        source("living", "curated", ["a.com"], { confirms: true }),
        source("one", "mailchecker", ["b.com", "c.com", "d.com"]),
        source("two", "ivolo", ["c.com", "e.com"]),
        source("two again", "ivolo", ["e.com"]),
        source("witness", "monitored", ["d.com", "f.com"], { gives: false })
      ],
      [],
      [],
      new Map()
    )
    expect(deny.map(({ domain, tier }) => `${domain} ${tier}`)).toEqual([
      "a.com confirmed",
      "b.com reported",
      "c.com confirmed",
      "d.com confirmed",
      "e.com reported"
    ])
  })

  it("drop and count domains that a listed parent covers", () => {
    const { counts, deny } = assemble(
      [source("one", "mailchecker", ["a.com", "x.a.com", "y.x.a.com", "b.com", "co.uk", "q.invalidtld", "?"])],
      [],
      [],
      new Map()
    )
    expect(deny.map(({ domain }) => domain)).toEqual(["a.com", "b.com"])
    expect(counts[0]).toMatchObject({
      lines: 7,
      hosts: 4,
      rules: 2,
      only: 2,
      dropped: { covered: 2, public_suffix: 1, unknown_tld: 1, malformed: 1, allowed: 0 }
    })
  })

  it("give way to the allow list: permanent mailboxes with their subdomains, other names alone", () => {
    const { allow, deny, droppedByAllow } = assemble(
      [
        source("one", "mailchecker", [
          "mail.com",
          "x.mail.com",
          "shared.com",
          "bad.shared.com",
          "thrown.com",
          "kept.thrown.com",
          "bad.kept.thrown.com"
        ])
      ],
      [group("free", "mail.com"), group("none", "shared.com", "kept.thrown.com", "far.com")],
      [],
      new Map()
    )
    expect(deny.map(({ domain }) => domain)).toEqual(["bad.kept.thrown.com", "bad.shared.com", "thrown.com"])
    expect(droppedByAllow).toEqual(["kept.thrown.com", "mail.com", "shared.com"])
    expect(allow.map(({ domain }) => domain)).toEqual(["kept.thrown.com", "mail.com"])
  })

  it("take their service from the manually maintained names, then from the monitor", () => {
    const { deny, idleProviders } = assemble(
      [source("one", "mailchecker", ["a.com", "x.b.com", "c.com"])],
      [],
      [
        { provider: "A", domains: ["a.com", "idle.com"] },
        { provider: "B", domains: ["b.com"] }
      ],
      new Map([
        ["a.com", "seen"],
        ["c.com", "seen"]
      ])
    )
    expect(deny.map(({ provider }) => provider)).toEqual(["A", "seen", "B"])
    expect(idleProviders).toEqual(["b.com", "idle.com"])
  })
})
