import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { certificateCases } from "@mon/tooling/testbed"
import type { AddressInfo } from "node:net"
import { createServer } from "node:tls"
import type { CheckRequest } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

describe("a request", () => {
  it("is a plain GET with a user agent", async () => {
    const { url, site } = await lab.open("shop.example.com")
    await lab.check(`${url}a%20b?c=d&e=%F0`)
    expect(await site.nextRequest()).toMatchObject({
      method: "GET",
      path: "/a%20b?c=d&e=%F0",
      host: `shop.example.com:${site.port}`,
      headers: {
        connection: "close",
        "accept-encoding": "gzip, deflate, br, zstd",
        "user-agent": expect.stringMatching(/^MonBot\/1\.0 /)
      }
    })
  })

  it("has the method, headers, body and credentials it is given", async () => {
    const { url, site } = await lab.open("api.example.com", { secure: true })
    const body = "grüezi"
    await lab.check(url, {
      method: "POST",
      headers: { "Content-Type": "text/plain", "X-One": "1", Accept: "*/*" },
      body,
      auth: { username: "me", password: "pa:ss" }
    })
    const request = await site.nextRequest()
    expect(request).toMatchObject({
      method: "POST",
      headers: { "content-type": "text/plain", "x-one": "1", accept: "*/*", authorization: `Basic ${btoa("me:pa:ss")}` }
    })
    expect(request.body.toString()).toBe(body)
    await lab.check(url, { method: "HEAD", auth: { token: "abc" } })
    expect(await site.nextRequest()).toMatchObject({ method: "HEAD", headers: { authorization: "Bearer abc" } })
    expect((await lab.check(url, { method: "HEAD" })).outcome).toBe("ok")
  })

  it.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [307, "POST", "POST", "data"],
    [308, "PUT", "PUT", "data"],
    [302, "PUT", "PUT", "data"]
  ] as const)("after %i turns from %s into %s", async (status, method, after, body) => {
    const { url, site } = await lab.open("api.example.com", {
      behaviour: ({ path }) => (path === "/" ? { redirectTo: "/end", status } : {})
    })
    await lab.check(url, { method, body: "data" })
    const { requests } = site
    expect(requests.map((request) => [request.method, request.body.toString()])).toEqual([
      [method, "data"],
      [after, body]
    ])
  })

  it.each([
    [301, "PUT"],
    [302, "PATCH"],
    [303, "POST"],
    [301, "POST"],
    [307, "GET"],
    [308, "OPTIONS"],
    [307, "POST"],
    [308, "POST"],
    [307, "DELETE"],
    [308, "PUT"]
  ] as const)(
    "after %i to another host, %s goes there only if the request there just reads",
    async (status, method) => {
      const other = await lab.open("other.example.com")
      const { url } = await lab.open("api.example.com", { behaviour: { redirectTo: other.url, status } })
      const check = await lab.check(
        url,
        method === "GET" || method === "OPTIONS" ? { method } : { method, body: "data" }
      )
      const reads = ["GET", "OPTIONS"].includes(method) || (method === "POST" && status < 307)
      expect(other.site.requests.map((request) => request.method)).toEqual(
        reads ? [method === "OPTIONS" ? "OPTIONS" : "GET"] : []
      )
      expect(other.site.accepted).toBe(reads ? 1 : 0)
      expect(check).toMatchObject(
        reads
          ? { outcome: "ok", finalUrl: other.url }
          : {
              outcome: "unsafe_redirect",
              verdict: "down",
              deterministic: true,
              statusCode: status,
              message: `The redirect leads from api.example.com to other.example.com. A ${method} request is not repeated on another host.`
            }
      )
    }
  )

  it("stays with its method at the host over schemes, ports and paths, and ends at the first other host", async () => {
    const other = await lab.open("other.example.com")
    const secure = await lab.open("api.example.com", {
      secure: true,
      behaviour: ({ path }) =>
        path === "/away" ? { redirectTo: other.url, status: 308 } : { redirectTo: "/away", status: 307 }
    })
    const { url } = await lab.open("api.example.com", { behaviour: { redirectTo: secure.url, status: 307 } })
    expect(await lab.check(url, { method: "POST", body: "data" })).toMatchObject({
      outcome: "unsafe_redirect",
      finalUrl: `${secure.url}away`
    })
    expect(secure.site.requests.map((request) => [request.method, request.body.length])).toEqual([
      ["POST", 0],
      ["POST", 0]
    ])
    expect(other.site.accepted).toBe(0)
  })

  it("does not send credentials to another host", async () => {
    const other = await lab.open("other.example.com")
    const { url, site } = await lab.open("api.example.com", {
      behaviour: ({ path }) => (path === "/" ? { redirectTo: "/same" } : { redirectTo: other.url, status: 307 })
    })
    const secrets = {
      headers: { "x-one": "1", cookie: "a=b" },
      auth: { token: "abc" }
    } as const
    await lab.check(`${url}same`, secrets)
    expect(site.requests[0]).toMatchObject({ headers: { "x-one": "1", cookie: "a=b", authorization: "Bearer abc" } })
    const [received] = other.site.requests
    expect(received?.headers).not.toHaveProperty("authorization")
    expect(received?.headers).not.toHaveProperty("x-one")
    expect(received?.headers).not.toHaveProperty("cookie")
    expect(received?.body.length).toBe(0)
    await lab.check(url, secrets)
    expect(site.requests.at(-1)).toMatchObject({ path: "/same", headers: { authorization: "Bearer abc" } })
  })

  it.each(["expired", "wrong host", "unknown authority"] as const)(
    "keeps its credentials from a server whose certificate is bad (%s)",
    async (kind) => {
      const { url, site } = await lab.open("api.example.com", {
        tls: await certificateCases[kind](lab.authority, "api.example.com")
      })
      for (const secret of [{ auth: { token: "abc" } }, { headers: { "X-API-Key": "abc" } }]) {
        const check = await lab.check(url, secret)
        expect(check).toMatchObject({
          outcome: "tls_handshake",
          message: expect.stringContaining("were not sent"),
          certificate: { valid: false }
        })
      }
      expect(site.requests).toEqual([])
      expect(await lab.check(url, { headers: { "x-one": "1" } })).toMatchObject({ outcome: "ok" })
      await site.whenIdle()
    }
  )

  it.each(["expired", "wrong host", "unknown authority"] as const)(
    "with secrets of its own sends no byte over TLS to a server whose certificate is bad (%s)",
    async (kind) => {
      const received: Array<Buffer> = []
      let connections = 0
      const { certPem, keyPem } = await certificateCases[kind](lab.authority, "api.example.com")
      const server = createServer({ cert: certPem, key: keyPem }, (socket) => {
        socket.on("data", (bytes) => received.push(bytes)).on("error", () => undefined)
      })
      server.on("connection", () => {
        connections += 1
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      lab.dns.zone.set("api.example.com", { A: ["127.0.0.1"] })
      for (const request of [
        { headers: { "X-Team-Token": "canary" }, secret: true },
        { method: "POST", body: "canary", secret: true },
        { headers: { "X-Team-Token": "canary" }, secret: true, expect: [{ status: "200" }] }
      ] as const) {
        expect(await lab.check(`https://api.example.com:${port}/`, request)).toMatchObject({
          outcome: "tls_handshake",
          verdict: "down",
          message: expect.stringContaining("the request's secrets were not sent"),
          certificate: { valid: false }
        })
      }
      await new Promise((resolve) => server.close(resolve))
      expect(connections).toBe(3)
      expect(Buffer.concat(received).toString()).toBe("")
    }
  )

  it("can ignore redirects", async () => {
    const { url, site } = await lab.open("api.example.com", { behaviour: { redirectTo: "/end", status: 301 } })
    expect(await lab.check(url, { followRedirects: false })).toMatchObject({
      outcome: "ok",
      statusCode: 301,
      finalUrl: url,
      hops: [{ location: "/end" }]
    })
    expect(site.requests).toHaveLength(1)
  })

  it("connects over one address family on request", async () => {
    const { url, site } = await lab.open("both.example.com")
    lab.dns.zone.set("both.example.com", { A: ["127.0.0.1"], AAAA: ["::1"] })
    expect(await lab.check(url, { family: 4 })).toMatchObject({ outcome: "ok", hops: [{ address: "127.0.0.1" }] })
    expect(await lab.check(url, { family: 6 })).toMatchObject({ outcome: "connect_refused" })
    lab.dns.zone.set("both.example.com", { A: ["127.0.0.1"] })
    expect(await lab.check(url, { family: 6 })).toMatchObject({ outcome: "dns_nodata" })
    expect(site.accepted).toBe(1)
  })

  it.each<Partial<CheckRequest>>([
    { method: "TRACE" as never },
    { method: "GET x" as never },
    { headers: { host: "other.example.com" } },
    { headers: { "Content-Length": "5" } },
    { headers: { "bad name": "1" } },
    { headers: { "": "1" } },
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { url: "http://api.example.com:0/" }
  ])("that is none rejects: %j", async (more) => {
    await expect(lab.check("http://api.example.com/", more)).rejects.toThrow(TypeError)
  })

  it("cannot be split by header values", async () => {
    await expect(lab.check("http://api.example.com/", { headers: { "x-one": "1\r\nx-two: 2" } })).rejects.toThrow(
      'check: request.headers["x-one"] must be a string without line breaks, but it is a string of 11 characters.'
    )
  })
})
