import { once } from "node:events"
import { constants, createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2"
import type { AddressInfo, Socket } from "node:net"
import { createServer as createTlsServer, type TLSSocket } from "node:tls"
import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { CheckRequest, OutcomeCode } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
let tls: { readonly certPem: string; readonly keyPem: string }
const closers: Array<() => Promise<void>> = []
beforeAll(async () => {
  lab = await makeLab()
  tls = await lab.authority.issue({ names: ["two.example.com"] })
  lab.dns.zone.set("two.example.com", { A: ["127.0.0.1"] })
})
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})
afterAll(() => lab.close())

type Act = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, socket: Socket) => void

const keepSockets = (server: {
  on: (event: "connection", listener: (socket: Socket) => void) => unknown
  close: (done: () => void) => unknown
}) => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
  })
  closers.push(() => {
    const closed = new Promise<void>((done) => server.close(done))
    for (const socket of sockets) socket.destroy()
    return closed
  })
  return sockets
}

/** Starts a server that speaks HTTP/2 and HTTP/1.1. Returns its URL. */
const open = async (act: Act, old = false) => {
  const server = createSecureServer({
    cert: tls.certPem,
    key: tls.keyPem,
    allowHTTP1: true,
    maxSendHeaderBlockLength: 1_000_000
  })
  const sockets = keepSockets(server)
  server.on("sessionError", () => {})
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {})
    const [socket] = sockets
    if (socket !== undefined) act(stream, headers, socket)
  })
  if (old) {
    server.on("request", (request, response) => {
      if (request.httpVersionMajor === 1) response.end(`over ${request.httpVersion}`)
    })
  }
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `https://two.example.com:${(server.address() as AddressInfo).port}/`
}

const check = (url: string, more: Partial<CheckRequest> = {}) => lab.check(url, more)

const page: Act = (stream) => {
  stream.respond({ ":status": 200, "content-type": "text/html", "x-two": ["one", "two"] })
  stream.end("<p>Hello</p>")
}

const pump = (stream: ServerHttp2Stream) => {
  const more = () => {
    let room = true
    while (room && !stream.destroyed) room = stream.write(Buffer.alloc(16_384))
  }
  stream.on("drain", more)
  more()
}

