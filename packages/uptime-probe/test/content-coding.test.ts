import { guard } from "@mon/bundled/callbacks"
import { prototypeWords } from "@mon/tooling/prototypeWords"
import { randomBytes } from "node:crypto"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import * as fc from "fast-check"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { CheckRequest } from "../src/index.ts"
import { makeResponseBody } from "../src/http/Http1Exchange.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const encoders = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  GZIP: gzipSync,
  deflate: deflateSync,
  "deflate ": deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  identity: (bytes: Uint8Array) => Buffer.from(bytes),
  "": (bytes: Uint8Array) => Buffer.from(bytes),
  "gzip, br": (bytes: Uint8Array) => brotliCompressSync(gzipSync(bytes)),
  "br, gzip": (bytes: Uint8Array) => gzipSync(brotliCompressSync(bytes))
} as const

interface Decoded {
  readonly end: "full" | "done" | string
  readonly content: Buffer
}

const decode = (coding: string, chunks: ReadonlyArray<Buffer>, cap: number): Promise<Decoded> =>
  new Promise((resolve, reject) => {
    const settle = (end: string) => resolve({ end, content: body.content() })
    const events = {
      full: () => settle("full"),
      done: () => settle("done"),
      brokeOff: () => settle("broke off"),
      failed: settle
    }
    const body = makeResponseBody(coding, cap, events, guard(reject))
    for (const chunk of chunks) body.write(chunk)
    body.end()
  })

const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

