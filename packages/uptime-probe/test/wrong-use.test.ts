import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
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
  contentFaults: "remark",
  contentMemory: { format: "html", checks: 1, titles: [1], hosts: [1], strange: 0 },
  keepAnswerBytes: 10
})
const service = api.makeServiceProbe({ dns, policy })
const shared = () => ({ timeoutMs: 1_000, family: 4, expect: [{ certificate: "valid", minimumDays: 1 }] })
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
  unmadeCheck: {
    call: api.unmadeCheck,
    args: () => ["https://example.com/", 0, "The credentials cannot be decrypted.", new Error("x")],
    loose: ["[3]"]
  },
  makeProbe: { call: api.makeProbe, args: () => [options()], loose: ["[0].policy", "[0].dns"] },
  withStatus: {
    call: api.withStatus,
    args: () => [{ url: "https://example.com/", outcome: "ok", statusCode: 200 }, 429],
    loose: ["[0]"]
  },
  makeServiceProbe: {
    call: api.makeServiceProbe,
    args: () => [{ userAgent: "test", extraCa: [], policy, dns, dnsServers: ["192.0.2.53"] }],
    loose: ["[0].policy", "[0].dns"]
  },
  testIcmp: { call: api.testIcmp, args: () => [] },
  serviceAddress: {
    call: api.serviceAddress,
    args: () => [{ type: "tcp", target: "example.com:25" }],
    loose: ["[0]"],
    anything: ["[0]", "[0].type", "[0].target"]
  },
  serviceAddresses: {
    call: api.serviceAddresses,
    args: () => [{ type: "tcp", target: "example.com:25" }],
    loose: ["[0]"],
    anything: ["[0]", "[0].type", "[0].target"]
  },
  serviceFault: {
    call: api.serviceFault,
    args: () => [{ type: "tcp", target: "example.com:25" }, "check"],
    loose: ["[0]"],
    anything: ["[0]", "[0].type", "[0].target"]
  },
  "service.check": {
    call: service.check,
    args: () => [{ ...shared(), type: "ssh", target: "example.com" }, signal]
  },
  "service.tcp": {
    call: service.tcp,
    args: () => [
      {
        ...shared(),
        target: "example.com:25",
        tls: false,
        serverName: "example.com",
        steps: [{ receive: "a", ignoreCase: true }, { send: "b" }, { startTls: true }]
      },
      signal
    ]
  },
  "service.tls": {
    call: service.tls,
    args: () => [{ ...shared(), target: "example.com", serverName: "example.com", steps: [{ send: "b" }] }, signal]
  },
  "service.icmp": {
    call: service.icmp,
    args: () => [
      { ...shared(), target: "example.com", packets: 3, packetBytes: 56, maxLossPercent: 50, maxMeanMs: 100 },
      signal
    ]
  },
  "service.protocol": {
    call: service.protocol,
    args: () => [
      {
        ...shared(),
        type: "postgres",
        target: "example.com",
        tls: "never",
        serverName: "example.com",
        login: { username: "mon", password: "x" },
        database: "shop",
        query: "SELECT 1",
        answer: { equals: "1", matches: "1", atLeast: 1, atMost: 1 },
        role: "primary"
      },
      signal
    ]
  },
  "service.dns": {
    call: service.dns,
    args: () => [
      {
        timeoutMs: 1_000,
        family: 4,
        server: "example.com",
        name: "example.com",
        type: "A",
        transport: "udp",
        recursion: true,
        expect: [
          { rcode: "NXDOMAIN" },
          { flag: "authoritative", absent: true },
          { answer: "192.0.2.1", absent: true },
          { answerMatches: "a", absent: true },
          { minimumAnswers: 1 },
          { responseTimeMs: 10 }
        ]
      },
      signal
    ]
  },
  "service.webSocket": {
    call: service.webSocket,
    args: () => [
      {
        ...shared(),
        url: "wss://example.com/",
        userAgent: "test",
        headers: { origin: "https://example.com" },
        subprotocols: ["chat"],
        ping: true,
        send: "a",
        receive: "b"
      },
      signal
    ],
    loose: ["[0].headers"]
  },
  judgeContent: {
    call: api.judgeContent,
    args: () => [
      { statusCode: 200, contentType: "text/html", text: "" },
      { format: "html", checks: 1, titles: [1], hosts: [1], strange: 0 }
    ]
  },
  isContentMemory: {
    call: api.isContentMemory,
    args: () => [{ format: "html" }],
    loose: ["[0]"],
    anything: ["[0]", "[0].format"]
  },
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
  goPattern: { call: api.goPattern, args: () => ["a+", true] },
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
  observeRecordSet: {
    call: api.observeRecordSet,
    args: () => [
      { name: "_dmarc.example.com", type: "TXT" },
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
        rdapServers: { com: "https://rdap.example/v1/" },
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

test.each([
  [() => service.tcp("example.com"), "tcp: request must be a host and a port"],
  [() => service.tcp({ target: "example.com:99999" }), "tcp: request.target must be a host and a port"],
  [() => service.tcp("http://example.com:80"), "tcp: request must be a host and a port"],
  [() => service.tcp({ target: "a.example:1", steps: [{ recieve: "x" }] } as never), 'Did you mean "receive"?'],
  [
    () => service.tcp({ target: "a.example:1", steps: [{ receive: "(a)\\1" }] }),
    "tcp: request.steps[0].receive must be a pattern"
  ],
  [
    () => service.tcp({ target: "a.example", tls: true, steps: [{ startTls: true }] }),
    "tcp: request.steps cannot have startTls"
  ],
  [() => service.tls({ target: "a.example", tls: true } as never), 'tls: request has no option "tls"'],
  [
    () => service.protocol({ type: "smtp", target: "a.example", clientName: "a\r\nRSET" }),
    "protocol: request.clientName must be a host name or an address in brackets"
  ],
  [
    () => service.dns({ server: "192.0.2.53", name: "a..example", type: "A" }),
    "dns: request.name must be a domain name in ASCII"
  ],
  [
    () => service.dns({ server: "192.0.2.53", name: "a.example", type: "AA" } as never),
    "dns: request.type must be a record"
  ],
  [() => service.webSocket("https://a.example/"), "webSocket: request must be a ws or wss URL"],
  [
    () => service.webSocket({ url: "wss://a.example/", headers: { upgrade: "x" } }),
    'webSocket: request.headers["upgrade"] cannot be set'
  ]
])("a wrong request of a service is a TypeError with a sentence: %#", async (call, sentence) => {
  await expect(call()).rejects.toThrow(sentence)
  await expect(call()).rejects.toBeInstanceOf(TypeError)
})
