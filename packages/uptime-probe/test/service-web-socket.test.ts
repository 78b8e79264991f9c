import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readFrame, writeFrame } from "../src/service/WebSocketFrame.ts"
import { acceptFor, makeServiceLab, serverFrame, type ServiceLab, switched, webSocketServer } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

type Options = Parameters<typeof webSocketServer>[0]
const open = async (name: string, options?: Options) =>
  `ws://${await lab.listen(name, webSocketServer(options))}/live?a=1`

describe("a check of a WebSocket", () => {
  it("makes the handshake and closes", async () => {
    const requests: Array<string> = []
    const url = await open("live.example.com", {
      head: (key, request) => {
        requests.push(request)
        return switched(key, "Sec-WebSocket-Protocol: chat.v2\r\n")
      }
    })
    const found = await lab.probe.webSocket({
      url,
      subprotocols: ["chat.v2", "chat"],
      headers: { Origin: "https://a.example" }
    })
    expect(found).toMatchObject({
      url,
      outcome: "ok",
      message: null,
      statusCode: 101,
      subprotocol: "chat.v2",
      received: null,
      closeCode: 1_000,
      certificate: null
    })
    expect(requests[0]).toMatch(/^GET \/live\?a=1 HTTP\/1\.1\r\n/u)
    expect(requests[0]).toContain("sec-websocket-protocol: chat.v2, chat")
    expect(requests[0]).toContain("origin: https://a.example")
  })

  it("computes the key of RFC 6455 section 1.3", () => {
    expect(acceptFor("dGhlIHNhbXBsZSBub25jZQ==")).toBe("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  })

  it("works over TLS with ping, a message and its answer", async () => {
    const tls = await lab.authority.issue({ names: ["wss.example.com"] })
    const target = await lab.listen("wss.example.com", webSocketServer(), tls)
    const found = await lab.probe.webSocket({
      url: `wss://${target}/`,
      ping: true,
      send: `hello ${"x".repeat(300)}`,
      receive: "^hello",
      expect: [{ certificate: "valid" }]
    })
    expect(found).toMatchObject({
      outcome: "ok",
      received: expect.stringMatching(/^hello x{194}$/u),
      certificate: { valid: true }
    })
    expect(found.timings.tlsUs).toBeGreaterThan(0)
  })

  it("joins the fragments of a message, with control frames in between", async () => {
    const url = await open("parts.example.com", {
      onOpen: (socket) => {
        socket.write(
          Buffer.concat([
            serverFrame(2, "binary"),
            serverFrame(1, "one ", 0),
            serverFrame(9, "p"),
            serverFrame(0, "two")
          ])
        )
      }
    })
    expect(await lab.probe.webSocket({ url, receive: "^one two$" })).toMatchObject({
      outcome: "ok",
      received: "one two"
    })
  })

  it.each([
    ["a greeting that came before the pong", "^ready$", "ready"],
    ["a message with the pong between its fragments", "^one two$", "one two"]
  ])("receives %s", async (_name, receive, received) => {
    const url = await open("early.example.com", {
      onOpen: (socket) => socket.write(Buffer.concat([serverFrame(1, "ready"), serverFrame(1, "one ", 0)])),
      onFrame: ({ opcode, payload }, socket) => {
        if (opcode === 9) socket.write(Buffer.concat([serverFrame(10, payload), serverFrame(0, "two")]))
        if (opcode === 8) socket.end(serverFrame(8, payload))
      }
    })
    expect(await lab.probe.webSocket({ url, ping: true, receive })).toMatchObject({
      outcome: "ok",
      received,
      closeCode: 1_000
    })
  })

  it("sends no secrets if the certificate is not valid", async () => {
    const tls = await lab.authority.selfSigned({ names: ["self.example.com"] })
    const target = await lab.listen("self.example.com", webSocketServer(), tls)
    const url = `wss://${target}/`
    expect(await lab.probe.webSocket(url)).toMatchObject({ outcome: "ok", certificate: { problems: ["self_signed"] } })
    const found = await lab.probe.webSocket({ url, headers: { Authorization: "Bearer s3cret" } })
    expect(found).toMatchObject({ outcome: "tls_handshake", statusCode: null })
    expect(JSON.stringify(found)).not.toContain("s3cret")
  })

  it.each([
    [
      "404",
      () => "HTTP/1.1 404 Not Found\r\n\r\n",
      "http_status",
      "The server returned 404 and did not open a WebSocket."
    ],
    ["another key", () => switched("other"), "protocol_error", "The response's Sec-WebSocket-Accept header is wrong."],
    [
      "no Upgrade",
      (key: string) => switched(key).replace("Upgrade: websocket\r\n", ""),
      "protocol_error",
      "The response with status 101 does not switch to WebSocket."
    ],
    [
      "an extension",
      (key: string) => switched(key, "Sec-WebSocket-Extensions: permessage-deflate\r\n"),
      "protocol_error",
      "The server chose an extension that was not offered."
    ],
    [
      "a subprotocol",
      (key: string) => switched(key, "Sec-WebSocket-Protocol: x\r\n"),
      "protocol_error",
      "The server chose a subprotocol that was not offered."
    ],
    ["SSH", () => "SSH-2.0-x\r\n", "protocol_error", 'The response starts with "SSH-2.0-x", which is not HTTP/1.'],
    [
      "an endless head",
      () => `HTTP/1.1 101 x\r\n${"a: b\r\n".repeat(10_000)}`,
      "too_large",
      "The response header is too large."
    ]
  ])("refuses %s", async (_name, head, outcome, message) => {
    const url = await open("refusal.example.com", { head })
    const found = await lab.probe.webSocket(url)
    expect([found.outcome, found.message, found.totalUs]).toEqual([outcome, message, null])
  })

  it.each([
    ["a masked frame", Buffer.of(0x81, 0x81, 0, 0, 0, 0, 0x41), "protocol_error"],
    ["an extension bit", serverFrame(1, "a", 0xc0), "protocol_error"],
    ["an unknown opcode", serverFrame(3, "a"), "protocol_error"],
    ["a fragmented ping", serverFrame(9, "a", 0), "protocol_error"],
    ["a continuation without a beginning", serverFrame(0, "a"), "protocol_error"],
    ["a frame of many bytes", Buffer.of(0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0), "too_large"],
    [
      "endless fragments",
      Buffer.concat([serverFrame(1, "", 0), ...Array.from({ length: 70_000 }, () => serverFrame(0, "", 0))]),
      "too_large"
    ],
    ["a close frame", serverFrame(8, Buffer.of(3, 0xf2)), "protocol_error"],
    ["half a frame", serverFrame(1, "hello").subarray(0, 4), "body_timeout"]
  ])("ends at %s", async (_name, frames, outcome) => {
    const url = await open("frames.example.com", { onOpen: (socket) => void socket.write(frames) })
    const timeoutMs = outcome.endsWith("timeout") ? 400 : 20_000
    expect(await lab.probe.webSocket({ url, receive: "never", timeoutMs })).toMatchObject({ outcome })
  })

  it("does not wait long for the answer to its close frame", async () => {
    const url = await open("deaf.example.com", { onFrame: () => {} })
    const found = await lab.probe.webSocket({ url, timeoutMs: 60_000 })
    expect(found).toMatchObject({ outcome: "ok", closeCode: null })
  })
})

describe("frames", () => {
  it("are read as they were written, without their mask", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 70_000 }),
        fc.uint8Array({ minLength: 4, maxLength: 4 }),
        (payload, mask) => {
          const written = writeFrame(2, payload, mask)
          const head = payload.length > 0xffff ? 10 : payload.length > 125 ? 4 : 2
          const unmasked = Buffer.concat([
            written.subarray(0, head),
            Buffer.from(written.subarray(head + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
          ])
          unmasked.writeUInt8(unmasked.readUInt8(1) & 0x7f, 1)
          const read = readFrame(unmasked)
          if (payload.length > 65_536) return read !== null && read.taken === undefined
          return read !== null && read.taken === unmasked.length && read.value.payload.equals(payload)
        }
      ),
      { numRuns: 50 }
    )
  })

  it("never take more bytes than there are, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const read = readFrame(Buffer.from(bytes))
        return read === null || read.taken === undefined || (read.taken >= 2 && read.taken <= bytes.length)
      }),
      { numRuns: 2_000 }
    )
  })
})
