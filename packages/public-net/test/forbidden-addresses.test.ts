import { once } from "node:events"
import { type AddressInfo, connect as netConnect, createServer } from "node:net"
import { afterEach, beforeEach, describe, expect, it, test } from "vitest"
import { type AddressAnswer, type AddressPolicy, dial, makeAddressPolicy } from "../src/index.ts"
import { connectToLiteral } from "../src/Dial.ts"
import { fakeConnect, scriptedResolver } from "./fakeNet.ts"

const listen = async (host: string, port = 0) => {
  const peers: Array<string> = []
  const server = createServer((socket) => {
    peers.push(socket.remoteAddress ?? "")
    socket.on("error", () => {})
    socket.end("hello")
  })
  server.listen(port, host)
  await once(server, "listening")
  return { server, peers, port: (server.address() as AddressInfo).port }
}

/**
 * Waits until the server has counted all earlier connections. The server accepts connections in order, so the
 * connection of this function is the last.
 */
const settled = async (host: string, port: number): Promise<void> => {
  const socket = netConnect({ host, port })
  socket.resume()
  await once(socket, "close")
}

describe("a socket to a forbidden address", () => {
  let inside: Awaited<ReturnType<typeof listen>>
  let outside: Awaited<ReturnType<typeof listen>>
  const policy = makeAddressPolicy({ allow: ["127.0.0.9/32"] })
  const signal = new AbortController().signal

  beforeEach(async () => {
    inside = await listen("127.0.0.1")
    outside = await listen("127.0.0.9", inside.port)
  })
  afterEach(() => {
    inside.server.close()
    outside.server.close()
  })

  const untouched = async (): Promise<void> => {
    await settled("127.0.0.1", inside.port)
    expect(inside.peers).toHaveLength(1)
  }

  test.each<[string, ReadonlyArray<string>]>([
    ["alone", ["127.0.0.1"]],
    ["after an allowed one", ["127.0.0.9", "127.0.0.1"]],
    ["before an allowed one", ["127.0.0.1", "127.0.0.9"]],
    ["of the other family", ["127.0.0.9", "::1"]],
    ["behind many allowed ones", [...Array.from({ length: 50 }, () => "127.0.0.9"), "127.0.0.1"]],
    ["spelt as IPv4-mapped", ["::ffff:127.0.0.1"]],
    ["spelt as IPv4-compatible", ["::127.0.0.1"]],
    ["spelt as translated", ["64:ff9b::127.0.0.1"]],
    ["spelt as 6to4", ["2002:7f00:1::"]],
    ["spelt short", ["127.1"]],
    ["spelt as a number", ["2130706433"]],
    ["with a zone", ["fe80::1%lo"]],
    ["that is a name", ["localhost"]],
    ["that is empty", [""]]
  ])("is not opened when an answer contains one %s", async (_where, addresses) => {
    const { resolve, asked } = scriptedResolver(addresses)
    const opened = fakeConnect()
    const result = await dial({
      hostname: "shop.example.com",
      port: inside.port,
      policy,
      resolve,
      signal,
      connect: opened.connect
    })
    expect(result).toMatchObject({ ok: false, code: "blocked_address", attempts: [] })
    expect(opened.hosts()).toEqual([])
    expect(asked).toEqual(["shop.example.com"])
    await dial({ hostname: "shop.example.com", port: inside.port, policy, resolve, signal })
    await untouched()
  })

  test.each([
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "0177.0.0.1",
    "2130706433",
    "127.0.0.1.",
    "127。0。0。1",
    "１２７.0.0.1",
    "[::1]",
    "::1",
    "[::ffff:127.0.0.1]",
    "::ffff:7f00:1",
    "0.0.0.0",
    "[::]",
    "fe80::1%lo",
    "%31%32%37.0.0.1"
  ])("is not opened to the literal %s, and no name is resolved", async (hostname) => {
    const { resolve, asked } = scriptedResolver(["127.0.0.9"])
    expect(await dial({ hostname, port: inside.port, policy, resolve, signal })).toMatchObject({
      ok: false,
      code: "blocked_address",
      attempts: []
    })
    expect(asked).toEqual([])
    await untouched()
  })

  it("is not opened by an answer that changes between two queries", async () => {
    const { resolve, asked } = scriptedResolver(["127.0.0.9"], ["127.0.0.1"])
    const first = await dial({ hostname: "rebind.example.com", port: inside.port, policy, resolve, signal })
    expect(first).toMatchObject({ ok: true, address: "127.0.0.9" })
    expect(first.ok && first.socket.remoteAddress).toBe("127.0.0.9")
    if (first.ok) first.socket.destroy()
    expect(asked).toHaveLength(1)
    const second = await dial({ hostname: "rebind.example.com", port: inside.port, policy, resolve, signal })
    expect(second).toMatchObject({
      ok: false,
      code: "blocked_address",
      message: "The address of rebind.example.com is not public.",
      blocked: { address: "127.0.0.1", network: "127.0.0.0/8", use: "loopback" }
    })
    expect(asked).toHaveLength(2)
    await untouched()
  })

  it("is not opened when the policy changes after the vetting", async () => {
    const twoFaced: AddressPolicy = { classify: () => ({ public: true }), allows: (address) => address !== "127.0.0.1" }
    const { resolve } = scriptedResolver(["127.0.0.1"])
    const result = await dial({ hostname: "shop.example.com", port: inside.port, policy: twoFaced, resolve, signal })
    expect(result).toMatchObject({
      ok: false,
      code: "blocked_address",
      attempts: [{ address: "127.0.0.1", outcome: "blocked_address", errno: null }]
    })
    await untouched()
  })

  it("is closed when it is connected to another address", async () => {
    const { resolve } = scriptedResolver(["127.0.0.9"])
    const result = await dial({
      hostname: "shop.example.com",
      port: inside.port,
      policy,
      resolve,
      signal,
      connect: ({ port, family }) => connectToLiteral({ host: "127.0.0.1", port, family })
    })
    expect(result).toMatchObject({
      ok: false,
      code: "blocked_address",
      message: "The address of shop.example.com is not public.",
      blocked: { address: "127.0.0.9", network: "", use: "" }
    })
  })

  it("is never opened by a system lookup", async () => {
    const socket = connectToLiteral({ host: "localhost", port: inside.port, family: 4 })
    const [error] = await once(socket, "error")
    expect(String(error)).toContain("Refused to look up localhost")
    await untouched()
  })

  test.each<[AddressAnswer, object]>([
    [{ status: "nxdomain" }, { code: "dns_nxdomain", message: "The host name shop.example.com does not exist." }],
    [{ status: "nodata" }, { code: "dns_nodata", message: "The host name shop.example.com has no address." }],
    [{ status: "ok", addresses: [] }, { code: "dns_nodata" }],
    [
      { status: "failed", reason: "ServFail" },
      {
        code: "dns_failed",
        message: "The host name shop.example.com could not be resolved.",
        dnsReason: "ServFail"
      }
    ]
  ])("is not needed for the answer %j", async (answer, expected) => {
    const { resolve } = scriptedResolver(answer)
    expect(await dial({ hostname: "shop.example.com", port: inside.port, policy, resolve, signal })).toMatchObject({
      ok: false,
      attempts: [],
      ...expected
    })
  })
})
