import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { field, type HttpHead } from "../src/http/HttpHead.ts"
import { makeHttpReader } from "../src/http/HttpReader.ts"

interface Read {
  readonly head: HttpHead | null
  readonly body: string
  /** The end of the reading: "done", "open" or the failure. */
  readonly end: string
}

const read = (chunks: ReadonlyArray<Buffer>, { method = "GET", cap = 1_000, closed = true } = {}): Read => {
  let head: HttpHead | null = null
  let end = "open"
  const body: Array<Buffer> = []
  const reader = makeHttpReader(method, cap, {
    head: (received) => {
      head = received
      return true
    },
    data: (chunk) => body.push(Buffer.from(chunk)),
    done: () => (end = "done"),
    failed: (reason, message) => (end = `${reason}: ${message}`)
  })
  for (const chunk of chunks) reader.push(chunk)
  if (closed) reader.end()
  return { head, body: Buffer.concat(body).toString("latin1"), end }
}

const bytes = (text: string) => Buffer.from(text, "latin1")
const whole = (text: string, options: { method?: string; cap?: number; closed?: boolean } = {}) =>
  read([bytes(text)], options)
const pieces = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    bytes(text.slice(index * size, (index + 1) * size))
  )

const answers = {
  length: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\nX-A: 2\r\n\r\nhelloEXTRA",
  chunked:
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: 1\r\n\r\n",
  close: "HTTP/1.0 200\r\n\r\nhello",
  interim:
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello",
  bare: "\r\nHTTP/1.1 200 OK\ncontent-length: 5\nX-Folded: one\n two\nthis is no field\n: nor this\n\nhello"
}

