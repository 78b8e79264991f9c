import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import * as api from "../src/index.ts"

const zone = {
  "example.com": {
    A: ["192.0.2.1"],
    MX: [{ preference: 10, exchange: "mx.example.com" }],
    TXT: ["v=spf1 -all"],
    TYPE65: [{ data: "00" }]
  },
  "broken.example": { fail: "ServFail" as const }
}
const client = api.makeZoneClient(zone)
const servers = api.makeServerClient({ timeoutMs: 1, tries: 1 })
const { signal } = new AbortController()

const encrypted = () => ({
  timeoutMs: 100,
  tries: 1,
  deadlineMs: 100,
  maxInFlight: 1,
  padding: false,
  ca: ["-----BEGIN CERTIFICATE-----"],
  policy: { classify: () => ({ public: true }), allows: () => true },
  resolve: async () => ({ status: "nodata" })
})

const TRIED: Readonly<Record<string, TriedFunction>> = {
  makeNodeClient: {
    call: api.makeNodeClient,
    args: () => [{ servers: ["127.0.0.1:5353"], timeoutMs: 100, tries: 1, maxInFlight: 1 }]
  },
  makeUdpClient: {
    call: (options: never) => void api.makeUdpClient(options).close(),
    args: () => [
      { servers: ["127.0.0.1:5353"], timeoutMs: 100, tries: 1, deadlineMs: 100, maxInFlight: 1, mixedCase: true }
    ]
  },
  makeZoneClient: {
    call: api.makeZoneClient,
    args: () => [zone],
    loose: ["[0].example.com.MX[0]", "[0].example.com.TYPE65[0]"],
    anything: ["[0].example.com.TYPE65[0].data"]
  },
  makeTlsClient: {
    call: (options: never) => void api.makeTlsClient(options).close(),
    args: () => [{ servers: ["dns.example", "192.0.2.1:853#dns.example", "[2001:db8::1]:853"], ...encrypted() }],
    loose: ["[0].policy"]
  },
  makeHttpsClient: {
    call: (options: never) => void api.makeHttpsClient(options).close(),
    args: () => [{ urls: ["https://dns.example/dns-query{?dns}"], method: "GET", ...encrypted() }],
    loose: ["[0].policy"]
  },
  toAsciiName: { call: api.toAsciiName, args: () => ["bücher.example"] },
  "client.reverse": { call: client.reverse, args: () => ["192.0.2.1", signal] },
  "client.query": { call: client.query, args: () => ["example.com", "A", signal] },
  "client.resolveAddresses": { call: client.resolveAddresses, args: () => ["example.com", signal] },
  "client.probe": { call: client.probe, args: () => [signal] },
  "client.set": {
    call: client.set,
    args: () => ["other.example.com", zone["example.com"]],
    loose: ["[1].MX[0]", "[1].TYPE65[0]"],
    anything: ["[1].TYPE65[0].data"]
  },
  "client.delete": { call: client.delete, args: () => ["other.example.com"] },
  makeServerClient: { call: api.makeServerClient, args: () => [{ timeoutMs: 100, tries: 1, maxInFlight: 1 }] },
  "client.ask": {
    call: async (...args: ReadonlyArray<never>) => {
      const [server, name, type, aborted] = args
      try {
        await servers.ask(server as never, name as never, type as never, aborted)
      } catch (error) {
        if (!(error instanceof api.DnsError)) throw error
      }
    },
    args: () => ["127.0.0.1:1", "example.com", "A", signal]
  },
  encodeDnsQuery: {
    call: api.encodeDnsQuery,
    args: () => [{ id: 1, name: "example.com", type: "A", recursion: true, edns: true }]
  },
  decodeDnsMessage: { call: api.decodeDnsMessage, args: () => [new Uint8Array(12)] },
  parseServerList: { call: api.parseServerList, args: () => ["127.0.0.1:53"] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each([
  ["a URL of http", () => api.makeHttpsClient({ urls: ["http://dns.example/"] })],
  ["a URL with credentials", () => api.makeHttpsClient({ urls: ["https://anna:secret@dns.example/"] })],
  ["no URL", () => api.makeHttpsClient({ urls: [] })],
  ["17 URLs", () => api.makeHttpsClient({ urls: Array.from({ length: 17 }, () => "https://dns.example/") })],
  ["no server", () => api.makeTlsClient({ servers: [] })],
  ["a URL as a server", () => api.makeTlsClient({ servers: ["tls://dns.example"] })],
  ["a server with two names", () => api.makeTlsClient({ servers: ["192.0.2.1#a.example#b.example"] })],
  ["the port 0", () => api.makeTlsClient({ servers: ["dns.example:0"] })]
])("%s is refused", (_what, call) => {
  expect(call).toThrow(TypeError)
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
