import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { codeAt } from "./Authenticator.ts"
import {
  type IdentityProviderServer,
  providerUrlOn,
  startIdentityProvider,
  throughProvider,
  visitProvider
} from "./IdentityProviderServer.ts"
import { linkTo, PASSWORD, signUp, visitor, type Visitor } from "./Visitor.ts"

const isSignedIn = async (person: Visitor) => (await person.get("/settings/sign-in")).status === 200

describe("signing in with an OpenID Connect provider", () => {
  let world: World
  let provider: IdentityProviderServer
  let api: TestApi
  beforeAll(async () => {
    provider = await startIdentityProvider()
    world = await openWorld()
    api = await world.startApi({ settings: provider.settings })
  })
  afterAll(async () => {
    await world.close()
    await provider.close()
  })

  /** Adds a person with a verified address at the provider. */
  const known = (sub: string, email = `${sub}@example.net`) => {
    provider.people.set(sub, { email, email_verified: true, name: "Ann" })
    return sub
  }
  const linked = async (sub: string): Promise<Visitor> => {
    const person = await signUp(world, api, `${sub}@example.net`)
    const back = await throughProvider(provider, person, known(sub), { path: "/settings/sign-in/link" })
    expect(back.headers["location"]).toBe("/settings/sign-in?done=linked")
    return person
  }
  const peopleCalled = (email: string) => world.sql("select 1 from app_user where lower(email) = lower($1)", email)
  const forgetConfirmations = () => world.sql("update user_session set created_at = created_at - interval '1 hour'")

  it("offers the provider on the pages for signing in and up, with forms that work without scripts", async () => {
    for (const path of ["/signin", "/signup"]) {
      const { text } = await visitor(api).get(path)
      expect(text).toContain("Example Login")
      expect(text).toContain('action="/signin/oidc"')
    }
    const plain = await world.startApi()
    expect((await visitor(plain).get("/signin")).text).not.toContain("/signin/oidc")
    expect((await visitor(plain).post("/signin/oidc", {})).status).toBe(404)
    expect((await visitor(plain).get("/signin/oidc/callback?code=a&state=b")).status).toBe(404)
  })

  it("sends state, nonce and a PKCE challenge, and stores none of them in clear in the browser", async () => {
    const person = visitor(api)
    const url = new URL(providerUrlOn(await person.post("/signin/oidc", {})))
    expect(url.searchParams.get("code_challenge_method")).toBe("S256")
    for (const name of ["state", "nonce", "code_challenge"]) {
      const value = url.searchParams.get(name) ?? ""
      expect(value).toMatch(/^[\w-]{43}$/u)
      expect(person.cookies.get("mon_oidc")).not.toContain(value)
    }
  })

  it("creates an account for a verified address while everybody may sign up, and signs in with it again", async () => {
    const first = visitor(api)
    const back = await throughProvider(provider, first, known("new"), { fields: { next: "/settings/sign-in" } })
    expect([back.status, back.headers["location"]]).toEqual([303, "/settings/sign-in"])
    expect(await isSignedIn(first)).toBe(true)
    const again = visitor(api)
    await throughProvider(provider, again, "new")
    expect(await isSignedIn(again)).toBe(true)
    expect(await peopleCalled("new@example.net")).toHaveLength(1)
    expect((await again.get("/settings/sign-in")).text).toContain("You have no password.")
  })

  it("continues in another process than the one that began", async () => {
    const other = await world.startApi({ settings: provider.settings })
    const person = visitor(api)
    provider.state.login = known("roaming")
    const path = await visitProvider(providerUrlOn(await person.post("/signin/oidc", {})))
    const elsewhere = visitor(other)
    for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value)
    expect((await elsewhere.get(path)).status).toBe(303)
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  it("creates nothing for an address that the provider has not verified", async () => {
    provider.people.set("unverified", { email: "unverified@example.net", email_verified: false })
    provider.people.set("silent", { email: "silent@example.net" })
    provider.people.set("nameless", {})
    for (const sub of ["unverified", "silent", "nameless"]) {
      const person = visitor(api)
      const back = await throughProvider(provider, person, sub)
      expect([sub, back.status]).toEqual([sub, 403])
      expect(back.text).toContain("Your address is not verified")
      expect(await isSignedIn(person)).toBe(false)
      expect(await peopleCalled(`${sub}@example.net`)).toEqual([])
    }
  })

  it("never links by address: somebody with a password signs in with it first", async () => {
    await signUp(world, api, "Known@example.net")
    const person = visitor(api)
    const back = await throughProvider(provider, person, known("known"))
    expect(back.status).toBe(403)
    expect(back.text).toContain("Sign in with your password first")
    expect(await isSignedIn(person)).toBe(false)
    expect(await world.sql("select 1 from linked_identity where subject = 'known'")).toEqual([])
  })

  it("links an identity from the settings, says so by email, and lists how sessions were opened", async () => {
    const person = await linked("linking")
    expect(world.mails.findLast(({ to }) => to === "linking@example.net")?.subject).toContain("Example Login")
    expect((await person.get("/settings/sign-in")).text).toContain("linking@example.net")
    const other = visitor(api)
    await throughProvider(provider, other, "linking")
    expect(await isSignedIn(other)).toBe(true)
    const cookie = [...other.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const { data } = await api.send("GET", "/api/v1/sessions", {
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" }
    })
    const sessions = data as unknown as ReadonlyArray<{ isWithProvider: boolean; isCurrent: boolean }>
    expect(sessions.map(({ isCurrent, isWithProvider }) => [isCurrent, isWithProvider])).toEqual([
      [true, true],
      [false, false]
    ])
    expect(
      await world.sql("select action from audit_entry where email = 'linking@example.net' and action like 'identity.%'")
    ).toEqual([{ action: "identity.link" }])
  })

  it("refuses to link what somebody else has linked, or a second identity of the provider", async () => {
    await linked("theirs")
    const person = await signUp(world, api, "mine@example.net")
    const path = "/settings/sign-in/link"
    expect((await throughProvider(provider, person, "theirs", { path })).text).toContain("already linked")
    await throughProvider(provider, person, known("mine"), { path })
    expect((await throughProvider(provider, person, known("mine-too"), { path })).text).toContain("another identity")
    expect(await world.sql("select subject from linked_identity where subject like 'mine%'")).toEqual([
      { subject: "mine" }
    ])
  })

  it("asks for the password before linking if the sign-in is not recent", async () => {
    const person = await signUp(world, api, "late@example.net")
    await forgetConfirmations()
    const asked = await person.post("/settings/sign-in/link", {})
    expect([asked.status, asked.text.includes("Confirm it is you")]).toEqual([403, true])
    known("late")
    const back = await throughProvider(provider, person, "late", {
      path: "/settings/sign-in/link",
      fields: { password: PASSWORD }
    })
    expect(back.headers["location"]).toBe("/settings/sign-in?done=linked")
  })

  it("asks for the code of the second factor, also after a password reset", async () => {
    const person = await linked("careful")
    const setup = await person.post("/settings/second-factor/setup", {})
    const secret = (/class="secret">([^<]+)</u.exec(setup.text)?.[1] ?? "").replaceAll(" ", "")
    const token = /name="token" value="([^"]+)"/u.exec(setup.text)?.[1] ?? ""
    const appCode = codeAt(secret, world.clock.now())
    expect((await person.post("/settings/second-factor/confirm", { token, appCode })).status).toBe(200)
    const other = visitor(api)
    await other.post("/reset", { email: "careful@example.net" })
    await other.post(linkTo(world, "careful@example.net"), { password: "three other good words" })
    expect(await isSignedIn(other)).toBe(false)
    const back = await throughProvider(provider, other, "careful")
    expect(back.headers["location"]).toBe("/signin/code?next=%2F")
    expect(await isSignedIn(other)).toBe(false)
    world.clock.advance(30_000)
    await other.post("/signin/code", { code: codeAt(secret, world.clock.now()), next: "/" })
    expect(await isSignedIn(other)).toBe(true)
  })

  it("counts a sign-in as recent only if the person has just signed in at the provider", async () => {
    const person = visitor(api)
    await throughProvider(provider, person, known("quick"))
    const asked = await person.post("/settings/second-factor/setup", {})
    expect(asked.status).toBe(403)
    expect(asked.text).toContain("Sign in again with Example Login")
    const path = "/settings/sign-in/again"
    const refused = await throughProvider(provider, person, known("quick-friend"), { path })
    expect(refused.text).toContain("This is a different person")
    const fields = { next: "/settings/second-factor" }
    const back = await throughProvider(provider, person, "quick", { path, fields })
    expect(back.headers["location"]).toBe("/settings/second-factor")
    expect((await person.post("/settings/second-factor/setup", {})).status).toBe(200)
  })

  it("unlinks an identity, and ends the sessions that were opened with it", async () => {
    const person = await linked("leaving")
    const other = visitor(api)
    await throughProvider(provider, other, "leaving")
    const back = await person.post("/settings/sign-in/unlink", { issuer: provider.issuer })
    expect(back.headers["location"]).toBe("/settings/sign-in?done=unlinked")
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false])
    expect(world.mails.findLast(({ to }) => to === "leaving@example.net")?.subject).toContain("no longer")
    expect((await throughProvider(provider, other, "leaving")).text).toContain("Sign in with your password first")
  })

  it("does not unlink the only way to sign in", async () => {
    const person = visitor(api)
    await throughProvider(provider, person, known("only"))
    await throughProvider(provider, person, "only", { path: "/settings/sign-in/again" })
    const refused = await person.post("/settings/sign-in/unlink", { issuer: provider.issuer })
    expect([refused.status, refused.text.includes("Set a password first")]).toEqual([400, true])
    expect(await isSignedIn(person)).toBe(true)
  })

  it("does not know the browser of somebody else, and informs of a new one", async () => {
    await linked("device")
    const other = visitor(api)
    await throughProvider(provider, other, "device")
    const notices = () =>
      world.mails.filter(({ subject, to }) => to === "device@example.net" && subject.includes("New sign-in"))
    expect(notices()).toHaveLength(1)
    await throughProvider(provider, other, "device")
    expect(notices()).toHaveLength(1)
  })

  describe("when only the invited may sign up", () => {
    let invited: TestApi
    beforeAll(async () => {
      await world.account()
      invited = await world.startApi({ settings: { ...provider.settings, signup: "invited" } })
    })
    const invite = async (email: string): Promise<string> => {
      const owner = await world.account("agency")
      await invited.send("POST", "/api/v1/team/invite", { key: owner.key, body: { email, domainAccess: [] } })
      return linkTo(world, email)
    }

    it("refuses an identity that nobody has linked", async () => {
      const back = await throughProvider(provider, visitor(invited), known("stranger"))
      expect([back.status, back.text.includes("You need an invitation")]).toEqual([403, true])
      expect(await peopleCalled("stranger@example.net")).toEqual([])
    })

    it("accepts an invitation with an identity that has the invited address", async () => {
      const path = await invite("Guest@example.net")
      const person = visitor(invited)
      expect((await person.get(path)).text).toContain("Continue with Example Login")
      const other = await throughProvider(provider, visitor(invited), known("not-guest"), { path: `${path}/oidc` })
      expect(other.text).toContain("This invitation is for another address")
      provider.people.set("liar", { email: "guest@example.net", email_verified: false })
      const liar = await throughProvider(provider, visitor(invited), "liar", { path: `${path}/oidc` })
      expect(liar.text).toContain("This invitation is for another address")
      const back = await throughProvider(provider, person, known("guest"), { path: `${path}/oidc` })
      expect(back.headers["location"]).toBe("/app?done=joined")
      expect(await isSignedIn(person)).toBe(true)
      expect((await visitor(invited).post(`${path}/oidc`, {})).status).toBe(400)
    })

    it("does not accept an invitation of somebody who exists already", async () => {
      await signUp(world, api, "member@example.net")
      const path = await invite("member@example.net")
      expect((await visitor(invited).get(path)).text).not.toContain("Continue with Example Login")
      expect((await visitor(invited).post(`${path}/oidc`, {})).status).toBe(400)
    })

    it("lets nobody new in when closed", async () => {
      const closed = await world.startApi({ settings: { ...provider.settings, signup: "closed" } })
      const path = await invite("nobody@example.net")
      expect((await visitor(closed).post(`${path}/oidc`, {})).status).toBe(400)
      expect((await throughProvider(provider, visitor(closed), known("nobody"))).text).toContain("No new accounts")
      expect(await peopleCalled("nobody@example.net")).toEqual([])
    })
  })
})
