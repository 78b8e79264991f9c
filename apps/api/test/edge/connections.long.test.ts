import { Domains } from "@mon/core-store"
import { Deferred, Effect, Layer } from "effect"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type World } from "../World.ts"

/** Sends raw bytes and reads until the server closes the connection. */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    let response = ""
    socket.on("data", (chunk) => {
      response += chunk.toString("latin1")
    })
    socket.on("error", reject)
    socket.on("close", () => resolve(response))
  })

/** Opens a connection that slowly sends the bytes of a header that never ends. */
const trickle = (port: number) => {
  let response = ""
  let drip: NodeJS.Timeout | undefined
  const socket = connect(port, "127.0.0.1")
  const open = new Promise<void>((resolve, reject) => {
    socket.once("connect", () => {
      socket.write("GET /health HTTP/1.1\r\nHost: x\r\nX-Filler: ", () => resolve())
      drip = setInterval(() => socket.write("x"), 200)
    })
    socket.on("error", reject)
  })
  socket.on("data", (chunk) => {
    response += chunk.toString("latin1")
  })
  const closed = new Promise<string>((resolve) =>
    socket.once("close", () => {
      clearInterval(drip)
      resolve(response)
    })
  )
  return { open, closed, isOpen: () => !socket.destroyed && response === "", end: () => socket.destroy() }
}

const CONNECTIONS = 1_000
/** A timeout that no connection of a test reaches, in milliseconds. */
const NEVER_MS = 3_600_000

