import { createSocket } from "node:dgram"
import { once } from "node:events"
import type { Socket } from "node:net"
import * as packet from "dns-packet"
import { afterEach, beforeEach, describe, expect, it, test } from "vitest"
import { makeUdpClient, type UdpClient } from "../src/index.ts"
import { address, type Arrived, startBothServers, startUdpServer } from "./udpServer.ts"

let close: Array<() => Promise<void>>

beforeEach(() => {
  close = []
})
afterEach(async () => {
  for (const end of close) await end()
})

const clientOf = (
  server: { readonly address: string; readonly close: () => Promise<void> },
  timeoutMs = 10_000
): UdpClient => {
  const client = makeUdpClient({ servers: [server.address], timeoutMs, deadlineMs: 20_000, tries: 1 })
  close.push(client.close, server.close)
  return client
}

const setUp = async (onQuery: (arrived: Arrived) => void): Promise<UdpClient> => clientOf(await startUdpServer(onQuery))

describe("an answer is accepted only when it matches the query", () => {
  const honest = "192.0.2.1"
  const forged = "203.0.113.66"

  test.each<[string, (arrived: Arrived) => void]>([
    ["with another id", (arrived) => arrived.reply({ id: (arrived.query.id ?? 0) ^ 1, ...address(arrived, forged) })],
    [
      "to another name",
      (arrived) => arrived.reply({ ...address(arrived, forged), questions: [{ type: "A", name: "name.example.org" }] })
    ],
    [
      "to another type",
      (arrived) =>
        arrived.reply({ ...address(arrived, forged), questions: [{ type: "AAAA", name: "name.example.com" }] })
    ],
    [
      "of another class",
      (arrived) =>
        arrived.reply({
          ...address(arrived, forged),
          questions: [{ type: "A", name: "name.example.com", class: "CH" }]
        })
    ],
    ["without the question", (arrived) => arrived.reply({ ...address(arrived, forged), questions: [] })],
    [
      "to two questions",
      (arrived) =>
        arrived.reply({
          ...address(arrived, forged),
          questions: [
            { type: "A", name: "name.example.com" },
            { type: "A", name: "name.example.com" }
          ]
        })
    ],
    ["that is a question", (arrived) => arrived.reply({ ...address(arrived, forged), type: "query" })],
    ["that is one octet", (arrived) => arrived.send(Buffer.of(0))],
    ["that is empty", (arrived) => arrived.send(Buffer.alloc(0))]
  ])("is ignored when it is %s", async (_what, forge) => {
    const { query } = await setUp((arrived) => {
      forge(arrived)
      arrived.reply(address(arrived, honest))
    })
    expect((await query("name.example.com", "A")).records).toEqual([{ address: honest, ttl: 60 }])
  })

  it("is ignored when it comes from another port or address", async () => {
    const stranger = createSocket("udp4")
    stranger.bind(0, "127.0.0.1")
    await once(stranger, "listening")
    close.push(async () => void stranger.close())
    const { query } = await setUp((arrived) => {
      const bytes = packet.encode({
        type: "response",
        id: arrived.query.id ?? 0,
        flags: packet.RECURSION_AVAILABLE,
        questions: arrived.query.questions ?? [],
        ...address(arrived, forged)
      })
      stranger.send(bytes, arrived.from.port, arrived.from.address, () => arrived.reply(address(arrived, honest)))
    })
    expect((await query("name.example.com", "A")).records).toEqual([{ address: honest, ttl: 60 }])
  })

  it("is accepted whatever the case of the name", async () => {
    const { query } = await setUp((arrived) =>
      arrived.reply({ ...address(arrived), questions: [{ type: "A", name: "NAME.example.COM" }] })
    )
    expect((await query("name.example.com", "A")).status).toBe("ok")
  })

  it("has an unpredictable id and port", async () => {
    const ids = new Set<number>()
    const ports = new Set<number>()
    const { query } = await setUp((arrived) => {
      ids.add(arrived.query.id ?? -1)
      ports.add(arrived.from.port)
      arrived.reply(address(arrived))
    })
    for (let index = 0; index < 2000; index++) await query("name.example.com", "A")
    // Among 2000 random ids of 16 bits, about 30 collide. With 8 ports, each replaced after 200 queries, the number of
    // ports is at least 8 and on average about 14.
    expect(ids.size).toBeGreaterThan(1900)
    expect(ports.size).toBeGreaterThan(8)
  }, 20_000)
})

