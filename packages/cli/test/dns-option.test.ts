// Tests that checks from this machine use the DNS server that the option names.
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { monRun } from "./monRun.ts"
import { testService } from "./testService.ts"

const service = testService()
let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer()
  dns.zone.set("shop.example.com", { A: ["127.0.0.1"] })
})
afterAll(() => dns.close())

const urlOf = () => `http://shop.example.com:${new URL(service.url).port}/`
const fileOf = (url: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), "mon-dns-")), "mon.yaml")
  writeFileSync(file, `version: 1\nproject: acme\ndomains: { shop: { url: "${url}" } }\n`)
  return file
}

describe("--dns", () => {
  it.each([
    ["check", () => ["check", urlOf()]],
    ["explain", () => ["explain", urlOf()]],
    ["test", () => ["test", fileOf(urlOf()), "--retries", "0"]]
  ])("is the server that mon %s queries", async (_, args) => {
    service.answer("GET /", {})
    const before = dns.queries.length
    const { code, out } = await monRun([...args(), "--allow-private", "--dns", dns.address])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\bup\b/u) })
    expect(dns.queries.slice(before).map(({ name }) => name)).toContain("shop.example.com")
  })

  it("is refused with the forms that a DNS server can have", async () => {
    const { code, err } = await monRun(["check", urlOf(), "--dns", "ns.example.com"])
    expect(code).toBe(64)
    expect(err).toContain("--dns must be a DNS server such as 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53")
  })
})