describe("a response", () => {
  it.each(Object.entries(answers))("delimited by %s reads the same however it is cut", (_, text) => {
    for (let size = 1; size <= text.length; size++) {
      const { head, body, end } = read(pieces(text, size))
      expect([size, head?.statusCode, body, end]).toEqual([size, 200, "hello", "done"])
    }
  })

  it("ends before the connection does, where its length is known", () => {
    expect(whole(answers.length, { closed: false }).end).toBe("done")
    expect(whole(answers.chunked, { closed: false }).end).toBe("done")
    expect(whole(answers.close, { closed: false }).end).toBe("open")
  })

  it("joins fields of the same name and unfolds lines", () => {
    expect(field(whole(answers.length).head?.headers ?? new Map(), "x-a")).toBe("1, 2")
    expect(field(whole(answers.bare).head?.headers ?? new Map(), "x-folded")).toBe("one two")
    expect([...(whole(answers.bare).head?.headers.keys() ?? [])]).toEqual(["content-length", "x-folded"])
  })

  it.each([
    ["to HEAD", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n", "HEAD"],
    ["204", "HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n", "GET"],
    ["304", "HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n", "GET"],
    ["of length 0", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", "GET"]
  ])("%s has no body", (_, text, method) => {
    expect(whole(text, { method, closed: false })).toMatchObject({ body: "", end: "done" })
  })

  it("may repeat an equal length, and chunks take precedence over a length (RFC 9112 section 6.3)", () => {
    expect(whole("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 5\r\n\r\nhello")).toMatchObject({
      body: "hello",
      end: "done"
    })
    expect(
      whole("HTTP/1.1 200 OK\r\ncontent-length: 99\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
    ).toMatchObject({ body: "hello", end: "done" })
  })

  it.each([
    "identity",
    "Identity",
    "gzip",
    "deflate, identity",
    "",
    ",",
    "xchunked",
    "chunked-ish",
    "none",
    "compress"
  ])("has its length, or ends with the connection, with the transfer coding %j", (coding) => {
    const head = `HTTP/1.1 200 OK\r\ntransfer-encoding: ${coding}\r\n`
    const done = { body: "hello", end: "done" }
    expect(whole(`${head}content-length: 5\r\n\r\nhello`, { closed: false })).toMatchObject(done)
    expect(whole(`${head}\r\nhello`)).toMatchObject(done)
  })

  it.each([
    "chunked",
    "Chunked",
    "identity, chunked",
    "chunked, identity",
    "gzip,chunked,",
    "chunked\r\ntransfer-encoding: x"
  ])("comes in chunks with the transfer coding %j, whatever its length says", (coding) => {
    const head = `HTTP/1.1 200 OK\r\ntransfer-encoding: ${coding}\r\ncontent-length: 99\r\n\r\n`
    expect(whole(`${head}5\r\nhello\r\n0\r\n\r\n`, { closed: false })).toMatchObject({ body: "hello", end: "done" })
  })
})

describe("an invalid response", () => {
  it.each([
    ["SSH-2.0-OpenSSH_9.2\r\n", /starts with "SSH/],
    ["H", /without a response/],
    ["<html>", /starts with "<html>"/],
    ["HTTP/2 200\r\n\r\n", /starts with "HTTP\/2/],
    ["HTTP/1.1 2x0 OK\r\n\r\n", /starts with "HTTP\/1.1 2x0/],
    ["HTTP/1.1 20 OK\r\n\r\n", /starts with "HTTP\/1.1 20 OK/],
    ["HTTP/1.1 200 OK\r\nx: \0\r\n\r\n", /zero byte/],
    ["HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n", /switched to a protocol/],
    ["HTTP/1.1 200 OK\r\ncontent-length: 5, 6\r\n\r\nhello", /two different lengths/],
    ["HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello", /states an invalid length/],
    ["HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello", /before the response was complete/],
    ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello", /before the response was complete/],
    ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello!\r\n", /longer than its size/],
    ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-5\r\nhello", /no valid size/],
    [`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${"5".repeat(5_000)}`, /no size/],
    ["HTTP/1.1 200 OK\r\n", /without a response/]
  ])("%j", (text, message) => {
    expect(whole(text).end).toMatch(/^protocol_error: /)
    expect(whole(text).end).toMatch(message)
  })

  it("is detected at the first invalid byte", () => {
    expect(whole("220 mail", { closed: false }).end).toMatch(/^protocol_error/)
    expect(whole("HTTP/", { closed: false }).end).toBe("open")
  })
})

describe("the header cap", () => {
  it("counts all heads and trailers, to the byte", () => {
    const line = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx: "
    const of = (size: number) => `${line}${"a".repeat(size - line.length - 4)}\r\n\r\n`
    expect(whole(of(200), { cap: 200 }).end).toBe("done")
    expect(whole(of(201), { cap: 200 }).end).toMatch(/^too_large/)
    expect(whole(`${line}${"a".repeat(200)}`, { cap: 200, closed: false }).end).toMatch(/^too_large/)
    expect(whole(`HTTP/1.1 103 Hint\r\nx: ${"a".repeat(150)}\r\n\r\n${of(100)}`, { cap: 200 }).end).toMatch(
      /^too_large/
    )
    const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
    expect(whole(`${chunked}x: ${"a".repeat(200)}`, { cap: 200, closed: false }).end).toMatch(/^too_large/)
    expect(whole(`${chunked}${"x: a\r\n".repeat(40)}`, { cap: 200, closed: false }).end).toMatch(/^too_large/)
  })

  it("limits endless interim responses", () => {
    expect(whole("HTTP/1.1 102 Wait\r\n\r\n".repeat(40), { cap: 10_000, closed: false }).end).toMatch(
      /^protocol_error: .*interim/
    )
  })
})

/** Returns the parts of the result that must not depend on how the bytes were divided. */
const verdict = ({ end, body }: Read) => [end.split(":")[0], end === "done" ? body : ""]

describe("any bytes", () => {
  it("give the same result however they are split, and never throw", () => {
    const start = fc.constantFrom(
      "",
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
      "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n"
    )
    const rest = fc.string({
      unit: fc.constantFrom("a", "1", ":", ";", " ", "\r", "\n", "\r\n", "0", "\0"),
      maxLength: 60
    })
    fc.assert(
      fc.property(start, rest, fc.integer({ min: 1, max: 9 }), (head, tail, size) => {
        const once = whole(head + tail)
        const cut = read(pieces(head + tail, size))
        expect(verdict(cut)).toEqual(verdict(once))
      }),
      { numRuns: 500 }
    )
  })
})
