import { functionsOf, type TriedFunction, wrongUse } from "@mon/arguments/testing"
import { expect, test } from "vitest"
import { makeServerClient, makeZoneClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import * as expiryApi from "../src/domain-expiry.ts"
import * as probeApi from "../src/index.ts"
import type { DnsObservation } from "../src/index.ts"

const api = { ...probeApi, ...expiryApi }
const { probe: probeDns, query, resolveAddresses } = makeZoneClient({ "example.com": { A: ["192.0.2.1"] } })
const dns = { probe: probeDns, resolveAddresses }
const policy = makeAddressPolicy()
const servers = makeServerClient({ timeoutMs: 10, tries: 1 })
const { signal } = new AbortController()
const probe = api.makeProbe({ dns, policy })
const expiry = api.makeDomainExpiry({ dns, policy, minIntervalMs: 0, timeoutMs: 50 })

/** The address 192.0.2.1 is not public, so no check opens a connection. */
const request = () => ({
  url: "http://example.com/",
  timeoutMs: 1_000,
  userAgent: "test",
  method: "POST",
  headers: { accept: "*/*" },
  body: "x",
  auth: { username: "a", password: "b" },
  family: 4,
  followRedirects: true,
  expect: [{ text: "x", absent: true }],
  keepAnswerBytes: 10
})
const options = () => ({ userAgent: "test", extraCa: [], internalRedirects: false, policy, dns })
const snapshot = () => ({ name: "example.com", takenAt: 0, sets: { NS: { status: "ok", records: ["ns.example"] } } })

const observation = (observedAt = 0): DnsObservation => ({
  hostname: "www.example.com",
  domain: "example.com",
  observedAt,
  names: { MX: "example.com" },
  findings: [],
  sets: { MX: [{ server: "ns1.example.net", status: "ok", records: ["10 mx.example.net"], serial: 1 }] }
})

const TRIED: Readonly<Record<string, TriedFunction>> = {
  check: {
    call: probeApi.check,
    args: () => [request(), { ...options(), signal }],
    loose: ["[0].headers", "[1].policy", "[1].dns"],
    depth: 2
  },
  "probe.check": { call: probe.check, args: () => [request(), signal], loose: ["[0].headers"] },
  makeProbe: { call: api.makeProbe, args: () => [options()], loose: ["[0].policy", "[0].dns"] },
  classifyRedirects: {
    call: api.classifyRedirects,
    args: () => [{ urls: [new URL("http://a.example/")], statusCodes: [301], page: "" }]
  },
  expectationFault: {
    call: api.expectationFault,
    args: () => [{ text: "a" }, "expect[0]"],
    loose: ["[0]"],
    anything: ["[0]", "[0].text"]
  },
  textPattern: { call: api.textPattern, args: () => ["a+", true] },
  patternFault: { call: api.patternFault, args: () => ["a+", true] },
  compareDnsSnapshots: {
    call: api.compareDnsSnapshots,
    args: () => [snapshot(), snapshot()],
    loose: ["[0]", "[0].sets", "[0].sets.NS", "[1]", "[1].sets", "[1].sets.NS"]
  },
  takeDnsSnapshot: {
    call: api.takeDnsSnapshot,
    args: () => ["example.com", { dns: { query }, types: ["NS"], signal }],
    loose: ["[1].dns"]
  },
  observeDns: {
    call: api.observeDns,
    args: () => [
      { hostname: "www.example.com", domain: "example.com", types: ["NS"] },
      { dns: { query }, servers: { ask: servers.ask }, policy, port: 53, deadlineMs: 100, signal }
    ],
    loose: ["[1].dns", "[1].servers", "[1].policy"]
  },
  judgeDns: {
    call: api.judgeDns,
    args: () => [api.judgeDns(null, observation()).state, observation(), { pinnedAddresses: ["192.0.2.1"] }],
    loose: ["[0]", "[0].sets", "[0].sets.MX", "[1]", "[1].sets", "[1].sets.MX[0]", "[1].names", "[0].sets.MX.seen"],
    anything: ["[1].hostname", "[1].findings"]
  },
  makeDomainExpiry: {
    call: api.makeDomainExpiry,
    args: () => [
      {
        ...options(),
        bootstrapUrl: "https://rdap.example/",
        bootstrapCache: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
        whoisServer: "whois.example",
        timeoutMs: 10,
        minIntervalMs: 0,
        clock: { now: () => 0, after: () => () => {} }
      }
    ],
    loose: ["[0].policy", "[0].dns", "[0].bootstrapCache", "[0].clock"]
  },
  "expiry.lookup": {
    call: expiry.lookup,
    args: () => [{ hostname: "com", previous: { expiresAt: null, statuses: [], conditions: [] } }, signal],
    loose: ["[0].previous"]
  },
  conditionsOf: { call: api.conditionsOf, args: () => [["clientHold"]] },
  parseRdap: { call: api.parseRdap, args: () => ["{}", "example.com"] },
  parseWhois: { call: api.parseWhois, args: () => ["x", "example.com"] },
  parseWhoisServer: { call: api.parseWhoisServer, args: () => ["whois.example:43"] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})

test("a URL alone is a request with a limit of 10 seconds", async () => {
  const { outcome, url } = await probe.check("http://example.com/")
  expect([outcome, url]).toEqual(["blocked_address", "http://example.com/"])
})

test("a misspelt expectation is named, and the check is not made", async () => {
  const misspelt = { url: "http://example.com/", expect: [{ txt: "x" }] } as never
  await expect(probe.check(misspelt)).rejects.toThrow(
    'check: request.expect[0] has no option "txt". Did you mean "text"?'
  )
})

test("the password of a URL is not quoted", async () => {
  const error: unknown = await probe.check("ftp://ann:hunter2@example.com").catch((thrown: unknown) => thrown)
  expect(String(error)).toContain("ftp://…@example.com")
})
