import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiResponse } from "../ApiConnection.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, linkTo, PASSWORD, signUp, visitor } from "./Visitor.ts"

/** Returns the parts of a response that could reveal whether an address is known. */
const observable = ({ headers, status, text }: ApiResponse) => ({
  status,
  text: text.replaceAll(/[\w.-]+@[\w.-]+/gu, "<address>"),
  headers: { ...headers, date: "", "x-request-id": "" }
})

describe("signing up and in", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  /** Moves the database's clock. */
  const later = async (interval: string): Promise<void> => {
    await world.sql(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
      as $$ select statement_timestamp() + interval '${interval}' $$`)
  }

  it("creates an account only when the emailed link is used, once", async () => {
    const ann = visitor(api)
    expect((await ann.post("/signup", { email: "ann@example.net" })).headers["location"]).toBe("/signup/sent")
    expect(await world.sql("select 1 from app_user where email = 'ann@example.net'")).toEqual([])
    const link = linkTo(world, "ann@example.net")
    expect(link).toMatch(/^\/confirm\/[\w-]{43}$/u)
    const shown = await ann.get(link)
    expect(shown.text).toContain("ann@example.net")
    expect(await world.sql("select 1 from app_user where email = 'ann@example.net'")).toEqual([])
    const created = await ann.post(link, { name: "Ann", password: PASSWORD })
    expect([created.status, created.headers["location"]]).toEqual([303, "/app?done=welcome"])
    expect((await ann.call("GET", "/account")).data).toMatchObject({ name: "Ann", role: "owner" })
    expect((await visitor(api).post(link, { name: "Eve", password: PASSWORD })).status).toBe(410)
    expect((await visitor(api).get(link)).status).toBe(410)
  })

  it("responds the same to known and unknown addresses, at sign-up, sign-in and password reset", async () => {
    await signUp(world, api, "known@example.net")
    const known = { email: "known@example.net", password: "not the right one" }
    const unknown = { email: "other@example.net", password: "not the right one" }
    for (const path of ["/signup", "/reset", "/signin"]) {
      const responses = [await visitor(api).post(path, known), await visitor(api).post(path, unknown)]
      expect(observable(responses[0] as ApiResponse)).toEqual(observable(responses[1] as ApiResponse))
    }
    expect(linkTo(world, "other@example.net")).toMatch(/^\/confirm\//u)
    const mails = world.mails.filter(({ to }) => to === "known@example.net").map(({ subject }) => subject)
    expect(mails.slice(1)).toEqual(["You already have an account at Mon", "Set a new password for Mon"])
  })

  it("accepts a correct password, whatever the case of the address, and redirects to the requested page", async () => {
    await signUp(world, api, "bob@example.net")
    const bob = visitor(api)
    expect((await bob.get("/settings/sign-in")).headers["location"]).toBe("/signin?next=%2Fsettings%2Fsign-in")
    const response = await bob.post("/signin", {
      email: "BOB@example.net",
      password: PASSWORD,
      next: "/settings/sign-in"
    })
    expect([response.status, response.headers["location"]]).toEqual([303, "/settings/sign-in"])
    expect(response.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^mon_session=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Lax$/u),
      expect.stringMatching(/^mon_device=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/u)
    ])
    expect((await bob.get("/settings/sign-in")).status).toBe(200)
    for (const next of [
      "//evil.example/",
      "https://evil.example/",
      "/\\evil.example",
      "javascript:alert(1)",
      "\t//evil.example"
    ]) {
      const elsewhere = await visitor(api).post("/signin", { email: "bob@example.net", password: PASSWORD, next })
      expect(elsewhere.headers["location"], next).toMatch(/^\/(?![/\\])/u)
    }
  })

  it("gives every session a new token, and ends it at sign-out", async () => {
    await signUp(world, api, "carl@example.net")
    const carl = visitor(api)
    const planted = "A".repeat(43)
    carl.cookies.set("mon_session", planted)
    await carl.post("/signin", { email: "carl@example.net", password: PASSWORD })
    const token = carl.cookies.get("mon_session") ?? ""
    expect(token).not.toBe(planted)
    await carl.post("/signin", { email: "carl@example.net", password: PASSWORD })
    const thief = visitor(api)
    thief.cookies.set("mon_session", token)
    expect((await thief.get("/settings/sign-in")).status).toBe(303)
    thief.cookies.set("mon_session", carl.cookies.get("mon_session") ?? "")
    expect((await thief.get("/settings/sign-in")).status).toBe(200)
    await carl.post("/signout", {})
    expect(carl.cookies.has("mon_session")).toBe(false)
    expect((await thief.get("/settings/sign-in")).status).toBe(303)
    const stored = JSON.stringify(await world.sql("select encode(token_hash, 'escape') as t from user_session"))
    expect(stored).not.toContain(token)
  })

  it("slows down guesses from one network: for one person, and for any person", async () => {
    await signUp(world, api, "dora@example.net")
    const guess = (email: string, from?: string) =>
      visitor(api, from).post("/signin", { email, password: "a guess of mine" })
    const statuses: Array<number> = []
    for (let n = 0; n < 7; n++) statuses.push((await guess("dora@example.net", "192.0.2.9")).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    const refused = await visitor(api, "192.0.2.9").post("/signin", { email: "dora@example.net", password: PASSWORD })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect(refused.text).toContain("Too many attempts")
    await later("10 seconds")
    const patient = visitor(api, "192.0.2.9")
    expect((await patient.post("/signin", { email: "dora@example.net", password: PASSWORD })).status).toBe(303)
    const many: Array<number> = []
    for (let n = 0; n < 40; n++) many.push((await guess(`guess-${n}@example.net`, `2001:db8:1:2::${n}`)).status)
    expect(many.at(-1)).toBe(429)
    await later("2 hours")
  })

  it("sets a new password with an emailed link, once and within an hour, and ends all sessions", async () => {
    const eve = await signUp(world, api, "eve@example.net")
    const stolen = eve.cookies.get("mon_session") ?? ""
    await visitor(api).post("/reset", { email: "eve@example.net" })
    const link = linkTo(world, "eve@example.net")
    expect(link).toMatch(/^\/reset\/[\w-]{43}$/u)
    expect((await visitor(api).get(link.replace("/reset/", "/setup/"))).status).toBe(410)
    expect(
      (await visitor(api).post(link.replace("/reset/", "/confirm/"), { password: "another four words" })).status
    ).toBe(410)
    const fresh = visitor(api)
    expect((await fresh.post(link, { password: "another four words" })).headers["location"]).toBe("/app?done=password")
    expect((await fresh.get("/settings/sign-in")).status).toBe(200)
    const thief = visitor(api)
    thief.cookies.set("mon_session", stolen)
    expect((await thief.get("/settings/sign-in")).status).toBe(303)
    expect((await visitor(api).post(link, { password: "yet another four" })).status).toBe(410)
    expect((await visitor(api).post("/signin", { email: "eve@example.net", password: PASSWORD })).status).toBe(400)
    expect(world.mails.findLast(({ to }) => to === "eve@example.net")?.subject).toBe(
      "Your password for Mon was changed"
    )
    await visitor(api).post("/reset", { email: "eve@example.net" })
    const late = linkTo(world, "eve@example.net")
    await later("4 hours")
    expect((await visitor(api).get(late)).status).toBe(410)
    expect((await visitor(api).post(late, { password: "too late for words" })).status).toBe(410)
  })

  it.each([
    ["short", "1234567", "at least 8 characters"],
    ["long", "x1-".repeat(90), "at most 256 bytes"],
    ["first tried", "Password123!", "too common"],
    ["a row of keys", "qwertyuiop", "too common"],
    ["a repetition", "abcabcabcabc", "too common"],
    ["the address", "frida.long@example.net", "differs from your email address"],
    ["the name in the address", "frida.long99", "differs from your email address"]
  ])("refuses a password that is %s", async (_, password, words) => {
    await later("1 day")
    await visitor(api).post("/signup", { email: "frida.long@example.net" })
    const response = await visitor(api).post(linkTo(world, "frida.long@example.net"), { password })
    expect(response.status).toBe(400)
    expect(response.text).toContain(words)
    expect(response.text).toContain('aria-describedby="password-hint password-error" aria-invalid="true"')
  })

  it("limits the emails to one address without revealing it", async () => {
    await later("3 days")
    const before = world.mails.length
    const responses: Array<string | undefined> = []
    for (let n = 0; n < 6; n++)
      responses.push((await visitor(api).post("/signup", { email: "flood@example.net" })).headers["location"])
    expect(new Set(responses)).toEqual(new Set(["/signup/sent"]))
    expect(world.mails.length - before).toBe(3)
    const statuses: Array<number> = []
    for (let n = 0; n < 12; n++)
      statuses.push((await visitor(api, "192.0.2.7").post("/reset", { email: `flood-${n}@example.net` })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
