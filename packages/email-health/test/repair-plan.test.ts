import type { Zone } from "@mon/dns"
import { describe, expect, test } from "vitest"
import { rsaKey, shapeOfRsaKey } from "./keys.ts"
import { D, dmarcOf, plan, stepFor, txt, valuesOf } from "./repairPlans.ts"
import { but, healthy, LISTS, PUBLIC } from "./zones.ts"

const dmarc = (...TXT: ReadonlyArray<string>): Zone => ({ [`_dmarc.${D}`]: { TXT } })
const mx = (...hosts: ReadonlyArray<readonly [number, string]>): Zone => ({
  [D]: { ...healthy()[D], MX: hosts.map(([preference, exchange]) => ({ preference, exchange })) }
})
const mxOf = (zone: Zone) => valuesOf(but(zone), `MX ${D}`)
const [OWN] = PUBLIC

describe("a domain that is parked", () => {
  const parked = (record: string, more: Zone = {}): Zone => ({
    [D]: { MX: [{ preference: 0, exchange: "." }], ...txt(record) },
    ...dmarc("v=DMARC1; p=reject"),
    ...LISTS,
    ...more
  })
  test("does not become a sender by the correction of a slip", async () => {
    const zone = parked("v=spf1 ip4=8.8.8.8 -all")
    expect(await valuesOf(zone, `TXT ${D}`)).toEqual(["v=spf1 -all"])
  })
  test("with a key becomes a sender by that correction, which its step announces", async () => {
    const zone = parked("v=spf1 ip4=8.8.8.8 -all", {
      [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`)
    })
    expect(await valuesOf(zone, `TXT ${D}`)).toEqual(["v=spf1 ip4:8.8.8.8 -all"])
    expect((await stepFor(zone, "spf_slip", "publish"))?.announces).toContain("dmarc_no_reports")
  })
  test("is a sender when it has a key: its policy starts with none, and it needs a mailbox for reports", async () => {
    const zone = {
      ...parked("v=spf1 -all", { [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`) }),
      [`_dmarc.${D}`]: {}
    }
    const { records, steps } = await plan(zone)
    expect(records.find(({ host }) => host === `_dmarc.${D}`)?.values).toEqual(["v=DMARC1; p=none"])
    expect(steps.map(({ title }) => title)).toContain("Choose a mailbox for DMARC reports")
  })
  test("with a policy of none is asked for a mailbox, or whether it has email at all", async () => {
    const zone = { ...parked("v=spf1 -all"), ...dmarc("v=DMARC1; p=none") }
    expect((await stepFor(zone, "dmarc_none_blind"))?.text).toContain("If this domain does not send email either")
    expect(await dmarcOf(zone, { reportAddress: "d@example.net" })).toBe("v=DMARC1; p=none; rua=mailto:d@example.net")
    expect(await dmarcOf(zone, { noEmail: true })).toBe("v=DMARC1; p=reject")
  })
  test("and gets a null MX needs a mailbox elsewhere, although its address receives email today", async () => {
    const zone = {
      ...LISTS,
      [D]: { A: [OWN], ...txt("v=spf1 -all") },
      [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`),
      ...dmarc("v=DMARC1; p=none; np=yes; rua=mailto:d@dead.example.net"),
      "dead.example.net": { MX: [{ preference: 0, exchange: "." }] }
    }
    expect(await valuesOf(zone, `MX ${D}`)).toEqual(["0 ."])
    expect(await dmarcOf(zone)).toBe("v=DMARC1; p=none; rua=mailto:d@dead.example.net")
    expect((await stepFor(zone, "dmarc_dead_reports"))?.title).toBe("Choose a mailbox for DMARC reports")
  })
  test("never gets a weaker policy than that of its organization", async () => {
    const { records } = await plan(
      {
        ...LISTS,
        [`sub.${D}`]: { MX: [{ preference: 0, exchange: "." }], ...txt("v=spf1 -all") },
        ...dmarc("v=DMARC1; p=reject"),
        [`_dmarc.sub.${D}`]: txt("v=DMARC1; p=none; p=none")
      },
      {},
      `sub.${D}`
    )
    expect(records.find(({ host }) => host === `_dmarc.sub.${D}`)?.values).toEqual(["v=DMARC1; p=reject"])
  })
  test("keeps its report address when it has no other", async () =>
    expect(
      await dmarcOf({
        [D]: { MX: [{ preference: 0, exchange: "." }], ...txt("v=spf1 ip4:8.8.8.8 -all") },
        ...dmarc(`v=DMARC1; p=none; np=yes; rua=mailto:d@${D}`)
      })
    ).toBe(`v=DMARC1; p=none; rua=mailto:d@${D}`))
})

describe("a domain that has no email, as its owner says", () => {
  test("declares so by three records", async () => {
    const { records } = await plan({ [D]: { A: [OWN] }, ...LISTS }, { noEmail: true })
    expect(records.map(({ host, type, values }) => [type, host, values])).toEqual([
      ["MX", D, ["0 ."]],
      ["TXT", D, ["v=spf1 -all"]],
      ["TXT", `_dmarc.${D}`, ["v=DMARC1; p=reject"]]
    ])
  })
  test("learns which keys to remove, and why", async () => {
    const zone = { [D]: { A: [OWN] }, [`*._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`), ...LISTS }
    const { steps } = await plan(zone, { noEmail: true })
    expect(steps.find(({ title }) => title === "Remove the DKIM keys")).toMatchObject({
      kind: "person",
      text: expect.stringContaining(`*._domainkey.${D}`),
      findings: ["dkim_wildcard"]
    })
  })
  test("keeps its report addresses at other domains, whose owners must agree", async () => {
    const zone: Zone = {
      ...but({ [`default._domainkey.${D}`]: {} }),
      ...dmarc(`v=DMARC1; p=none; rua=mailto:d@${D},mailto:d@r.example.net; ruf=mailto:f@r.example.net`),
      "r.example.net": { MX: [{ preference: 1, exchange: "mx.example.net" }] }
    }
    expect(await dmarcOf(zone, { noEmail: true })).toBe(
      "v=DMARC1; p=reject; rua=mailto:d@r.example.net; ruf=mailto:f@r.example.net"
    )
    expect(await valuesOf(zone, `TXT ${D}._report._dmarc.r.example.net`, { noEmail: true })).toEqual(["v=DMARC1"])
  })
})

describe("a DMARC record", () => {
  const reports = `rua=mailto:d@${D}`
  test.each<readonly [string, ReadonlyArray<string>, string, string]>([
    ["commas", [`v=DMARC1, p=reject, ${reports}`], `v=DMARC1; p=none; ${reports}`, `v=DMARC1; p=reject; ${reports}`],
    [
      "two records",
      [`v=DMARC1; p=none; ${reports}`, "v=DMARC1; p=quarantine"],
      `v=DMARC1; p=none; ${reports}`,
      `v=DMARC1; p=quarantine; ${reports}`
    ],
    [
      "a void np",
      [`v=DMARC1; p=none; np=yes; ${reports}`],
      `v=DMARC1; p=none; ${reports}`,
      `v=DMARC1; p=quarantine; ${reports}`
    ],
    [
      "a misspelt policy",
      [`v=DMARC1; p=rejct; ${reports}`],
      `v=DMARC1; p=none; ${reports}`,
      `v=DMARC1; p=reject; ${reports}`
    ]
  ])("that receivers ignore starts with their policy of today: %s", async (_, records, today, reviewed) => {
    expect(await dmarcOf(but(dmarc(...records)))).toBe(today)
    expect(await dmarcOf(but(dmarc(...records)), { reportsReviewed: true })).toBe(reviewed)
  })
  test("at a subdomain starts with the policy of its organization", async () => {
    const zone = {
      ...but({}, `sub.${D}`),
      ...dmarc(`v=DMARC1; p=reject; sp=quarantine; ${reports}`),
      [`_dmarc.sub.${D}`]: txt("v=DMARC1; p=none; p=none")
    }
    const { records } = await plan(zone, {}, `sub.${D}`)
    expect(records.find(({ host }) => host === `_dmarc.sub.${D}`)?.values[0]).toMatch(/^v=DMARC1; p=quarantine; rua=/)
  })
  test.each([
    [`v=DMARC1; p=none; sp=none; ${reports}`, `v=DMARC1; p=quarantine; ${reports}`],
    [`v=DMARC1; p=quarantine; sp=none; t=y; pct=50; ${reports}`, `v=DMARC1; p=quarantine; ${reports}`]
  ])("becomes one stricter record once the reports are reviewed: %s", async (before, after) => {
    const { records } = await plan(but(dmarc(before)), { reportsReviewed: true })
    expect(records.filter(({ host }) => host === `_dmarc.${D}`).map(({ values }) => values)).toEqual([[after]])
  })
  test("never gets strict alignment that receivers ignore today", async () =>
    expect(await dmarcOf(but(dmarc(`v=DMARC1; p=reject; adkim=strict; ${reports}`)))).toBe(
      `v=DMARC1; p=reject; ${reports}`
    ))
  test("gets its missing mailto, and the record with which the other domain agrees", async () => {
    const zone = but({
      ...dmarc("v=DMARC1; p=reject; rua=d@r.example.net"),
      "r.example.net": { MX: [{ preference: 1, exchange: "mx.example.net" }] }
    })
    expect(await dmarcOf(zone)).toBe("v=DMARC1; p=reject; rua=mailto:d@r.example.net")
    expect(await valuesOf(zone, `TXT ${D}._report._dmarc.r.example.net`)).toEqual(["v=DMARC1"])
  })
  test("of none is no longer blind once the other domain agrees, which its step announces", async () => {
    const zone = but({
      ...dmarc("v=DMARC1; p=none; rua=mailto:d@r.example.net"),
      "r.example.net": { MX: [{ preference: 1, exchange: "mx.example.net" }] }
    })
    const step = await stepFor(zone, "dmarc_none_blind", "publish")
    expect(step).toMatchObject({ title: "Have the receiver of your reports authorise them", announces: ["dmarc_none"] })
  })
  test("at the domain itself stays there while the domain is an alias", async () => {
    const { records, steps } = await plan(
      {
        ...LISTS,
        [D]: { CNAME: ["hosted.example.net"] },
        "hosted.example.net": { A: [OWN], ...txt(`v=DMARC1; p=reject; ${reports}`) }
      },
      {}
    )
    expect(records.filter(({ host }) => host === D)).toEqual([])
    expect(steps.find(({ title }) => title === "Replace the domain's alias")?.findings).toContain("dmarc_misplaced")
  })
  test("loses a report domain that receives no email", async () =>
    expect(
      await dmarcOf(
        but({
          ...dmarc(`v=DMARC1; p=reject; rua=mailto:d@dead.example.net,mailto:d@${D}`),
          "dead.example.net": { MX: [{ preference: 0, exchange: "." }] }
        })
      )
    ).toBe(`v=DMARC1; p=reject; ${reports}`))
})

describe("a stricter DMARC policy", () => {
  const reviewed = { reportsReviewed: true }
  const weak = dmarc(`v=DMARC1; p=none; rua=mailto:d@${D}`)
  test.each<readonly [string, Zone]>([
    ["SPF is broken", { [D]: { ...healthy()[D], TXT: ["v=spf1 mx whatever -all"] } }],
    ["SPF is missing", { [D]: { ...healthy()[D], TXT: [] } }],
    ["the only DKIM key is too short", { [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${shapeOfRsaKey(512)}`) }],
    ["the only DKIM key is in test mode", { [`default._domainkey.${D}`]: txt(`v=DKIM1; t=y; p=${rsaKey(2048)}`) }],
    ["there is no DKIM key", { [`default._domainkey.${D}`]: {} }]
  ])("is not part of the plan while %s, even if the reports are reviewed", async (_, zone) =>
    expect(await dmarcOf(but({ ...weak, ...zone }), reviewed)).toBeUndefined()
  )
  test("comes last, and its review names what the reports must show", async () => {
    const { steps } = await plan(but(weak))
    expect(steps.find(({ kind }) => kind === "review")?.text).toContain("must pass SPF or DKIM with your domain")
    const later = await plan(but({ ...weak, ...mx([10, `mx1.${D}`], [10, "."]) }), reviewed)
    expect(later.steps.filter(({ kind }) => kind === "publish").map(({ title }) => title)).toEqual([
      "Publish working MX records",
      "Publish a stricter DMARC policy",
      "Publish the transport security records"
    ])
  })
})

