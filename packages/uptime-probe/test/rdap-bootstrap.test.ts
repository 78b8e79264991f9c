import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type BootstrapCache, type BootstrapCopy } from "../src/domain-expiry.ts"
import { makeRdapBootstrap, parseBootstrap } from "../src/expiry/RdapBootstrap.ts"
import { makeClock, makeRegistryLab, NOW, type RegistryLab } from "./registryLab.ts"

const HOUR = 60 * 60 * 1_000
const documentOf = (...urls: ReadonlyArray<string>) => JSON.stringify({ version: "1.0", services: [[["com"], urls]] })

const offline = () => Promise.reject(new Error("down"))

describe("the list of RDAP servers", () => {
  it("names the servers of the longest suffix, https first", () => {
    const services = parseBootstrap(
      JSON.stringify({
        services: [
          [
            ["COM", "net"],
            ["http://a.example", "https://a.example/rdap", "ftp://no.example/"]
          ]
        ]
      })
    )
    expect(services?.get("com")).toEqual(["https://a.example/rdap/", "http://a.example/"])
    expect(services?.get("net")).toEqual(services?.get("com"))
  })

  it.each([
    "",
    "null",
    "[]",
    "{}",
    "<html>",
    '{"services":[]}',
    '{"services":[[["com"]]]}',
    '{"services":[1]}',
    '{"services":[[[1],["https://a.example/"]]]}'
  ])("is none: %s", (text) => {
    expect(parseBootstrap(text)).toBeNull()
  })

  it("prefers a listed second-level domain, and reports unlisted ones", async () => {
    const document = JSON.stringify({
      services: [
        [["uk"], ["https://uk.example/"]],
        [["co.uk"], ["https://co.example/"]]
      ]
    })
    const bootstrap = makeRdapBootstrap(() => Promise.resolve(document), makeClock())
    expect(await bootstrap.serversOf("a.co.uk")).toEqual({ status: "listed", urls: ["https://co.example/"] })
    expect(await bootstrap.serversOf("a.org.uk")).toEqual({ status: "listed", urls: ["https://uk.example/"] })
    expect(await bootstrap.serversOf("a.io")).toEqual({ status: "unlisted" })
  })

  it("is fetched once a day, shared by concurrent lookups", async () => {
    const clock = makeClock()
    let fetches = 0
    const bootstrap = makeRdapBootstrap(() => {
      fetches += 1
      return Promise.resolve(documentOf(`https://${fetches}.example/`))
    }, clock)
    await Promise.all([bootstrap.serversOf("a.com"), bootstrap.serversOf("b.com")])
    clock.advance(23 * HOUR)
    await bootstrap.serversOf("a.com")
    expect(fetches).toBe(1)
    clock.advance(HOUR)
    expect(await bootstrap.serversOf("a.com")).toEqual({ status: "listed", urls: ["https://2.example/"] })
  })

  it("stays in use while fetching fails, and is fetched again after ten minutes", async () => {
    const clock = makeClock()
    const answers = [documentOf("https://old.example/"), null, "rubbish", documentOf("https://new.example/")]
    let fetches = 0
    const bootstrap = makeRdapBootstrap(() => {
      const answer = answers[fetches++]
      return typeof answer === "string" ? Promise.resolve(answer) : Promise.reject(new Error("down"))
    }, clock)
    const urls = async () => {
      const found = await bootstrap.serversOf("a.com")
      return found.status === "listed" ? found.urls : found.status
    }
    expect(await urls()).toEqual(["https://old.example/"])
    clock.advance(48 * HOUR)
    expect([await urls(), await urls(), fetches]).toEqual([["https://old.example/"], ["https://old.example/"], 2])
    clock.advance(HOUR)
    expect([await urls(), fetches]).toEqual([["https://old.example/"], 3])
    clock.advance(HOUR)
    expect([await urls(), fetches]).toEqual([["https://new.example/"], 4])
  })

  it("is stored in a cache, which may fail", async () => {
    const clock = makeClock()
    const saved: Array<BootstrapCopy> = []
    const cache: BootstrapCache = {
      load: () => Promise.resolve(saved.at(-1) ?? null),
      save: (copy) => {
        saved.push(copy)
        return Promise.reject(new Error("disk full"))
      }
    }
    const listed = { status: "listed", urls: ["https://a.example/"] }
    expect(
      await makeRdapBootstrap(() => Promise.resolve(documentOf("https://a.example/")), clock, cache).serversOf("a.com")
    ).toEqual(listed)
    expect(saved).toEqual([{ document: documentOf("https://a.example/"), fetchedAt: NOW }])
    expect(await makeRdapBootstrap(offline, clock, cache).serversOf("a.com")).toEqual(listed)
    clock.advance(30 * 24 * HOUR)
    expect(await makeRdapBootstrap(offline, clock, cache).serversOf("a.com")).toEqual(listed)
    expect(await makeRdapBootstrap(offline, clock, { ...cache, load: offline }).serversOf("a.com")).toEqual({
      status: "unknown"
    })
  })
})

describe("while the list cannot be fetched", () => {
  let lab: RegistryLab
  beforeEach(async () => {
    lab = await makeRegistryLab()
    lab.rdap.behaveAsBootstrap({ status: 500 })
  })
  afterEach(() => lab.close())

  it("WHOIS is queried, and a domain without it is unavailable, not unsupported", async () => {
    lab.whois.answer("io", "domain: IO\nwhois: whois.nic.io\n")
    lab.whois.answer("example.io", "Domain Name: EXAMPLE.IO\nRegistry Expiry Date: 2026-03-02T00:00:00Z\n")
    lab.whois.answer("app", "domain: APP\n")
    const expiry = lab.expiryWith()
    expect((await expiry.lookup({ hostname: "example.io" })).outcome).toBe("registered")
    expect((await expiry.lookup({ hostname: "example.app" })).outcome).toBe("unavailable")
  })
})
