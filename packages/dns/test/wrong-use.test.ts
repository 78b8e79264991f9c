import { functionsOf, type TriedFunction, wrongUse } from "@mon/arguments/testing"
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

const TRIED: Readonly<Record<string, TriedFunction>> = {
  makeNodeClient: {
    call: api.makeNodeClient,
    args: () => [{ servers: ["127.0.0.1:5353"], timeoutMs: 100, tries: 1, maxInFlight: 1 }]
  },
  makeUdpClient: {
    call: (options: never) => void api.makeUdpClient(options).close(),
    args: () => [{ servers: ["127.0.0.1:5353"], timeoutMs: 100, tries: 1, deadlineMs: 100, maxInFlight: 1 }]
  },
  makeZoneClient: {
    call: api.makeZoneClient,
    args: () => [zone],
    loose: ["[0].example.com.MX[0]", "[0].example.com.TYPE65[0]"],
    anything: ["[0].example.com.TYPE65[0].data"]
  },
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
  parseServerList: { call: api.parseServerList, args: () => ["127.0.0.1:53"] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
