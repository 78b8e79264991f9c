import type { Zone } from "@mon/dns"
import { describe, expect, test } from "vitest"
import { rsaKey } from "./keys.ts"
import { D, plan, txt } from "./repairPlans.ts"
import { LISTS, PUBLIC } from "./zones.ts"

const dmarc = (...TXT: ReadonlyArray<string>): Zone => ({ [`_dmarc.${D}`]: { TXT } })
const [OWN] = PUBLIC

const web = (more: Zone = {}, TXT: ReadonlyArray<string> = []): Zone => ({
  [D]: { A: [OWN], TXT },
  ...LISTS,
  ...more
})
const recordsOf = async (zone: Zone, domain = D, noEmail?: boolean) =>
  (await plan(zone, noEmail === undefined ? {} : { noEmail }, domain)).records.map(({ host, type, values }) => [
    `${type} ${host}`,
    ...values
  ])

describe("a name that only serves the web", () => {
  const without = [
    [`MX ${D}`, "0 ."],
    [`TXT ${D}`, "v=spf1 -all"],
    [`TXT _dmarc.${D}`, "v=DMARC1; p=reject"]
  ]
  test.each<readonly [string, Zone]>([
    ["nothing else", web()],
    ["an SPF record that names nobody", web({}, ["v=spf1 ~all"])],
    ["a neutral SPF record", web({}, ["v=spf1 ?all"])],
    ["a policy without addresses", web(dmarc("v=DMARC1; p=none"))],
    ["revoked keys", web({ [`*._domainkey.${D}`]: txt("v=DKIM1; p=") })],
    ["no address either", { [D]: txt("some-verification=1"), ...LISTS }],
    ["an address for IPv6 only", { ...web(), [D]: { AAAA: ["2620:fe::fe"], TXT: ["v=spf1 ~all"] } }],
    ["an SPF record in quotes", web({}, ['"v=spf1 -all"'])],
    ["an SPF record with a slip", web({}, ["v=spf1; ~all"])],
    ["two SPF records", web({}, ["v=spf1 -all", "v=spf1 ?all"])],
    [
      "a redirect to a record that allows nobody",
      web({ "none.example.net": txt("v=spf1 ~all") }, ["v=spf1 redirect=none.example.net"])
    ],
    ["an address at every name", web({ [`*.${D}`]: { A: [OWN] } })],
    ["an alias of itself at every name", web({ [`*.${D}`]: { CNAME: [D] } }, ["v=spf1 ~all"])],
    ["a text at every name", web({ [`*.${D}`]: txt("v=spf1 -all") }, ["v=spf1 ~all"])]
  ])("with %s declares that it has no email, after a question", async (_, zone) => {
    const { steps } = await plan(zone)
    expect(await recordsOf(zone)).toEqual(without)
    expect(steps.map(({ kind, title }) => [kind, title])).toEqual([
      ["person", `Decide whether ${D} has email`],
      ["publish", "Declare that the domain has no email"]
    ])
    const after = await plan({
      [D]: { A: [OWN], MX: [{ preference: 0, exchange: "." }], ...txt("v=spf1 -all") },
      ...dmarc("v=DMARC1; p=reject"),
      ...LISTS
    })
    expect(after.findings.filter(({ severity }) => severity !== "info")).toEqual([])
  })
  test("names the records of a name that has email in the question", async () =>
    expect((await plan(web())).steps[0]?.text).toContain(`MX "10 ${D}." and TXT "v=spf1 a ~all"`))
  test("gets the records of a name with email if its owner says so", async () =>
    expect(await recordsOf(web(), D, false)).toContainEqual([`MX ${D}`, `10 ${D}.`]))
  test.each<readonly [string, Zone]>([
    ["an SPF record with a server", web({}, ["v=spf1 a ~all"])],
    ["an SPF record with a slip", web({}, ["v=spf1 ip4=8.8.8.8 ~all"])],
    ["an SPF record that allows everybody", web({}, ["v=spf1 +all"])],
    ["an SPF record that allows every address", web({}, ["v=spf1 ip4:0.0.0.0/0 -all"])],
    [
      "a name that lets everybody pass",
      web({ "there.example.net": { A: [OWN] } }, ["v=spf1 exists:there.example.net -all"])
    ],
    [
      "an include of a record that allows nobody",
      web({ "i.example.net": txt("v=spf1 ~all") }, ["v=spf1 include:i.example.net ~all"])
    ],
    ["an SPF record that nobody can read", web({}, ["v=spf1 whatever ~all"])],
    ["a slip in the policy that is watched", web(dmarc("v=DMARC1 p=none rua=mailto:d@example.net"))],
    ["a key", web({ [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`) })],
    ["an alias of a key", web({ [`s1._domainkey.${D}`]: { CNAME: ["gone.example.net"] } })],
    ["some other name below _domainkey", web({ [`unusual._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`) })],
    ["reports at the domain", web(dmarc(`v=DMARC1; p=reject; rua=mailto:d@${D}`))],
    ["a policy that is watched", web(dmarc("v=DMARC1; p=none; rua=mailto:d@example.net"))],
    ["TLS reports", web({ [`_smtp._tls.${D}`]: txt("v=TLSRPTv1; rua=mailto:t@example.net") })],
    ["no answer about MTA-STS", web({ [`_mta-sts.${D}`]: { fail: "ServFail" } })],
    ["no answer about its keys", web({ [`default._domainkey.${D}`]: { fail: "ServFail" } })]
  ])("with %s may have email", async (_, zone) => expect(await recordsOf(zone)).not.toContainEqual([`MX ${D}`, "0 ."]))
  test("below an organization leaves it the policy and the reports", async () => {
    const zone = (policy: string): Zone => ({
      ...LISTS,
      [`shop.${D}`]: { A: [OWN] },
      [D]: { MX: [{ preference: 1, exchange: "mx.example.net" }] },
      ...dmarc(`v=DMARC1; p=reject; ${policy}rua=mailto:d@${D}`)
    })
    expect(await recordsOf(zone(""), `shop.${D}`)).toEqual([
      [`MX shop.${D}`, "0 ."],
      [`TXT shop.${D}`, "v=spf1 -all"]
    ])
    expect(await recordsOf(zone("sp=none; "), `shop.${D}`)).toContainEqual([
      `TXT _dmarc.shop.${D}`,
      `v=DMARC1; p=reject; rua=mailto:d@${D}`
    ])
  })
})

describe("a domain with a null MX that shows no sign of sending", () => {
  const refusing = (TXT: ReadonlyArray<string>, more: Zone = {}): Zone => ({
    ...web(more),
    [D]: { A: [OWN], MX: [{ preference: 0, exchange: "." }], TXT }
  })
  const reports: Zone = {
    "r.example.net": { MX: [{ preference: 1, exchange: "mx.example.net" }] },
    "*._report._dmarc.r.example.net": txt("v=DMARC1")
  }
  const rua = "rua=mailto:d@r.example.net"
  test.each<readonly [string, ReadonlyArray<string>, Zone]>([
    ["no SPF record", [], {}],
    ["~all", ["v=spf1 ~all"], {}],
    ["?all", ["v=spf1 ?all"], {}],
    ["+all", ["v=spf1 +all"], {}],
    ["all", ["v=spf1 all"], {}],
    ["every address", ["v=spf1 ip4:0.0.0.0/0 -all"], {}],
    ["every IPv6 address", ["v=spf1 ip6:::/0 ~all"], {}],
    ["every address by its own host", ["v=spf1 a/0 -all"], {}],
    ["an include of everybody", ["v=spf1 include:o.example.net -all"], { "o.example.net": txt("v=spf1 +all") }],
    ["a redirect to everybody", ["v=spf1 redirect=o.example.net"], { "o.example.net": txt("v=spf1 +all") }],
    ["a name that exists", ["v=spf1 exists:o.example.net -all"], { "o.example.net": { A: [OWN] } }],
    ["reports at itself", [], dmarc(`v=DMARC1 p=quarantine rua=mailto:d@${D}`)],
    ["+all and an enforced policy", ["v=spf1 +all"], dmarc("v=DMARC1; p=reject")],
    [
      "TLS reports, which are about email that is received",
      ["v=spf1 ~all"],
      { [`_smtp._tls.${D}`]: txt("v=TLSRPTv1;") }
    ]
  ])("says that nobody sends, after a question: %s", async (_, TXT, more) => {
    const { findings, records, steps } = await plan(refusing(TXT, more))
    expect(records.find(({ host, type }) => host === D && type === "TXT")?.values).toEqual(["v=spf1 -all"])
    expect(records.some(({ type }) => type === "MX")).toBe(false)
    expect(steps[0]).toMatchObject({ kind: "person", title: `Decide whether ${D} has email` })
    expect(steps[0]?.text).toContain("If it does send email")
    expect(findings.filter(({ record, severity }) => severity !== "info" && record === null)).toEqual([])
  })
  test("is the same with a mail host that leads nowhere", async () => {
    const zone: Zone = {
      ...web(dmarc(`v=DMARC1 p=quarantine; rua=mailto:d@${D}`)),
      [D]: { A: [OWN], MX: [{ preference: 0, exchange: "localhost" }], ...txt("v=spf1 -all") }
    }
    expect(await recordsOf(zone)).toEqual([
      [`MX ${D}`, "0 ."],
      [`TXT _dmarc.${D}`, "v=DMARC1; p=reject"]
    ])
  })
  test.each<readonly [string, ReadonlyArray<string>]>([
    ["its policy", [`v=DMARC1; p=quarantine; ${rua}`]],
    ["a policy without semicolons", [`v=DMARC1 p=quarantine ${rua}`]],
    ["a policy with a stray semicolon", [`v=;DMARC1; p=quarantine; ${rua}`]],
    ["a policy with a misspelt tag", [`v=DMARC1; policy=quarantine; ${rua}`]],
    ["two policies", [`v=DMARC1; p=none; ${rua}`, `v=DMARC1 p=quarantine ${rua}`]]
  ])("does not lose its policy, whatever its SPF record says: %s at the domain itself", async (_, policies) => {
    const policyOf = async (spf: ReadonlyArray<string>) => {
      const { records } = await plan(refusing([...spf, ...policies], reports))
      expect(records.find(({ host, type }) => host === D && type === "TXT")?.replaces).toEqual(
        expect.arrayContaining([...policies])
      )
      return records.find(({ host }) => host === `_dmarc.${D}`)?.values
    }
    expect(await policyOf(["v=spf1 -all"])).toEqual([`v=DMARC1; p=quarantine; ${rua}`])
    expect(await policyOf(["v=spf1 ~all"])).toEqual([`v=DMARC1; p=reject; ${rua}`])
    expect(await policyOf(["v=spf1 +all"])).toEqual([`v=DMARC1; p=reject; ${rua}`])
  })
  test.each<readonly [string, ReadonlyArray<string>, Zone]>([
    ["a server", ["v=spf1 ip4:8.8.8.8 ~all"], {}],
    ["a server beside everybody", ["v=spf1 ip4:8.8.8.8 +all"], {}],
    ["a large network", ["v=spf1 ip4:8.0.0.0/7 -all"], {}],
    ["a key", ["v=spf1 ~all"], { [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`) }],
    ["a logo", ["v=spf1 ~all"], { [`default._bimi.${D}`]: txt("v=BIMI1; l=https://example.net/a.svg") }],
    ["a policy that is watched", ["v=spf1 ~all"], { ...dmarc(`v=DMARC1; p=none; ${rua}`), ...reports }]
  ])("may send with %s", async (_, TXT, more) =>
    expect(await recordsOf(refusing(TXT, more))).not.toContainEqual([`TXT ${D}`, "v=spf1 -all"])
  )
})