describe("servers with fewer features", () => {
  test.each<[string, Partial<packet.Packet>]>([
    ["FORMERR", { flags: 1 }],
    ["FORMERR without the question", { flags: 1, questions: [] }],
    ["NOTIMP", { flags: 4 }]
  ])("are queried without EDNS after %s", async (_what, refusal) => {
    const asked: Array<number> = []
    const { query } = await setUp((arrived) => {
      const options = arrived.query.additionals?.length ?? 0
      asked.push(options)
      arrived.reply(options > 0 ? refusal : address(arrived))
    })
    expect(await query("name.example.com", "A")).toMatchObject({ status: "ok" })
    expect(asked).toEqual([1, 0])
  })

  it("fail with FormErr when their records are malformed", async () => {
    const { query } = await setUp((arrived) => {
      const bytes = packet.encode({
        type: "response",
        id: arrived.query.id ?? 0,
        questions: arrived.query.questions ?? [],
        ...address(arrived)
      })
      arrived.send(bytes.subarray(0, -1))
    })
    await expect(query("name.example.com", "A")).rejects.toMatchObject({
      reason: "FormErr",
      detail: "The answer is malformed."
    })
  })
})

const cut = (arrived: Arrived): void => arrived.reply({ flags: packet.TRUNCATED_RESPONSE })

const ADDRESS: packet.Answer = { type: "A", name: "name.example.com", ttl: 60, data: "192.0.2.1" }

const whole = (query: packet.Packet, id = query.id ?? 0): Buffer =>
  packet.streamEncode({
    type: "response",
    id,
    flags: packet.RECURSION_AVAILABLE,
    questions: query.questions ?? [],
    answers: [ADDRESS]
  })

const marked = (query: packet.Packet, answers: Array<packet.Answer>): Buffer =>
  packet.streamEncode({
    type: "response",
    id: query.id ?? 0,
    flags: packet.RECURSION_AVAILABLE | packet.TRUNCATED_RESPONSE,
    questions: query.questions ?? [],
    answers
  })

describe("a truncated answer", () => {
  const withTcp = async (
    onConnection: (socket: Socket, query: Promise<packet.Packet>) => void,
    timeoutMs?: number
  ): Promise<UdpClient> =>
    clientOf(
      await startBothServers(cut, (socket) => {
        socket.on("error", () => {})
        onConnection(
          socket,
          once(socket, "data").then(([bytes]: ReadonlyArray<Buffer>) => packet.streamDecode(bytes ?? Buffer.alloc(0)))
        )
      }),
      timeoutMs
    )

  it("is Truncated when TCP is refused", async () => {
    const { query } = await setUp(cut)
    await expect(query("name.example.com", "A")).rejects.toMatchObject({ reason: "Truncated" })
  })

  it("is completed by a TCP answer that arrives in pieces", async () => {
    const { query } = await withTcp(async (socket, asked) => {
      for (const octet of whole(await asked)) await new Promise((done) => socket.write(Buffer.of(octet), done))
    })
    expect(await query("name.example.com", "A")).toMatchObject({ status: "ok", transport: "tcp" })
  })

  test.each<[string, (query: packet.Packet) => Buffer]>([
    ["ends early", (query) => whole(query).subarray(0, 20)],
    ["has another id", (query) => whole(query, (query.id ?? 0) ^ 1)],
    ["is to another question", (query) => whole({ ...query, questions: [{ type: "A", name: "name.example.org" }] })],
    ["is empty", () => Buffer.of(0, 0)],
    ["is marked as truncated too, and has no records", (query) => marked(query, [])],
    ["is marked as truncated too, and has a part of the records", (query) => marked(query, [ADDRESS])],
    ["never comes", () => Buffer.alloc(0)]
  ])("is Truncated when the answer over TCP %s", async (_what, answer) => {
    const { query } = await withTcp(async (socket, asked) => socket.end(answer(await asked)))
    await expect(query("name.example.com", "A")).rejects.toMatchObject({ reason: "Truncated" })
  })

  it("is a Timeout when there is no answer over TCP", async () => {
    const sockets: Array<Socket> = []
    const { query } = await withTcp((socket) => sockets.push(socket), 300)
    await expect(query("name.example.com", "A")).rejects.toMatchObject({ reason: "Timeout" })
    for (const socket of sockets) socket.destroy()
  })
})
