import { describe, expect, it } from "vitest"
import { makeCookieJar } from "../src/CookieJar.ts"

const at = (url: string) => new URL(url)

/** The Cookie header for a URL after one answer from another. */
const after = (from: string, setCookies: ReadonlyArray<string>, to: string) => {
  const jar = makeCookieJar()
  jar.take(at(from), setCookies)
  return jar.headerFor(at(to))
}

describe("cookies of a check", () => {
  it.each([
    ["go back to their host", "http://a.example.com/", "x=1", "http://a.example.com/any", "x=1"],
    ["not to another host", "http://a.example.com/", "x=1", "http://b.example.com/", ""],
    ["not to a subdomain without Domain", "http://example.com/", "x=1", "http://a.example.com/", ""],
    [
      "to subdomains with Domain",
      "http://www.example.com/",
      "x=1; Domain=.Example.com",
      "http://shop.example.com/",
      "x=1"
    ],
    ["not when Domain is foreign", "http://a.example.com/", "x=1; Domain=example.org", "http://a.example.com/", ""],
    ["not when Domain is a top-level domain", "http://a.example.com/", "x=1; Domain=com", "http://a.example.com/", ""],
    ["below their path only", "http://a.example.com/", "x=1; Path=/shop", "http://a.example.com/shopping", ""],
    ["below their path", "http://a.example.com/", "x=1; Path=/shop", "http://a.example.com/shop/1", "x=1"],
    ["below the default path", "http://a.example.com/dir/page", "x=1", "http://a.example.com/dir/other", "x=1"],
    ["not outside of the default path", "http://a.example.com/dir/page", "x=1", "http://a.example.com/", ""],
    ["not in clear when Secure", "https://a.example.com/", "x=1; Secure", "http://a.example.com/", ""],
    ["with equals signs and odd spaces", "http://a.example.com/", " x = a=b ;path=/", "http://a.example.com/", "x=a=b"],
    ["not when dead by Max-Age", "http://a.example.com/", "x=1; Max-Age=0", "http://a.example.com/", ""],
    [
      "not when dead by Expires",
      "http://a.example.com/",
      "x=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "http://a.example.com/",
      ""
    ],
    ["not without a name", "http://a.example.com/", "=1", "http://a.example.com/", ""]
  ])("%s", (_, from, setCookie, to, expected) => {
    expect(after(from, [setCookie], to)).toBe(expected)
  })

  it("replace and delete each other, and are limited in number", () => {
    const jar = makeCookieJar()
    const url = at("http://a.example.com/")
    jar.take(url, ["x=1", "y=1", "x=2"])
    expect(jar.headerFor(url)).toBe("y=1; x=2")
    jar.take(url, ["y=; Max-Age=-1", `z=${"a".repeat(5_000)}`])
    expect(jar.headerFor(url)).toBe("x=2")
    jar.take(
      url,
      Array.from({ length: 500 }, (_, index) => `n${index}=1`)
    )
    expect(jar.headerFor(url).split("; ")).toHaveLength(50)
  })
})
