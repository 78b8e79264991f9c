import { describe, expect, it } from "vitest"
import { makeCookieJar, parseCookieDate } from "../src/http/CookieJar.ts"

const at = (url: string) => new URL(url)

/** Returns the Cookie header for one URL after an answer from another URL. */
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

  const past = "Thu, 01 Jan 1970 00:00:00 GMT"
  const future = "Fri, 31 Dec 2100 23:59:59 GMT"

  it.each([
    ...["0", "-1", "", "now", "1", "1970", "session", "Thu, 30 Feb 1970 00:00:00 GMT", "Thu, 01 Jan 1970"].map(
      (value) => `Expires=${value}`
    ),
    ...["", "0s", "x", "+0", "0.0", "-", '"0"', "0x0", "1e1"].map((value) => `Max-Age=${value}`),
    "Max-Age",
    "Expires",
    `Max-Age=1; Expires=${past}`,
    `Max-Age=60; Max-Age=x; Expires=${past}`,
    `Expires=${past}; Expires=${future}`,
    `Expires=${future}; Expires=0`,
    `Expires=${"0".repeat(1_025)}`,
    `Comment=${"a".repeat(5_000)}`,
    "Domain=",
    "Domain=.",
    "Domain",
    "Domain=a.example.com; Domain=",
    "Path=",
    "Path",
    "Path=shop",
    "Path=/shop; Path=",
    "HttpOnly; SameSite=Sometimes; Partitioned; Priority=High; Version=1; constructor=1; =; ;"
  ])("come back with %j", (attributes) => {
    expect(after("http://a.example.com/", [`x=1; ${attributes}`], "http://a.example.com/")).toBe("x=1")
  })

  it.each([
    "Max-Age=0",
    "max-age = 0",
    "Max-Age=-99999999999999999999",
    `Max-Age=0; Expires=${future}`,
    "Max-Age=0; Max-Age=x",
    `Expires=${past}; Expires=0`,
    `Max-Age=x; Expires=${past}`,
    "expires = Thursday, 01-Jan-70 00:00:00 GMT",
    "Expires=Thu Jan  1 00:00:00 1970"
  ])("are deleted with %j", (attributes) => {
    const jar = makeCookieJar()
    const url = at("http://a.example.com/")
    jar.take(url, ["x=1", `x=; ${attributes}`])
    expect(jar.headerFor(url)).toBe("")
  })

  it.each([
    ["an address is no domain of others", "http://127.0.0.1/", "x=1; Domain=0.0.1", "http://127.0.0.1/", ""],
    ["an address is its own domain", "http://127.0.0.1/", "x=1; Domain=127.0.0.1", "http://127.0.0.1/", "x=1"],
    ["a name without a dot is its own domain", "http://shop/", "x=1; Domain=shop", "http://shop/", "x=1"],
    [
      "a domain may be written in Unicode",
      "http://www.bücher.example/",
      "x=1; Domain=bücher.example",
      "http://bücher.example/",
      "x=1"
    ],
    [
      "spaces belong to no name of an attribute",
      "http://a.example.com/",
      "x=1; Path = /shop",
      "http://a.example.com/",
      ""
    ]
  ])("%s", (_, from, setCookie, to, expected) => {
    expect(after(from, [setCookie], to)).toBe(expected)
  })

  it.each([
    ["Wed, 09 Jun 2027 10:18:14 GMT", "2027-06-09T10:18:14.000Z"],
    ["Wednesday, 09-Jun-27 10:18:14 GMT", "2027-06-09T10:18:14.000Z"],
    ["Wed Jun  9 10:18:14 2027", "2027-06-09T10:18:14.000Z"],
    ["9 june 2027 1:2:3", "2027-06-09T01:02:03.000Z"],
    ["10:18:14 9th Jun 99", "1999-06-09T10:18:14.000Z"],
    ["9 Jun 69 10:18:14", "2069-06-09T10:18:14.000Z"],
    ["9 Jun 1600 10:18:14", null],
    ["9 Jun 2027", null],
    ["9 Jun 2027 24:00:00", null],
    ["31 Jun 2027 10:18:14", null],
    ["0 Jun 2027 10:18:14", null],
    ["2027-06-09T10:18:14Z", null],
    ["0", null]
  ])("reads the date %j", (text, expected) => {
    const date = parseCookieDate(text)
    expect(date === null ? null : new Date(date).toISOString()).toBe(expected)
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
