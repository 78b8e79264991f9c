import { describe, expect, it } from "vitest"
import { judgeMonitoredSites } from "../src/doctor/ownNetwork.ts"

const hostnames = Array.from({ length: 6 }, (_, index) => `www.shop-${index}.com`)
const elsewhere = hostnames.map((_, index) => [`192.0.2.${index}`])

describe("the doctor", () => {
  it("recommends reference targets if fewer than 5 registrable domains are monitored", () => {
    const subdomains = Array.from({ length: 50 }, (_, index) => `shop-${index}.example.com`)
    const finding = judgeMonitoredSites({ hostnames: subdomains, addresses: [], references: 0 })
    expect(finding).toMatchObject({ state: "warn", detail: expect.stringContaining("MON_REFERENCE_TARGETS") })
  })

  it("recommends reference targets if all sites share one host", () => {
    const addresses = hostnames.map(() => ["192.0.2.1"])
    const finding = judgeMonitoredSites({ hostnames, addresses, references: 0 })
    expect(finding).toMatchObject({ state: "warn", detail: expect.stringContaining("192.0.2.1") })
  })

  it("is content with reference targets, with sites of many hosts, and with none at all", () => {
    expect(judgeMonitoredSites({ hostnames: [], addresses: [], references: 0 }).state).toBe("ok")
    expect(judgeMonitoredSites({ hostnames, addresses: elsewhere, references: 0 }).state).toBe("ok")
    expect(judgeMonitoredSites({ hostnames: ["one.com"], addresses: [], references: 1 }).state).toBe("ok")
  })
})
