import { assert, describe, it } from "@effect/vitest"
import { redirectFacts } from "../src/domains/DomainCheck.ts"
import { check } from "./fixtures.ts"

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
  it("lists the hops and the final URL", () => {
    const facts = redirectFacts(
      check({
        url: "http://example.com/",
        hops: [hop("http://example.com/", 301), hop("https://example.com/", 200)],
        finalUrl: "https://example.com/",
        redirect: { kind: "https", kinds: ["https"], permanent: true }
      })
    )
    assert.deepStrictEqual(facts, {
      detected: true,
      finalUrl: "https://example.com/",
      kind: "https",
      hops: [
        { url: "http://example.com/", statusCode: 301 },
        { url: "https://example.com/", statusCode: 200 }
      ]
    })
  })

  it("reports that there is no redirect, also for an error page", () => {
    const seen = check({
      outcome: "http_status",
      verdict: "down",
      statusCode: 500,
      hops: [hop("https://shop.example.com/", 500)]
    })
    assert.deepInclude(redirectFacts(seen), { detected: false, kind: null })
  })

  it("reports nothing without a final response", () => {
    const seen = check({ outcome: "body_timeout", verdict: "down", hops: [hop("https://shop.example.com/", 200)] })
    assert.isNull(redirectFacts(seen))
  })
})
