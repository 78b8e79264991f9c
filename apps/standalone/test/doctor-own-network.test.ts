import { startDnsServer, startSite } from "@mon/tooling/testbed"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { examineReferenceTargets, judgeMonitoredSites } from "../src/doctor/ownNetwork.ts"

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

  it("requests each reference target once and names those that do not answer", async () => {
    const dns = await startDnsServer()
    const sites = await Promise.all([startSite(), startSite(), startSite()])
    try {
      const [, failing, silent] = sites
      const urls = sites.map(({ port }, index) => `http://reference-${index}.com:${port}/`)
      for (const [index, { host }] of sites.entries()) dns.zone.set(`reference-${index}.com`, { A: [host] })
      // A response with an error status is an answer, so the network works.
      failing?.behave({ status: 503 })
      silent?.behave({ reset: "connect" })
      const examine = (referenceTargets: ReadonlyArray<string>) =>
        Effect.runPromise(
          examineReferenceTargets({
            dnsServers: [dns.address],
            allowPrivateNetworks: ["127.0.0.0/8"],
            extraCa: [],
            location: "here",
            concurrency: 1,
            leaseMarginMs: 0,
            referenceTargets
          })
        )
      expect(await examine([])).toEqual([])
      expect(await examine(urls.slice(0, 2))).toMatchObject([{ state: "ok", subject: "reference targets" }])
      const [finding, ...more] = await examine([...urls, "http://absent.reference.com/"])
      expect(more).toEqual([])
      expect(finding?.state).toBe("warn")
      expect(finding?.detail).toContain(`${urls[2]} does not respond`)
      expect(finding?.detail).toContain("http://absent.reference.com/ does not respond")
      expect(finding?.detail).not.toContain(urls[0])
      expect(finding?.detail).not.toContain(urls[1])
    } finally {
      await Promise.all([dns.close(), ...sites.map((site) => site.close())])
    }
  })
})
