import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { codeAt, halfSignIn, shownToken, signUpWithCode } from "./Authenticator.ts"
import { behindProxy, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const WRONG = "000000"
const HOUR_MS = 3_600_000

const cookieOf = (who: Visitor) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ")

describe("somebody who knows the password of a person with a second factor", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  /** Moves the database's clock. */
  const databaseAhead = async (milliseconds: number): Promise<void> => {
    await world.sql(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
      as $$ select statement_timestamp() + interval '${milliseconds} milliseconds' $$`)
  }

  it("reaches no page and no endpoint with the half sign-in", async () => {
    const { email } = await signUpWithCode(world, api, "half@example.net")
    const half = await halfSignIn(api, email)
    const cookie = half.cookies.get("mon_signin") ?? ""
    for (const path of ["/app", "/settings/second-factor", "/outbox", "/accounts"]) {
      const { headers, status } = await half.get(path)
      expect([path, status, headers["location"]?.startsWith("/signin")]).toEqual([path, 303, true])
    }
    for (const name of ["mon_signin", "mon_session", "mon_device"]) {
      for (const path of ["/account", "/second-factor", "/sessions", "/events"]) {
        const { status } = await api.send("GET", `/api/v1${path}`, {
          headers: { Cookie: `${name}=${cookie}`, "Sec-Fetch-Site": "same-origin" }
        })
        expect([name, path, status]).toEqual([name, path, 401])
      }
    }
    for (const path of ["setup", "remove", "recovery-codes", "requirement", "confirm"]) {
      const { headers } = await half.post(`/settings/second-factor/${path}`, { required: "no" })
      expect(headers["location"]).toBe("/signin")
    }
  })

  it("cannot use a half sign-in for another person, changed, after 5 minutes, or after a new password", async () => {
    const ann = await signUpWithCode(world, api, "swap-ann@example.net")
    const bob = await signUpWithCode(world, api, "swap-bob@example.net")
    const ofAnn = await halfSignIn(api, ann.email)
    expect((await ofAnn.post("/signin/code", { code: bob.nextCode() })).status, "the code of another person").toBe(400)

    const sealed = ofAnn.cookies.get("mon_signin") ?? ""
    for (const changed of [
      `${sealed}x`,
      sealed.slice(0, -1),
      // Some bits of the last character may have no meaning, so the character before it is changed.
      sealed.replace(/.(?=.$)/u, (character) => (character === "A" ? "B" : "A")),
      "",
      "m1.x.y.z"
    ]) {
      const forged = visitor(api)
      forged.cookies.set("mon_signin", changed)
      const { headers } = await forged.post("/signin/code", { code: ann.nextCode() })
      expect(headers["location"], changed).toMatch(/^\/signin\?done=ended/u)
    }
    // A value that is sealed for one purpose is refused for any other purpose.
    const setup = await ann.person.post("/settings/second-factor/setup", {})
    const forged = visitor(api)
    forged.cookies.set("mon_signin", shownToken(setup.text))
    expect((await forged.post("/signin/code", { code: ann.nextCode() })).headers["location"]).toMatch(/^\/signin\?/u)

    const late = await halfSignIn(api, ann.email)
    world.clock.advance(301_000)
    expect((await late.post("/signin/code", { code: ann.nextCode() })).headers["location"]).toMatch(/^\/signin\?/u)

    const old = await halfSignIn(api, ann.email)
    const changed = { current: PASSWORD, password: "another four words", code: ann.nextCode() }
    expect((await ann.person.call("POST", "/account/password", changed)).status).toBe(200)
    expect((await old.post("/signin/code", { code: ann.nextCode() })).headers["location"]).toMatch(/^\/signin\?/u)
  })

  it("cannot give a victim a session: the code step begins a new one and ends what was there before", async () => {
    const { email, nextCode } = await signUpWithCode(world, api, "fixed@example.net")
    const attacker = await signUp(world, api, "attacker@example.net")
    const planted = attacker.cookies.get("mon_session") ?? ""
    const victim = visitor(api)
    victim.cookies.set("mon_session", planted)
    await victim.post("/signin", { email, password: PASSWORD })
    await victim.post("/signin/code", { code: nextCode() })
    expect(victim.cookies.get("mon_session")).not.toBe(planted)
    expect((await victim.get("/settings/sign-in")).text).toContain(email)
    expect((await attacker.get("/settings/sign-in")).status, "the planted session has ended").toBe(303)
  })

  it("cannot send a victim's browser to the code step from another site", async () => {
    const { email, nextCode, person } = await signUpWithCode(world, api, "csrf@example.net")
    const half = await halfSignIn(api, email)
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }
    expect((await half.post("/signin/code", { code: nextCode() }, foreign)).status).toBe(403)
    for (const path of ["setup", "remove", "recovery-codes", "requirement", "confirm"])
      expect((await person.post(`/settings/second-factor/${path}`, {}, foreign)).status).toBe(403)
    for (const [method, path] of [
      ["DELETE", "/second-factor"],
      ["POST", "/second-factor/setup"],
      ["DELETE", "/sessions"]
    ] as const) {
      const { status } = await api.send(method, `/api/v1${path}`, { headers: { Cookie: cookieOf(person), ...foreign } })
      expect(status).toBe(401)
    }
  })

  it("cannot lead a victim to another site after the code", async () => {
    const { email, nextCode } = await signUpWithCode(world, api, "elsewhere@example.net")
    for (const next of ["//evil.example", "/.//evil.example", "https://evil.example", "/\\evil.example", "/signout"]) {
      const half = await halfSignIn(api, email)
      expect((await half.get(`/signin/code?next=${encodeURIComponent(next)}`)).text).toContain('name="next" value="/"')
      expect((await half.post("/signin/code", { code: nextCode(), next })).headers["location"]).toBe("/")
    }
  })

  it("cannot store a secret for another person, or one whose time is over", async () => {
    const ann = await signUp(world, api, "setup-ann@example.net")
    const bob = await signUp(world, api, "setup-bob@example.net")
    const setup = await ann.post("/settings/second-factor/setup", {})
    const token = shownToken(setup.text)
    const secret = /secret=([A-Z2-7]+)/u.exec(setup.text)?.[1] ?? ""
    const confirm = (who: Visitor) =>
      who.post("/settings/second-factor/confirm", { token, appCode: codeAt(secret, world.clock.now()) })
    expect((await confirm(bob)).status).toBe(400)
    world.clock.advance(16 * 60_000)
    expect((await confirm(ann)).status).toBe(400)
    expect(
      await world.sql(`select 1 from second_factor f join app_user u on u.id = f.user_id
      where u.email in ('setup-ann@example.net', 'setup-bob@example.net')`)
    ).toEqual([])
  })

  it("has at most 5 of 40 parallel codes checked", async () => {
    const { email } = await signUpWithCode(world, api, "parallel@example.net")
    const half = await halfSignIn(api, email, "192.0.2.51")
    const responses = await Promise.all(Array.from({ length: 40 }, () => half.post("/signin/code", { code: WRONG })))
    expect(responses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5)
    expect(responses.every(({ status }) => status === 400 || status === 429)).toBe(true)
  })

  it("has fewer than 150 codes checked in 24 hours from any number of networks, and the person gets one email", async () => {
    const { email, nextCode, person } = await signUpWithCode(world, api, "day@example.net")
    let checked = 0
    const stolen = (await halfSignIn(api, email)).cookies.get("mon_signin") ?? ""
    try {
      for (let ms = 0; ms < 24 * HOUR_MS; ms += HOUR_MS / 10) {
        await databaseAhead(ms)
        // There are two attempts every 6 minutes, each from a different network.
        for (let n = 0; n < 2; n++) {
          const half = visitor(api)
          half.cookies.set("mon_signin", stolen)
          if ((await half.post("/signin/code", { code: WRONG })).status === 400) checked += 1
        }
      }
      expect(checked).toBeGreaterThan(20)
      expect(checked).toBeLessThan(150)
      const mails = world.mails.filter(({ subject, to }) => to === email && subject.includes("may know your password"))
      expect(mails.length).toBe(1)
      // The person is not locked out of a browser in which the person has signed in before.
      await person.post("/signout", {})
      await person.post("/signin", { email, password: PASSWORD })
      expect((await person.post("/signin/code", { code: nextCode() })).status).toBe(303)
    } finally {
      await databaseAhead(0)
    }
  })

  it("reads the same page for a wrong code, a used code, a wrong recovery code and a text", async () => {
    const { email, nextCode, recoveryCodes } = await signUpWithCode(world, api, "same@example.net")
    const used = nextCode()
    await (await halfSignIn(api, email)).post("/signin/code", { code: used })
    await (await halfSignIn(api, email)).post("/signin/code", { code: recoveryCodes[0] ?? "" })
    const answers = new Set<string>()
    for (const code of [WRONG, used, recoveryCodes[0] ?? "", "0000-0000-0000-0000", "", "x".repeat(5_000), "\u0000"]) {
      const half = await halfSignIn(api, email)
      const { status, text } = await half.post("/signin/code", { code })
      answers.add(`${status} ${text}`)
    }
    expect(answers.size).toBe(1)
  })

  it("does not learn from a wrong password whether there is a second factor", async () => {
    await signUpWithCode(world, api, "known-with@example.net")
    await signUp(world, api, "known-without@example.net")
    const answers = new Set<string>()
    for (const email of ["known-with@example.net", "known-without@example.net", "nobody@example.net"]) {
      const { headers, status, text } = await visitor(api).post("/signin", { email, password: "not the right one" })
      answers.add(`${status} ${text.replaceAll(email, "")} ${String(headers["set-cookie"])}`)
    }
    expect(answers.size).toBe(1)
  })

  it("finds neither secrets nor codes in logs, in the database, in later pages or in answers of the API", async () => {
    const { email, nextCode, person, recoveryCodes, secret } = await signUpWithCode(world, api, "canary@example.net")
    const code = nextCode()
    const half = await halfSignIn(api, email)
    await half.post("/signin/code", { code })
    await (await halfSignIn(api, email)).post("/signin/code", { code: recoveryCodes[0] ?? "" })
    const rows = await world.sql(`
      select to_jsonb(f) as row from second_factor f union all select to_jsonb(r) from recovery_code r
      union all select to_jsonb(s) from user_session s union all select to_jsonb(a) from attempt_limit a`)
    const pages = [
      (await half.get("/settings/second-factor")).text,
      (await half.get("/settings/sign-in")).text,
      ...(await Promise.all(
        ["/second-factor", "/sessions", "/account", "/settings"].map(
          async (path) => (await api.send("GET", `/api/v1${path}`, { headers: { Cookie: cookieOf(half) } })).text
        )
      ))
    ]
    const mails = world.mails.map(({ html, text }) => `${text} ${html ?? ""}`)
    const everything = JSON.stringify([world.logs, rows, pages, mails])
    for (const canary of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll("-", ""))])
      expect(everything.includes(canary), canary).toBe(false)
    expect(JSON.stringify(world.logs).includes(code)).toBe(false)
    expect(JSON.stringify(world.logs).includes(person.cookies.get("mon_session") ?? "?")).toBe(false)
  })
})
