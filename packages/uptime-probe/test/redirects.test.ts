import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

describe("redirects", () => {
  it("are followed across schemes, hosts and relative locations, each hop with its own facts", async () => {
    const secure = await lab.open("secure.example.com", {
      secure: true,
      behaviour: ({ path }) => (path === "/a/end?x=1" ? {} : { redirectTo: "../a/end?x=1#part", status: 308 })
    })
    const plain = await lab.open("plain.example.com", {
      behaviour: { redirectTo: `${secure.url}start/here`, status: 301 }
    })
    const check = await lab.check(plain.url)
    expect(check).toMatchObject({ outcome: "ok", url: plain.url, finalUrl: `${secure.url}a/end?x=1`, statusCode: 200 })
    expect(
      check.hops.map(({ url, statusCode, location, httpVersion, address }) => ({
        url,
        statusCode,
        location,
        httpVersion,
        address
      }))
    ).toEqual([
      {
        url: plain.url,
        statusCode: 301,
        location: `${secure.url}start/here`,
        httpVersion: "1.1",
        address: "127.0.0.1"
      },
      {
        url: `${secure.url}start/here`,
        statusCode: 308,
        location: "../a/end?x=1#part",
        httpVersion: "1.1",
        address: "127.0.0.1"
      },
      { url: `${secure.url}a/end?x=1`, statusCode: 200, location: null, httpVersion: "1.1", address: "127.0.0.1" }
    ])
    expect(check.hops.map((hop) => hop.certificate?.host ?? null)).toEqual([
      null,
      "secure.example.com",
      "secure.example.com"
    ])
    expect(check.hops.map((hop) => hop.timings.tlsUs === null)).toEqual([true, false, false])
    expect(check.timings.connectUs).toBe(check.hops.reduce((sum, hop) => sum + (hop.timings.connectUs ?? 0), 0))
    expect(secure.site.requests.map(({ host, servername }) => [host, servername])).toEqual([
      [`secure.example.com:${secure.site.port}`, "secure.example.com"],
      [`secure.example.com:${secure.site.port}`, "secure.example.com"]
    ])
  })

  it("report the certificate of an https hop when the last one is http", async () => {
    const plain = await lab.open("plain.example.com")
    const secure = await lab.open("secure.example.com", { secure: true, behaviour: { redirectTo: plain.url } })
    const check = await lab.check(secure.url)
    expect(check).toMatchObject({
      outcome: "ok",
      finalUrl: plain.url,
      certificate: { host: "secure.example.com", valid: true }
    })
  })

  it.each([301, 302, 303, 307, 308])("%i is followed", async (status) => {
    const { url } = await lab.open("shop.example.com", {
      behaviour: ({ path }) => (path === "/" ? { redirectTo: "/end", status } : { status: 418 })
    })
    expect(await lab.check(url)).toMatchObject({ outcome: "http_status", statusCode: 418, finalUrl: `${url}end` })
  })

  it.each([
    ["300 with a Location", { status: 300, headers: { location: "/end" } }],
    ["302 without one", { status: 302 }]
  ] as const)("%s is final", async (_, behaviour) => {
    const { url } = await lab.open("shop.example.com", { behaviour })
    expect(await lab.check(url)).toMatchObject({ outcome: "ok", statusCode: behaviour.status, finalUrl: url })
  })

  it.each(["ftp://shop.example.com/", "javascript:alert(1)", "http://", "https://[::1", "file:///etc/passwd", "//"])(
    "to %s is a bad redirect and opens nothing",
    async (location) => {
      const { url, site } = await lab.open("shop.example.com", { behaviour: { redirectTo: location } })
      expect(await lab.check(url)).toMatchObject({
        outcome: "bad_redirect",
        verdict: "down",
        statusCode: 302,
        finalUrl: url
      })
      expect(site.accepted).toBe(1)
    }
  )

  it("are followed ten times, not more", async () => {
    const { url, site } = await lab.open("shop.example.com", {
      behaviour: ({ path }) => {
        const count = Number(path.slice(1))
        return count === 0 ? {} : { redirectTo: `/${count - 1}` }
      }
    })
    expect(await lab.check(`${url}10`)).toMatchObject({ outcome: "ok" })
    expect(await lab.check(`${url}11`)).toMatchObject({ outcome: "too_many_redirects", totalUs: null })
    expect(site.accepted).toBe(11 + 11)
  })

  it("in a circle are a loop, unless a cookie breaks it", async () => {
    const circle = await lab.open("circle.example.com", {
      behaviour: ({ path }) => ({ redirectTo: path === "/" ? "/a" : "/" })
    })
    const check = await lab.check(circle.url)
    expect(check).toMatchObject({ outcome: "redirect_loop", verdict: "down" })
    expect(check.hops).toHaveLength(2)
    const gate = await lab.open("gate.example.com", {
      behaviour: ({ headers }) =>
        headers["cookie"] === "seen=yes"
          ? {}
          : {
              status: 302,
              headers: { location: "/", "set-cookie": ["seen=yes; Path=/; HttpOnly", "gone=1; Max-Age=0"] }
            }
    })
    expect(await lab.check(gate.url)).toMatchObject({ outcome: "ok", statusCode: 200 })
  })

  it("may lead to names and paths that are not ASCII", async () => {
    const { url, site } = await lab.open("xn--bcher-kva.example.com")
    const raw = `HTTP/1.1 302 Found\r\nlocation: http://b\u00fccher.example.com:${site.port}/gr\u00fc\u00dfe\r\n\r\n`
    for (const encoding of ["utf8", "latin1"] as const) {
      site.behave(({ path }) => (path === "/" ? { raw: Buffer.from(raw, encoding) } : { status: 200 }))
      expect(await lab.check(url)).toMatchObject({ outcome: "ok", finalUrl: `${url}gr%C3%BC%C3%9Fe` })
    }
  })

  it("never send the user name, password or fragment of a URL", async () => {
    const { url, site } = await lab.open("shop.example.com", {
      behaviour: ({ path }) => (path === "/" ? { redirectTo: "http://user:word@shop.example.com:1/" } : {})
    })
    const check = await lab.check(url.replace("http://", "http://me:secret@").replace(/\/$/, "/x#frag"))
    expect(check.finalUrl).toBe(`${url}x`)
    expect(site.requests[0]?.headers).not.toHaveProperty("authorization")
    expect(site.requests[0]?.path).toBe("/x")
    expect((await lab.check(url)).hops.at(-1)?.url).toBe("http://shop.example.com:1/")
  })
})
