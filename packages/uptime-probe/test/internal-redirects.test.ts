import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

/** Names that can exist in the network in which the prober runs. */
const internal = [
  "localhost",
  "localhost.",
  "app.localhost",
  "db",
  "db.",
  "DB",
  "my_project_db",
  "db.project_default",
  "postgres.default.svc",
  "postgres.default.svc.cluster.local",
  "metadata.google.internal",
  "printer.local",
  "router.lan",
  "nas.home.arpa",
  "wiki.corp",
  "x.invalid"
]

describe("redirects to internal names", () => {
  it.each(internal)("to %s end the check, and the name is not resolved", async (name) => {
    const { site, url } = await lab.open("shop.example.com")
    lab.dns.zone.set(name.toLowerCase().replace(/\.$/u, ""), { A: [site.host] })
    site.behave({ redirectTo: `http://${name}:${site.port}/` })
    const before = lab.dns.queries.length
    const check = await lab.check(url)
    expect(check).toMatchObject({ outcome: "blocked_address", verdict: "down", deterministic: true, statusCode: null })
    expect(check.hops.map(({ statusCode }) => statusCode)).toEqual([302, null])
    expect(site.accepted).toBe(1)
    const asked = lab.dns.queries.slice(before).map((query) => query.name)
    expect(new Set(asked)).toEqual(new Set(["shop.example.com"]))
  })

  it("have the same result and the same message whether or not the name has an address", async () => {
    const { site, url } = await lab.open("shop.example.com")
    lab.dns.zone.set("known", { A: ["127.0.0.2"] })
    lab.dns.zone.set("inside.example.com", { A: ["127.0.0.2"] })
    const probe = lab.probeWith({}, ["127.0.0.1/32"])
    const resultOf = async (name: string) => {
      site.behave({ redirectTo: `http://${name}/` })
      const { deterministic, message, outcome, verdict } = await probe.check({ url, timeoutMs: 2_000 })
      return { deterministic, message: message?.replace(name, "<name>"), outcome, verdict }
    }
    const known = await resultOf("known")
    expect(known.message).toBe("The address of <name> is not public.")
    expect(await resultOf("unknown")).toEqual(known)
    expect(await resultOf("inside.example.com")).toEqual(known)
  })

  it("have an address only in the field for embedders", async () => {
    const { site, url } = await lab.open("shop.example.com")
    lab.dns.zone.set("inside.example.com", { A: ["127.0.0.2"] })
    site.behave({ redirectTo: "http://inside.example.com/" })
    const { hops, ...rest } = await lab.probeWith({}, ["127.0.0.1/32"]).check({ url, timeoutMs: 2_000 })
    expect(JSON.stringify(rest)).not.toContain("127.0.0.2")
    expect(hops.at(-1)?.blocked).toEqual({ address: "127.0.0.2", network: "127.0.0.0/8", use: "loopback" })
  })

  it("are followed within the host that is checked, and everywhere if the settings say so", async () => {
    const inside = await lab.open("intranet", {
      behaviour: ({ path }) => (path === "/" ? { redirectTo: "/home" } : {})
    })
    expect(await lab.check(inside.url)).toMatchObject({ outcome: "ok", finalUrl: `${inside.url}home` })
    const outside = await lab.open("shop.example.com", { behaviour: { redirectTo: inside.url } })
    expect(await lab.check(outside.url)).toMatchObject({ outcome: "blocked_address" })
    const open = lab.probeWith({ internalRedirects: true })
    expect(await open.check({ url: outside.url, timeoutMs: 2_000 })).toMatchObject({ outcome: "ok" })
  })
})
