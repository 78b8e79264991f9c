// Responses of an OpenID Connect provider that must not sign anybody in.
import { Redacted } from "effect"
import type { JWTPayload } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import {
  type IdentityProviderServer,
  providerUrlOn,
  PUBLIC_URL,
  startIdentityProvider,
  throughProvider,
  visitProvider
} from "./IdentityProviderServer.ts"
import { OWN_PORTS, ownAddress } from "./loopback.ts"
import { PASSWORD, signUp, visitor, type Visitor } from "./Visitor.ts"

const begin = async (person: Visitor): Promise<string> => providerUrlOn(await person.post("/signin/oidc", {}))
const isSignedIn = async (person: Visitor) => (await person.get("/settings/sign-in")).status === 200

describe("an answer of an OpenID Connect provider", () => {
  let world: World
  let provider: IdentityProviderServer
  let api: TestApi
  beforeAll(async () => {
    provider = await startIdentityProvider()
    world = await openWorld()
    api = await world.startApi({ settings: provider.settings })
    provider.people.set("ann", { email: "ann@example.net", email_verified: true })
    provider.people.set("eve", { email: "eve@example.net", email_verified: true })
  })
  afterAll(async () => {
    await world.close()
    await provider.close()
  })
  beforeEach(() => {
    provider.state.forge = null
  })

  const goThere = (login: string, start: string): Promise<string> => {
    provider.state.login = login
    return visitProvider(start)
  }
  const nobody = () => world.sql("select 1 from linked_identity")

  it.each<readonly [string, (claims: JWTPayload) => Record<string, unknown>]>([
    ["of another issuer", (claims) => ({ ...claims, iss: "https://login.example.org" })],
    ["for another client", (claims) => ({ ...claims, aud: "another" })],
    [
      "for several clients without naming this one",
      (claims) => ({ ...claims, aud: ["mon", "another"], azp: "another" })
    ],
    ["with the nonce of another request", (claims) => ({ ...claims, nonce: "another" })],
    ["without a nonce", (claims) => ({ ...claims, nonce: undefined })],
    ["that has expired", (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_000_600 })],
    ["without a subject", (claims) => ({ ...claims, sub: undefined })],
    ["with a subject that is no text of the standard", (claims) => ({ ...claims, sub: "a\u0000b" })],
    ["with a subject that is too long", (claims) => ({ ...claims, sub: "a".repeat(256) })]
  ])("is refused with a token %s", async (_, forge) => {
    provider.state.forge = forge
    const person = visitor(api)
    const back = await throughProvider(provider, person, "ann")
    expect(back.status).toBe(400)
    expect(back.text).toContain("This sign-in was refused")
    expect(await isSignedIn(person)).toBe(false)
    expect(await nobody()).toEqual([])
  })

  it("does not count in another browser than the one that began", async () => {
    const path = await goThere("eve", await begin(visitor(api)))
    const victim = visitor(api)
    expect((await victim.get(path)).text).toContain("started in another browser")
    expect(await isSignedIn(victim)).toBe(false)
    await begin(victim)
    expect((await victim.get(path)).text).toContain("This sign-in was refused")
    expect(await isSignedIn(victim)).toBe(false)
    expect(await nobody()).toEqual([])
  })

  it("is refused if state, code or issuer were changed on the way, or are missing", async () => {
    for (const change of [
      (query: URLSearchParams) => query.set("state", "another"),
      (query: URLSearchParams) => query.delete("state"),
      (query: URLSearchParams) => query.set("code", "another"),
      (query: URLSearchParams) => query.delete("code"),
      (query: URLSearchParams) => query.set("iss", "https://login.example.org"),
      (query: URLSearchParams) => query.append("state", "another")
    ]) {
      const person = visitor(api)
      const url = new URL(await goThere("ann", await begin(person)), PUBLIC_URL)
      change(url.searchParams)
      expect((await person.get(`${url.pathname}${url.search}`)).status).toBe(400)
      expect(await isSignedIn(person)).toBe(false)
    }
  })

  it("counts once, also if the browser still has the cookie", async () => {
    const person = visitor(api)
    const path = await goThere("ann", await begin(person))
    const cookie = person.cookies.get("mon_oidc") ?? ""
    expect((await person.get(path)).status).toBe(303)
    expect(person.cookies.has("mon_oidc")).toBe(false)
    const replay = visitor(api)
    replay.cookies.set("mon_oidc", cookie)
    expect((await replay.get(path)).text).toContain("This sign-in was refused")
    expect(await isSignedIn(replay)).toBe(false)
  })

  it("does not count after 15 minutes", async () => {
    const person = visitor(api)
    const path = await goThere("ann", await begin(person))
    world.clock.advance(15 * 60_000)
    expect((await person.get(path)).status).toBe(400)
    expect(await isSignedIn(person)).toBe(false)
  })

  it("changes nothing with HEAD", async () => {
    const person = visitor(api)
    const path = await goThere("ann", await begin(person))
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    expect((await api.send("HEAD", path, { headers: { Cookie: cookie } })).status).toBe(404)
    expect((await person.get(path)).status).toBe(303)
  })

  it("links nothing to the session of somebody who did not begin", async () => {
    const eve = await signUp(world, api, "eve-here@example.net")
    const start = providerUrlOn(await eve.post("/settings/sign-in/link", {}))
    const path = await goThere("eve", start)
    const victim = await signUp(world, api, "victim@example.net")
    victim.cookies.set("mon_oidc", eve.cookies.get("mon_oidc") ?? "")
    expect((await victim.get(path)).status).toBe(400)
    expect(await world.sql("select 1 from linked_identity where subject = 'eve'")).toEqual([])
  })

  it("shows a page if the person or the provider ended the sign-in", async () => {
    const person = visitor(api)
    const state = new URL(await begin(person)).searchParams.get("state") ?? ""
    const query = new URLSearchParams({ error: "access_denied", state, iss: provider.issuer })
    const back = await person.get(`/signin/oidc/callback?${query}`)
    expect([back.status, back.text.includes("You are not signed in")]).toEqual([403, true])
  })

  it("is not awaited from many sign-ins of one network that were refused", async () => {
    const person = visitor(api)
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 22; attempt += 1) {
      await begin(person)
      statuses.add((await person.get("/signin/oidc/callback?code=a&state=b")).status)
    }
    expect([...statuses]).toEqual([400, 429])
  })

  it("is not needed for passwords: while the provider is away, a page says so and they work", async () => {
    await signUp(world, api, "patient@example.net")
    const { oidc } = provider.settings
    if (oidc === undefined || oidc === null) throw new Error("The provider has no settings.")
    const settings = { ...provider.settings, oidc: { ...oidc, issuer: `http://${ownAddress()}:${OWN_PORTS.http}` } }
    const alone = await world.startApi({ settings })
    const person = visitor(alone)
    const away = await person.post("/signin/oidc", {})
    expect([away.status, away.headers["retry-after"]]).toEqual([503, "30"])
    expect(away.text).toContain("Sign in with your password")
    await person.post("/signin", { email: "patient@example.net", password: PASSWORD })
    expect(await isSignedIn(person)).toBe(true)
  })

  it("is not requested from private addresses unless the operator allows them", async () => {
    const guarded = await world.startApi({ settings: { ...provider.settings, allowPrivateNetworks: [] } })
    expect((await visitor(guarded).post("/signin/oidc", {})).status).toBe(503)
  })

  it("leaves neither codes nor secrets in the log", async () => {
    const { oidc } = provider.settings
    if (oidc === undefined || oidc === null || oidc.clientSecret === null) throw new Error("There is no secret.")
    const wrong = { ...provider.settings, oidc: { ...oidc, clientSecret: Redacted.make("the wrong secret, a canary") } }
    const other = await world.startApi({ settings: wrong })
    const person = visitor(other)
    const path = await goThere("ann", await begin(person))
    expect((await person.get(path)).status).toBe(400)
    const code = new URL(path, PUBLIC_URL).searchParams.get("code") ?? "none"
    const log = JSON.stringify(world.logs)
    expect(log.includes("WWW-Authenticate")).toBe(true)
    const secrets = [code, "a canary", Redacted.value(oidc.clientSecret)]
    expect(secrets.map((secret) => log.includes(secret))).toEqual([false, false, false])
  })
})