describe("connections", () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it.each([
    ["two Host fields", "GET /health HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n"],
    ["two equal Host fields", "GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"],
    ["no Host field", "GET /health HTTP/1.1\r\n\r\n"],
    ["an HTTP/0.9 request line", "GET /health\r\n\r\n"],
    ["HTTP/2.0 in its request line", "GET /health HTTP/2.0\r\nHost: a\r\n\r\n"]
  ])("get 400 and are closed for a request with %s", async (_, text) => {
    const api = await world.startApi()
    expect(await raw(api.port, text)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/u)
  })

  it("beyond the limit are closed at once and counted", async () => {
    const api = await world.startApi({ settings: { maxConnections: 2, metricsPort: 0 } })
    const open = [trickle(api.port), trickle(api.port)]
    await Promise.all(open.map((one) => one.open))
    expect(await raw(api.port, "").catch(() => "")).toBe("")
    expect(open.map((one) => one.isOpen())).toEqual([true, true])
    const metrics = await (await fetch(`http://127.0.0.1:${api.metricsPort}/metrics`)).text()
    expect(metrics).toMatch(/^mon_http_connections_refused_total 1$/mu)
    await api.close()
  })

  it("finish their request in flight during shutdown, and accept no new one", async () => {
    const started = Deferred.makeUnsafe<void>()
    const proceed = Deferred.makeUnsafe<void>()
    const api = await world.startApi({
      override: Layer.effect(
        Domains,
        Effect.map(Domains, (real) =>
          Domains.of({
            ...real,
            list: (viewer, page) =>
              Deferred.succeed(started, undefined).pipe(
                Effect.andThen(Deferred.await(proceed)),
                Effect.andThen(real.list(viewer, page))
              )
          })
        )
      )
    })
    const { key } = await world.account()
    const running = api.send("GET", "/api/v1/domains", { key })
    await Effect.runPromise(Deferred.await(started))
    const closed = api.close()
    await expect(api.send("GET", "/health")).rejects.toThrow(/ECONNREFUSED|ECONNRESET/u)
    await Effect.runPromise(Deferred.succeed(proceed, undefined))
    const response = await running
    expect({ status: response.status, connection: response.headers["connection"] }).toEqual({
      status: 200,
      connection: "close"
    })
    await closed
  })

  it("interrupt the request when the client disconnects", async () => {
    const interrupted = Deferred.makeUnsafe<void>()
    const started = Deferred.makeUnsafe<void>()
    const api = await world.startApi({
      override: Layer.effect(
        Domains,
        Effect.map(Domains, (real) =>
          Domains.of({
            ...real,
            list: () =>
              Deferred.succeed(started, undefined).pipe(
                Effect.andThen(Effect.never),
                Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
              )
          })
        )
      )
    })
    const { key } = await world.account()
    const socket = connect(api.port, "127.0.0.1", () =>
      socket.write(`GET /api/v1/domains HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`)
    )
    await Effect.runPromise(Deferred.await(started))
    socket.destroy()
    await Effect.runPromise(Deferred.await(interrupted))
    expect((await api.send("GET", "/health")).status).toBe(200)
  })

  it("get an error in the envelope for malformed HTTP", async () => {
    const api = await world.startApi()
    const response = await raw(api.port, "NONSENSE\r\n\r\n")
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/u)
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/u)
    expect(JSON.parse(response.split("\r\n\r\n")[1] ?? "")).toEqual({
      success: false,
      message: "Malformed HTTP request."
    })
  })

  it("get an error in the envelope for headers over 16 KiB", async () => {
    const api = await world.startApi()
    const response = await raw(api.port, `GET /health HTTP/1.1\r\nHost: x\r\nX-Filler: ${"x".repeat(17_000)}\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 431 /u)
    expect(JSON.parse(response.split("\r\n\r\n")[1] ?? "")).toEqual({
      success: false,
      message: "Request headers are too large."
    })
  })

  it.each([
    ["headers", "GET /health HTTP/1.1\r\nHost: x\r\n"],
    ["a body", "POST /api/v1/domains HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"]
  ])("get an error in the envelope for %s that never end", async (_, text) => {
    const api = await world.startApi({ limits: { headersTimeoutMs: 100, requestTimeoutMs: 150 } })
    const { key } = await world.account()
    const response = await raw(api.port, text.replace("Host: x\r\n", `Host: x\r\nX-API-Key: ${key}\r\n`))
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/u)
    expect(JSON.parse(response.split("\r\n\r\n")[1] ?? "")).toEqual({
      success: false,
      message: "The request took too long to arrive."
    })
  })

  it("that send slowly block no other client, even a thousand of them", async () => {
    const api = await world.startApi({ limits: { headersTimeoutMs: NEVER_MS, requestTimeoutMs: NEVER_MS } })
    const { key } = await world.account()
    const slow = Array.from({ length: CONNECTIONS }, () => trickle(api.port))
    await Promise.all(slow.map(({ open }) => open))
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.send("GET", "/api/v1/domains", { key })))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(slow.every(({ isOpen }) => isOpen())).toBe(true)
    for (const { end } of slow) end()
    await Promise.all(slow.map(({ closed }) => closed))
  })

  it("that send slowly are all closed", async () => {
    const api = await world.startApi({ limits: { headersTimeoutMs: 500 } })
    const slow = Array.from({ length: 100 }, () => trickle(api.port))
    const ends = await Promise.all(slow.map(({ closed }) => closed))
    expect(ends.filter((response) => response.startsWith("HTTP/1.1 408 "))).toHaveLength(slow.length)
    expect((await api.send("GET", "/health")).status).toBe(200)
  })

  it("are closed after the shutdown's grace period", async () => {
    const started = Deferred.makeUnsafe<void>()
    const api = await world.startApi({
      limits: { shutdownGraceMs: 50 },
      override: Layer.effect(
        Domains,
        Effect.map(Domains, (real) =>
          Domains.of({ ...real, list: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never) })
        )
      )
    })
    const { key } = await world.account()
    const running = api.send("GET", "/api/v1/domains", { key }).catch((error: Error) => error.message)
    await Effect.runPromise(Deferred.await(started))
    await api.close()
    expect(await running).toMatch(/socket hang up|ECONNRESET/u)
  })

  it("accept a request target in absolute form", async () => {
    const api = await world.startApi()
    const response = await raw(
      api.port,
      "GET http://mon.example.com/health HTTP/1.1\r\nHost: mon.example.com\r\nConnection: close\r\n\r\n"
    )
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/u)
  })

  it("cannot be accepted on a port in use, which the error says in one sentence", async () => {
    const api = await world.startApi()
    await expect(world.startApi({ settings: { port: api.port } })).rejects.toThrow(
      `Cannot listen on 127.0.0.1 port ${api.port}: another program is listening there.`
    )
  })
})
