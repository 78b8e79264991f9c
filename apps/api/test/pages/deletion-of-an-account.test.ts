import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { signUpWithCode } from "./Authenticator.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const REFUSED =
  "This account will be deleted. Nothing in it can be read or changed. Until it is deleted, its owner can sign in and keep it."

const remove = (who: Visitor, confirmation: string, more: Readonly<Record<string, string>> = {}) =>
  who.post("/settings/account/delete", { confirmation, ...more })

describe("the owner of an account", () => {
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

  /** Makes all sessions an hour older, so that nobody has signed in recently. */
  const later = () => world.sql(`update user_session set created_at = created_at - interval '1 hour'`)

  it("deletes it with its address, can do nothing but keep it then, and keeps it", async () => {
    const email = "leaving@example.net"
    const owner = await signUp(world, api, email)
    const key = String((await call(owner, "POST", "/keys", { name: "Script", scope: "write" })).data["key"])
    expect((await owner.get("/settings/account")).text).toContain("Backups")
    expect((await remove(owner, "wrong@example.net")).status).toBe(400)
    expect((await call(owner, "GET", "/account")).status).toBe(200)

    expect((await remove(owner, "Leaving@Example.net")).headers["location"]).toBe("/settings/account")
    for (const path of ["/app", "/app/settings", "/outbox"]) {
      const { headers } = await owner.get(path)
      expect(headers["location"], path).toMatch(/^\/signin/u)
      expect((await owner.get(headers["location"] ?? "")).headers["location"]).toBe("/settings/account")
    }
    for (const [method, path] of [
      ["GET", "/account"],
      ["POST", "/domains"],
      ["GET", "/events"]
    ] as const) {
      const body = method === "POST" ? { url: "example.com" } : undefined
      const bySession = await call(owner, method, path, body)
      expectError(bySession, 403, REFUSED)
      expect(bySession.headers["mon-account"]).toBe("ends")
      expectError(
        await api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) }),
        403,
        REFUSED
      )
    }
    const ending = await owner.get("/settings/account")
    expect(ending.text).toContain("Keep my account")

    const back = visitor(api)
    const entrance = await back.post("/signin", { email, password: PASSWORD })
    expect(entrance.status).toBe(303)
    expect((await back.get("/signin")).headers["location"]).toBe("/settings/account")
    expect((await back.post("/settings/account/keep", {})).headers["location"]).toBe("/app")
    expect((await back.get("/settings/sign-in")).status).toBe(200)
    expect((await api.send("GET", "/api/v1/account", { key })).status).toBe(200)
    const actions = await world.sql(`select action from audit_entry where action like 'account.%' order by id`)
    expect(actions.map((row) => (row as { action: string }).action)).toEqual(["account.delete", "account.keep"])
  })

  it("exports it, once in ten minutes", async () => {
    const owner = await signUp(world, api, "exports@example.net")
    await call(owner, "POST", "/domains", { url: "exported.example.com" })
    const { headers, status } = await owner.post("/settings/account/export", {})
    expect([status, headers["content-type"]]).toEqual([200, "application/gzip"])
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.tar\.gz"$/u)
    expect((await owner.post("/settings/account/export", {})).status).toBe(429)
    await world.sql(`update account set exported_at = exported_at - interval '1 hour'`)
    await later()
    expect((await owner.post("/settings/account/export", {})).status, "after a while, it asks for the password").toBe(
      403
    )
    expect((await owner.post("/settings/account/export", { password: PASSWORD })).status).toBe(200)
    const entries = await world.sql(`select 1 from audit_entry where action = 'account.export'`)
    expect(entries).toHaveLength(2)
  })

  it("has to enter the password and the code again after a while", async () => {
    const email = "careful@example.net"
    const { person } = await signUpWithCode(world, api, email)
    await later()
    const asked = await remove(person, email)
    expect(asked.status).toBe(403)
    expect(asked.text).toContain('name="code"')
    expect((await remove(person, email, { password: "not the password", code: "123456" })).status).toBe(400)
    expect((await person.get("/settings/sign-in")).status).toBe(200)
  })

  it("cannot keep it when its time is over", async () => {
    const email = "late@example.net"
    const owner = await signUp(world, api, email)
    await remove(owner, email)
    await world.sql(`update account set deletes_at = now() - interval '1 minute' where deletes_at is not null`)
    expect((await owner.get("/settings/account")).text).not.toContain("Keep my account")
    expect((await owner.post("/settings/account/keep", {})).status).toBe(400)
  })

  it("is the only one who can delete or keep it", async () => {
    const owner = await signUp(world, api, "boss@example.net")
    await world.sql(
      `update account set plan = 'agency' where id = (select ms.account_id from membership ms
      join app_user u on u.id = ms.user_id where u.email = $1)`,
      "boss@example.net"
    )
    await call(owner, "POST", "/team/invite", { email: "colleague@example.net" })
    const member = visitor(api)
    await member.post(linkTo(world, "colleague@example.net"), { name: "Max", password: PASSWORD })
    expect((await member.get("/settings/account")).text).not.toContain('<form method="post" action="/settings/account')
    expect((await remove(member, "colleague@example.net")).status).toBe(403)
    expect((await member.post("/settings/account/export", {})).status).toBe(403)
    await remove(owner, "boss@example.net")
    expect((await member.get("/settings/account")).text).toContain("Only its owner can keep it")
    expect((await member.post("/settings/account/keep", {})).status).toBe(400)
    expect((await owner.get("/settings/account")).text).toContain("Keep my account")
    expect((await visitor(api).get("/settings/account")).headers["location"]).toBe("/signin?next=%2Fsettings%2Faccount")
  })
})