describe("the form of a record", () => {
  test("has the name below the registrable domain, and a long value in strings of 255 octets", async () => {
    const key = `v=DKIM1; k=rsa; p=${rsaKey(2048)}`
    const { records } = await plan(but({ [`default._domainkey.${D}`]: txt(key.replace("k=rsa;", "k=rsa; t=y;")) }))
    const form = records.find(({ host }) => host === `default._domainkey.${D}`)?.form
    expect(form?.name).toBe("default._domainkey")
    expect(form?.strings.map((strings) => strings.map(({ length }) => length))).toEqual([[255, key.length - 255]])
    expect(form?.strings[0]?.join("")).toBe(key)
  })
})

describe("mail hosts", () => {
  test("a null MX beside others goes, whatever its preference", async () => {
    const { records } = await plan(but(mx([10, "."], [10, `mx1.${D}`], [20, `mx2.${D}`])))
    expect(records.find(({ type }) => type === "MX")).toMatchObject({ values: [], replaces: ["10 ."] })
  })
  test("localhost alone becomes a null MX", async () => expect(await mxOf(mx([10, "localhost"]))).toEqual(["0 ."]))
  test("an address gets the name that its PTR confirms", async () =>
    expect(await mxOf(mx([10, OWN], [20, `mx2.${D}`]))).toEqual([`10 mx1.${D}.`]))
  test("an address without a PTR gets a name of the domain", async () => {
    const zone = but(mx([10, "8.8.4.44"], [20, `mx2.${D}`]))
    expect(await valuesOf(zone, `MX ${D}`)).toEqual([`10 mx-8-8-4-44.${D}.`])
    expect(await valuesOf(zone, `A mx-8-8-4-44.${D}`)).toEqual(["8.8.4.44"])
  })
  test("an alias becomes its target, once", async () => {
    const { records } = await plan(
      but({ ...mx([10, `mail.${D}`], [20, `mx1.${D}`], [30, `mx2.${D}`]), [`mail.${D}`]: { CNAME: [`mx1.${D}`] } })
    )
    expect(records.find(({ type }) => type === "MX")).toMatchObject({
      values: [`10 mx1.${D}.`],
      replaces: [`10 mail.${D}.`, `20 mx1.${D}.`]
    })
  })
  test("a host that is listed twice keeps its best preference", async () => {
    const { records } = await plan(but(mx([10, `mx1.${D}`], [20, `mx2.${D}`], [30, `mx1.${D}`])))
    expect(records.find(({ type }) => type === "MX")).toMatchObject({ values: [], replaces: [`30 mx1.${D}.`] })
  })
  test("a domain that is an alias gets no records that it cannot have", async () => {
    const { records, steps } = await plan(
      { ...healthy(), "a.example.net": { CNAME: ["b.example.net"] }, "b.example.net": { A: [OWN] } },
      {},
      "a.example.net"
    )
    expect(records.filter(({ host }) => host === "a.example.net")).toEqual([])
    expect(steps.map(({ title }) => title)).toContain("Replace the domain's alias")
  })
})

