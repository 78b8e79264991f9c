import * as fc from "fast-check"
import { afterAll, beforeAll, describe, it } from "vitest"
import { outcomes, type ServiceProbe, type ServiceResult } from "../src/index.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
let target: string
let chunks: ReadonlyArray<Uint8Array> = []
beforeAll(async () => {
  lab = await makeServiceLab()
  target = await lab.listen("garbage.example.com", (socket) => {
    for (const chunk of chunks) socket.write(chunk)
    socket.end()
  })
})
afterAll(() => lab.close())

type Check = (probe: ServiceProbe) => Promise<Pick<ServiceResult, "outcome" | "totalUs" | "verdict">>

const CHECKS: ReadonlyArray<readonly [name: string, check: Check]> = [
  ["a TCP dialogue", (probe) => probe.tcp({ target, steps: [{ receive: "^never$" }] })],
  ["TLS", (probe) => probe.tls(target)],
  ["SMTP", (probe) => probe.protocol({ type: "smtp", target, tls: "required" })],
  ["IMAP", (probe) => probe.protocol({ type: "imap", target, tls: "required" })],
  ["POP3", (probe) => probe.protocol({ type: "pop3", target, tls: "required" })],
  ["DNS over TCP", (probe) => probe.dns({ server: target, name: "a.example", type: "A", transport: "tcp" })],
  ["WebSocket", (probe) => probe.webSocket(`ws://${target}/`)]
]

/** Bytes that resemble an answer at first, and arbitrary bytes. */
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .constantFrom(
      "220 x\r\n",
      "250-STARTTLS\r\n",
      "* OK x\r\n",
      "+OK\r\n",
      "HTTP/1.1 101 x\r\n",
      "upgrade: websocket\r\n\r\n",
      "\0\u0010"
    )
    .map((text) => Uint8Array.from(Buffer.from(text)))
)

describe("a server that sends garbage and hangs up", () => {
  it.each(CHECKS)("is down for a check of %s, whatever it sends", async (_name, check) => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (bytes) => {
        chunks = bytes
        const { outcome, totalUs, verdict } = await check(lab.probe)
        return verdict === "down" && totalUs === null && outcome in outcomes
      }),
      { numRuns: 40 }
    )
  })
})
