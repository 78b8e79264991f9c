import { type AddressInfo, createServer } from "node:net"
import * as Effect from "effect/Effect"
import { examplesOf, runExample } from "@mon/tooling/readme"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as effectApi from "../src/effect.ts"
import * as https from "node:https"
import * as api from "../src/index.ts"
import * as undici from "../src/undici.ts"

/** In this test, the host example.com of the README is a local server. */
const site = createServer((socket) => socket.end())
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      site.listen(0, "127.0.0.1", resolve)
    })
)
afterAll(
  () =>
    new Promise<void>((resolve) => {
      site.close(() => resolve())
    })
)

class Resolver {
  resolve4(): Promise<ReadonlyArray<string>> {
    return Promise.resolve(["127.0.0.1"])
  }
}

const dialHere = (options: api.DialOptions) =>
  api.dial({
    ...options,
    port: (site.address() as AddressInfo).port,
    policy: api.makeAddressPolicy({ allow: ["127.0.0.0/8"] })
  })

const modules: Readonly<Record<string, object>> = {
  "@mon/public-net": { ...api, dial: dialHere },
  "@mon/public-net/effect": effectApi,
  "@mon/public-net/undici": undici,
  "effect/Effect": Effect,
  "node:https": https,
  "node:dns": { promises: { Resolver } }
}

test.each(examplesOf(new URL("../README.md", import.meta.url)))(
  "example %# of the README runs as printed",
  async (fence) => {
    const claims = await runExample(fence, modules)
    expect(claims.length).toBeGreaterThan(0)
    for (const [found, expected] of claims) expect(found).toEqual(expected)
  }
)
