import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { enrol, halfSignIn, signUpWithCode } from "./Authenticator.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const REFUSED = "The account requires two-factor sign-in. Set it up in the settings."

const require = (who: Visitor, required = "yes") => who.post("/settings/second-factor/requirement", { required })

describe("an account that requires a second factor", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const call = (who: Visitor, method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, {
      headers: {
        Cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "Sec-Fetch-Site": "same-origin"
      },
      ...(body === undefined ? {} : { body })
    })

  /**
   * Creates an owner with a second factor, and a member without a second factor who is signed in to the owner's
   * account.
   */
  const team = async (name: string) => {
    const owner = await signUpWithCode(world, api, `${name}-owner@example.net`)
    await world.sql(
      `update account set plan = 'agency' where id = (select ms.account_id from membership ms
      join app_user u on u.id = ms.user_id where u.email = $1)`,
      owner.email
    )
    const email = `${name}-member@example.net`
    await call(owner.person, "POST", "/team/invite", { email })
    const member = visitor(api)
    await member.post(linkTo(world, email), { name: "Max", password: PASSWORD })
    return { owner, member, email }
  }
  it("leads members without one to set it up at the next request, and lets them do only that", async () => {
    const { member, owner } = await team("lead")
    const key = (await call(member, "POST", "/keys", { name: "Script", scope: "write" })).data["key"]
    expect((await require(owner.person)).headers["location"]).toBe("/settings/second-factor?done=required")
    for (const path of ["/app", "/app/domains", "/outbox"]) {
      const { headers } = await member.get(path)
      expect(headers["location"], path).toMatch(/^\/signin\?next=/u)
      expect((await member.get(headers["location"] ?? "")).headers["location"]).toBe("/settings/second-factor")
    }
    for (const [method, path] of [
      ["GET", "/account"],
      ["GET", "/domains"],
      ["GET", "/events"],
      ["POST", "/domains"],
      ["GET", "/keys"],
      ["POST", "/second-factor/recovery-codes"],
      ["DELETE", "/second-factor"]
    ] as const)
      expectError(
        await call(member, method, path, method === "POST" ? { url: "example.com" } : undefined),
        403,
        REFUSED
      )
    expect((await member.post("/settings/sessions", {})).headers["location"]).toBe("/signin")
    expect((await api.send("GET", "/api/v1/account", { key: String(key) })).status, "keys continue to work").toBe(200)
    expect((await member.get("/settings/second-factor")).text).toContain("requires two-factor sign-in")
    expect((await member.get("/accounts")).status).toBe(200)

    await enrol(world, member, "lead-member@example.net")
    expect((await call(member, "GET", "/account")).status).toBe(200)
  })

  it("lets members set it up with the API", async () => {
    const { member, owner } = await team("api")
    await require(owner.person)
    expect((await call(member, "GET", "/second-factor")).data).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 0,
      isRequired: true
    })
    expect((await call(member, "POST", "/second-factor/setup")).status).toBe(200)
    expect((await call(member, "POST", "/account/confirm", { password: PASSWORD })).status).toBe(200)
  })

  it("cannot lock out its owner, who needs one first and cannot switch it off", async () => {
    const owner = await signUp(world, api, "own-first@example.net")
    expect((await require(owner)).status).toBe(400)
    const { person, nextCode, email } = await enrol(world, owner, "own-first@example.net")
    await require(person)
    expect((await person.post("/settings/second-factor/remove", {})).status).toBe(400)
    const half = await halfSignIn(api, email)
    expect((await half.post("/signin/code", { code: nextCode() })).status).toBe(303)
    // An operator removes the second factor. The owner then signs in with the password and sets up a new second factor.
    await world.sql("delete from second_factor where user_id = (select id from app_user where email = $1)", email)
    const again = visitor(api)
    await again.post("/signin", { email, password: PASSWORD })
    expect((await again.get("/outbox")).headers["location"]).toBe("/signin?next=%2Foutbox")
    expect((await require(again, "no")).headers["location"], "not before").toBe("/signin")
    await enrol(world, again, email)
    expect((await require(again, "no")).status).toBe(303)
    expect((await again.post("/settings/second-factor/remove", {})).status).toBe(303)
  })

  it("is changed by its owner only", async () => {
    const { email, member, owner } = await team("rights")
    await enrol(world, member, email)
    expect((await require(member)).status).toBe(403)
    expect((await member.get("/settings/second-factor")).text).not.toContain("Everyone in your account")
    expectError(
      await call(member, "PATCH", "/second-factor/requirement", { isRequired: true }),
      403,
      "Only the account owner can do this."
    )
    expect(
      (await call(owner.person, "PATCH", "/second-factor/requirement", { isRequired: true })).data["isRequired"]
    ).toBe(true)
    await world.sql("update user_session set created_at = created_at - interval '16 minutes'")
    expect((await call(owner.person, "PATCH", "/second-factor/requirement", { isRequired: false })).status).toBe(403)
  })

  it("does not concern the other accounts of its members", async () => {
    const { member, owner } = await team("other")
    await require(owner.person)
    await member.post("/signup", { email: "other-member@example.net" })
    await member.post(linkTo(world, "other-member@example.net"), {})
    expect((await member.call("GET", "/account")).status).toBe(200)
  })
})
