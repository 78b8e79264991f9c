import type { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { OutcomeCode } from "../src/Outcome.ts"
import { serviceChecks } from "./serviceChecks.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

/** Writes the same bytes until the other end closes the connection, as fast as the other end reads. */
const forever = (bytes: string | Uint8Array) => (socket: Socket) => {
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on("drain", write)
  write()
}

const drip = (bytes: string) => (socket: Socket) => {
  let at = 0
  const timer = setInterval(() => {
    socket.write(bytes[at % bytes.length] ?? "")
    at += 1
  }, 5)
  socket.on("close", () => clearInterval(timer))
}

/** The beginning of a TLS record of 16 KiB: the header of a ServerHello of 16 MiB, which never ends. */
const ENDLESS_TLS = Buffer.from([22, 3, 3, 64, 0, 2, 255, 255, 255])

const SERVERS: ReadonlyArray<readonly [name: string, behave: (socket: Socket) => void]> = [
  ["never says anything", () => {}],
  ["sends lines without end", forever("220-hello\r\n")],
  ["sends a line that never ends", forever("2".repeat(4_096))],
  ["sends zeros without end", forever(new Uint8Array(4_096))],
  ["sends one byte after the other", drip("250-a")],
  ["begins a TLS handshake that never ends", (socket) => void socket.write(ENDLESS_TLS)],
  ["sends TLS records without end", forever(Buffer.concat([ENDLESS_TLS, Buffer.alloc(4_096)]))],
  ["sends empty answers of HTTP without end", forever("HTTP/1.1 100 x\r\n\r\n")],
  [
    "sends header fields without end",
    (socket) => {
      socket.write("HTTP/1.1 101 x\r\n")
      forever("a: b\r\n")(socket)
    }
  ]
]

const timeoutMs = 1_000
const CHECKS = serviceChecks(timeoutMs)

/** The outcomes that a hostile server may cause: neither "ok" nor a fault of the prober. */
const ENDS: ReadonlySet<OutcomeCode> = new Set([
  "body_timeout",
  "connect_reset",
  "expectation_failed",
  "header_timeout",
  "http_status",
  "protocol_error",
  "tls_handshake",
  "tls_timeout",
  "too_large"
])

/**
 * The bytes that the system may have received in addition to the bytes that the probe has read when the probe stops
 * reading.
 */
const RECEIVE_BUFFERS = 512 * 1_024

describe.each(SERVERS)("a server that %s", (name, behave) => {
  it.each(CHECKS)("does not hold a check of %s", async (kind, check) => {
    const target = await lab.listen(`${kind}-${name}`.toLowerCase().replaceAll(/\W+/gu, "-").slice(0, 60), behave)
    const result = await check(lab.probe, target)
    expect(result.verdict).toBe("down")
    expect(ENDS).toContain(result.outcome)
    expect(result.bytesReceived).toBeLessThan(RECEIVE_BUFFERS)
    await lab.whenOpen(0)
  })
})

describe("a server within TLS", () => {
  it.each(SERVERS.slice(0, 5))("that %s does not hold a check either", async (name, behave) => {
    const tls = await lab.authority.issue({ names: ["tls.example.com"] })
    const target = await lab.listen("tls.example.com", behave, tls)
    const result = await lab.probe.tcp({ target, timeoutMs, tls: true, steps: [{ receive: "^never$" }] })
    expect([name, result.outcome]).toEqual([name, expect.stringMatching(/^(?:body|header)_timeout$|^too_large$/u)])
    await lab.whenOpen(0)
  })
})
