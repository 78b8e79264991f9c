import { type Behaviour, type Site, makeAuthority, startSite } from "@mon/tooling/testbed"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import { fetch, request } from "undici"
import { makeAddressPolicy, type ResolveAddresses } from "../src/index.ts"
import { createDispatcher, createSafeFetch, DialError, SafeFetchError, type SafeFetchOptions } from "../src/undici.ts"
import { refusedTargets } from "./refusedTargets.ts"

const policy = makeAddressPolicy({ allow: ["127.0.0.1", "127.0.0.2"] })
const ADDRESSES: Readonly<Record<string, string>> = {
  "shop.example.com": "127.0.0.1",
  "other.example.com": "127.0.0.1",
  "inside.example.com": "127.0.0.3"
}
const resolve: ResolveAddresses = (hostname) => {
  const address = ADDRESSES[hostname]
  return Promise.resolve(address === undefined ? { status: "nxdomain" } : { status: "ok", addresses: [address] })
}

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const fetchWith = (options: SafeFetchOptions = {}) => createSafeFetch({ policy, resolve, ...options })
const shop = (path = "/", host = "shop.example.com") => `http://${host}:${site.port}${path}`
const answers = (behaviour: Behaviour) => site.behave(behaviour)
const answersBy = (of: (path: string) => Behaviour) => site.behave(({ path }) => of(path))
const errorOf = (failed: Promise<unknown>): Promise<unknown> =>
  failed.then(
    () => "answered",
    (error: unknown) => error
  )

