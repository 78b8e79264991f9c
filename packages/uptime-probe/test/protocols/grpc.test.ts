import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeServiceLab, type ServiceLab } from "../serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

type Answer = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, message: Buffer) => void

/** Starts a server of gRPC. Its connections belong to the lab. */
const grpcServer = async (name: string, answer: Answer, isSecure = false): Promise<string> => {
  const sessions = createServer()
  sessions.on("stream", (stream, headers) => {
    const chunks: Array<Buffer> = []
    stream.on("error", () => {})
    stream.on("data", (chunk: Buffer) => chunks.push(chunk))
    stream.on("end", () => answer(stream, headers, Buffer.concat(chunks)))
  })
  sessions.on("sessionError", () => {})
  const tls = isSecure ? await lab.authority.issue({ names: [name] }) : undefined
  return lab.listen(name, (socket) => void sessions.emit("connection", socket), tls)
}

const HEAD = { ":status": 200, "content-type": "application/grpc" }

/** Answers with a message, and with a status behind it. */
const reply =
  (health: Buffer, status = "0"): Answer =>
  (stream) => {
    stream.respond(HEAD, { waitForTrailers: true })
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": status }))
    stream.end(Buffer.concat([Buffer.of(0, 0, 0, 0, health.length), health]))
  }

/** Answers with a status and without a message. */
const refuse =
  (status: string, text = ""): Answer =>
  (stream) =>
    stream.respond({ ...HEAD, "grpc-status": status, "grpc-message": text }, { endStream: true })

const serving = reply(Buffer.of(8, 1))

describe("a check of gRPC", () => {
  it("calls the health service", async () => {
    const seen: Array<unknown> = []
    const target = await grpcServer("rpc.example.com", (stream, headers, message) => {
      seen.push(
        headers[":path"],
        headers["content-type"],
        headers.te,
        headers[":authority"],
        message.toString("latin1")
      )
      serving(stream, headers, message)
    })
    const found = await lab.probe.protocol({ type: "grpc", target, service: "shop.Orders" })
    expect([found.message, found.outcome]).toEqual([null, "ok"])
    expect(found).toMatchObject({ url: `grpc://${target}`, found: { health: "serving" } })
    for (const phase of ["connectUs", "waitUs", "downloadUs"] as const) expect(found.timings[phase]).toBeGreaterThan(0)
    expect(seen).toEqual([
      "/grpc.health.v1.Health/Check",
      "application/grpc",
      "trailers",
      target,
      "\0\0\0\0\x0d\x0a\x0bshop.Orders"
    ])
  })

  it.each([
    [reply(Buffer.alloc(0)), {}, "service_refused", "The server reports its health as unknown."],
    [reply(Buffer.of(8, 2)), {}, "service_refused", "The server reports its health as notServing."],
    [reply(Buffer.of(8, 9)), {}, "protocol_error", "The server sent a health that is not valid."],
    [refuse("5"), { service: "a" }, "wrong_answer", 'The server does not know the service "a".'],
    [refuse("12"), {}, "wrong_answer", "The server has no health service."],
    [refuse("12"), { acceptUnimplemented: true }, "ok", null],
    [refuse("14", "no%20workers"), {}, "service_refused", "The server refuses calls: no workers (status 14)"],
    [refuse("16"), {}, "login_refused", "The server refuses the call: status 16"],
    [refuse("13", "%zz"), {}, "wrong_answer", "The server answered with an error: %zz (status 13)"],
    [
      (stream: ServerHttp2Stream) => {
        stream.respond({ ":status": 404 })
        stream.end("not here")
      },
      {},
      "protocol_error",
      "The server does not speak gRPC: it answered with the HTTP status 404."
    ],
    [
      (stream: ServerHttp2Stream) => {
        stream.respond(HEAD)
        stream.end()
      },
      {},
      "protocol_error",
      "The server sent no status of gRPC."
    ],
    [
      (stream: ServerHttp2Stream) => {
        stream.respond(HEAD)
        stream.end(Buffer.alloc(40_000))
      },
      {},
      "too_large",
      "The server sent more than 16 KiB."
    ],
    [
      (stream: ServerHttp2Stream) => stream.session?.destroy(),
      {},
      "protocol_error",
      "The server closed the connection before its response was complete."
    ]
  ])("%# ends with its outcome", async (answer, request, outcome, message) => {
    const target = await grpcServer("states.example.com", answer)
    const found = await lab.probe.protocol({ type: "grpc", target, ...request })
    expect([found.outcome, found.message]).toEqual([outcome, message])
  })

  it("negotiates HTTP/2 over TLS, and sends metadata only to a server that it trusts", async () => {
    const seen: Array<unknown> = []
    const tls = await lab.authority.issue({ names: ["safe.example.com"] })
    const { createSecureServer } = await import("node:http2")
    const server = createSecureServer({ cert: tls.certPem, key: tls.keyPem })
    server.on("stream", (stream, headers) => {
      seen.push(headers.authorization)
      serving(stream, headers, Buffer.alloc(0))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    for (const name of ["safe.example.com", "unsafe.example.com"]) lab.dns.zone.set(name, { A: ["127.0.0.1"] })
    const check = (name: string) =>
      lab.probe.protocol({
        type: "grpc",
        target: `${name}:${port}`,
        tls: "fromStart",
        metadata: { authorization: "Bearer secret" }
      })
    expect(await check("safe.example.com")).toMatchObject({ outcome: "ok", certificate: { valid: true } })
    expect(await check("unsafe.example.com")).toMatchObject({ outcome: "login_refused" })
    expect(seen).toEqual(["Bearer secret"])
    await new Promise((resolve) => server.close(resolve))
  })

  it.each([
    ["speaks HTTP/1.1", "HTTP/1.1 400 Bad Request\r\n\r\n", "protocol_error"],
    ["is silent", "", "header_timeout"]
  ])("a server that %s is down", async (_name, text, outcome) => {
    const target = await lab.listen("other.example.com", (socket) => void socket.write(text))
    expect(await lab.probe.protocol({ type: "grpc", target, timeoutMs: 500 })).toMatchObject({ outcome })
  })
})
