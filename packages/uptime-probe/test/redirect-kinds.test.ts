import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { classifyRedirects, type RedirectKind } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const kindsOf = (urls: ReadonlyArray<string>, page = "") =>
  classifyRedirects({ urls: urls.map((url) => new URL(url)), statusCodes: urls.slice(1).map(() => 302), page })?.kinds

const login = '<title>Acme - Log in</title><form><input name="pw" type="password"></form>'

describe("redirects are", () => {
  it.each<[ReadonlyArray<string>, ReadonlyArray<RedirectKind>, string?]>([
    [["http://example.com/", "https://example.com/"], ["https"]],
    [["https://example.com/", "https://www.example.com/"], ["www"]],
    [["https://www.example.com/", "https://example.com/"], ["www"]],
    [
      ["http://example.com/", "https://example.com/", "https://www.example.com/de/"],
      ["www", "https", "path"]
    ],
    [["https://example.com/", "http://example.com/"], ["insecure"]],
    [["https://example.com/", "http://example.com/", "https://example.com/"], ["insecure"]],
    [["https://example.com/", "https://example.com/de/"], ["path"]],
    [["https://example.com/", "https://example.com/?session=1"], ["path"]],
    [["https://example.com/", "https://example.com:8443/"], ["path"]],
    [["https://example.com/", "https://shop.example.com/"], ["other_host"]],
    [["https://example.co.uk/", "https://other.co.uk/"], ["other_domain"]],
    [
      ["https://a.example.com/", "https://example.net/x"],
      ["other_domain", "path"]
    ],
    [["https://192.0.2.1/", "https://192.0.2.2/"], ["other_domain"]],
    [
      ["https://example.com/", "https://example.com/login?next=/"],
      ["login", "path"]
    ],
    [
      ["https://example.com/", "https://example.com/users/sign_in"],
      ["login", "path"]
    ],
    [
      ["https://example.com/", "https://accounts.example.net/"],
      ["login", "other_domain"]
    ],
    [
      ["https://example.com/", "https://example.com/wp-login.php"],
      ["login", "path"]
    ],
    [["https://example.com/", "https://example.com/welcome"], ["login", "path"], login],
    [["http://example.com/", "https://www.example.com/"], ["www", "https"], login],
    [["https://example.com/login", "https://example.com/login/"], ["path"]],
    [["https://example.com/", "https://example.com/blogging/signage/authors"], ["path"]],
    [
      ["https://example.com/", "https://www.sedoparking.com/example.com"],
      ["parking", "other_domain", "path"]
    ],
    [
      ["http://example.com/", "http://ww38.example.com/"],
      ["parking", "other_host"]
    ],
    [
      ["http://example.com/", "https://market.example.net/forsale/example.com"],
      ["parking", "other_domain", "https", "path"]
    ],
    [["http://example.com/", "http://example.com/lander"], ["parking", "path"], "<h1>This domain is for sale!</h1>"]
  ])("%j: %j", (urls, kinds, page) => {
    expect(kindsOf(urls, page)).toEqual(kinds)
  })

  it("unclassified without a second URL, and permanent when every hop says so", () => {
    expect(kindsOf(["https://example.com/"])).toBe(undefined)
    const urls = [new URL("http://example.com/"), new URL("https://example.com/"), new URL("https://www.example.com/")]
    expect(classifyRedirects({ urls, statusCodes: [301, 308], page: "" })?.permanent).toBe(true)
    expect(classifyRedirects({ urls, statusCodes: [301, 302], page: "" })?.permanent).toBe(false)
  })
})

describe("a check", () => {
  it("classifies its redirects when they led to a final response", async () => {
    const target = await lab.open("shop.example.net", { behaviour: { status: 404, body: login } })
    const { url, site } = await lab.open("example.com", {
      behaviour: { redirectTo: `${target.url}hello`, status: 301 }
    })
    expect((await lab.check(url)).redirect).toEqual({
      kind: "login",
      kinds: ["login", "other_domain", "path"],
      permanent: true
    })
    expect(await lab.check(target.url)).not.toHaveProperty("redirect")
    await target.site.close()
    expect(await lab.check(url)).not.toHaveProperty("redirect")
    expect(site.accepted).toBe(2)
  })
})