describe("a body", () => {
  it.each(Object.keys(encoders) as Array<keyof typeof encoders>)(
    "coded as %j comes out as it went in, however it is cut",
    async (coding) => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
          fc.integer({ min: 1, max: 700 }),
          async (bytes, size) => {
            const { end, content } = await decode(coding, cut(Buffer.from(encoders[coding](bytes)), size), 10_000)
            expect(end).toBe("done")
            expect(content.equals(bytes)).toBe(true)
          }
        ),
        { numRuns: 25 }
      )
    }
  )

  it.each(["gzip", "deflate", "br", "zstd", ""] as const)("coded as %j is cut at the cap", async (coding) => {
    const bytes = randomBytes(50_000)
    const { end, content } = await decode(coding, cut(Buffer.from(encoders[coding](bytes)), 1_000), 20_000)
    expect(end).toBe("full")
    expect(content.equals(bytes.subarray(0, content.length))).toBe(true)
    expect(content.length).toBeLessThanOrEqual(20_000)
  })

  it.each(["gzip", "deflate", "deflate ", "br", "zstd", "gzip, br", "br, gzip"] as const)(
    "coded as %j that breaks off is decoded as far as it goes, and said to be broken off",
    async (coding) => {
      const text = Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`).join("")
      const whole = Buffer.from(encoders[coding](Buffer.from(text)))
      for (const [length, size] of [
        [whole.length - 3, 1_000],
        [whole.length - 3, whole.length],
        [Math.floor(whole.length / 2), 100],
        [3, 1]
      ] as const) {
        const { content, end } = await decode(coding, cut(whole.subarray(0, length), size), 100_000)
        expect([end, text.startsWith(content.toString())]).toEqual(["broke off", true])
      }
    }
  )

  const followers = {
    "a line end": "\r\n",
    "a comment": "<!-- cached -->",
    "zero bytes": "\0\0\0\0\0\0\0\0",
    "zero bytes and a text": "\0\0text",
    "one byte of the magic number of gzip": "\u001f",
    "the magic number of gzip": "\u001f\u008b"
  }
  const followed = ["gzip", "x-gzip", "deflate", "deflate ", "br", "zstd", "gzip, br", "br, gzip"] as const

  it.each(followed.flatMap((coding) => Object.entries(followers).map(([name, text]) => [coding, name, text] as const)))(
    "coded as %j is whole when %s follows it",
    async (coding, _name, text) => {
      const whole = Buffer.from(encoders[coding](Buffer.from("open")))
      const rest = Buffer.from(text, "latin1")
      const all = Buffer.concat([whole, rest])
      for (const chunks of [[all], [whole, rest], cut(all, 1)]) {
        const { content, end } = await decode(coding, chunks, 1_000)
        expect([end, content.toString()]).toEqual(["done", "open"])
      }
    }
  )

  it.each(["gzip", "zstd"] as const)("coded as %j has all its members", async (coding) => {
    const members = ["open ", "", "until ", "noon"].map((text) => encoders[coding](Buffer.from(text)))
    const all = Buffer.concat([...members, Buffer.from("\n")])
    for (const size of [1, 7, 25, all.length]) {
      const { content, end } = await decode(coding, cut(all, size), 1_000)
      expect([size, end, content.toString()]).toEqual([size, "done", "open until noon"])
    }
  })

  it.each([
    ["gzip", "breaks off", (member: Buffer) => member.subarray(0, -4)],
    ["zstd", "breaks off", (member: Buffer) => member.subarray(0, -4)],
    ["gzip", "is damaged", (member: Buffer) => member.fill(0xff, 12)]
  ] as const)("coded as %j ends where a later member %s", async (coding, _name, change) => {
    const whole = encoders[coding](Buffer.from("open "))
    const later = change(encoders[coding](Buffer.from("until noon ".repeat(50))))
    for (const chunks of [[whole, later], cut(Buffer.concat([whole, later]), 9)]) {
      const { content, end } = await decode(coding, chunks, 1_000)
      expect([end, content.toString().startsWith("open ")]).toEqual(["broke off", true])
    }
  })

  it.each([
    ["has a name, a comment, extra bytes and a checksum", 0x1e, "\u0003\u0000abcname\0comment\0\u00d1\u0016", "done"],
    ["has a reserved flag", 0x20, "", "The body is not valid gzip: incorrect header check."]
  ])("coded as gzip is read when its header %s", async (_name, flags, fields, expected) => {
    const whole = gzipSync(Buffer.from("open"))
    const head = Buffer.from(whole.subarray(0, 10))
    head[3] = flags
    const all = Buffer.concat([head, Buffer.from(fields, "latin1"), whole.subarray(10)])
    for (const size of [1, all.length]) expect((await decode("gzip", cut(all, size), 1_000)).end).toBe(expected)
  })

  it("coded as gzip with a wrong checksum is not valid", async () => {
    const whole = gzipSync(Buffer.from("open"))
    whole[whole.length - 8] = (whole.at(-8) ?? 0) ^ 1
    expect((await decode("gzip", [whole], 1_000)).end).toBe("The body is not valid gzip: incorrect data check.")
  })

  it("has a limited number of members", async () => {
    const all = Buffer.concat(Array.from({ length: 600 }, () => gzipSync(Buffer.from("x"))))
    const { content, end } = await decode("gzip", [all], 100_000)
    expect([end, content.length]).toEqual(["broke off", 500])
  })

  it("may be empty with any coding, and unknown codings are not decoded", async () => {
    expect(await decode("gzip", [], 100)).toMatchObject({ end: "done" })
    expect((await decode("utf-8", [Buffer.from("text")], 100)).content.toString()).toBe("text")
  })

  it.each(prototypeWords)("with the coding %j, which does not exist, stays as it is", async (coding) => {
    expect((await decode(coding, [Buffer.from("text")], 100)).content.toString()).toBe("text")
    const codings = `${coding}, gzip, ${coding}`
    for (const [contentEncoding, body] of [
      [coding, "open all day"],
      [codings, gzipSync("open all day")]
    ] as const) {
      const { url } = await lab.open("shop.example.com", {
        behaviour: { headers: { "content-encoding": contentEncoding }, body }
      })
      for (const _ of ["this check", "the next"])
        expect(await lab.check(url, { expect: [{ text: "open all day" }] })).toMatchObject({
          outcome: "ok",
          verdict: "up"
        })
    }
  })

  it("has a limited number of codings", async () => {
    expect((await decode("gzip, gzip, gzip, gzip", [Buffer.from("x")], 100)).end).toContain(
      "too many content encodings (4)"
    )
  })

  it("that is a decompression bomb costs little", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024))
    const { url, site } = await lab.open("bomb.example.com", {
      behaviour: { headers: { "content-encoding": "gzip" }, body: bomb }
    })
    const check = await lab.check(url)
    expect(check).toMatchObject({ outcome: "ok", statusCode: 200 })
    expect(await decode("gzip", [bomb], 1_000_000)).toMatchObject({ end: "full", content: { length: 1_000_000 } })
    await site.whenIdle()
  })
})

describe("an answer that breaks off in the middle of its content coding", () => {
  const half = gzipSync(Buffer.from("open ".repeat(2_000))).subarray(0, -5)
  const gzip = { "content-encoding": "gzip" }

  it.each<[string, Partial<CheckRequest>, string]>([
    ["is up as in a browser", {}, "ok"],
    ["holds no text that it has", { expect: [{ text: "open" }] }, "expectation_failed"],
    ["does not show that a text is absent", { expect: [{ text: "error", absent: true }] }, "expectation_failed"],
    ["does not show that a match is absent", { expect: [{ matches: "err", absent: true }] }, "expectation_failed"],
    ["has no size", { expect: [{ maximumBytes: 20_000 }] }, "expectation_failed"],
    ["has a status", { expect: [{ status: "200" }] }, "ok"],
    ["has headers", { expect: [{ header: "content-encoding", matches: "gzip" }] }, "ok"],
    ["is no page to compare", { keepAnswerBytes: 100_000 }, "protocol_error"]
  ])("%s", async (_, request, outcome) => {
    const { url } = await lab.open("shop.example.com", { behaviour: { headers: gzip, body: half } })
    expect(await lab.check(url, request)).toMatchObject({ outcome, statusCode: 200 })
  })
})

describe("an answer with bytes after its content coding", () => {
  it.each(["gzip", "deflate", "br", "zstd"] as const)("is up and has its texts: %s", async (coding) => {
    const body = Buffer.concat([Buffer.from(encoders[coding](Buffer.from("open"))), Buffer.from("\r\n0\r\n")])
    const { url } = await lab.open("shop.example.com", { behaviour: { headers: { "content-encoding": coding }, body } })
    const request: Partial<CheckRequest> = { expect: [{ text: "open" }, { text: "error", absent: true }] }
    expect(await lab.check(url, request)).toMatchObject({ outcome: "ok", statusCode: 200 })
  })
})

describe("an error status of which the rest does not arrive", () => {
  const behaviours = {
    "is cut": { headers: { "content-length": "100" }, body: "half" },
    "is no gzip": { headers: { "content-encoding": "gzip" }, body: "text" }
  }

  it.each(Object.entries(behaviours))("is the failure when the body %s", async (_, behaviour) => {
    const { site, url } = await lab.open("shop.example.com", { behaviour: { ...behaviour, status: 500 } })
    expect(await lab.check(url)).toMatchObject({ outcome: "http_status", statusCode: 500 })
    expect(await lab.check(url, { expect: [{ status: "200" }] })).toMatchObject({ outcome: "expectation_failed" })
    expect(await lab.check(url, { expect: [{ status: "500" }] })).toMatchObject({ outcome: "protocol_error" })
    site.behave({ ...behaviour, status: 200 })
    expect(await lab.check(url)).toMatchObject({ outcome: "protocol_error" })
  })
})
