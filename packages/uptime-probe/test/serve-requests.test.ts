import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { makeServeLab, module, outcome, type ServeLab } from "./serveLab.ts"

let lab: ServeLab
let serve: ServeLab["serve"]
beforeAll(async () => {
  lab = await makeServeLab()
  ;({ serve } = lab)
})
afterEach(() => lab.closeAll())
afterAll(() => lab.close())

describe("a module of the prober http", () => {
  it("asks a virtual host that the module or the parameter hostname names, also in the TLS handshake", async () => {
    const tls = await lab.authority.issue({ names: ["shop.example.org"] })
    const { site, url } = await lab.open("vhost.example.com", { tls })
    const { ask, probe } = await serve(`${module("headers: { Host: shop.example.org }")}  plain: { prober: http }\n`)
    expect(await probe(url)).toMatchObject({ probe_success: 1 })
    expect(await probe(url, "plain")).toMatchObject({ probe_success: 0, ...outcome("tls_handshake") })
    const asked = `target=${encodeURIComponent(url)}&hostname=shop.example.org`
    expect((await ask(`/probe?module=plain&${asked}`)).text).toContain("\nprobe_success 1\n")
    expect(site.requests.map(({ host, servername }) => [host, servername])).toEqual([
      ["shop.example.org", "shop.example.org"],
      [new URL(url).host, "vhost.example.com"],
      ["shop.example.org", "shop.example.org"]
    ])
    expect(await ask(`/probe?module=m&target=a&hostname=other.example.org`)).toMatchObject({
      status: 400,
      text: "The hostname parameter differs from the module's Host header, shop.example.org.\n"
    })
  })

  it("keeps the virtual host within the origin, and nowhere else", async () => {
    const there = await lab.open("there.example.com")
    const { site, url } = await lab.open("vhost.example.com")
    const { probe } = await serve(module("headers: { Host: shop.example.org }"))
    site.behave({ redirectTo: "/on" })
    const found = probe(url)
    await site.nextRequest()
    site.behave({ redirectTo: there.url })
    expect(await found).toMatchObject({ probe_success: 1, probe_http_redirects: 2 })
    expect(site.requests.map(({ host }) => host)).toEqual(["shop.example.org", "shop.example.org"])
    expect(there.site.requests.map(({ host }) => host)).toEqual([new URL(there.url).host])
  })

  it("sends the last value of http_headers", async () => {
    const { site, url } = await lab.open("example.com")
    const { probe } = await serve(
      module("headers: { X-A: a }, http_headers: { x-a: { values: [b, c] }, X-B: { values: [d], secrets: [e] } }")
    )
    await probe(url)
    expect(site.requests[0]?.headers).toMatchObject({ "x-a": "c", "x-b": "e" })
  })

  it.each([
    ["compression: gzip", "gzip", { body: gzipSync("hello"), headers: { "content-encoding": "gzip" } }, "ok"],
    ["compression: gzip", "gzip", { body: "hello" }, "expectation_failed"],
    ["compression: identity", "identity", { body: "hello" }, "ok"],
    ["compression: identity", "identity", { body: gzipSync("a"), headers: { "content-encoding": "gzip" } }, "ok"],
    ["compression: br, headers: { Accept-Encoding: 'gzip, br;q=0.5' }", "gzip, br;q=0.5", {}, "expectation_failed"],
    ["headers: { Accept-Encoding: gzip }", "gzip", { body: "hello" }, "ok"]
  ])("with %s accepts %s", async (options, accepted, behaviour, name) => {
    const { site, url } = await lab.open("example.com", { behaviour })
    const { probe } = await serve(module(options))
    expect(await probe(url)).toMatchObject(outcome(name))
    expect(site.requests[0]?.headers["accept-encoding"]).toBe(accepted)
  })

  it.each([
    ["body_size_limit: 5B", 5, "ok"],
    ["body_size_limit: 4", 5, "too_large"],
    ["body_size_limit: 2MB", 1_500_000, "ok"],
    ["body_size_limit: 2MB", 2_100_000, "too_large"],
    ["body_size_limit: 0", 5, "ok"]
  ])("with %s and a body of %i bytes is %s", async (options, bytes, name) => {
    const { url } = await lab.open("example.com", { behaviour: { body: "a".repeat(bytes) } })
    const { probe } = await serve(module(options))
    expect(await probe(url)).toMatchObject(outcome(name))
  })
})
