import * as fc from "fast-check"
import { isIP } from "node:net"
import { describe, expect, it, test } from "vitest"
import { hasPublicSuffix, organizationalDomain, parsePublicUrl, registrableDomain } from "../src/index.ts"
import { HOSTILE_URLS } from "./hostileUrls.ts"

/** Returns an address as one to four numbers, the forms that inet_aton(3) accepts. */
const parts = (value: number, count: number): ReadonlyArray<number> => [
  ...Array.from({ length: count - 1 }, (_, index) => (value >>> (24 - index * 8)) & 255),
  count === 1 ? value : value & (2 ** (8 * (5 - count)) - 1)
]

describe("public URLs", () => {
  test.each([
    ["example.com", "https://example.com/", "example.com", null],
    ["  example.net\n", "https://example.net/", "example.net", null],
    ["HTTP://Example.ORG", "http://example.org/", "example.org", null],
    ["https://example.com.", "https://example.com/", "example.com", null],
    ["https://example.com:443/", "https://example.com/", "example.com", null],
    ["http://example.com:80/", "http://example.com/", "example.com", null],
    ["http://example.com:443/", "http://example.com:443/", "example.com", 443],
    ["example.com:8443/a?b#c", "https://example.com:8443/a?b#c", "example.com", 8443],
    ["bücher.example.com", "https://xn--bcher-kva.example.com/", "xn--bcher-kva.example.com", null],
    ["пример.рф", "https://xn--e1afmkfd.xn--p1ai/", "xn--e1afmkfd.xn--p1ai", null],
    ["co.uk", "https://co.uk/", "co.uk", null],
    ["shop.github.io", "https://shop.github.io/", "shop.github.io", null],
    ["my_site.example.com", "https://my_site.example.com/", "my_site.example.com", null],
    ["https://example.com/a/../b c?d=://e@f", "https://example.com/b%20c?d=://e@f", "example.com", null],
    ["1.2.3.4.example.com", "https://1.2.3.4.example.com/", "1.2.3.4.example.com", null],
    ["localhost.example.com", "https://localhost.example.com/", "localhost.example.com", null],
    ["_dmarc.example.com", "https://_dmarc.example.com/", "_dmarc.example.com", null],
    ["a--b.example.com", "https://a--b.example.com/", "a--b.example.com", null]
  ])("%j is %s", (text, href, hostname, port) => {
    const read = parsePublicUrl(text)
    expect(read).toMatchObject({ ok: true, href, hostname, port })
    expect(read.ok && read.url.href).toBe(href)
  })
})

describe("names that can be in the public DNS", () => {
  test.each(["example.com", "EXAMPLE.com.", "co.uk", "_dmarc.co.uk", "-a.example.com", "shop.github.io"])(
    "include %j",
    (name) => {
      expect(hasPublicSuffix(name)).toBe(true)
    }
  )
  test.each(["", ".", "localhost", "db", "com", "db.internal", "a.test", "printer.local", "x.svc", "my_db.project"])(
    "do not include %j",
    (name) => {
      expect(hasPublicSuffix(name)).toBe(false)
    }
  )
})

