import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import * as api from "../src/index.ts"
import * as undici from "../src/undici.ts"

const policy = api.makeAddressPolicy()
const ten = api.parseCidr("10.0.0.0/8")
const one = api.parseIpAddress("10.0.0.1")
const resolve = () => Promise.resolve({ status: "nxdomain" as const })
const { signal } = new AbortController()

const TRIED: Readonly<Record<string, TriedFunction>> = {
  makeAddressPolicy: { call: api.makeAddressPolicy, args: () => [{ allow: ["10.0.0.0/8"], deny: ["10.0.0.1/32"] }] },
  "policy.classify": { call: policy.classify, args: () => ["10.0.0.1"] },
  "policy.allows": { call: policy.allows, args: () => ["10.0.0.1"] },
  isPublicAddress: { call: api.isPublicAddress, args: () => ["10.0.0.1"] },
  vetAddresses: { call: api.vetAddresses, args: () => [policy, ["10.0.0.1"]], loose: ["[0]"] },
  networkOf: { call: api.networkOf, args: () => [ten], loose: ["[0]", "[0].address"] },
  hasHostBits: { call: api.hasHostBits, args: () => [ten], loose: ["[0]", "[0].address"] },
  parseCidr: { call: api.parseCidr, args: () => ["10.0.0.0/8"] },
  formatCidr: { call: api.formatCidr, args: () => [ten], loose: ["[0]", "[0].address"] },
  cidrContains: { call: api.cidrContains, args: () => [ten, one], loose: ["[0]", "[0].address", "[1]"] },
  parseCidrList: { call: api.parseCidrList, args: () => ["10.0.0.0/8"] },
  mergeCidrs: { call: api.mergeCidrs, args: () => [[ten]], loose: ["[0][0]", "[0][0].address"] },
  countAddresses: { call: api.countAddresses, args: () => [[ten], 4], loose: ["[0][0]", "[0][0].address"] },
  dial: {
    call: api.dial,
    args: () => [
      { hostname: "a.example", port: 80, policy, resolve, signal, family: 4, attemptDelayMs: 5, connect: () => null }
    ],
    loose: ["[0].policy"]
  },
  createAgent: {
    call: api.createAgent,
    args: () => ["https:", { policy, resolve, connectTimeoutMs: 5, agent: {} }],
    loose: ["[1].policy", "[1].agent"]
  },
  createHttpExchange: {
    call: api.createHttpExchange,
    args: () => [{ policy, resolve, connect: () => null, extraCa: [], allowsHttp: true }],
    loose: ["[0].policy"]
  },
  exchange: {
    call: api.createHttpExchange({ resolve }),
    args: () => [
      {
        url: "https://a.example/",
        method: "GET",
        headers: { a: "b" },
        body: "",
        resolve,
        signal,
        maxBytes: 9,
        bodyTimeoutMs: 5
      }
    ],
    loose: ["[0].headers"]
  },
  systemResolver: { call: api.systemResolver, args: () => ["a.example", AbortSignal.abort()] },
  createDispatcher: {
    call: undici.createDispatcher,
    args: () => [{ policy, resolve, connectTimeoutMs: 5 }],
    loose: ["[0].policy"]
  },
  createSafeFetch: {
    call: undici.createSafeFetch,
    args: () => [{ policy, resolve, timeoutMs: 5, maxRedirects: 1, maxBytes: 9 }],
    loose: ["[0].policy"]
  },
  safeFetch: {
    // For this test, a refused URL is a result and not an error.
    call: (url: string, init: undici.SafeFetchInit) =>
      undici.safeFetch(url, init).catch((error: unknown) => {
        if (!(error instanceof undici.SafeFetchError)) throw error
      }),
    args: () => ["ftp://a.example/", { method: "GET", signal, redirect: "follow" }]
  },
  canonicalAddress: { call: api.canonicalAddress, args: () => ["10.0.0.1"] },
  formatIpAddress: { call: api.formatIpAddress, args: () => [one], loose: ["[0]"] },
  hexDigits: { call: api.hexDigits, args: () => [one], loose: ["[0]"] },
  inSameNetwork: { call: api.inSameNetwork, args: () => [one, one, 8], loose: ["[0]", "[1]"] },
  parseIpAddress: { call: api.parseIpAddress, args: () => ["10.0.0.1"] },
  reversedLabels: { call: api.reversedLabels, args: () => [one], loose: ["[0]"] },
  reverseDnsName: { call: api.reverseDnsName, args: () => [one], loose: ["[0]"] },
  unmapIpv4: { call: api.unmapIpv4, args: () => [one], loose: ["[0]"] },
  hasPublicSuffix: { call: api.hasPublicSuffix, args: () => ["example.com"] },
  parsePublicUrl: { call: api.parsePublicUrl, args: () => ["https://example.com"] },
  organizationalDomain: { call: api.organizationalDomain, args: () => ["www.example.com"] },
  registrableDomain: { call: api.registrableDomain, args: () => ["www.example.com"] }
}

test("every exported function is tried", () => {
  expect([...functionsOf(api), ...functionsOf(undici)].filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