describe("DKIM keys, transport security and BIMI", () => {
  test("a weak key is replaced at the provider that owns it", async () => {
    const zone = but({
      [`default._domainkey.${D}`]: {},
      [`s1._domainkey.${D}`]: { CNAME: ["s1.domainkey.u1.wl.sendgrid.net"] },
      "s1.domainkey.u1.wl.sendgrid.net": txt(`v=DKIM1; k=rsa; p=${shapeOfRsaKey(1024)}`)
    })
    expect((await stepFor(zone, "dkim_1024"))?.text).toContain(
      "s1: In SendGrid, go to Settings > Sender Authentication."
    )
  })
  test("a TLS report record gets its missing mailto", async () =>
    expect(await valuesOf(but({ [`_smtp._tls.${D}`]: txt(`v=TLSRPTv1; rua=t@${D}`) }), `TXT _smtp._tls.${D}`)).toEqual([
      `v=TLSRPTv1; rua=mailto:t@${D}`
    ]))
  test("a wrong record counts for a domain that receives email at its address, a missing one does not", async () => {
    const zone = but({ [D]: { A: [OWN], ...txt("v=spf1 a -all") }, [`_smtp._tls.${D}`]: txt("v=TLSRPTv1;") })
    const codes = (await plan(zone)).findings.map(({ code }) => code)
    expect(codes).toContain("tls_rpt_invalid")
    expect(codes).not.toContain("mta_sts_missing")
  })
  test("an MTA-STS record gets a valid id", async () =>
    expect(await valuesOf(but({ [`_mta-sts.${D}`]: txt("v=STSv1; id=2026-11-22") }), `TXT _mta-sts.${D}`)).toEqual([
      "v=STSv1; id=20261122"
    ]))
  test("a first MTA-STS policy comes with the text to serve", async () =>
    expect((await stepFor(healthy(), "mta_sts_missing"))?.text).toContain(`mx: mx1.${D}\nmx: mx2.${D}\nmax_age: 86400`))
  test("BIMI names what is still missing", async () =>
    expect((await stepFor(but(dmarc(`v=DMARC1; p=none; rua=mailto:d@${D}`)), "bimi_missing"))?.text).toContain(
      'must be "quarantine" or "reject"'
    ))
})