describe("a site that speaks HTTP/2", () => {
  it("is checked over HTTP/2", async () => {
    const found = await check(await open(page), {
      expect: [{ text: "Hello" }, { header: "content-type", contains: "html" }, { header: "x-two", contains: "two" }]
    })
    expect(found).toMatchObject({
      outcome: "ok",
      statusCode: 200,
      verdict: "up",
      certificate: { valid: true },
      hops: [{ httpVersion: "2" }]
    })
    expect(found.expectations?.every(({ holds }) => holds)).toBe(true)
    expect(found.bytesReceived).toBeGreaterThan(100)
    expect(Object.values(found.timings).every((time) => time !== null && time >= 0)).toBe(true)
  })

  it("receives method, path, headers and body, and no HTTP/1.1 header", async () => {
    let seen: IncomingHttpHeaders = {}
    let body = ""
    const url = await open((stream, headers) => {
      seen = headers
      stream.on("data", (chunk: Buffer) => {
        body += chunk.toString()
      })
      stream.on("end", () => {
        stream.respond({ ":status": 201 })
        stream.end()
      })
    })
    const found = await check(`${url}path?q=1`, {
      method: "POST",
      body: "a body",
      headers: { "X-Own": "value", "proxy-connection": "close" },
      auth: { token: "t" }
    })
    expect([found.outcome, found.statusCode, body]).toEqual(["ok", 201, "a body"])
    expect(seen).toMatchObject({
      ":method": "POST",
      ":path": "/path?q=1",
      ":authority": new URL(url).host,
      "x-own": "value",
      authorization: "Bearer t",
      "content-length": "6"
    })
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(["host"]))
    expect(seen).not.toHaveProperty("proxy-connection")
  })

  it("may redirect, to HTTP/1.1 as well", async () => {
    const { url } = await lab.open("one.example.com", { secure: true })
    const found = await check(
      await open((stream) => {
        stream.respond({ ":status": 302, location: url })
        stream.end("elsewhere")
      })
    )
    expect(found).toMatchObject({
      outcome: "ok",
      finalUrl: url,
      hops: [
        { httpVersion: "2", statusCode: 302 },
        { httpVersion: "1.1", statusCode: 200 }
      ]
    })
  })

  it("is checked over HTTP/1.1 when it demands that", async () => {
    const found = await check(await open((stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED), true), {
      expect: [{ text: "over 1.1" }]
    })
    expect(found).toMatchObject({ outcome: "ok", hops: [{ httpVersion: "1.1" }] })
  })

  const cases: ReadonlyArray<readonly [string, Act, OutcomeCode, number | null]> = [
    ["answers 404", (stream) => stream.respond({ ":status": 404 }, { endStream: true }), "http_status", 404],
    ["answers 204", (stream) => stream.respond({ ":status": 204 }, { endStream: true }), "ok", 204],
    [
      "answers in gzip",
      (stream) => {
        stream.respond({ ":status": 200, "content-encoding": "gzip" })
        stream.end(gzipSync("hello"))
      },
      "ok",
      200
    ],
    [
      "sends what is no gzip",
      (stream) => {
        stream.respond({ ":status": 200, "content-encoding": "gzip" })
        stream.end("this is not gzip")
      },
      "protocol_error",
      200
    ],
    [
      "sends interim answers first",
      (stream) => {
        stream.additionalHeaders({ ":status": 103 })
        stream.respond({ ":status": 200 }, { endStream: true })
      },
      "ok",
      200
    ],
    [
      "sends trailers",
      (stream) => {
        stream.respond({ ":status": 200 }, { waitForTrailers: true })
        stream.on("wantTrailers", () => stream.sendTrailers({ "x-after": "all" }))
        stream.end("body")
      },
      "ok",
      200
    ],
    [
      "sends interim answers without end",
      (stream) => {
        for (let sent = 0; sent < 100; sent++) stream.additionalHeaders({ ":status": 103, "x-n": String(sent) })
      },
      "protocol_error",
      null
    ],
    [
      "sends too large a header",
      (stream) =>
        stream.respond({
          ":status": 200,
          ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-${index}`, "y".repeat(1_000)]))
        }),
      "too_large",
      null
    ],
    [
      "sends a body without end",
      (stream) => {
        stream.respond({ ":status": 200 })
        pump(stream)
      },
      "ok",
      200
    ],
    ["is silent before the header", () => {}, "header_timeout", null],
    [
      "is silent in the body",
      (stream) => {
        stream.respond({ ":status": 200 })
        stream.write("half")
      },
      "body_timeout",
      200
    ],
    [
      "breaks off before the header",
      (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
      "protocol_error",
      null
    ],
    ["resets before the header", (_, __, socket) => socket.resetAndDestroy(), "connect_reset", null],
    [
      "resets in the body",
      (stream, _, socket) => {
        stream.respond({ ":status": 200 })
        stream.write("half", () => setImmediate(() => socket.resetAndDestroy()))
      },
      "protocol_error",
      200
    ],
    ["closes before the header", (_, __, socket) => socket.end(), "protocol_error", null],
    [
      "says too long a length",
      (stream) => {
        stream.respond({ ":status": 200, "content-length": 500 })
        stream.end("short")
      },
      "protocol_error",
      200
    ]
  ]

  it.each(cases)("and %s", async (_, act, outcome, statusCode) => {
    const timeoutMs = outcome.endsWith("timeout") ? 200 : 3_000
    const found = await check(await open(act), { timeoutMs })
    expect({ outcome: found.outcome, message: found.message, statusCode: found.statusCode }).toMatchObject({
      outcome,
      statusCode
    })
    expect(found.heardFromServer).toBe(true)
  })
})

const frame = (type: number, flags: number, stream: number, payload: Buffer) => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

describe("a server that negotiates HTTP/2 without speaking it", () => {
  const openRaw = async (act: (socket: TLSSocket) => void) => {
    const server = createTlsServer({ cert: tls.certPem, key: tls.keyPem, ALPNProtocols: ["h2"] }, (socket) => {
      socket.on("error", () => {})
      act(socket)
    })
    keepSockets(server)
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    return `https://two.example.com:${(server.address() as AddressInfo).port}/`
  }
  const settings = frame(4, 0, 0, Buffer.alloc(0))
  /**
   * A HEADERS frame that ends the header section. It contains ":status: 200" from the static table (RFC 7541 appendix
   * A).
   */
  const head200 = frame(1, 4, 1, Buffer.from([0x88]))
  /** Returns a HEADERS frame with a content-length: a literal field without indexing, whose name has the index 28. */
  const headOf = (length: string) =>
    frame(1, 4, 1, Buffer.concat([Buffer.from([0x88, 0x0f, 0x0d, length.length]), Buffer.from(length)]))
  const data = (flags: number) => frame(0, flags, 1, Buffer.from("half"))
  const reset = (code: number) => frame(3, 0, 1, number(code))
  const goAway = (last: number) => frame(7, 0, 0, Buffer.concat([number(last), number(0)]))

  it.each([
    ["answers in HTTP/1.1", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), "protocol_error"],
    ["speaks rubbish", (socket) => socket.end(Buffer.alloc(4_096, 0xa5)), "protocol_error"],
    ["closes at once", (socket) => socket.end(), "protocol_error"],
    ["says nothing", () => {}, "header_timeout"],
    ["goes away", (socket) => socket.write(Buffer.concat([settings, goAway(0)])), "protocol_error"],
    [
      "breaks off in the body",
      (socket) => socket.write(Buffer.concat([settings, head200, data(0), reset(constants.NGHTTP2_INTERNAL_ERROR)])),
      "protocol_error"
    ],
    [
      "gives the stream up in the body",
      (socket) => socket.write(Buffer.concat([settings, headOf("500"), data(0), reset(constants.NGHTTP2_NO_ERROR)])),
      "protocol_error"
    ],
    [
      "gives the stream up at the end of the body",
      (socket) => socket.write(Buffer.concat([settings, headOf("4"), data(0), reset(constants.NGHTTP2_NO_ERROR)])),
      "ok"
    ],
    ["closes in the body", (socket) => socket.end(Buffer.concat([settings, head200, data(0)])), "protocol_error"],
    ["ends the body", (socket) => socket.write(Buffer.concat([settings, head200, data(0), data(1)])), "ok"],
    ["ends the body and the connection", (socket) => socket.end(Buffer.concat([settings, head200, data(1)])), "ok"],
    [
      "ends the body and wants no more",
      (socket) => socket.write(Buffer.concat([settings, head200, data(1), reset(constants.NGHTTP2_NO_ERROR)])),
      "ok"
    ],
    [
      "sends a header without end",
      (socket) => {
        socket.write(settings)
        socket.write(frame(1, 0, 1, Buffer.from([0x88])))
        const more = () => {
          let room = true
          while (room && !socket.destroyed)
            room = socket.write(
              frame(
                9,
                0,
                1,
                Buffer.concat([
                  Buffer.from([0x00, 0x03]),
                  Buffer.from("x-a"),
                  Buffer.from([0x7f, 0x81, 0x01]),
                  Buffer.alloc(256, 0x61)
                ])
              )
            )
        }
        socket.on("drain", more)
        more()
      },
      "protocol_error"
    ],
    [
      "sends pings without end",
      (socket) => {
        socket.write(settings)
        const more = () => {
          let room = true
          while (room && !socket.destroyed) room = socket.write(frame(6, 0, 0, Buffer.alloc(8)))
        }
        socket.on("drain", more)
        more()
      },
      "protocol_error"
    ],
    [
      "sends a frame that is too large",
      (socket) => socket.write(Buffer.concat([settings, frame(0, 0, 1, Buffer.alloc(70_000))])),
      "protocol_error"
    ]
  ] satisfies ReadonlyArray<readonly [string, (socket: TLSSocket) => void, OutcomeCode]>)(
    "and %s",
    async (_, act, outcome) => {
      const found = await check(await openRaw(act), { timeoutMs: outcome.endsWith("timeout") ? 200 : 3_000 })
      expect({ outcome: found.outcome, message: found.message }).toMatchObject({ outcome })
    }
  )

  it("leaves no socket behind", () => {
    expect(process.getActiveResourcesInfo().filter((kind) => /^(?:TLS|HTTP2)/i.test(kind))).toEqual([])
  })
})
