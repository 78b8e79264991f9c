// An address that a stranger took with a copied invitation link belongs to the person who confirms it.
import { messages } from "@mon/api-contract"
import { People } from "@mon/core-store"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeSetupPath } from "../../src/index.ts"
import type { ApiResponse } from "../ApiConnection.ts"
import { CHOSEN, copiedLink, mailedLink, plant, PLANTED, type Planted } from "../CopiedLink.ts"
import { expectError } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { openTransaction } from "../races/OpenTransaction.ts"
import { codeAt, enrol } from "./Authenticator.ts"
import {
  type IdentityProviderServer,
  providerUrlOn,
  startIdentityProvider,
  throughProvider,
  visitProvider
} from "./IdentityProviderServer.ts"
import { linkTo, signUp, type Visitor, visitor } from "./Visitor.ts"

const ENDS = "Choosing a password ends everything that was set up with it:"

const emailOf = async (person: Visitor) => (await person.call("GET", "/account")).data["email"]

describe("an address that a stranger took with a copied link", () => {
  let world: World
  let api: TestApi
  let provider: IdentityProviderServer
  beforeAll(async () => {
    provider = await startIdentityProvider()
    world = await openWorld()
    api = await world.startApi({ settings: provider.settings })
  })
  afterAll(async () => {
    await world.close()
    await provider.close()
  })

  const signIn = (email: string, password: string, person?: Visitor) =>
    (person ?? visitor(api)).post("/signin", { email, password })

  /** Does work that an earlier release allowed before the address was confirmed. */
  const asEarlier = async <A>(email: string, work: () => Promise<A>): Promise<A> => {
    const confirm = (at: string) => world.sql(`update app_user set email_confirmed_at = ${at} where email = $1`, email)
    await confirm("mon_now()")
    const result = await work()
    await confirm("null")
    return result
  }

  /**
   * The ways in which a stranger can keep access. Each function returns a test of whether the access still leads to the
   * person or to the person's accounts.
   */
  const plants: Readonly<Record<string, (person: Planted) => Promise<() => Promise<boolean>>>> = {
    password: async ({ email }) => {
      return async () => (await signIn(email, PLANTED)).status === 303
    },
    session: async ({ email, stranger }) => {
      return async () => (await emailOf(stranger)) === email
    },
    "API key": async ({ stranger }) => {
      const { data } = await stranger.call("POST", "/keys", { name: "Eve", scope: "write" })
      const key = String(data["key"])
      return async () => (await api.send("GET", "/api/v1/domains", { key })).status === 200
    },
    identity: async ({ email, stranger }) => {
      const login = `eve-${email}`
      await asEarlier(email, () => throughProvider(provider, stranger, login, { path: "/settings/sign-in/link" }))
      return async () => {
        const person = visitor(api)
        await throughProvider(provider, person, login)
        return (await emailOf(person)) === email
      }
    },
    "second factor, half-way through a sign-in": async ({ email, stranger }) => {
      const { nextCode } = await asEarlier(email, () => enrol(world, stranger, email))
      const half = visitor(api)
      await signIn(email, PLANTED, half)
      return async () => {
        const person = visitor(api)
        for (const [name, value] of half.cookies) person.cookies.set(name, value)
        await person.post("/signin/code", { code: nextCode(), next: "/" })
        return (await emailOf(person)) === email
      }
    },
    "recovery code": async ({ email, stranger }) => {
      const { recoveryCodes } = await asEarlier(email, () => enrol(world, stranger, email))
      const left = [...recoveryCodes]
      return async () => {
        const person = visitor(api)
        await signIn(email, PLANTED, person)
        await person.post("/signin/code", { code: left.pop() ?? "", recovery: "yes", next: "/" })
        return (await emailOf(person)) === email
      }
    }
  }

  const use = async (link: string): Promise<ApiResponse> => {
    const owner = visitor(api)
    const shown = await owner.get(link)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain(ENDS)
    expect(shown.text).toContain('autocomplete="new-password"')
    expect(shown.text).not.toContain('autocomplete="current-password"')
    expect(shown.text).not.toContain("revokeKeys")
    return await owner.post(link, { name: "Vic", password: CHOSEN })
  }
  const asked = async (path: string, email: string) => {
    await visitor(api).post(path, { email })
    return linkTo(world, email)
  }
  /** The ways in which the owner of an address confirms it. */
  const ways: Readonly<Record<string, (email: string) => Promise<ApiResponse>>> = {
    "signs up": async (email) => use(await asked("/signup", email)),
    "sets a new password": async (email) => use(await asked("/reset", email)),
    "accepts an emailed invitation": async (email) => use(await mailedLink(world, api, email)),
    "gets a link from the operator": async (email) => use((await world.run(makeSetupPath(email))) ?? "")
  }

  for (const [way, confirm] of Object.entries(ways))
    it.each(Object.keys(plants))(`ends the stranger's %s once its owner ${way}`, async (thing) => {
      const planted = await plant(world, api)
      const { email, host } = planted
      const opens = (await plants[thing]?.(planted)) ?? (() => Promise.resolve(false))
      expect(await opens(), "before").toBe(true)

      expect((await confirm(email)).status).toBe(303)
      expect(await opens(), "afterwards").toBe(false)

      const owner = visitor(api)
      expect((await signIn(email, CHOSEN, owner)).headers["location"], "no code is asked for").toBe("/")
      expect(await emailOf(owner)).toBe(email)
      expect((await owner.get("/accounts")).text).toContain(host.email)
    })

  it("signs the owner in at once, without a code", async () => {
    const { email, stranger } = await plant(world, api)
    await asEarlier(email, () => enrol(world, stranger, email))
    const owner = visitor(api)
    const done = await owner.post(await asked("/reset", email), { password: CHOSEN })
    expect(done.headers["location"]).toBe("/app?done=password")
    expect(await emailOf(owner)).toBe(email)
  })

  it("has no second factor and no identity until it is confirmed", async () => {
    const { email, stranger } = await plant(world, api)
    for (const [path, method, body] of [
      ["/second-factor/setup", "POST", {}],
      ["/second-factor", "POST", { setupToken: "any", code: "123456" }]
    ] as const)
      expectError(await stranger.call(method, path, body), 403, messages.addressUnconfirmed)
    for (const path of ["/settings/second-factor/setup", "/settings/second-factor/confirm"]) {
      const refused = await stranger.post(path, { token: "any", appCode: "123456" })
      expect([refused.status, refused.text.includes("Confirm your address first.")], path).toEqual([403, true])
    }
    const link = await throughProvider(provider, stranger, "eve", { path: "/settings/sign-in/link" })
    expect([link.status, link.text.includes("Confirm your address first")]).toEqual([403, true])
    for (const path of ["/settings/second-factor", "/settings/sign-in"]) {
      const { text } = await stranger.get(path)
      expect(text).toContain('<form method="post" action="/reset">')
      expect(text).toContain(`name="email" value="${email}"`)
      expect(text).not.toContain('action="/settings/second-factor/setup"')
      expect(text).not.toContain('action="/settings/sign-in/link"')
    }
    expect(await world.sql("select 1 from linked_identity where subject = 'eve'")).toEqual([])
  })

  it("gets no identity from a visit to the provider that began before", async () => {
    const { email, stranger } = await plant(world, api)
    provider.state.login = "began"
    const start = await asEarlier(email, () => stranger.post("/settings/sign-in/link", {}))
    const back = await stranger.get(await visitProvider(providerUrlOn(start)))
    expect([back.status, back.text.includes("Confirm your address first")]).toEqual([403, true])
    expect(await world.sql("select 1 from linked_identity where subject = 'began'")).toEqual([])
  })

  it("gets neither from a request that began before and ends while it is confirmed", async () => {
    const { email, stranger } = await plant(world, api)
    provider.state.login = "in-flight"
    const start = await asEarlier(email, () => stranger.post("/settings/sign-in/link", {}))
    const callback = await visitProvider(providerUrlOn(start))
    const setup = (await asEarlier(email, () => stranger.call("POST", "/second-factor/setup"))).data
    const code = codeAt(String(setup["secret"]), world.clock.now())
    const hash = createHash("sha256").update(email).digest()
    await world.run(Effect.flatMap(People, (people) => people.startLink("reset", email, hash)))
    const confirmation = await openTransaction(
      world,
      Effect.flatMap(People, (people) => people.resetPassword(hash, "$chosen", false))
    )
    const responses = [
      await stranger.get(callback),
      await stranger.call("POST", "/second-factor", { setupToken: setup["setupToken"], code }),
      await stranger.post("/settings/second-factor/confirm", { token: String(setup["setupToken"]), appCode: code })
    ]
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
    await confirmation.commit()
    const rows = await world.sql(
      `select u.email_confirmed_at is not null as confirmed, i.id is not null as linked, f.user_id is not null as enrolled
      from app_user u left join linked_identity i on i.user_id = u.id left join second_factor f on f.user_id = u.id
      where u.email = $1`,
      email
    )
    expect(rows).toEqual([{ confirmed: true, linked: false, enrolled: false }])
  })

  it("lets its owner ask for the link in the settings, and then set a second factor and link an identity", async () => {
    const { email, stranger: member } = await plant(world, api)
    expect((await member.post("/reset", { email })).headers["location"]).toBe("/reset/sent")
    await member.post(linkTo(world, email), { password: CHOSEN })
    const linked = await throughProvider(provider, member, `own-${email}`, { path: "/settings/sign-in/link" })
    expect(linked.status).toBe(303)
    await enrol(world, member, email)
    expect(await emailOf(member)).toBe(email)
  })

  it("asks also somebody who is signed in for a new password when the invitation was emailed", async () => {
    const { email, stranger: member } = await plant(world, api)
    const link = await mailedLink(world, api, email)
    const shown = await member.get(link)
    expect(shown.text).toContain(ENDS)
    expect((await member.post(link, { name: "Vic", password: "" })).status).toBe(400)
    const joined = await member.post(link, { name: "Vic", password: CHOSEN })
    expect([joined.status, joined.headers["location"]]).toEqual([303, "/app?done=joined"])
    expect((await signIn(email, PLANTED)).status).toBe(400)
    expect((await signIn(email, CHOSEN)).status).toBe(303)
  })

  it("is not confirmed by another copied link, which asks for the password", async () => {
    const { email } = await plant(world, api)
    const link = await copiedLink(api, await world.account("agency"), email)
    const other = visitor(api)
    expect((await other.get(link)).text).toContain('autocomplete="current-password"')
    expect((await other.post(link, { name: "Eve", password: CHOSEN })).status).toBe(400)
    expect((await other.post(link, { password: PLANTED })).status).toBe(303)
    const rows = await world.sql("select email_confirmed_at as at from app_user where email = $1", email)
    expect(rows).toEqual([{ at: null }])
  })

  it("is not linked or confirmed by an identity with this address", async () => {
    const { email } = await plant(world, api)
    provider.people.set(`claims-${email}`, { email, email_verified: true })
    const person = visitor(api)
    const back = await throughProvider(provider, person, `claims-${email}`)
    expect([back.status, back.text.includes("Sign in with your password first")]).toEqual([403, true])
    const link = await mailedLink(world, api, email)
    expect((await person.get(link)).text).not.toContain(`${link}/oidc`)
    expect((await person.post(`${link}/oidc`, {})).status).toBe(400)
    const rows = await world.sql("select email_confirmed_at as at from app_user where email = $1", email)
    expect(rows).toEqual([{ at: null }])
  })

  it("is confirmed from the start if a provider vouches for it when a copied link is accepted", async () => {
    const email = "vouched@example.net"
    const link = await copiedLink(api, await world.account("agency"), email)
    provider.people.set("vouched", { email, email_verified: true })
    const person = visitor(api)
    expect((await throughProvider(provider, person, "vouched", { path: `${link}/oidc` })).status).toBe(303)
    await person.post(await asked("/reset", email), { password: CHOSEN })
    const again = visitor(api)
    await throughProvider(provider, again, "vouched")
    expect(await emailOf(again), "the identity was its owner's").toBe(email)
  })

  it("says in German what the confirmation ends", async () => {
    const { email } = await plant(world, api)
    const { text } = await visitor(api).get(await asked("/signup", email), { "Accept-Language": "de" })
    expect(text).toContain("Diese Adresse wurde hier schon verwendet, ohne bestätigt zu sein.")
  })

  it("says nothing of it to somebody whose address is confirmed, who keeps what was set", async () => {
    const email = "known@example.net"
    const person = await signUp(world, api, email)
    const { data } = await person.call("POST", "/keys", { name: "Own", scope: "write" })
    const { nextCode } = await enrol(world, person, email)
    const link = await asked("/reset", email)
    const shown = (await visitor(api).get(link)).text
    expect([shown.includes(ENDS), shown.includes("revokeKeys")]).toEqual([false, true])
    const owner = visitor(api)
    const done = await owner.post(link, { password: CHOSEN })
    expect(done.headers["location"]).toMatch(/^\/signin\/code/u)
    await owner.post("/signin/code", { code: nextCode(), next: "/" })
    expect(await emailOf(owner)).toBe(email)
    expect((await api.send("GET", "/api/v1/domains", { key: String(data["key"]) })).status).toBe(200)
  })
})

describe("an invitation to an account that is stopped", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it.each(["deletes_at", "suspended_at"])("is gone while %s is set", async (column) => {
    const host = await world.account("agency")
    const link = await copiedLink(api, host, `${column}@example.net`)
    await world.sql(`update account set ${column} = mon_now() + interval '30 days' where public_id = $1`, host.id)
    const person = visitor(api)
    expect((await person.get(link)).status).toBe(410)
    expect((await person.post(link, { name: "Ann", password: CHOSEN })).status).toBe(410)
    expect(await world.sql("select 1 from app_user where email = $1", `${column}@example.net`)).toEqual([])
  })
})
