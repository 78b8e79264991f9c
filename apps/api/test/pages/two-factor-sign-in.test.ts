import { Secrets } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { codeAt, enrol, halfSignIn, shownCodes, shownSecret, shownToken, signUpWithCode } from "./Authenticator.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const isSignedIn = async (who: Visitor) => (await who.get("/settings/sign-in")).status === 200

describe("a person with a second factor", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const passMinutes = (minutes: number) =>
    world.sql("update user_session set created_at = created_at - make_interval(mins => $1)", minutes)
  const subjects = (email: string) => world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

  it("sets it up by scanning a QR code or typing the key, and gets 10 recovery codes once", async () => {
    const person = await signUp(world, api, "setup@example.net")
    const elsewhere = visitor(api)
    await elsewhere.post("/signin", { email: "setup@example.net", password: PASSWORD })
    expect((await person.get("/settings/second-factor")).text).toContain("Two-factor sign-in is off.")
    const setup = await person.post("/settings/second-factor/setup", {})
    const secret = shownSecret(setup.text)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/u)
    expect(setup.text).toContain(secret.replaceAll(/.{4}(?=.)/gu, "$& "))
    expect(setup.text).toMatch(/<img class="qr" src="data:image\/svg\+xml;base64,/u)
    const token = shownToken(setup.text)
    const wrong = await person.post("/settings/second-factor/confirm", { token, appCode: "000000" })
    expect([wrong.status, shownSecret(wrong.text)]).toEqual([400, secret])
    expect(await isSignedIn(elsewhere)).toBe(true)
    const code = codeAt(secret, world.clock.now())
    const done = await person.post("/settings/second-factor/confirm", { token: shownToken(wrong.text), appCode: code })
    expect(shownCodes(done.text)).toHaveLength(10)
    expect(done.headers["cache-control"]).toBe("no-store")
    expect(await isSignedIn(person)).toBe(true)
    expect(await isSignedIn(elsewhere), "a session without a code").toBe(false)
    const after = await person.get("/settings/second-factor")
    expect(after.text).toContain("10 recovery codes left")
    expect(shownCodes(after.text)).toEqual([])
    expect(subjects("setup@example.net")).toContain("Two-factor sign-in is on (Mon)")
  })

  it("signs in with the password and a code on a second page, and returns to the page that was asked for", async () => {
    const { nextCode } = await signUpWithCode(world, api, "two@example.net")
    const again = visitor(api)
    const first = await again.post("/signin", {
      email: "two@example.net",
      password: PASSWORD,
      next: "/settings/sign-in"
    })
    expect([first.status, first.headers["location"]]).toEqual([303, "/signin/code?next=%2Fsettings%2Fsign-in"])
    expect(again.cookies.has("mon_session")).toBe(false)
    expect(again.cookies.has("mon_device"), "the browser is not known yet").toBe(false)
    const asked = await again.get("/signin/code?next=%2Fsettings%2Fsign-in")
    expect(asked.text).toMatch(/<input id="code"[^>]* autocomplete="one-time-code"/u)
    expect((await again.post("/signin/code", { code: "123", next: "/settings/sign-in" })).status).toBe(400)
    const code = nextCode()
    const done = await again.post("/signin/code", {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
      next: "/settings/sign-in"
    })
    expect([done.status, done.headers["location"]]).toEqual([303, "/settings/sign-in"])
    expect(await isSignedIn(again)).toBe(true)
    expect(again.cookies.has("mon_signin")).toBe(false)
    expect((await again.get("/signin/code")).headers["location"]).toBe("/signin?done=ended&next=%2F")
  })

  it("may have a clock that is one step off, and no more", async () => {
    const { email, secret } = await signUpWithCode(world, api, "clock@example.net")
    world.clock.advance(10 * 60_000)
    const half = await halfSignIn(api, email)
    for (const steps of [-2, 2, -3, 3]) {
      const code = codeAt(secret, world.clock.now() + steps * 30_000)
      expect((await half.post("/signin/code", { code })).status, `${steps} steps`).toBe(400)
    }
    expect((await half.post("/signin/code", { code: codeAt(secret, world.clock.now() - 30_000) })).status).toBe(303)
    const other = await halfSignIn(api, email)
    expect((await other.post("/signin/code", { code: codeAt(secret, world.clock.now() + 30_000) })).status).toBe(303)
  })

  it("uses each code once, also on two processes at once", async () => {
    const { email, nextCode } = await signUpWithCode(world, api, "once@example.net")
    const second = await world.startApi({ settings: behindProxy })
    const halves = [await halfSignIn(api, email), await halfSignIn(second, email), await halfSignIn(api, email)]
    const code = nextCode()
    const statuses = await Promise.all(halves.map(async (half) => (await half.post("/signin/code", { code })).status))
    expect(statuses.toSorted()).toEqual([303, 400, 400])
  })

  it("cannot sign in with the code that switched it on", async () => {
    const { email, secret } = await signUpWithCode(world, api, "first-code@example.net")
    const half = await halfSignIn(api, email)
    expect((await half.post("/signin/code", { code: codeAt(secret, world.clock.now()) })).status).toBe(400)
  })

  it("signs in with a recovery code once, however it is typed, and reads how many are left", async () => {
    const { email, recoveryCodes } = await signUpWithCode(world, api, "recovery@example.net")
    const [code = "", other = ""] = recoveryCodes
    const half = await halfSignIn(api, email)
    expect((await half.get("/signin/code?recovery=yes")).text).toContain("Recovery code")
    expect((await half.post("/signin/code", { code: code.toUpperCase().replaceAll("-", " ") })).status).toBe(303)
    expect((await half.get("/settings/second-factor")).text).toContain("9 recovery codes left")
    expect(world.mails.findLast(({ to }) => to === email)?.text).toContain("new browser")
    const notice = world.mails.find(({ subject, to }) => to === email && subject.startsWith("A recovery"))
    expect(notice?.text.replaceAll(/\s+/gu, " ")).toContain("9 recovery codes are left.")
    const again = await halfSignIn(api, email)
    expect((await again.post("/signin/code", { code })).status).toBe(400)
    const made = await half.post("/settings/second-factor/recovery-codes", {})
    const [fresh = ""] = shownCodes(made.text)
    expect((await again.post("/signin/code", { code: other })).status, "replaced").toBe(400)
    expect((await again.post("/signin/code", { code: fresh })).status).toBe(303)
  })

  it("signs in with a recovery code, and sets up another app, after the secret of the service has changed", async () => {
    const { email, nextCode, person, recoveryCodes } = await signUpWithCode(world, api, "moved@example.net")
    const [key = ""] = await world
      .sql("select id::text as key from app_user where email = $1", email)
      .then((rows) => rows.map((row) => (row as { readonly key: string }).key))
    const lost = await Effect.runPromise(
      Effect.provide(
        Effect.flatMap(Secrets, (secrets) => secrets.seal("second factor", "JBSWY3DPEHPK3PXP", key)),
        Secrets.layer(["a secret that was removed from MON_SECRET"])
      )
    )
    await world.sql("update second_factor set secret = $1 where user_id = $2::bigint", lost, key)
    const half = await halfSignIn(api, email)
    expect((await half.post("/signin/code", { code: nextCode() })).status, "the code of the app").toBe(400)
    expect((await half.post("/signin/code", { code: recoveryCodes[0] ?? "" })).status).toBe(303)
    expect((await half.post("/settings/second-factor/remove", {})).status).toBe(303)
    const again = await enrol(world, half, email)
    const other = await halfSignIn(api, email)
    expect((await other.post("/signin/code", { code: again.nextCode() })).status).toBe(303)
    expect(await isSignedIn(person), "a session from before has ended with the old factor").toBe(false)
  })

  it("is asked for the code after a new password from an emailed link as well", async () => {
    const { email, nextCode } = await signUpWithCode(world, api, "reset@example.net")
    const lost = visitor(api)
    await lost.post("/reset", { email })
    const reset = await lost.post(linkTo(world, email), { password: "another four words" })
    expect(reset.headers["location"]).toBe("/signin/code?next=%2Fapp%3Fdone%3Dpassword")
    expect(await isSignedIn(lost)).toBe(false)
    expect((await lost.post("/signin/code", { code: nextCode(), next: "/app?done=password" })).status).toBe(303)
    expect(await isSignedIn(lost)).toBe(true)
  })

  it("needs a recent sign-in with a code to switch it off, to replace it, and to get new recovery codes", async () => {
    const { email, nextCode, person } = await signUpWithCode(world, api, "sudo@example.net")
    await passMinutes(16)
    const off = (fields: Readonly<Record<string, string>>) => person.post("/settings/second-factor/remove", fields)
    for (const path of ["remove", "recovery-codes", "setup"]) {
      const asked = await person.post(`/settings/second-factor/${path}`, {})
      expect([path, asked.status]).toEqual([path, 403])
      expect(shownCodes(asked.text)).toEqual([])
    }
    expect((await off({ password: PASSWORD })).status, "without a code").toBe(400)
    expect((await off({ password: PASSWORD, code: "000000" })).status).toBe(400)
    // A change of the password starts a new session, so the change needs the code as well.
    const wanted = { current: PASSWORD, password: "another four words" }
    expect((await person.call("POST", "/account/password", wanted)).status).toBe(400)
    expect((await off({})).status).toBe(403)
    const done = await off({ password: PASSWORD, code: nextCode() })
    expect(done.headers["location"]).toBe("/settings/second-factor?done=off")
    expect(subjects(email)).toContain("Two-factor sign-in is off (Mon)")
    expect((await visitor(api).post("/signin", { email, password: PASSWORD })).headers["location"]).toBe("/")
  })

  it("can change the password with a code", async () => {
    const { email, nextCode, person } = await signUpWithCode(world, api, "change@example.net")
    const wanted = { current: PASSWORD, password: "another four words", code: nextCode() }
    expect((await person.call("POST", "/account/password", wanted)).status).toBe(200)
    expect(await isSignedIn(person)).toBe(true)
    expect(subjects(email)).toContain("Your password for Mon was changed")
  })

  it("can move it to another app without a time without it", async () => {
    const before = await signUpWithCode(world, api, "phone@example.net")
    const after = await enrol(world, before.person, before.email)
    expect(after.secret).not.toBe(before.secret)
    const half = await halfSignIn(api, before.email)
    expect((await half.post("/signin/code", { code: before.nextCode() })).status).toBe(400)
    expect((await half.post("/signin/code", { code: before.recoveryCodes[0] ?? "" })).status).toBe(400)
    expect((await half.post("/signin/code", { code: after.nextCode() })).status).toBe(303)
    expect(subjects(before.email)).toContain("Your second factor was replaced (Mon)")
  })

  it("accepts an invitation with the password and a code", async () => {
    const owner = await world.account("agency")
    const { email, nextCode } = await signUpWithCode(world, api, "invited@example.net")
    const invited = await api.send("POST", "/api/v1/team/invite", { key: owner.key, body: { email } })
    expect(invited.status).toBe(201)
    const link = linkTo(world, email)
    const guest = visitor(api)
    expect((await guest.post(link, { password: PASSWORD })).status).toBe(400)
    expect((await guest.post(link, { password: PASSWORD, code: "000000" })).status).toBe(400)
    expect((await guest.post(link, { password: PASSWORD, code: nextCode() })).status).toBe(303)
    expect(await isSignedIn(guest)).toBe(true)
  })

  it("keeps its API keys", async () => {
    const { person } = await signUpWithCode(world, api, "keys@example.net")
    const made = await person.call("POST", "/keys", { name: "Script", scope: "write" })
    const key = String(made.data["key"])
    expect((await api.send("GET", "/api/v1/account", { key })).status).toBe(200)
  })
})
