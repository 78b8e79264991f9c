import * as packet from "dns-packet"
import { afterEach, expect, test } from "vitest"
import { makeUdpClient, type UdpClient } from "../src/index.ts"
import { type Arrived, startBothServers, startUdpServer } from "./udpServer.ts"

let close: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of close.splice(0)) await end()
})

const clientOf = (server: { readonly address: string; readonly close: () => Promise<void> }): UdpClient => {
  const client = makeUdpClient({ servers: [server.address], timeoutMs: 10_000, tries: 1, mixedCase: true })
  close.push(client.close, server.close)
  return client
}

const NAME = "a-long-name-with-many-letters.example.com"

const reply = (arrived: Arrived, name: string, data: string): void => {
  arrived.reply({ questions: [{ type: "A", name }], answers: [{ type: "A", name, ttl: 60, data }] })
}

test("queries have another case each time, and answers are in lower case", async () => {
  const asked = new Set<string>()
  const { query } = clientOf(
    await startUdpServer((arrived) => {
      const name = arrived.query.questions?.[0]?.name ?? ""
      asked.add(name)
      reply(arrived, name, "192.0.2.1")
    })
  )
  for (let at = 0; at < 20; at++) expect((await query(NAME, "A")).name).toBe(NAME)
  // The name has 34 letters. The probability that two of twenty such names have the same case is one in 100 million.
  expect(asked.size).toBe(20)
  expect(new Set([...asked].map((name) => name.toLowerCase()))).toEqual(new Set([NAME]))
})

test("an answer in another case is ignored until the right one comes", async () => {
  const { query } = clientOf(
    await startUdpServer((arrived) => {
      const name = arrived.query.questions?.[0]?.name ?? ""
      reply(arrived, name.toLowerCase(), "203.0.113.66")
      reply(arrived, name.toUpperCase(), "203.0.113.66")
      reply(arrived, name, "192.0.2.1")
    })
  )
  expect((await query(NAME, "A")).records).toEqual([{ address: "192.0.2.1", ttl: 60 }])
})

test("a truncated answer is completed over TCP", async () => {
  const server = await startBothServers(
    (arrived) => arrived.reply({ flags: packet.TRUNCATED_RESPONSE }),
    (socket) => {
      socket.on("error", () => {})
      socket.on("data", (bytes) => {
        const { id = 0, questions = [] } = packet.streamDecode(bytes)
        const answers = [{ type: "A" as const, name: NAME, ttl: 60, data: "192.0.2.1" }]
        socket.end(packet.streamEncode({ type: "response", id, flags: packet.RECURSION_AVAILABLE, questions, answers }))
      })
    }
  )
  expect(await clientOf(server).query(NAME, "A")).toMatchObject({ status: "ok", transport: "tcp" })
})