describe("safeFetch", () => {
  test.each(refusedTargets)("refuses %s", async (target, addresses) => {
    const url = target.replace("PORT", String(site.port))
    const accepted = site.accepted
    const refusing = createSafeFetch({ resolve: () => Promise.resolve({ status: "ok", addresses }) })
    const error = await errorOf(refusing(url))
    expect(error).toBeInstanceOf(SafeFetchError)
    expect(error).toMatchObject({ name: "SafeFetchError", code: "blocked_address" })
    expect(site.accepted).toBe(accepted)
  })

  it("answers as fetch does", async () => {
    answers({ status: 201, headers: { "content-type": "application/json" }, body: '{"stock":3}' })
    const response = await fetchWith()(shop("/a?b=c"), {
      method: "post",
      headers: { "x-team": "blue" },
      body: "order"
    })
    expect([response.status, response.url, await response.json()]).toEqual([201, shop("/a?b=c"), { stock: 3 }])
    const sent = site.requests.at(-1)
    expect(sent).toMatchObject({ method: "POST", path: "/a?b=c" })
    expect([sent?.headers["x-team"], sent?.body.toString()]).toEqual(["blue", "order"])
  })

  it("follows redirects to allowed addresses, and ends at one that is not allowed", async () => {
    answersBy((path) => (path === "/" ? { redirectTo: "/next" } : { body: path }))
    const response = await fetchWith()(shop())
    expect([response.url, await response.text()]).toEqual([shop("/next"), "/next"])
    answersBy((path) => (path === "/" ? { redirectTo: shop("/secret", "inside.example.com") } : { body: "secret" }))
    expect(await errorOf(fetchWith()(shop()))).toMatchObject({ code: "blocked_address" })
    for (const redirectTo of ["file:///etc/passwd", "http://a:b@shop.example.com/", "http://", "data:,x"]) {
      answers({ redirectTo })
      expect(await errorOf(fetchWith()(shop())), redirectTo).toMatchObject({ code: "url" })
    }
    expect(site.requests.some(({ path }) => path === "/secret")).toBe(false)
  })

  it("sends no credentials to another origin", async () => {
    const headers = { authorization: "Bearer canary", cookie: "session=canary", "x-team": "blue" }
    answersBy((path) => (path === "/" ? { redirectTo: shop("/b", "other.example.com") } : { body: "" }))
    await (await fetchWith()(shop(), { headers })).text()
    const sent = site.requests.at(-1)
    expect([sent?.path, sent?.headers["x-team"]]).toEqual(["/b", "blue"])
    expect(JSON.stringify(sent?.headers)).not.toContain("canary")
    answersBy((path) => (path === "/" ? { redirectTo: "/b" } : { body: "" }))
    await (await fetchWith()(shop(), { headers })).text()
    expect(site.requests.at(-1)?.headers["authorization"]).toBe("Bearer canary")
  })

  test.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [301, "PUT", "PUT", "order"],
    [307, "POST", "POST", "order"],
    [308, "PUT", "PUT", "order"]
  ])("after a redirect with %i, %s becomes %s", async (status, method, expected, body) => {
    answersBy((path) => (path === "/" ? { redirectTo: "/b", status } : { body: "" }))
    await (await fetchWith()(shop(), { method, body: "order", headers: { "content-type": "text/csv" } })).text()
    const sent = site.requests.at(-1)
    expect([sent?.path, sent?.method, sent?.body.toString()]).toEqual(["/b", expected, body])
    expect(sent?.headers["content-type"]).toBe(body === "" ? undefined : "text/csv")
  })

  it("returns or refuses a redirect if the program asks for it", async () => {
    answers({ redirectTo: "/b" })
    const response = await fetchWith()(shop(), { redirect: "manual" })
    expect([response.status, response.headers.get("location")]).toEqual([302, "/b"])
    expect(await errorOf(fetchWith()(shop(), { redirect: "error" }))).toMatchObject({ code: "too_many_redirects" })
    answersBy((path) => ({ redirectTo: `${path}a` }))
    const requests = site.requests.length
    expect(await errorOf(fetchWith({ maxRedirects: 2 })(shop()))).toMatchObject({ code: "too_many_redirects" })
    expect(site.requests.length - requests).toBe(3)
  })

  it("does not send a body twice that can be read once", async () => {
    answersBy((path) => (path === "/" ? { redirectTo: "/b", status: 307 } : { body: "" }))
    const body = new Blob(["order"]).stream()
    expect(await errorOf(fetchWith()(shop(), { method: "POST", body }))).toMatchObject({ code: "redirect_body" })
  })

  it("ends a body that is too large, also after decompression", async () => {
    answers({ headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(1_000_000)) })
    const response = await fetchWith({ maxBytes: 10_000 })(shop())
    expect(await errorOf(response.text())).toMatchObject({ name: "SafeFetchError", code: "too_large" })
    answers({ body: "0123456789" })
    expect(await (await fetchWith({ maxBytes: 10 })(shop())).text()).toBe("0123456789")
    expect(await errorOf((await fetchWith({ maxBytes: 9 })(shop())).text())).toMatchObject({ code: "too_large" })
  })

  it("ends after its time, before and during the body", async () => {
    answers({ hang: "before-headers" })
    expect(await errorOf(fetchWith({ timeoutMs: 50 })(shop()))).toMatchObject({ code: "timeout" })
    answers({ drip: "body", everyMs: 10 })
    const slow = fetchWith({ timeoutMs: 2_000 })(shop()).then((response) => response.text())
    expect(await errorOf(slow)).toMatchObject({ code: "timeout" })
  })

  it("ends with the reason of the caller's signal", async () => {
    answers({ hang: "before-headers" })
    const reason = new Error("enough")
    expect(await errorOf(fetchWith()(shop(), { signal: AbortSignal.abort(reason) }))).toBe(reason)
  })

  it("names what is wrong with the URL or the connection", async () => {
    expect(await errorOf(fetchWith()("ftp://shop.example.com/"))).toMatchObject({ code: "url" })
    expect(await errorOf(fetchWith()("http://a:b@shop.example.com/"))).toMatchObject({ code: "url" })
    expect(await errorOf(fetchWith()("nonsense"))).toMatchObject({ code: "url" })
    const gone = await errorOf(fetchWith()("http://gone.example.com/"))
    expect(gone).toMatchObject({ code: "dns_nxdomain", cause: { name: "DialError" } })
    answers({ reset: true })
    expect(await errorOf(fetchWith()(shop()))).toMatchObject({ name: "SafeFetchError", code: "failed" })
  })
})

describe("a dispatcher", () => {
  it("vets the connections of undici's request and fetch, with and without TLS", async () => {
    const authority = await makeAuthority()
    const { certPem, keyPem } = await authority.issue({ names: ["shop.example.com"] })
    const secure = await startSite({ behaviour: { body: "ok" }, tls: { certPem, keyPem } })
    const dispatcher = createDispatcher({ policy, resolve })
    answers({ body: "ok" })
    expect(await (await request(shop(), { dispatcher })).body.text()).toBe("ok")
    expect(await (await fetch(shop(), { dispatcher })).text()).toBe("ok")
    const untrusted = await errorOf(request(`https://shop.example.com:${secure.port}/`, { dispatcher }))
    expect(String((untrusted as { code?: string }).code)).toMatch(/SELF_SIGNED|UNABLE_TO/u)
    const inside = `http://inside.example.com:${site.port}/`
    expect(await errorOf(request(inside, { dispatcher }))).toBeInstanceOf(DialError)
    expect(await errorOf(fetch(inside, { dispatcher }))).toMatchObject({ cause: { code: "blocked_address" } })
    await dispatcher.close()
    await secure.close()
  })
})
