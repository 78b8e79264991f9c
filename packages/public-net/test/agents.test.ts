import { makeAuthority, type Site, startSite } from "@mon/tooling/testbed"
import axios from "axios"
import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import { createAgent, DialError, makeAddressPolicy, type ResolveAddresses } from "../src/index.ts"
import { refusedTargets } from "./refusedTargets.ts"
import { requestWith } from "./requests.ts"

const loopback = makeAddressPolicy({ allow: ["127.0.0.0/8", "::1"] })
const here: ResolveAddresses = () => Promise.resolve({ status: "ok", addresses: ["127.0.0.1"] })

/** shop.example.com resolves to 127.0.0.1, and every other name to 127.0.0.2. */
const shopOnly: ResolveAddresses = (hostname) =>
  Promise.resolve({ status: "ok", addresses: [hostname === "shop.example.com" ? "127.0.0.1" : "127.0.0.2"] })

let site: Site
let secure: Site
let ca: string
beforeAll(async () => {
  const authority = await makeAuthority()
  const { certPem, keyPem } = await authority.issue({ names: ["shop.example.com"] })
  ca = authority.rootPem
  site = await startSite({ behaviour: { body: "ok" } })
  secure = await startSite({ behaviour: { body: "ok" }, tls: { certPem, keyPem } })
})
afterAll(async () => {
  await site.close()
  await secure.close()
})

const causeOf = (failed: Promise<unknown>): Promise<unknown> =>
  failed.then(
    () => "connected",
    (error: unknown) => error
  )

/** Only the agents are tested with this URL, because the other functions refuse every URL with a user name. */
const withUser = ["http://A.com@127.0.0.1:PORT", []] as const

test.each([...refusedTargets, withUser])("%s is refused", async (target, addresses) => {
  const url = target.replace("PORT", String(site.port))
  const resolve: ResolveAddresses = () => Promise.resolve({ status: "ok", addresses })
  const agent = createAgent(url.startsWith("https:") ? "https:" : "http:", { resolve })
  const accepted = site.accepted
  const error = await causeOf(requestWith(url, { agent }))
  expect(error).toBeInstanceOf(DialError)
  expect(error).toMatchObject({ name: "DialError", code: "blocked_address" })
  expect(site.accepted).toBe(accepted)
})

describe("a policy", () => {
  it("allows addresses and networks, and nothing beside them", async () => {
    for (const allow of [["127.0.0.1", "::1"], ["127.0.0.0/8"]]) {
      const agent = createAgent("http:", { policy: makeAddressPolicy({ allow }), resolve: here })
      for (const host of ["127.0.0.1", "localhost"])
        expect(await requestWith(`http://${host}:${site.port}`, { agent })).toEqual({ status: 200, body: "ok" })
      const error = await causeOf(requestWith(`http://169.254.169.254:${site.port}`, { agent }))
      expect(error).toMatchObject({ code: "blocked_address" })
    }
  })

  it("refuses the networks of deny, also inside of allow and inside of IPv6", async () => {
    const policy = makeAddressPolicy({ allow: ["127.0.0.0/8"], deny: ["127.0.0.0/30", "9.9.9.0/24"] })
    const agent = createAgent("http:", { policy, resolve: here })
    for (const host of ["127.0.0.1", "127.0.0.2", "[::ffff:127.0.0.1]", "9.9.9.9", "[64:ff9b::9.9.9.9]"])
      expect(await causeOf(requestWith(`http://${host}:${site.port}`, { agent }))).toMatchObject({
        code: "blocked_address"
      })
    expect(policy.classify("9.9.9.9")).toEqual({
      public: false,
      network: "9.9.9.0/24",
      use: "denied",
      source: "policy"
    })
    expect(policy.allows("127.0.0.4")).toBe(true)
  })

  it("throws for a network that cannot be read", () => {
    expect(() => makeAddressPolicy({ allow: ["127.0.0.0/invalid"] })).toThrow("127.0.0.0/invalid")
    expect(() => makeAddressPolicy({ deny: ["127.0.0.0/invalid"] })).toThrow("127.0.0.0/invalid")
  })
})

describe("an agent", () => {
  it("does not show the address in a copy of the error", async () => {
    const error = await causeOf(
      requestWith("http://inside.example.com/", { agent: createAgent("http:", { resolve: here }) })
    )
    expect(error).toMatchObject({ blocked: { address: "127.0.0.1" } })
    expect(JSON.stringify(error)).not.toContain("127.0.0.1")
    expect(String(error)).not.toContain("127.0.0.1")
  })

  it("connects with TLS to the vetted address, checks the name and uses a connection again", async () => {
    const agent = createAgent("https:", { policy: loopback, resolve: here, agent: { ca, keepAlive: true } })
    const accepted = secure.accepted
    for (let index = 0; index < 3; index += 1)
      expect(await requestWith(`https://shop.example.com:${secure.port}/`, { agent })).toEqual({
        status: 200,
        body: "ok"
      })
    expect(secure.requests.at(-1)).toMatchObject({ servername: "shop.example.com" })
    expect(secure.accepted - accepted).toBe(1)
    const error = await causeOf(requestWith(`https://other.example.com:${secure.port}/`, { agent }))
    expect(error).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })
    agent.destroy()
  })

  it("names the fault of a name or of a server", async () => {
    const nowhere = createAgent("http:", { resolve: () => Promise.resolve({ status: "nxdomain" }) })
    expect(await causeOf(requestWith("http://gone.example.com/", { agent: nowhere }))).toMatchObject({
      code: "dns_nxdomain"
    })
    const closed = await startSite()
    await closed.close()
    const agent = createAgent("http:", { policy: loopback, resolve: here })
    expect(await causeOf(requestWith(`http://shop.example.com:${closed.port}/`, { agent }))).toMatchObject({
      code: "connect_refused"
    })
  })

  it("vets a redirect that axios follows", async () => {
    site.behave({ redirectTo: `http://inside.example.com:${site.port}/secret` })
    const httpAgent = createAgent("http:", { policy: makeAddressPolicy({ allow: ["127.0.0.1"] }), resolve: shopOnly })
    const requests = site.requests.length
    const error = await causeOf(axios.get(`http://shop.example.com:${site.port}/`, { httpAgent, proxy: false }))
    site.behave({ body: "ok" })
    expect(error).toMatchObject({ code: "blocked_address" })
    expect(site.requests.length - requests).toBe(1)
  })

  it("refuses what would go around the policy", async () => {
    expect(() => createAgent("http:", { agent: { localAddress: "127.0.0.1" } })).toThrow("localAddress")
    const agent = createAgent("http:", { policy: loopback, resolve: here })
    for (const detour of [{ socketPath: "/run/secret.sock" }, { localAddress: "127.0.0.9" }])
      expect(await causeOf(requestWith(`http://127.0.0.1:${site.port}/`, { agent, ...detour }))).toMatchObject({
        code: "ERR_INVALID_ARG_VALUE"
      })
  })

  it("ends a lookup that does not answer", async () => {
    const agent = createAgent("http:", { resolve: () => new Promise(() => {}), connectTimeoutMs: 20 })
    expect(await causeOf(requestWith("http://slow.example.com/", { agent }))).toMatchObject({ code: "dns_failed" })
  })
})
