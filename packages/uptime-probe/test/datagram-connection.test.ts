import { createSocket } from "node:dgram"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startDeadline } from "../src/probe/ProbePorts.ts"
import { DatagramConnection } from "../src/service/DatagramConnection.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

it("datagrams that nobody reads yet use at most 128 KiB", async () => {
  const server = createSocket("udp4")
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve))
  const { port } = server.address()
  const deadline = startDeadline(60_000)
  const settings = { target: { hostname: "127.0.0.1", port }, timeoutMs: 60_000 }
  const connection = new DatagramConnection(lab.ports, settings, deadline)
  try {
    expect(await connection.open()).toBeNull()
    const arrived = new Promise<void>((resolve) =>
      server.once("message", (_bytes, { port: client }) => {
        const more = () => {
          if (connection.facts().bytesReceived >= 400_000) return resolve()
          server.send(Buffer.alloc(8_000), client, "127.0.0.1", () => setImmediate(more))
        }
        more()
      })
    )
    connection.send("ask")
    await arrived
    deadline.abandon()
    let bytes = 0
    for (;;) {
      const step = await connection.read((datagram) => ({ taken: datagram.length, value: datagram.length }))
      if (!step.ok) break
      bytes += step.value
    }
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThanOrEqual(128 * 1_024)
  } finally {
    connection.close()
    deadline.end()
    await new Promise<void>((resolve) => server.close(resolve))
  }
})
