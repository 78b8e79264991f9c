import type { Zone, ZoneRecords } from "@mon/dns"
import { describe, expect, test } from "vitest"
import { D, plan, txt } from "./repairPlans.ts"
import { but, healthy } from "./zones.ts"

const MAIL = { MX: [{ preference: 1, exchange: "mx.example.net" }] }
const codesOf = async (target: string, zone: Zone = {}) => {
  const { findings } = await plan(but({ [`_dmarc.${D}`]: txt(`v=DMARC1; p=reject; rua=mailto:d@${target}`), ...zone }))
  return findings.map(({ code }) => code).filter((code) => code.startsWith("dmarc_"))
}
const scoreWith = async (size: string) =>
  (await plan(but({ [`_dmarc.${D}`]: txt(`v=DMARC1; p=reject; rua=mailto:d@${D}${size}`) }))).dmarc.score

describe("a report address", () => {
  const R = "r.example.net"
  const AT = `${D}._report._dmarc.${R}`
  test.each<readonly [string, string, Zone, ReadonlyArray<string>]>([
    ["at the domain itself", D, {}, []],
    ["at a name below it", `sub.${D}`, { [`sub.${D}`]: MAIL }, []],
    [
      "at a name below it with a policy of its own",
      `sub.${D}`,
      { [`sub.${D}`]: MAIL, [`_dmarc.sub.${D}`]: txt("v=DMARC1; p=none") },
      []
    ],
    [
      "at a name below it that is an organization of its own",
      `tenant.${D}`,
      { [`tenant.${D}`]: MAIL, [`_dmarc.tenant.${D}`]: txt("v=DMARC1; p=none; psd=n") },
      ["dmarc_unauthorised_reports"]
    ],
    [
      "below such an organization",
      `sub.tenant.${D}`,
      { [`sub.tenant.${D}`]: MAIL, [`_dmarc.tenant.${D}`]: txt("v=DMARC1; p=none; psd=n") },
      ["dmarc_unauthorised_reports"]
    ],
    ["at another domain that agrees", R, { [R]: MAIL, [AT]: txt("v=DMARC1") }, []],
    ["at another domain that names its own mailbox", R, { [R]: MAIL, [AT]: txt(`v=DMARC1; rua=mailto:x@${R}`) }, []],
    [
      "at another domain that names a third one",
      R,
      { [R]: MAIL, [AT]: txt("v=DMARC1; rua=mailto:x@third.example.org") },
      ["dmarc_unauthorised_reports"]
    ],
    [
      "at another domain with a record of another kind",
      R,
      { [R]: MAIL, [AT]: txt("v=spf1 -all") },
      ["dmarc_unauthorised_reports"]
    ],
    ["at a domain with only an address", `sub.${D}`, { [`sub.${D}`]: { AAAA: ["2620:fe::fe"] } }, []],
    ["at a domain without MX and address", `sub.${D}`, { [`sub.${D}`]: txt("x") }, ["dmarc_dead_reports"]],
    ["at a domain that does not exist", `sub.${D}`, {}, ["dmarc_dead_reports"]],
    [
      "at a domain with a null MX",
      `sub.${D}`,
      { [`sub.${D}`]: { MX: [{ preference: 0, exchange: "." }] } },
      ["dmarc_dead_reports"]
    ],
    [
      "at a domain with a null MX beside another, which has no effect",
      `sub.${D}`,
      { [`sub.${D}`]: { MX: [{ preference: 0, exchange: "." }, ...MAIL.MX] } },
      []
    ],
    ["at a domain without an answer", `sub.${D}`, { [`sub.${D}`]: { fail: "ServFail" } }, []]
  ])("%s", async (_, target, zone, codes) => expect(await codesOf(target, zone)).toEqual(codes))

  test("at a domain without MX records is checked too if it is one of four, below the longest tree walk", async () => {
    const deep = `a.b.c.d.e.f.${D}`
    const targets = ["r1", "r2", "r3", "r4"].map((name) => `${name}.example.net`)
    const records = targets.flatMap((target, index): ReadonlyArray<readonly [string, ZoneRecords]> => [
      [target, index % 2 === 0 ? { AAAA: ["2620:fe::fe"] } : txt("x")],
      [`${deep}._report._dmarc.${target}`, txt("v=DMARC1")]
    ])
    const own = txt(`v=DMARC1; p=reject; rua=${targets.map((target) => `mailto:d@${target}`).join(",")}`)
    const { dmarc } = await plan(but({ [`_dmarc.${deep}`]: own, ...Object.fromEntries(records) }, deep), {}, deep)
    expect(dmarc.walked).toHaveLength(8)
    expect(dmarc.reports.map(({ authorised, domain, takesMail }) => [domain, authorised, takesMail])).toEqual([
      ["r1.example.net", true, true],
      ["r2.example.net", true, false],
      ["r3.example.net", true, true],
      ["r4.example.net", true, false]
    ])
  })

  test("with an obsolete size costs no points", async () => {
    const { findings } = await plan(
      but({ [D]: { ...healthy()[D] }, [`_dmarc.${D}`]: txt(`v=DMARC1; p=reject; rua=mailto:d@${D}!10m`) })
    )
    expect(await scoreWith("!10m")).toBe(await scoreWith(""))
    expect(findings.find(({ code }) => code === "dmarc_historic")?.message).toContain("!10m")
    expect(findings.map(({ code }) => code)).not.toContain("dmarc_no_reports")
  })
})
