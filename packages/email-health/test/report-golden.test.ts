import { describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import type { Zone } from "@mon/dns"
import { GOLDEN } from "./goldenReports.ts"

const D = "example.com"
const scores = async (zone: Zone, domain = D) => {
  const { mx, spf, dkim, dmarc, blacklist, score, grade, findings, incomplete } = await checkEmailHealth(domain, {
    zone
  })
  expect(findings.filter(({ message }) => /\{\w+\}/.test(message))).toEqual([])
  return {
    parts: [mx.score, spf.score, dkim.score, dmarc.score, blacklist.score],
    total: [score, grade, incomplete],
    codes: findings.filter(({ component }) => component !== "extras").map(({ code }) => code)
  }
}

describe("golden reports", () => {
  test.each(GOLDEN.map(([what, zone, parts, total, codes]) => ({ what, zone, parts, total, codes })))(
    "$what",
    async ({ zone, parts, total, codes }) => {
      expect(await scores(zone)).toEqual({ parts, total, codes })
    }
  )
})

describe("a domain whose mail servers have no address, with the key of one list of domains", () => {
  const zone: Zone = {
    [D]: { MX: [{ preference: 10, exchange: `mx.${D}` }], TXT: ["v=spf1 -all"] },
    "dbltest.com.laboratory.dbl.dq.spamhaus.net": { A: ["127.0.1.2"] }
  }
  const check = (records: Zone) => checkEmailHealth(D, { zone: records, listKeys: { spamhaus: "laboratory" } })

  test("has a complete report, because no other list could be asked", async () => {
    const { blacklist, grade, incomplete } = await check(zone)
    expect([blacklist.score, grade, incomplete]).toEqual([100, "F", false])
  })
  test("has an incomplete report if that list does not work", async () => {
    const { [D]: own = {} } = zone
    const { blacklist, incomplete } = await check({ [D]: own })
    expect([blacklist.score, incomplete]).toEqual([null, true])
  })
})
