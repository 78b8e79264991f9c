import type { Zone } from "@mon/dns"
import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { checkEmailHealth, type CheckEmailHealthOptions, OVERALL_CAPS, RUBRIC_VERSION } from "../src/index.ts"
import { rsaKey, shapeOfRsaKey } from "./keys.ts"
import { but, healthy, listing, PUBLIC } from "./zones.ts"

const D = "example.com"
const KEY = "abcdefgh"
const key = (record: string): Zone => ({ [`default._domainkey.${D}`]: { TXT: [record] } })
const mx = (...exchanges: ReadonlyArray<string>): Zone => ({
  [D]: { ...healthy()[D], MX: exchanges.map((exchange, preference) => ({ preference, exchange })) }
})
const zen: Zone = {
  [`2.0.0.127.${KEY}.zen.dq.spamhaus.net`]: { A: ["127.0.0.2"] },
  ...listing(PUBLIC[0], `${KEY}.zen.dq.spamhaus.net`)
}

describe("the score of a domain", () => {
  test.each<readonly [string, Zone, number, string, CheckEmailHealthOptions]>([
    ["without a mail host that resolves", mx(`gone.${D}`), 59, "F", {}],
    ["with an address instead of a mail host", mx("8.8.8.8"), 59, "F", {}],
    ["with private mail hosts only", { ...mx(`in.${D}`), [`in.${D}`]: { A: ["10.0.0.1"] } }, 59, "F", {}],
    ["without a mail host and an address", { [D]: { TXT: ["v=spf1 ip4:8.8.8.8 -all"] } }, 59, "F", {}],
    ["whose own host is on a list of tier 1", zen, 59, "F", { listKeys: { spamhaus: KEY } }],
    ["whose own host is on a list of tier 2", listing(PUBLIC[0], "bl.spamcop.net"), 79, "C", {}],
    ["whose only key is too short", key(`v=DKIM1; p=${shapeOfRsaKey(512)}`), 79, "C", {}],
    ["whose only key is unusable", key(`v=DKIM1; h=sha1; p=${rsaKey(2048)}`), 79, "C", {}]
  ])("%s is at most %i", async (_, zone, score, grade, options) =>
    expect(await checkEmailHealth(D, { ...options, zone: but(zone) })).toMatchObject({ score, grade })
  )
  test.each<readonly [string, Zone]>([
    ["one of two mail hosts has no address", mx(`mx1.${D}`, `gone.${D}`)],
    ["a short key is beside a good one", { [`s1._domainkey.${D}`]: { TXT: [`v=DKIM1; p=${shapeOfRsaKey(512)}`] } }],
    ["a list of tier 3 has an entry", listing(PUBLIC[0], "psbl.surriel.com")]
  ])("has no cap when %s", async (_, zone) =>
    expect((await checkEmailHealth(D, { zone: but(zone) })).score).toBeGreaterThan(79)
  )
  test("has caps that the README explains, with the version of the rubric in the report", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    expect(OVERALL_CAPS.filter(({ cap, reason }) => !readme.includes(`| ${cap} | ${reason} |`))).toEqual([])
    expect((await checkEmailHealth(D, { zone: healthy() })).rubricVersion).toBe(RUBRIC_VERSION)
  })
})
