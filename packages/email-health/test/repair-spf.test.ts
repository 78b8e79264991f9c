import type { Zone } from "@mon/dns"
import { describe, expect, test } from "vitest"
import { parseSpf } from "../src/index.ts"
import { D, dmarcOf, plan, spf, spfOf, stepFor, txt, valuesOf } from "./repairPlans.ts"
import { but, PUBLIC } from "./zones.ts"

const [OWN] = PUBLIC

const dmarc = (record: string): Zone => ({ [`_dmarc.${D}`]: txt(record) })
const branches = (count: number): Zone =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`i${index}.example.net`, txt(`v=spf1 ip4:6.6.${index}.0/24 ~all`)])
  )
const including = (count: number): string =>
  Array.from({ length: count }, (_, index) => `include:i${index}.example.net`).join(" ")

const sixtyNetworks = (from: number): string =>
  Array.from({ length: 60 }, (_, index) => `ip4:${from}.7.${index * 2}.0/24`).join(" ")

describe("an SPF record that makes receivers give up", () => {
  test.each<readonly [string, string, Zone, string]>([
    ["a dead include goes, and the end is soft", "v=spf1 mx include:gone.example.net -all", {}, "v=spf1 mx ~all"],
    [
      "an include of a record with an error goes, and the end is soft",
      "v=spf1 mx include:b.example.net -all",
      { "b.example.net": txt("v=spf1 mx:c.example.net ip4:6.6.6.0/24 nonsense -all") },
      "v=spf1 mx ~all"
    ],
    [
      "an include behind which another one is dead keeps its networks",
      "v=spf1 mx include:b.example.net -all",
      { "b.example.net": txt("v=spf1 ip4:6.6.6.0/24 include:gone.example.net -all") },
      "v=spf1 mx ip4:6.6.6.0/24 ~all"
    ],
    [
      "an include behind which another one is dead keeps its macros",
      "v=spf1 mx include:b.example.net -all",
      { "b.example.net": txt("v=spf1 exists:%{i}.%{d} include:gone.example.net -all") },
      "v=spf1 mx exists:%{i}.b.example.net ~all"
    ],
    ["an include of itself costs nobody anything", `v=spf1 mx include:${D} -all`, {}, "v=spf1 mx -all"],
    [
      "a misspelt include is corrected",
      "v=spf1 mx includ:i0.example.net -all",
      branches(1),
      "v=spf1 mx include:i0.example.net -all"
    ],
    ["a blank behind a colon goes", "v=spf1 mx ip4: 6.6.6.6 -all", {}, "v=spf1 mx ip4:6.6.6.6 -all"],
    [
      "a glued all is separated",
      "v=spf1 mx include:i0.example.net-all",
      branches(1),
      "v=spf1 mx include:i0.example.net -all"
    ],
    ["an unknown word goes, and the end is soft", "v=spf1 mx whatever -all", {}, "v=spf1 mx ~all"],
    ["only unknown words: the mail hosts are allowed", "v=spf1 whatever -all", {}, "v=spf1 mx ~all"],
    [
      "a loop goes, and the end is soft when the other term names only private hosts",
      `v=spf1 a:in.example.net include:${D} -all`,
      { "in.example.net": { A: ["10.1.1.1"] } },
      "v=spf1 a:in.example.net ~all"
    ],
    ["a redirect to nothing goes", "v=spf1 mx redirect=gone.example.net", {}, "v=spf1 mx ~all"],
    [
      "a misspelt term behind all takes no effect",
      "v=spf1 mx -all includ:i0.example.net",
      branches(1),
      "v=spf1 mx ~all"
    ],
    [
      "a redirect to an open end becomes an include with a soft end",
      "v=spf1 mx redirect=o.example.net",
      { "o.example.net": txt("v=spf1 ip4:6.6.6.0/24 ?all") },
      "v=spf1 mx include:o.example.net ~all"
    ]
  ])("%s", async (_, record, others, fixed) => expect(await spfOf({ ...spf(record), ...others })).toBe(fixed))

  test("several records become one with the stricter end", async () => {
    expect(await spfOf(spf("v=spf1 mx -all", "v=spf1 a ~all"))).toBe("v=spf1 mx a -all")
    expect(await spfOf(spf("v=spf1 mx ~all", "v=spf1 a ?all"))).toBe("v=spf1 mx a ~all")
  })
  test("several records keep the servers behind a redirect", async () =>
    expect(await spfOf({ ...spf("v=spf1 mx -all", "v=spf1 redirect=i0.example.net"), ...branches(1) })).toBe(
      "v=spf1 mx include:i0.example.net -all"
    ))
  test("terms behind all of one of several records take no effect", async () =>
    expect(await spfOf(spf("v=spf1 mx -all ip4:6.6.6.6", "v=spf1 a ~all"))).toBe("v=spf1 mx a ~all"))
})

