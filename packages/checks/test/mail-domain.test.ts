import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mailDomainOf, parseMailDomain } from "../src/index.ts"

describe("the mail domain of an input", () => {
  it.each([
    ["example.com", "example.com"],
    ["  Example.COM.  ", "example.com"],
    ["https://example.com", "example.com"],
    ["http://www.example.com:8080/path?query#part", "example.com"],
    ["ftp://example.com/file", "example.com"],
    ["https://user:secret@www.example.com/", "example.com"],
    ["example.com:25", "example.com"],
    ["example.com/contact", "example.com"],
    ["www.example.com", "example.com"],
    ["WWW.shop.example.com", "shop.example.com"],
    ["www.www.example.com", "example.com"],
    ["example.com/@ada", "example.com"],
    ["a/b@example.com", "example.com"],
    ["wwwx.example.com", "wwwx.example.com"],
    ["ada@example.com", "example.com"],
    ["mailto:ada@www.example.com?subject=x", "example.com"],
    ["Ada Lovelace <ada@example.com>", "example.com"],
    ['"a@b"@example.com', "example.com"],
    ["bücher.example.com", "xn--bcher-kva.example.com"],
    ["ada@BÜCHER.example.com", "xn--bcher-kva.example.com"],
    ["xn--bcher-kva.example.com", "xn--bcher-kva.example.com"],
    ["example.co.uk", "example.co.uk"],
    ["www.gov.uk", "gov.uk"],
    ["www.com", "www.com"]
  ])("of %s is %s", (typed, domain) => {
    expect(parseMailDomain(typed)).toBe(domain)
  })

  it.each([
    "",
    "  ",
    "localhost",
    "com",
    "127.0.0.1",
    "ada@127.0.0.1",
    "ada@[192.0.2.1]",
    "http://[::1]/",
    "2130706433",
    "example",
    "exa mple.com",
    "example..com",
    ".example.com",
    "printer.local",
    "host.invalid",
    "example.nosuchtld",
    "ada@",
    "@",
    "https://",
    "://",
    "a\u0000b.com",
    `${"a".repeat(64)}.com`,
    `${"a.".repeat(130)}com`
  ])("is null for %j", (typed) => {
    expect(parseMailDomain(typed)).toBeNull()
  })

  it("always consists of lower-case ASCII labels, and is its own mail domain", () => {
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.emailAddress(), fc.webUrl(), fc.domain())
    fc.assert(
      fc.property(text, (typed) => {
        const domain = parseMailDomain(typed)
        if (domain === null) return
        expect(domain).toMatch(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/u)
        expect(parseMailDomain(`https://www.${domain}:444/`)).toBe(domain)
        expect(mailDomainOf(`www.${domain}`)).toBe(domain)
      })
    )
  })
})
