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