describe("hosts with IPv4 addresses only", () => {
  const HOSTS: Zone = Object.fromEntries([1, 2, 3].map((index) => [`h${index}.example.net`, { A: [`8.8.4.${index}`] }]))
  const SIX: Zone = { ...HOSTS, "six.example.net": txt("v=spf1 ip6:2620:fe::/48 -all") }
  const terms = "a:h1.example.net a:h2.example.net a:h3.example.net"
  const codes = async (record: string) => (await plan(but({ ...spf(record), ...SIX }))).findings.map(({ code }) => code)

  test.each(["include:six.example.net", "ip6:2620:fe::/48", "redirect=six.example.net"])(
    "before %s cost IPv6 senders their result, and are listed instead",
    async (term) => {
      const zone = { ...spf(`v=spf1 ${terms} ${term}${term.startsWith("redirect") ? "" : " -all"}`), ...SIX }
      const { findings } = await plan(but(zone))
      expect(findings.find(({ code }) => code === "spf_too_many_voids")).toMatchObject({
        severity: "critical",
        message: expect.stringContaining("3 terms have no DNS records for senders with IPv6 (h1.example.net")
      })
      const next = await spfOf(zone)
      expect(next).toMatch(/^v=spf1 (?:ip4|a:)/)
      expect((await plan(but({ ...zone, ...spf(next ?? "") }))).findings.map(({ code }) => code)).not.toContain(
        "spf_too_many_voids"
      )
    }
  )
  test.each([`${terms} -all`, `ip6:2620:fe::/48 ${terms} -all`, `include:six.example.net ${terms} -all`])(
    "cost nobody anything in %s",
    async (rest) => expect(await codes(`v=spf1 ${rest}`)).not.toContain("spf_too_many_voids")
  )
})

test("an SPF record that works and whose only term finds no records keeps its meaning without it", async () =>
  expect(await spfOf(spf("v=spf1 a:gone.example.net -all"))).toBe("v=spf1 -all"))

