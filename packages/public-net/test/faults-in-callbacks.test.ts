import { InjectedFault, tryFaults } from "@mon/bundled/callbacks/testing"
import { makeAuthority, type Site, startSite } from "@mon/tooling/testbed"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createAgent, createHttpExchange, makeAddressPolicy, type ResolveAddresses } from "../src/index.ts"
import { createSafeFetch } from "../src/undici.ts"
import { requestWith } from "./requests.ts"

const NAME = "shop.example.com"
const policy = makeAddressPolicy({ allow: ["127.0.0.0/8"] })
const resolve: ResolveAddresses = () => Promise.resolve({ status: "ok", addresses: ["127.0.0.1"] })

let plain: Site
let secure: Site
let silent: Site
let rootPem: string
beforeAll(async () => {
  const authority = await makeAuthority()
  ;({ rootPem } = authority)
  plain = await startSite({ behaviour: { body: "ok" } })
  secure = await startSite({ behaviour: { body: "ok" }, tls: await authority.issue({ names: [NAME] }) })
  silent = await startSite({ behaviour: { hang: "before-headers" } })
})
afterAll(() => Promise.all([plain.close(), secure.close(), silent.close()]))

/** Returns the outcome of a request. An injected fault may be the cause of the request's error. */
const endOf = async (request: () => Promise<unknown>): Promise<string> => {
  try {
    return String(await request())
  } catch (error) {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      if (cause instanceof InjectedFault) return "fault"
    return String(error)
  }
}

it("throws in every callback of a request: the request ends with the error, and the next one works", async () => {
  const exchange = createHttpExchange({ policy, resolve, extraCa: [rootPem], allowsHttp: true })
  const get = async (url: string, ms = 5_000): Promise<string> => {
    const result = await exchange({ url, signal: AbortSignal.timeout(ms) })
    return result.ok ? result.body.toString() : result.code
  }
  const works: ReadonlyArray<() => Promise<unknown>> = [
    () => get(`https://${NAME}:${secure.port}/`),
    () => get(`http://${NAME}:${silent.port}/`, 100),
    async () =>
      (await requestWith(`http://${NAME}:${plain.port}`, { agent: createAgent("http:", { policy, resolve }) })).body,
    async () => (await createSafeFetch({ policy, resolve })(`http://${NAME}:${plain.port}/`)).text()
  ]
  const tried = new Set<string>()
  const faults: Array<string> = []
  const wrong: Array<string> = []
  for (const work of works) {
    const { expected, trials } = await tryFaults(() => endOf(work), tried)
    for (const { afterwards, found, place } of trials) {
      if (found === "fault") faults.push(place)
      // A callback that runs after the answer must not change the result.
      else if (found !== expected) wrong.push(`${place}: ${found}`)
      if (afterwards !== expected) wrong.push(`after ${place}: ${afterwards}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried.size).toBeGreaterThanOrEqual(10)
  expect(faults.length).toBeGreaterThanOrEqual(8)
})