describe("hostile and mistyped URLs", () => {
  it("are numerous and listed once each", () => {
    expect(new Set(HOSTILE_URLS.map(([text]) => text)).size).toBe(HOSTILE_URLS.length)
    expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(100)
  })

  test.each(HOSTILE_URLS)("%j is rejected: %s", (text, reason) => {
    expect(parsePublicUrl(text)).toEqual({ ok: false, reason })
  })

  it("are rejected beyond the maximum length of a URL and a name", () => {
    expect(parsePublicUrl(`example.com/${"a".repeat(8192)}`)).toEqual({ ok: false, reason: "too_long" })
    expect(parsePublicUrl(`${"a.".repeat(125)}com`)).toMatchObject({ ok: true })
    expect(parsePublicUrl(`${"a.".repeat(126)}com`)).toEqual({ ok: false, reason: "bad_name" })
    expect(parsePublicUrl(`${"a".repeat(63)}.com`)).toMatchObject({ ok: true })
    expect(parsePublicUrl(`${"a".repeat(64)}.com`)).toEqual({ ok: false, reason: "bad_name" })
  })

  it("are rejected in every notation of an IPv4 address", () => {
    const spelling = fc.constantFrom(
      (part: number) => String(part),
      (part: number) => `0x${part.toString(16)}`,
      (part: number) => `0X0${part.toString(16).toUpperCase()}`,
      (part: number) => `0${part.toString(8)}`,
      (part: number) => String(part).replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (part: number) => String(part).replace(/[0-9]/g, (digit) => `%3${digit}`)
    )
    const dot = fc.constantFrom(".", "。", "．", "｡", "%2e")
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffffffff }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(spelling, { minLength: 4, maxLength: 4 }),
        dot,
        fc.constantFrom("", "."),
        (value, count, spellings, separator, end) => {
          const host = parts(value, count)
            .map((part, index) => spellings[index]?.(part))
            .join(separator)
          expect(parsePublicUrl(`http://${host}${end}/`)).toEqual({ ok: false, reason: "ip_literal" })
        }
      ),
      { numRuns: 1000 }
    )
  })
})

describe("any text", () => {
  const hosts = fc.constantFrom(
    "example.com",
    "EXAMPLE.com.",
    "bücher.de",
    "127.0.0.1",
    "foo",
    "a_b.example.org",
    "[::1]",
    "co.uk"
  )
  const url = fc
    .tuple(
      fc.constantFrom("", "https://", "http://", "ftp://", "https:"),
      hosts,
      fc.constantFrom("", ":80", ":8443", ":0", ":99999"),
      fc.webPath()
    )
    .map((pieces) => pieces.join(""))
  const broken = fc
    .tuple(url, fc.nat(20), fc.string({ maxLength: 3 }))
    .map(([text, at, junk]) => text.slice(0, at) + junk + text.slice(at))

  it("never throws, and accepted text is a canonical URL with a public name", () => {
    fc.assert(
      fc.property(fc.oneof(url, broken, fc.string(), fc.webUrl()), (text) => {
        const read = parsePublicUrl(text)
        if (!read.ok) return
        expect(parsePublicUrl(read.href)).toMatchObject({
          ok: true,
          href: read.href,
          hostname: read.hostname,
          port: read.port
        })
        expect(read.hostname).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/)
        expect(isIP(read.hostname)).toBe(0)
        expect(read.url.hostname).toBe(read.hostname)
        expect(read.href).toMatch(/^https?:\/\/[^@\\]*/)
        expect(read.url.username + read.url.password).toBe("")
      }),
      { numRuns: 2000 }
    )
  })
})

describe("registrable domains", () => {
  test.each([
    ["example.com", "example.com"],
    ["a.b.EXAMPLE.com.", "example.com"],
    ["shop.example.co.uk", "example.co.uk"],
    ["x.github.io", "github.io"],
    ["a.b.c.kawasaki.jp", "b.c.kawasaki.jp"],
    ["city.kawasaki.jp", "city.kawasaki.jp"],
    ["xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"],
    ["co.uk", null],
    ["com", null],
    ["foo.unknowntld", null],
    ["localhost", null],
    ["127.0.0.1", null],
    ["", null]
  ])("of %j is %j", (hostname, domain) => {
    expect(registrableDomain(hostname)).toBe(domain)
  })
})

describe("the organizational domain", () => {
  it.each([
    ["example.com", "example.com"],
    ["a.b.EXAMPLE.com.", "example.com"],
    ["shop.example.co.uk", "example.co.uk"],
    ["docs.ada.github.io", "ada.github.io"],
    ["github.io", "github.io"],
    ["mail.bank.example", "bank.example"],
    ["co.uk", "co.uk"],
    ["127.0.0.1", "127.0.0.1"],
    ["", ""]
  ])("of %j is %j", (name, domain) => {
    expect(organizationalDomain(name)).toBe(domain)
  })
})