describe("an SPF record over ten lookups", () => {
  const over = async (record: string, count: number, others: Zone = {}) => {
    const { records, steps } = await plan(but({ ...spf(record), ...branches(count), ...others }))
    const text = records.find(({ host, type }) => type === "TXT" && host === D)?.values[0] ?? ""
    return { text, step: steps.find(({ title }) => title === "Publish one SPF record")?.text ?? "" }
  }
  test("lists the networks of the cheapest branches, and shows the arithmetic", async () => {
    const { step, text } = await over(`v=spf1 mx ${including(11)} -all`, 11)
    expect(text).toBe(`v=spf1 mx ip4:6.6.0.0/24 ip4:6.6.1.0/24 ${including(11).split(" ").slice(2).join(" ")} -all`)
    expect(step).toContain("1 (mx) + 1 (include:i2.example.net)")
    expect(step).toContain("= 10. Receivers allow 10.")
  })
  test("opens a redirect whose branches are too many", async () => {
    const { text } = await over("v=spf1 mx redirect=r.example.net", 11, {
      "r.example.net": txt(`v=spf1 exists:%{i}.l.example.net ${including(11)} -all`)
    })
    expect(text).toMatch(/^v=spf1 mx exists:%\{i\}\.l\.example\.net ip4:6\.6\.0\.0\/24 .* -all$/)
    expect(parseSpf(text).mechanisms.filter(({ network }) => network === null)).toHaveLength(11)
  })
  test("names the next step when every term depends on the message", async () => {
    const terms = Array.from({ length: 11 }, (_, index) => `exists:%{i}.e${index}.example.net`).join(" ")
    const zone = but(spf(`v=spf1 ${terms} -all`))
    expect(await valuesOf(zone, `TXT ${D}`)).toBeUndefined()
    expect((await stepFor(zone, "spf_too_many_lookups"))?.text).toContain("= 11 of 10")
  })
  test("keeps the order of networks around a denial when they move into records of their own", async () => {
    const { findings, records } = await plan(
      but(spf(`v=spf1 ${sixtyNetworks(6)} -ip4:7.7.0.9 ${sixtyNetworks(7)} mx -all`))
    )
    const text = records.find(({ host, type }) => type === "TXT" && host === D)?.values[0] ?? ""
    const place = (prefix: string) => {
      const list = records.find(({ values }) => values[0]?.startsWith(`v=spf1 ip4:${prefix}`))
      return text.indexOf(`include:${list?.host}`)
    }
    expect(text.length).toBeLessThan(450)
    expect([place("6.7.0.0"), text.indexOf("-ip4:7.7.0.9"), place("7.7.0.0")].toSorted((a, b) => a - b)).toEqual([
      place("6.7.0.0"),
      text.indexOf("-ip4:7.7.0.9"),
      place("7.7.0.0")
    ])
    expect(place("6.7.0.0")).toBeGreaterThan(0)
    expect(findings.find(({ code }) => code === "spf_too_long")?.record).not.toBeNull()
  })
  test("lists of networks have names that later lists do not reuse", async () => {
    const names = async (from: number) => {
      const { records } = await plan(but(spf(`v=spf1 mx ${sixtyNetworks(from)} -all`)))
      return records.map(({ host }) => host).filter((host) => host.startsWith("_spf-"))
    }
    const [one, two] = await Promise.all([names(7), names(6)])
    expect(one.length).toBeGreaterThan(0)
    expect(one.filter((name) => two.includes(name))).toEqual([])
  })
})

