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
    ["no address either", { [D]: txt("some-verification=1"), ...LISTS }]
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
    ["a key", web({ [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`) })],
    ["an alias of a key", web({ [`s1._domainkey.${D}`]: { CNAME: ["gone.example.net"] } })],
    ["some other name below _domainkey", web({ [`unusual._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`) })],
    ["reports at the domain", web(dmarc(`v=DMARC1; p=reject; rua=mailto:d@${D}`))],
    ["a policy that is watched", web(dmarc("v=DMARC1; p=none; rua=mailto:d@example.net"))],
    ["TLS reports", web({ [`_smtp._tls.${D}`]: txt("v=TLSRPTv1; rua=mailto:t@example.net") })],
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
