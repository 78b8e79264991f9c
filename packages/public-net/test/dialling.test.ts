import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { describe, expect, it, test } from "vitest"
import { dial, type DialOptions, makeAddressPolicy } from "../src/index.ts"
import { fakeClock, fakeConnect, scriptedResolver } from "./fakeNet.ts"

const policy = makeAddressPolicy()
const FOUR = "9.9.9.9"
const FOUR_B = "9.9.9.10"
const SIX = "2606:4700::1"
const SIX_B = "2606:4700::2"

const setUp = (addresses: ReadonlyArray<string>, more: Partial<DialOptions> = {}) => {
  const net = fakeConnect()
  const time = fakeClock()
  const stop = new AbortController()
  const { resolve, asked } = scriptedResolver(addresses)
  const result = dial({
    hostname: "shop.example.com",
    port: 443,
    policy,
    resolve,
    signal: stop.signal,
    connect: net.connect,
    clock: time.clock,
    ...more
  })
  return { net, time, stop, asked, result }
}

/** Runs the callbacks of promises that are already settled. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe("dialling", () => {
  it("connects to a real server and returns a socket without listeners", async () => {
    const server = createServer((socket) => socket.end("hello"))
    server.listen(0, "127.0.0.7")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const { resolve } = scriptedResolver(["127.0.0.8", "127.0.0.7"])
    const result = await dial({
      hostname: "shop.example.com.",
      port,
      policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
      resolve,
      signal: AbortSignal.timeout(5000)
    })
    server.close()
    expect(result).toMatchObject({
      ok: true,
      address: "127.0.0.7",
      attempts: [
        { address: "127.0.0.8", outcome: "connect_refused", errno: "ECONNREFUSED" },
        { address: "127.0.0.7", outcome: "connected", errno: null }
      ]
    })
    if (!result.ok) return
    expect(result.socket.listenerCount("error")).toBe(0)
    expect(result.socket.listenerCount("connect")).toBe(0)
    expect(Number.isInteger(result.dnsUs) && Number.isInteger(result.connectUs)).toBe(true)
    const [data] = await once(result.socket, "data")
    expect(String(data)).toBe("hello")
    result.socket.destroy()
  })

  it("alternates the families, IPv6 first, and waits 250 ms between attempts", async () => {
    const { net, time, result } = setUp([FOUR, FOUR_B, SIX, SIX_B])
    await turn()
    expect(net.hosts()).toEqual([SIX])
    time.advance(249)
    expect(net.hosts()).toEqual([SIX])
    time.advance(1)
    expect(net.hosts()).toEqual([SIX, FOUR])
    time.advance(250)
    time.advance(250)
    expect(net.hosts()).toEqual([SIX, FOUR, SIX_B, FOUR_B])
    time.advance(30)
    net.succeed(FOUR)
    expect(await result).toMatchObject({
      ok: true,
      address: FOUR,
      dnsUs: 0,
      connectUs: 780_000,
      attempts: [
        { address: SIX, startedUs: 0, durationUs: 780_000, outcome: "abandoned" },
        { address: FOUR, startedUs: 250_000, durationUs: 530_000, outcome: "connected" },
        { address: SIX_B, startedUs: 500_000, durationUs: 280_000, outcome: "abandoned" },
        { address: FOUR_B, startedUs: 750_000, durationUs: 30_000, outcome: "abandoned" }
      ]
    })
    expect(net.opened.map(({ host, socket }) => [host, socket.destroyed])).toEqual([
      [SIX, true],
      [FOUR, false],
      [SIX_B, true],
      [FOUR_B, true]
    ])
    expect(time.waiting()).toBe(0)
  })

  it("tries the next address immediately after a fault", async () => {
    const { net, time, result } = setUp([SIX, FOUR])
    await turn()
    net.fail(SIX, "ENETUNREACH")
    expect(net.hosts()).toEqual([SIX, FOUR])
    expect(time.waiting()).toBe(0)
    net.succeed(FOUR)
    expect(await result).toMatchObject({
      ok: true,
      address: FOUR,
      attempts: [{ outcome: "local_fault", errno: "ENETUNREACH" }, { outcome: "connected" }]
    })
  })

  it("survives an error of an abandoned socket", async () => {
    const { net, time, result } = setUp([SIX, FOUR])
    await turn()
    time.advance(250)
    net.succeed(FOUR)
    expect(net.fail(SIX, "ECONNRESET")).toBe(true)
    expect(await result).toMatchObject({
      ok: true,
      attempts: [{ outcome: "abandoned", errno: null }, { outcome: "connected" }]
    })
  })

  it("connects to one family but vets both", async () => {
    const four = setUp([SIX, FOUR], { family: 4 })
    await turn()
    expect(four.net.opened.map(({ host, family }) => [host, family])).toEqual([[FOUR, 4]])
    four.stop.abort()
    expect(await setUp([FOUR], { family: 6 }).result).toMatchObject({ ok: false, code: "dns_nodata" })
    expect(await setUp(["::1", FOUR], { family: 4 }).result).toMatchObject({ ok: false, code: "blocked_address" })
  })

  it("opens each address once and at most eight", async () => {
    const { net, result } = setUp([
      ...Array.from({ length: 40 }, (_, index) => `9.9.9.${index}`),
      FOUR,
      `::ffff:${FOUR}`
    ])
    await turn()
    for (let index = 0; index < 8; index++) net.fail(`9.9.9.${index}`, "ECONNREFUSED")
    expect(await result).toMatchObject({ ok: false, code: "connect_refused" })
    expect(net.hosts()).toEqual(Array.from({ length: 8 }, (_, index) => `9.9.9.${index}`))
    const twice = setUp([FOUR, `::ffff:${FOUR}`, "::FFFF:909:909"])
    await turn()
    twice.net.fail(FOUR, "ECONNREFUSED")
    expect(await twice.result).toMatchObject({ ok: false, attempts: [{ address: FOUR }] })
  })

  test.each([0, 65_536, 1.5, Number.NaN])("rejects the invalid port %d", async (port) => {
    await expect(setUp([FOUR], { port }).result).rejects.toThrow(
      "dial: options.port must be a whole number from 1 to 65535"
    )
  })
})

describe("the fault of a connection", () => {
  test.each([
    ["ECONNREFUSED", "connect_refused"],
    ["ETIMEDOUT", "connect_timeout"],
    ["ECONNRESET", "connect_reset"],
    ["EHOSTUNREACH", "no_route"],
    ["EMFILE", "local_fault"],
    ["ENFILE", "local_fault"],
    ["ENOMEM", "local_fault"],
    ["EADDRNOTAVAIL", "local_fault"],
    ["ENETUNREACH", "local_fault"],
    ["ENETDOWN", "local_fault"],
    ["EACCES", "local_fault"],
    ["ESOMETHINGNEW", "local_fault"]
  ])("%s is %s", async (errno, code) => {
    const { net, result } = setUp([FOUR])
    await turn()
    net.fail(FOUR, errno)
    expect(await result).toMatchObject({ ok: false, code, attempts: [{ address: FOUR, outcome: code, errno }] })
  })

  test.each([
    ["ENETUNREACH", "ECONNREFUSED", "connect_refused"],
    ["ECONNREFUSED", "ENETUNREACH", "connect_refused"],
    ["EHOSTUNREACH", "ETIMEDOUT", "connect_timeout"],
    ["EMFILE", "EHOSTUNREACH", "no_route"],
    ["ENETUNREACH", "ENETUNREACH", "local_fault"]
  ])("%s and %s together are %s", async (six, four, code) => {
    const { net, result } = setUp([SIX, FOUR])
    await turn()
    net.fail(SIX, six)
    net.fail(FOUR, four)
    expect(await result).toMatchObject({ ok: false, code })
  })

  it("is a reset when the peer closes right after the handshake", async () => {
    const { net, result } = setUp([FOUR])
    await turn()
    net.socketTo(FOUR).emit("connect")
    expect(await result).toMatchObject({ ok: false, code: "connect_reset" })
    expect(net.socketTo(FOUR).destroyed).toBe(true)
  })
})

describe("aborting", () => {
  const deadline = new DOMException("The operation was aborted due to timeout", "TimeoutError")

  test.each<[string, unknown, string]>([
    ["a deadline", deadline, "connect_timeout"],
    ["a caller", undefined, "aborted"]
  ])("while connecting, by %s", async (_who, reason, code) => {
    const { net, time, stop, result } = setUp([SIX, FOUR])
    await turn()
    time.advance(250)
    stop.abort(reason)
    expect(await result).toMatchObject({
      ok: false,
      code,
      attempts: [{ outcome: "abandoned" }, { outcome: "abandoned" }]
    })
    expect(net.opened.every(({ socket }) => socket.destroyed)).toBe(true)
    expect(time.waiting()).toBe(0)
  })

  test.each<[string, unknown, object]>([
    ["a deadline", deadline, { code: "dns_failed", dnsReason: "Timeout" }],
    ["a caller", undefined, { code: "aborted" }]
  ])("while a resolver ignores its signal, by %s", async (_who, reason, expected) => {
    const { net, stop, result } = setUp([], { resolve: () => new Promise(() => {}) })
    await turn()
    stop.abort(reason)
    expect(await result).toMatchObject({ ok: false, attempts: [], ...expected })
    expect(net.hosts()).toEqual([])
  })

  it("before the start resolves no name", async () => {
    const { resolve, asked } = scriptedResolver([FOUR])
    expect(await setUp([], { resolve, signal: AbortSignal.abort() }).result).toMatchObject({
      ok: false,
      code: "aborted"
    })
    expect(asked).toEqual([])
    const literal = setUp([], { hostname: FOUR, signal: AbortSignal.abort() })
    expect(await literal.result).toMatchObject({ ok: false, code: "aborted" })
    expect(literal.net.hosts()).toEqual([])
  })

  it("is not the result when the resolver rejects", async () => {
    expect(await setUp([], { resolve: () => Promise.reject(new Error("socket gone")) }).result).toMatchObject({
      ok: false,
      code: "dns_failed",
      dnsReason: "socket gone"
    })
  })
})