describe("an SPF record that allows everybody", () => {
  test.each<readonly [string, Zone, string]>([
    ["mail from its own mail hosts", spf("v=spf1 +all"), "v=spf1 mx ~all"],
    ["servers beside all", spf("v=spf1 ip4:6.6.6.6 all"), "v=spf1 ip4:6.6.6.6 mx ~all"],
    ["mail from its own address", { [D]: { A: [OWN], ...txt("v=spf1 +all") } }, "v=spf1 a ~all"],
    [
      "mail from its provider",
      {
        ...spf("v=spf1 +all"),
        [D]: { MX: [{ preference: 1, exchange: "aspmx.l.google.com" }], ...txt("v=spf1 +all") }
      },
      "v=spf1 include:_spf.google.com ~all"
    ],
    [
      "everybody, before receivers reach a dead include",
      {
        ...spf("v=spf1 mx include:open.example.net include:gone.example.net -all"),
        "open.example.net": txt("v=spf1 +all")
      },
      "v=spf1 mx ~all"
    ],
    [
      "everybody by two networks, before a dead include",
      spf("v=spf1 mx ip4:0.0.0.0/1 ip4:128.0.0.0/1 include:gone.example.net -all"),
      "v=spf1 mx ~all"
    ]
  ])("gets only a draft while a policy is enforced: %s", async (_, zone, draft) => {
    expect((await valuesOf(but(zone), `TXT ${D}`)) ?? []).toEqual([])
    expect((await stepFor(but(zone), "spf_pass_all"))?.text).toContain(`"${draft}"`)
  })

  const watching = dmarc(`v=DMARC1; p=none; rua=mailto:d@${D}`)
  const open: Zone = { "open.example.net": txt("v=spf1 +all") }
  test.each<readonly [string, string, Zone]>([
    ["v=spf1 +all", "v=spf1 mx ~all", {}],
    ["v=spf1 all", "v=spf1 mx ~all", {}],
    ["v=spf1 +all -all", "v=spf1 mx ~all", {}],
    ["v=spf1 ip4:6.6.6.6 include:i.example.net +all", "v=spf1 ip4:6.6.6.6 include:i.example.net mx ~all", branches(0)],
    ["v=spf1 -ip4:6.6.6.6 +all", "v=spf1 -ip4:6.6.6.6 mx ~all", {}],
    ["v=spf1 ip4:0.0.0.0/0 -all", "v=spf1 mx ~all", {}],
    ["v=spf1 ip6:::/0 -all", "v=spf1 mx ~all", {}],
    ["v=spf1 ip4:0.0.0.0/2 ip4:64.0.0.0/2 ip4:128.0.0.0/1 -all", "v=spf1 mx ~all", {}],
    ["v=spf1 a/0 -all", "v=spf1 mx ~all", {}],
    ["v=spf1 mx/0 mx -all", "v=spf1 mx ~all", {}],
    ["v=spf1 include:open.example.net -all", "v=spf1 mx ~all", open],
    ["v=spf1 redirect=open.example.net", "v=spf1 mx ~all", open],
    [
      "v=spf1 include:one.example.net include:two.example.net -all",
      "v=spf1 mx ~all",
      { "one.example.net": txt("v=spf1 ip4:0.0.0.0/1 -all"), "two.example.net": txt("v=spf1 ip4:128.0.0.0/1 -all") }
    ],
    ["v=spf1 exists:there.example.net -all", "v=spf1 mx ~all", { "there.example.net": { A: ["127.0.0.2"] } }]
  ])("names the servers that DNS shows while no policy is enforced: %s becomes %s", async (text, record, zone) => {
    const before = but({ ...zone, ...spf(text), ...watching, "i.example.net": txt("v=spf1 ip4:6.6.7.0/24 ~all") })
    expect(await valuesOf(before, `TXT ${D}`)).toEqual([record])
    const { findings } = await plan({ ...before, ...spf(record) })
    expect(findings.map(({ code }) => code)).not.toContain("spf_pass_all")
  })
  test("says that email of other servers no longer passes, and does not make the policy stricter yet", async () => {
    const zone = but({ ...spf("v=spf1 +all"), ...watching })
    expect((await stepFor(zone, "spf_pass_all", "publish"))?.text).toContain("other servers no longer passes SPF")
    expect(await dmarcOf(zone, { reportsReviewed: true })).toBeUndefined()
    expect(await dmarcOf(but({ ...spf("v=spf1 mx ~all"), ...watching }), { reportsReviewed: true })).toMatch(
      "p=quarantine"
    )
  })
  test.each<readonly [string, string, Zone]>([
    ["names below the domain", D, dmarc(`v=DMARC1; p=none; sp=reject; rua=mailto:d@${D}`)],
    ["names that do not exist", D, dmarc(`v=DMARC1; p=none; np=quarantine; rua=mailto:d@${D}`)],
    [
      "the organization",
      `news.${D}`,
      { [`_dmarc.news.${D}`]: txt("v=DMARC1; p=none"), ...dmarc("v=DMARC1; p=reject; sp=none") }
    ],
    ["the organization, inherited", `news.${D}`, { [`_dmarc.news.${D}`]: {}, ...dmarc("v=DMARC1; p=reject; sp=none") }],
    ["an unknown policy", D, { [`_dmarc.${D}`]: { fail: "ServFail" } }]
  ])("gets only a draft while receivers may act on email of %s", async (_, domain, zone) => {
    const { records } = await plan(
      { ...but({ [domain]: { ...but({}, domain)[domain], TXT: ["v=spf1 +all"] } }, domain), ...zone },
      {},
      domain
    )
    expect(records.filter(({ host, type }) => host === domain && type === "TXT")).toEqual([])
  })
})

describe("an SPF record that names nobody, but does not say that nobody sends,", () => {
  test.each(["v=spf1 ?all", "v=spf1", "v=spf1; +all", "v=spf1 +al"])("names the mail hosts: %s", async (text) =>
    expect(await spfOf(spf(text))).toBe("v=spf1 mx ~all")
  )
  test("does not promise that a name with IPv6 addresses only has no term without records", async () => {
    const zone = { [D]: { AAAA: ["2620:fe::fe"], ...txt("v=spf1 a//0 -all") } }
    const { findings } = await plan(zone, { noEmail: false })
    expect(findings.find(({ code }) => code === "spf_void")?.record).toBeNull()
    expect(await valuesOf(zone, `TXT ${D}`, { noEmail: false })).toEqual(["v=spf1 a ~all"])
  })
})
