import { assert, describe, it } from "@effect/vitest"
import { redirectFacts, redirectKind } from "../src/Redirect.ts"
import { look } from "./fixtures.ts"

const cases: ReadonlyArray<readonly [string, string, string]> = [
  ["https://example.com/", "https://parking.example.net/", "other_domain"],
  ["https://a.co.uk/", "https://b.co.uk/", "other_domain"],
  ["https://example.com/", "http://example.net/", "other_domain"],
  ["https://example.com/", "http://example.com/", "insecure"],
  ["https://example.com/", "http://www.example.com/", "insecure"],
  ["https://example.com/", "https://www.example.com/", "www"],
  ["http://www.example.com/", "https://example.com/", "www"],
  ["https://example.com/", "https://shop.example.com/", "other_host"],
  ["http://example.com/", "https://example.com/", "https"],
  ["https://example.com/", "https://example.com/login", "path"]
]

const hop = (url: string, statusCode: number) => ({
  url,
  statusCode,
  location: null,
  address: "192.0.2.1",
  httpVersion: "1.1",
  timings: { dnsUs: 1, connectUs: 1, tlsUs: null, waitUs: 1, downloadUs: 1 },
  certificate: null
})

describe("redirect detection", () => {
  for (const [from, to, kind] of cases) {
    it(`calls ${from} to ${to} ${kind}`, () => assert.strictEqual(redirectKind(from, to), kind))
  }

  it("lists the hops and where they end", () => {
    const facts = redirectFacts(look({
      url: "http://example.com/",
      hops: [hop("http://example.com/", 301), hop("https://example.com/", 200)],
      finalUrl: "https://example.com/"
    }))
    assert.deepStrictEqual(facts, {
      detected: true,
      finalUrl: "https://example.com/",
      kind: "https",
      hops: [{ url: "http://example.com/", statusCode: 301 }, { url: "https://example.com/", statusCode: 200 }]
    })
  })

  it("says so when there is none, also of an error page", () => {
    const seen = look({ outcome: "http_status", verdict: "down", statusCode: 500, hops: [hop("https://shop.example.com/", 500)] })
    assert.deepInclude(redirectFacts(seen), { detected: false, kind: null })
  })
})
