import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import type { Random } from "./Random.ts"
import type { Script } from "./ScriptedSocket.ts"

/** The names of members that every object has, and other words that code may treat specially. */
const WORDS = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "then", "undefined", "null", ""]

const CODINGS = ["gzip", "x-gzip", "deflate", "br", "zstd", "identity", "aes128gcm", "compress", ...WORDS]

const NAMES = [
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "content-type",
  "location",
  "set-cookie",
  "date",
  "connection",
  "retry-after",
  "server",
  ...WORDS
]

const COMPRESS = [
  gzipSync,
  deflateSync,
  deflateRawSync,
  (bytes: Buffer) => brotliCompressSync(bytes, { params: { 1: 1 } }),
  zstdCompressSync
]

const DOCUMENTS = [
  "<html><head><title>Shop</title></head><body><h1>Welcome</h1><p>Text</p></body></html>",
  '{"a":[1,2,{"constructor":{"__proto__":null}}],"b":"x"}',
  "<rss><channel><item><title>News</title></item></channel></rss>",
  "<title>Index of /</title><pre>There has been a critical error on this website.",
  "\ufeff<!doctype html><meta charset=utf-16><frameset>",
  ""
]

const newline = (random: Random): string => (random.chance(0.9) ? "\r\n" : random.pick(["\n", "\r", "\r\r\n", " \r\n"]))

const body = (random: Random): Buffer => {
  if (random.chance(0.1)) return random.bytes(2_000)
  const text = random.pick(DOCUMENTS).repeat(1 + random.whole(random.chance(0.05) ? 500 : 3))
  return random.chance(0.3) ? Buffer.from(text + random.text(40)) : Buffer.from(text)
}

/** Returns the bytes, sometimes with some bytes changed, added or removed. */
export const damaged = (random: Random, bytes: Buffer): Buffer => {
  if (bytes.length === 0 || random.chance(0.6)) return bytes
  const at = random.whole(bytes.length)
  const cut = random.chance(0.3) ? bytes.subarray(at) : bytes.subarray(at + random.whole(4))
  return Buffer.concat([bytes.subarray(0, at), random.bytes(4), cut])
}

const chunked = (random: Random, bytes: Buffer): Buffer => {
  const parts: Array<Buffer> = []
  for (let at = 0; at < bytes.length;) {
    const size = 1 + random.whole(bytes.length - at)
    const stated = random.chance(0.97)
      ? size.toString(16)
      : random.pick(["-1", "0x5", "ffffffffffffffff", "5;a=b", "g"])
    parts.push(Buffer.from(`${stated}${newline(random)}`), bytes.subarray(at, at + size), Buffer.from(newline(random)))
    at += size
  }
  const trailer = random.chance(0.1) ? `${random.pick(NAMES)}: ${random.text(10)}\r\n` : ""
  return Buffer.concat([...parts, Buffer.from(random.chance(0.95) ? `0\r\n${trailer}\r\n` : "")])
}

const valueOf = (random: Random, name: string, length: number): string => {
  if (random.chance(0.1)) return random.text(30)
  switch (name) {
    case "content-length":
      return random.pick([
        `${length}`,
        `${length + 5}`,
        "0",
        "-1",
        "99999999999999999999",
        `${length}, ${length}`,
        "5, 6"
      ])
    case "transfer-encoding":
      return random.pick(["chunked", "gzip, chunked", "identity", "chunked, identity", "CHUNKED"])
    case "content-encoding":
      return random.list(4, () => random.pick(CODINGS)).join(", ")
    case "content-type":
      return random.pick([
        "text/html; charset=utf-8",
        "application/json",
        "text/html; charset=constructor",
        "a/b;=;",
        "x"
      ])
    case "location":
      return random.pick([
        "/",
        "//x",
        "http://[::1",
        "https://fuzz.example.com/next",
        "javascript:1",
        "?",
        "http://a b/"
      ])
    case "set-cookie":
      return random.pick(["a=b; Expires=0", "__proto__=1; Max-Age=x", "=;;;", "a=b; Domain=.com; Path=x"])
    default:
      return random.pick(WORDS)
  }
}

const statusLine = (random: Random): string =>
  random.chance(0.92)
    ? `HTTP/1.1 ${random.pick([200, 200, 200, 204, 206, 301, 302, 304, 307, 404, 429, 500, 503])} OK`
    : random.pick(["HTTP/1.0 200", "HTTP/2 200 OK", "HTTP/1.1 099 X", "ICY 200 OK", "SSH-2.0-x", "HTTP/1.1 101 S", ""])

const pieces = (random: Random, bytes: Buffer): ReadonlyArray<Buffer> => {
  if (random.chance(0.5) || bytes.length < 2) return [bytes]
  const at = 1 + random.whole(bytes.length - 1)
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

const end = (random: Random): Script["ending"] => (random.chance(0.02) ? "hang" : random.chance(0.1) ? "reset" : "end")

/** Returns an HTTP/1 response that may be wrong in any place. */
export const httpResponse = (random: Random): Script => {
  const plain = body(random)
  const compress = random.pick(COMPRESS)
  const isCompressed = random.chance(0.4)
  const coded = isCompressed ? damaged(random, compress(plain)) : plain
  const isChunked = random.chance(0.3)
  const sent = isChunked ? chunked(random, coded) : coded
  const coding = ["gzip", "deflate", "deflate", "br", "zstd"][COMPRESS.indexOf(compress)] ?? ""
  const lines = [
    statusLine(random),
    ...(isCompressed ? [`Content-Encoding: ${random.chance(0.8) ? coding : random.pick(CODINGS)}`] : []),
    ...(isChunked ? ["Transfer-Encoding: chunked"] : random.chance(0.7) ? [`Content-Length: ${coded.length}`] : []),
    ...random.list(4, () => {
      const name = random.pick(NAMES)
      return `${name}${random.chance(0.95) ? ":" : random.pick(["", " :", "::"])} ${valueOf(random, name, coded.length)}`
    })
  ]
  const interim = random.chance(0.03) ? "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n".repeat(1 + random.whole(40)) : ""
  const head = Buffer.from(
    `${interim}${lines.map((line) => line + newline(random)).join("")}${newline(random)}`,
    "latin1"
  )
  const bytes = damaged(random, Buffer.concat([head, sent]))
  return { pieces: pieces(random, bytes), ending: end(random) }
}

/** Returns arbitrary bytes, either as TLS records or as the greeting of another protocol. */
export const tlsBytes = (random: Random): Script => {
  const record = () => {
    const content = random.bytes(60)
    const length = random.chance(0.8) ? content.length : random.whole(0x1_0000)
    const head = Buffer.from([
      random.pick([20, 21, 22, 23, 24, random.whole(256)]),
      3,
      random.whole(5),
      length >> 8,
      length & 255
    ])
    return Buffer.concat([head, content])
  }
  const alert = Buffer.from([21, 3, 3, 0, 2, 1 + random.whole(2), random.whole(256)])
  const bytes = random.chance(0.3) ? alert : Buffer.concat(random.list(4, record))
  return { pieces: pieces(random, bytes), ending: end(random), speaksFirst: random.chance(0.2) }
}
