import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"
import { startDeadline } from "../src/probe/ProbePorts.ts"
import { Connection } from "../src/service/Connection.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())
afterEach(() => vi.useRealTimers())

it("a connection whose TLS handshake failed is left at once", async () => {
  const target = await lab.listen("no-tls.example.com", (socket) => {
    socket.once("data", () => socket.end("not TLS"))
  })
  const deadline = startDeadline(60_000)
  const settings = { target: { hostname: "no-tls.example.com", port: Number(target.split(":")[1]) }, timeoutMs: 60_000 }
  const connection = new Connection(lab.ports, settings, deadline)
  try {
    expect(await connection.open()).toBeNull()
    expect(await connection.secure()).toMatchObject({ outcome: "tls_handshake" })
    // The timer of a farewell never fires.
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    await connection.leave("QUIT\r\n")
  } finally {
    connection.close()
    deadline.end()
  }
})