describe("the words of the DNS provider", () => {
  test.each<readonly [string, string, ReadonlyArray<readonly [string, string]>]>([
    [
      "ada.ns.cloudflare.com",
      "Cloudflare",
      [
        ["Type", "TXT"],
        ["Name", "@"],
        ["Content", "v=spf1 mx ~all"]
      ]
    ],
    [
      "ns1.ovh.net",
      "OVHcloud",
      [
        ["Record type", "TXT"],
        ["Sub-domain", ""],
        ["Value", "v=spf1 mx ~all"]
      ]
    ],
    [
      "ns-1.awsdns-00.com",
      "Amazon Route 53",
      [
        ["Record type", "TXT"],
        ["Record name", ""],
        ["Value", '"v=spf1 mx ~all"']
      ]
    ],
    [
      "ns1.digitalocean.com",
      "DigitalOcean",
      [
        ["Record type", "TXT"],
        ["Hostname", "@"],
        ["Value", "v=spf1 mx ~all"]
      ]
    ]
  ])("%s is %s", async (server, name, fields) => {
    const zone = but({ [D]: { ...healthy()[D], TXT: [], NS: [server] } })
    const { records } = await plan(zone)
    const form = records.find(({ host, type }) => type === "TXT" && host === D)?.form.provider
    expect(form?.name).toBe(name)
    expect(form?.fields[0]?.slice(0, 3).map(({ label, value }) => [label, value])).toEqual(fields)
  })
  test("an unknown provider has none", async () => {
    const { records } = await plan(but({ [D]: { ...healthy()[D], TXT: [], NS: ["ns1.example.net"] } }))
    expect(records[0]?.form.provider).toBeNull()
  })
})

describe("the text of the step for DMARC says what its record keeps", () => {
  test.each<readonly [string, Zone, string]>([
    [
      "no record",
      { [`_dmarc.${D}`]: {} },
      "no DMARC record of its own today. The new record asks receivers for reports and does not"
    ],
    ["a record without a policy", dmarc("v=DMARC1"), "The record that is published today cannot be read."],
    [
      "a policy, an address and a slip",
      dmarc(`v=DMARC1; p=none; np=yes; rua=mailto:d@${D}`),
      "keeps your policy and your addresses."
    ],
    ["a policy and a slip, but no address", dmarc("v=DMARC1; p=none; np=yes"), "The record keeps your policy."],
    ["two records", dmarc("v=DMARC1; p=reject", "v=DMARC1; p=none"), "Receivers ignore your policy"]
  ])("%s", async (_, zone, text) => {
    const { steps } = await plan(but(zone))
    expect(steps.find(({ title }) => title === "Publish one DMARC record")?.text).toContain(text)
  })
})
