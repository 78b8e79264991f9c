import { constants, type ServerHttp2Stream } from "node:http2"
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import type { Behaviour } from "@mon/tooling/testbed"
import type { OutcomeCode } from "../src/index.ts"

export interface Http2Behaviour {
  readonly http2: (stream: ServerHttp2Stream) => void
}

export interface HostileCase {
  readonly name: string
  readonly secure: boolean
  readonly behaviour: Behaviour | Http2Behaviour
  readonly outcome: OutcomeCode
}

/** The size of a decompression bomb after decompression: 32 times the limit for bodies. */
const BOMB_BYTES = 32 * 1024 * 1024

const zeros = Buffer.alloc(BOMB_BYTES)

const bomb = (coding: string, body: Uint8Array): Behaviour => ({
  headers: { "content-encoding": coding, "content-length": String(body.byteLength) },
  body
})

const both = (name: string, behaviour: Behaviour, outcome: OutcomeCode): ReadonlyArray<HostileCase> =>
  [false, true].map((secure) => ({ name: `${name}${secure ? ", TLS" : ""}`, secure, behaviour, outcome }))

const tls = (name: string, behaviour: Behaviour, outcome: OutcomeCode): HostileCase => ({
  name,
  secure: true,
  behaviour,
  outcome
})
const plain = (name: string, behaviour: Behaviour, outcome: OutcomeCode): HostileCase => ({
  name,
  secure: false,
  behaviour,
  outcome
})

const http2 = (name: string, act: Http2Behaviour["http2"], outcome: OutcomeCode): HostileCase => ({
  name: `${name}, HTTP/2`,
  secure: true,
  behaviour: { http2: act },
  outcome
})

const half = (stream: ServerHttp2Stream, then: () => void) => {
  stream.respond({ ":status": 200, "content-length": 5_000 })
  stream.write("half", then)
}

const pump = (stream: ServerHttp2Stream) => {
  stream.respond({ ":status": 200 })
  const more = () => {
    let room = true
    while (room && !stream.destroyed) room = stream.write(Buffer.alloc(16_384))
  }
  stream.on("drain", more)
  more()
}

const circle: Behaviour = ({ path }) => ({ redirectTo: path === "/there" ? "/" : "/there" })
const flight: Behaviour = ({ path }) => ({ redirectTo: `/further${Number(/\d+/.exec(path)?.[0] ?? 0) + 1}` })

/**
 * The hostile cases: stalls, resets, slow drips, endless answers, wrong lengths, decompression bombs, redirect loops,
 * invalid data, and connections that close during the handshake.
 */
export const hostileCases = (): ReadonlyArray<HostileCase> => [
  tls("silent in the handshake", { hang: "tls" }, "tls_timeout"),
  ...both("silent before the header", { hang: "before-headers" }, "header_timeout"),
  ...both("silent in the header", { hang: "in-headers" }, "header_timeout"),
  ...both("silent in the body", { hang: "in-body" }, "body_timeout"),
  tls("reset in the handshake", { reset: "tls" }, "tls_handshake"),
  ...both("reset before the header", { reset: "before-headers" }, "connect_reset"),
  ...both("reset in the header", { reset: "in-headers" }, "connect_reset"),
  ...both("reset in the body", { reset: "in-body" }, "connect_reset"),
  tls("closed in the handshake", { end: "tls" }, "tls_handshake"),
  ...both("closed before the header", { end: "before-headers" }, "protocol_error"),
  ...both("closed in the body", { end: "in-body" }, "protocol_error"),
  ...both("header in drops", { drip: "headers", everyMs: 10 }, "header_timeout"),
  ...both("body in drops", { drip: "body", everyMs: 10 }, "body_timeout"),
  ...both("header without end", { endless: "headers" }, "too_large"),
  ...both("body without end", { endless: "body" }, "ok"),
  plain("interim answers without end", { endless: "interim" }, "protocol_error"),
  plain("too long a length", { raw: "HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\nshort" }, "protocol_error"),
  plain(
    "a length beyond numbers",
    { raw: `HTTP/1.1 200 OK\r\ncontent-length: ${"9".repeat(60)}\r\n\r\nshort` },
    "protocol_error"
  ),
  plain(
    "two lengths",
    { raw: "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nshort" },
    "protocol_error"
  ),
  plain(
    "a chunk beyond numbers",
    { raw: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\nshort" },
    "protocol_error"
  ),
  plain(
    "a chunk cut off",
    { raw: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nshort\r\n" },
    "protocol_error"
  ),
  plain(
    "rubbish",
    { raw: Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 197 + 13) % 256)) },
    "protocol_error"
  ),
  plain("HTTP/0.9", { raw: "<html>hello</html>" }, "protocol_error"),
  tls("rubbish in TLS", { raw: "220 mail.example.com ESMTP\r\n" }, "protocol_error"),
  tls("what is no gzip", { headers: { "content-encoding": "gzip" }, body: "this is not gzip" }, "protocol_error"),
  plain("a bomb in gzip", bomb("gzip", gzipSync(zeros)), "ok"),
  plain("a bomb in deflate", bomb("deflate", deflateSync(zeros)), "ok"),
  plain("a bomb in br", bomb("br", brotliCompressSync(zeros)), "ok"),
  plain("a bomb in zstd", bomb("zstd", zstdCompressSync(zeros)), "ok"),
  ...both("a circle of redirects", circle, "redirect_loop"),
  http2(
    "a good page",
    (stream) => {
      stream.respond({ ":status": 200 })
      stream.end("<p>Hello</p>")
    },
    "ok"
  ),
  http2("silent before the header", () => {}, "header_timeout"),
  http2("silent in the body", (stream) => half(stream, () => {}), "body_timeout"),
  http2("broken off before the header", (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), "protocol_error"),
  http2(
    "broken off in the body",
    (stream) => half(stream, () => stream.close(constants.NGHTTP2_INTERNAL_ERROR)),
    "protocol_error"
  ),
  http2("gone before the header", (stream) => stream.session?.destroy(), "protocol_error"),
  http2("too large a header", (stream) => stream.respond({ ":status": 200, "x-a": "a".repeat(40_000) }), "too_large"),
  http2("body without end", pump, "ok"),
  http2(
    "HTTP/1.1 demanded and silent there",
    (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED),
    "header_timeout"
  ),
  plain("redirects for ever", flight, "too_many_redirects")
]
