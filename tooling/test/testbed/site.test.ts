import { once } from "node:events"
import { request as httpRequest, type RequestOptions, type IncomingMessage } from "node:http"
import { request as httpsRequest } from "node:https"
import { connect } from "node:net"
import { connect as tlsConnect } from "node:tls"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Authority, makeAuthority, type Site, startUnresponsivePort, startSite } from "../../testbed/index.ts"

const send = (url: string, options: RequestOptions & { ca?: string; servername?: string } = {}, body?: string) =>
  new Promise<{ message: IncomingMessage; text: string }>((resolve, reject) => {
    const make = url.startsWith("https") ? httpsRequest : httpRequest
    const request = make(url, { agent: false, ...options }, (message) => {
      let text = ""
      message.setEncoding("utf8")
      message.on("data", (chunk: string) => (text += chunk))
      message.on("end", () => resolve({ message, text }))
      message.on("error", reject)
    })
    request.on("error", reject)
    request.end(body)
  })

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "answered",
    (error: NodeJS.ErrnoException) => error.code
  )

describe("a plain site", () => {
  let site: Site
  beforeEach(async () => {
    site = await startSite({ host: "127.0.0.5" })
  })
  afterEach(() => site.close())

  it("responds, records requests and changes its behaviour", async () => {
    const first = await send(
      `${site.origin}/a?b=1`,
      { method: "POST", headers: { "x-test": "1", host: "shop.example.com" } },
      "hello"
    )
    expect(first.message.statusCode).toBe(200)
    expect(first.text).toContain("shop.example.com")
    const request = await site.nextRequest()
    expect(request).toMatchObject({ method: "POST", path: "/a?b=1", host: "shop.example.com", servername: null })
    expect(request.body.toString()).toBe("hello")
    site.behave({ status: 503, headers: { "retry-after": "7" }, body: "closed" })
    const second = await send(site.origin)
    expect([second.message.statusCode, second.message.headers["retry-after"], second.text]).toEqual([
      503,
      "7",
      "closed"
    ])
    site.behave({ redirectTo: "/there", status: 301 })
    const third = await send(site.origin)
    expect([third.message.statusCode, third.message.headers.location]).toEqual([301, "/there"])
    site.behave((asked) => (asked.path === "/teapot" ? { status: 418 } : { status: 404 }))
    expect((await send(`${site.origin}/teapot`)).message.statusCode).toBe(418)
    expect(site.requests).toHaveLength(4)
  })

  it("delays headers and body", async () => {
    site.behave({ delayMs: 40, bodyDelayMs: 40 })
    const started = performance.now()
    await send(site.origin)
    expect(performance.now() - started).toBeGreaterThan(75)
  })

  it.each(["connect", "before-headers", "in-headers", "in-body"] as const)("resets at %s", async (stage) => {
    site.behave({ reset: stage })
    expect(await code(send(site.origin))).toBe("ECONNRESET")
    await site.whenIdle()
  })

  it.each(["before-headers", "in-headers", "in-body"] as const)("ends at %s", async (stage) => {
    site.behave({ end: stage })
    expect(await code(send(site.origin))).toBe("ECONNRESET")
  })

  it.each(["before-headers", "in-headers", "in-body"] as const)("hangs at %s until the client goes", async (stage) => {
    site.behave({ hang: stage })
    const stop = new AbortController()
    const answer = send(site.origin, { signal: stop.signal })
    await site.nextRequest()
    expect(site.connections).toBe(1)
    stop.abort()
    expect(await code(answer)).toBe("ABORT_ERR")
    await site.whenIdle()
    expect(site.connections).toBe(0)
  })

  it("sends endlessly and stops with the connection", async () => {
    site.behave({ endless: "body" })
    const stop = new AbortController()
    const request = httpRequest(site.origin, { agent: false, signal: stop.signal })
    request.on("error", () => {})
    request.end()
    const [message] = (await once(request, "response")) as [IncomingMessage]
    message.on("error", () => {})
    let size = 0
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > 1_000_000) break
    }
    stop.abort()
    await site.whenIdle()
    site.behave({ endless: "headers" })
    expect(await code(send(site.origin))).toBe("HPE_HEADER_OVERFLOW")
  })

  it("drips, and sends invalid data", async () => {
    site.behave({ drip: "body", everyMs: 2 })
    const request = httpRequest(site.origin, { agent: false })
    request.on("error", () => {})
    request.end()
    const [message] = (await once(request, "response")) as [IncomingMessage]
    message.on("error", () => {})
    await once(message, "data")
    await once(message, "data")
    request.destroy()
    await site.whenIdle()
    site.behave({ raw: "this is not HTTP\r\n\r\n" })
    expect(await code(send(site.origin))).toBe("HPE_INVALID_CONSTANT")
  })
})

describe("a site with TLS", () => {
  let authority: Authority
  let site: Site
  beforeAll(async () => {
    authority = await makeAuthority()
    site = await startSite({ tls: await authority.issue({ names: ["shop.example.com"] }) })
  })
  afterAll(() => site.close())

  it("serves a chain that clients verify", async () => {
    site.behave({})
    const answer = await send(site.origin, {
      ca: authority.rootPem,
      servername: "shop.example.com",
      headers: { host: "shop.example.com" }
    })
    expect(answer.text).toContain("Hello from shop.example.com")
    expect(await site.nextRequest()).toMatchObject({ servername: "shop.example.com" })
  })

  it("hangs, closes and resets in the handshake", async () => {
    const tls = { ca: authority.rootPem, servername: "shop.example.com" }
    for (const behaviour of [{ reset: "tls" }, { end: "tls" }] as const) {
      site.behave(behaviour)
      expect(await code(send(site.origin, tls))).toBe("ECONNRESET")
    }
    const before = site.accepted
    site.behave({ hang: "tls" })
    const socket = tlsConnect({ host: site.host, port: site.port, ...tls })
    socket.on("error", () => {})
    await site.whenAccepted(before + 1)
    expect(socket.authorized).toBe(false)
    socket.destroy()
    await site.whenIdle()
    site.behave({ tlsDelayMs: 50 })
    const started = performance.now()
    await send(site.origin, tls)
    expect(performance.now() - started).toBeGreaterThan(45)
  })

  it("resets under TLS", async () => {
    site.behave({ reset: "in-body" })
    expect(await code(send(site.origin, { ca: authority.rootPem, servername: "shop.example.com" }))).toBe("ECONNRESET")
  })
})

describe("an unresponsive port", () => {
  it("never accepts a connection", async () => {
    const unresponsive = await startUnresponsivePort()
    const stop = new AbortController()
    const socket = connect({ host: unresponsive.host, port: unresponsive.port, signal: stop.signal })
    let connected = false
    socket.on("connect", () => (connected = true))
    const failed = once(socket, "error")
    const probe = await startSite()
    for (let round = 0; round < 5; round++) await send(probe.origin)
    await probe.close()
    expect(connected).toBe(false)
    stop.abort()
    socket.destroy()
    await failed.catch(() => {})
    await unresponsive.close()
  })
})
