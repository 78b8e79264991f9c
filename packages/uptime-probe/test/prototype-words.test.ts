import { prototypeWords } from "@mon/tooling/prototypeWords"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { makeCookieJar } from "../src/http/CookieJar.ts"
import { conditionsOf } from "../src/expiry/DomainStatus.ts"
import { parseRdap } from "../src/expiry/RdapAnswer.ts"
import { parseWhois } from "../src/expiry/WhoisAnswer.ts"
import { tlsSentence } from "../src/tls/Handshake.ts"
import { fieldsOf, firstPlan } from "../src/probe/RequestPlan.ts"
import { readModules } from "../src/serve/readModules.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

/** Returns an object with an own property of the given name, even if the name is `__proto__`. */
const having = (name: string, value: unknown): Readonly<Record<string, unknown>> => ({ [name]: value })

const read = (text: string) => {
  const { faults, unusable } = readModules(parse(text), () => "")
  return [...faults, ...[...unusable.values()].flat()].join("\n")
}

describe.each(prototypeWords)("the word %j", (word) => {
  it("is a header that is there only if the server sends it", async () => {
    const { site, url } = await lab.open("shop.example.com")
    const expected = { expect: [{ header: word }] }
    expect(await lab.check(url, expected)).toMatchObject({ outcome: "expectation_failed" })
    site.behave({ headers: having(word, "here") as Record<string, string> })
    expect(await lab.check(url, { expect: [{ header: word, equals: "here" }] })).toMatchObject({ outcome: "ok" })
  })

  it("is a header that a check sends", () => {
    const headers = having(word, "sent") as Record<string, string>
    const fields = fieldsOf(firstPlan({ url: "http://a.example.com/", headers }), "agent", "")
    expect(Object.entries(fields)).toContainEqual([word.toLowerCase(), "sent"])
  })

  it("is a member of JSON only if the JSON has it", async () => {
    const { site, url } = await lab.open("shop.example.com", { behaviour: { body: "{}" } })
    for (const json of [`$.${word}`, `$['${word}'].x`, `$..${word}`])
      expect(await lab.check(url, { expect: [{ json }] })).toMatchObject({ outcome: "expectation_failed" })
    site.behave({ body: JSON.stringify(having(word, { x: 1 })) })
    expect(await lab.check(url, { expect: [{ json: `$.${word}.x`, equals: 1 }] })).toMatchObject({ outcome: "ok" })
    expect(await lab.check(url, { expect: [{ json: "$", equals: {} }] })).toMatchObject({
      outcome: "expectation_failed"
    })
    expect(Reflect.get({}, "x")).toBeUndefined()
  })

  it("is a cookie like any other", () => {
    const jar = makeCookieJar()
    jar.take(new URL("http://a.example.com/"), [`${word}=1`])
    expect(jar.headerFor(new URL("http://a.example.com/"))).toBe(`${word}=1`)
  })

  it("is a label, an event and a status that registries do not use", () => {
    const text = `${word}: 2031-01-01\nDomain Name: example.test\nDomain Status: ${word}\nExpiry Date: 2030-02-09\n${word}: x`
    const expiresAt = Date.parse("2030-02-09")
    expect(parseWhois(text, "example.test")).toMatchObject({ kind: "registered", expiresAt })
    const events = [
      { eventAction: word, eventDate: "2031-01-01T00:00:00Z" },
      { eventAction: "expiration", eventDate: "2030-02-09T00:00:00Z" }
    ]
    const domain = { objectClassName: "domain", ldhName: "a.example", events, status: [word], ...having(word, 1) }
    const answer = parseRdap(JSON.stringify(domain), "a.example")
    expect(answer).toMatchObject({ kind: "registered", expiresAt })
    expect(conditionsOf([word])).toEqual([])
  })

  it("is a TLS error without a sentence of its own", () => {
    expect(tlsSentence(Object.assign(new Error(word), { code: word }))).toBe(`The TLS handshake failed: ${word}.`)
  })

  it("is neither a prober, nor an option, nor a type of records in the configuration of the exporter", () => {
    expect(read(`modules: { m: { prober: ${word} } }`)).toContain("prober")
    expect(read(`modules: { m: { prober: http, http: { "${word}": 1 } } }`)).toContain(`${word}`)
    expect(read(`modules: { m: { prober: dns, dns: { query_name: a.example, query_type: ${word} } } }`)).toContain(
      "query_type"
    )
  })
})
