import { createTestDatabase } from "@mon/core-store/testing"
import { startDnsServer, startSite } from "@mon/tooling/testbed"
import { afterAll, describe, expect, it } from "vitest"
import { readSettings } from "../src/Settings.ts"
import { start } from "./Program.ts"

const key = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
const [database, dns, site] = await Promise.all([createTestDatabase(), startDnsServer(), startSite()])
afterAll(() => Promise.all([database.drop(), dns.close(), site.close()]))

const server = {
  MON_DATABASE_URL: database.url,
  MON_SECRET: "a secret that only this test knows and that is long enough",
  MON_BOOTSTRAP_API_KEY: key,
  MON_BOOTSTRAP_PLAN: "agency",
  MON_PORT: "0",
  MON_DNS_SERVERS: dns.address,
  MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8"
}

describe("a process with MON_ROLE", () => {
  it("serves requests but does not check as api, and checks but does not serve as worker", async () => {
    dns.zone.set("shop.example.com", { A: [site.host] })
    const api = start("main.ts", [], { ...server, MON_ROLE: "api" })
    const url = await api.prints(/Mon is ready at (\S+)/u)
    const created = await fetch(`${url}/api/v1/domains`, {
      method: "POST",
      headers: { "X-API-Key": key },
      body: JSON.stringify({ url: `http://shop.example.com:${site.port}/`, name: "Shop" })
    })
    expect(created.status).toBe(201)
    const before = site.requests.length

    const worker = start("main.ts", [], { ...server, MON_ROLE: "worker" })
    await worker.prints(/Mon's worker is ready/u)
    await site.nextRequest()
    expect(before).toBe(0)
    expect(worker.output()).not.toContain("Mon is ready at")

    for (const program of [api, worker]) process.kill(program.pid, "SIGTERM")
    for (const program of [api, worker]) expect(await program.ended).toMatchObject({ code: 0, stderr: "" })
  })

  it("does everything by default", () => {
    expect(readSettings({}).role).toBe("all")
  })

  it("gives the first account the plan of new accounts, unless it has its own", () => {
    expect(readSettings({}).bootstrap.plan).toBe("free")
    expect(readSettings({ MON_DEFAULT_PLAN: "pro" }).bootstrap.plan).toBe("pro")
    expect(readSettings({ MON_DEFAULT_PLAN: "pro", MON_BOOTSTRAP_PLAN: "agency" }).bootstrap.plan).toBe("agency")
  })

  it.each([
    [{ ...server, MON_ROLE: "checker" }, "MON_ROLE must be all, api or worker."],
    [{ MON_DEFAULT_PLAN: "gold" }, "MON_DEFAULT_PLAN must be free, pro or agency."],
    [{ MON_BOOTSTRAP_PLAN: "gold" }, "MON_BOOTSTRAP_PLAN must be free, pro or agency."],
    [{ MON_ROLE: "api" }, "MON_ROLE must be all if MON_DATABASE_URL is not set."]
  ])("does not start with invalid settings: %#", (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence)
  })
})
